//! What the value must be, whatever it has learned.

use super::file::Learned;
use super::source::ValueSource;
use super::*;
use crate::registry;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::Preset;
use game::observe::tally::{CardCount, Tally};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::hidden::redeal_hidden;
use game::rules::{Game, set_up};
use game::state::Phase;
use std::path::Path;

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

fn standard() -> ValueSource {
    ValueSource::load("standard", Path::new("")).unwrap()
}

/// Keeps the tables of a game at the start of rounds and phases.
struct Keeper<P> {
    player: P,
    kept: Vec<GameState>,
}

impl<P: Policy> Policy for Keeper<P> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.player.choose(view, decision, options)
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.kept.push(*at.state());
    }
}

/// Tables of games with 1 to 4 players, as rounds start and as cards are about to be bought.
fn tables(cards: &CardSet) -> Vec<(Ruleset, GameState)> {
    let policies = registry::resolve("balanced", cards).unwrap();
    let mut tables = Vec::new();
    for players in 1..=4 {
        let mut rules = Preset::Pnp.ruleset(players);
        rules.training = true;
        let key = GameKey::new(3, u64::from(players));
        let mut state = set_up(cards, &rules, key);
        let mut keeper = Keeper {
            player: policies.table(key),
            kept: Vec::new(),
        };
        Game::new(cards, &rules, &mut state, &mut keeper, &mut ()).play();
        let wanted = |state: &GameState| matches!(state.phase, Phase::Draw | Phase::Purchase);
        let kept = keeper.kept.into_iter().filter(wanted);
        tables.extend(kept.map(|state| (rules, state)));
    }
    tables
}

#[test]
fn the_order_of_hidden_cards_changes_nothing_to_the_last_bit() {
    let cards = cards();
    let value = Value::new(&standard().learned().weights, &cards);
    for (rules, table) in tables(&cards) {
        let mut permuted = table;
        redeal_hidden(&mut permuted, &cards, &rules, GameKey::new(8, 8));
        let [one, other] = [&table, &permuted].map(|state| value.raw(state, &cards, &rules, 20.0));
        assert_eq!(one.to_bits(), other.to_bits());
    }
}

#[test]
fn more_of_the_base_is_never_much_worse_and_usually_better() {
    let cards = cards();
    let value = Value::new(&standard().learned().weights, &cards);
    let (mut better, mut all) = (0, 0);
    for (rules, table) in tables(&cards) {
        let [little, much] = [5.0, 40.0]
            .map(|base| value.progress(&mut { Offers::UNKNOWN }, &table, &cards, &rules, base));
        better += usize::from(much > little);
        all += 1;
        assert!((0.0..=1.0).contains(&little) && (0.0..=1.0).contains(&much));
    }
    assert!(better * 20 > all * 19, "{better} of {all}");
}

#[test]
fn a_purchase_on_paper_is_worth_what_the_real_one_is() {
    let cards = cards();
    let value = Value::new(&standard().learned().weights, &cards);
    let mut bought = 0;
    for (rules, table) in tables(&cards) {
        if table.phase != Phase::Purchase {
            continue;
        }
        let seat = table.first_player;
        for row in 0..usize::from(table.open_rows()) {
            let Some(kind) = table.market[row].pool.cards().first().copied() else {
                continue;
            };
            let mut sketch = value.sketch(&table, &cards, &rules, 20.0, seat);
            sketch.buy(&value, &cards, kind);
            let mut real = table;
            assert!(real.seats[usize::from(seat)].hand.push(kind));
            let expected = {
                // The other players still see the card on offer: a purchase on paper is only
                // looked at from the buyer's seat.
                let others = value.sketch(&table, &cards, &rules, 20.0, seat).others;
                real.market[row].pool.remove(0);
                let own = value.sketch(&real, &cards, &rules, 20.0, seat);
                Sketch { others, ..own }.value(&value)
            };
            let got = sketch.value(&value);
            assert!((got - expected).abs() < 1e-3, "{got} {expected}");
            bought += 1;
        }
    }
    assert!(bought > 60, "{bought}");
}

#[test]
fn a_file_is_read_as_it_was_written_and_faults_are_named() {
    let learned = standard().learned().clone();
    let bytes = learned.to_bytes();
    let again = Learned::from_bytes("v.value", &bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.weights.named, learned.weights.named);
    let fault = |bytes: &[u8]| {
        Learned::from_bytes("v.value", bytes)
            .unwrap_err()
            .to_string()
    };
    assert!(fault(b"nothing").contains("v.value: is not a learned value"));
    assert!(fault(&bytes[..bytes.len() - 1]).contains("ends before all weights"));
    let longer = [&bytes[..], b"x"].concat();
    assert!(fault(&longer).contains("after the last weight"));
    let other = String::from_utf8_lossy(&bytes[..200]).replacen("shape 7", "shape 8", 1);
    assert!(fault(other.as_bytes()).contains("another version"));
    let error = ValueSource::load("standrd", Path::new("")).unwrap_err();
    assert!(
        error.to_string().contains("did you mean `standard`?"),
        "{error}"
    );
    let error = ValueSource::load("none.value", Path::new("/no/such")).unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
}

/// How often `veteran` buys a kind, for a card set with a changed or added card.
fn bought(patch: &str, wanted: &[&str]) -> Vec<u32> {
    let name = format!("xenosim-{}-{}.toml", std::process::id(), label(patch));
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, patch).unwrap();
    let library = Library::embedded().with_patch_file(&file);
    let cards = library.cards().unwrap();
    std::fs::remove_file(&file).unwrap();
    let policies = registry::resolve("veteran", &cards).unwrap();
    let kinds: Vec<KindId> = wanted.iter().map(|id| cards.find(id).unwrap()).collect();
    let mut rules = Preset::Pnp.ruleset(1);
    rules.training = true;
    let mut counts = vec![0; kinds.len()];
    for game in 0..300 {
        let key = GameKey::new(12, game);
        let mut state = set_up(&cards, &rules, key);
        let mut counter = Counter {
            player: policies.table(key),
            kinds: &kinds,
            counts: &mut counts,
        };
        Game::new(&cards, &rules, &mut state, &mut counter, &mut ()).play();
    }
    counts
}

fn label(text: &str) -> u32 {
    cards::rng::label(text)
}

/// Counts purchases.
struct Counter<'a, P> {
    player: P,
    kinds: &'a [KindId],
    counts: &'a mut [u32],
}

impl<P: Policy> Policy for Counter<'_, P> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let chosen = self.player.choose(view, decision, options);
        if let Choice::Buy { kind, .. } = options[chosen]
            && let Some(at) = self.kinds.iter().position(|wanted| *wanted == kind)
        {
            self.counts[at] += 1;
        }
        chosen
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.player.rest(at);
    }
}

/// Of the games in which somebody could pay each card, the share in which `veteran` bought it.
fn shares(patch: &str, wanted: &[String], players: u8, games: u64) -> Vec<f64> {
    let name = format!("xenosim-{}-{}.toml", std::process::id(), label(patch));
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, patch).unwrap();
    let library = Library::embedded().with_patch_file(&file);
    let cards = library.cards().unwrap();
    std::fs::remove_file(&file).unwrap();
    let policies = registry::resolve("veteran", &cards).unwrap();
    let mut rules = Preset::Pnp.ruleset(players);
    rules.training = true;
    let mut tally = Tally::new(&cards);
    for game in 0..games {
        let key = GameKey::new(13, game);
        let mut state = set_up(&cards, &rules, key);
        let mut table = policies.table(key);
        table.play_counted(&cards, &rules, &mut state, &mut tally);
        tally.finish_game(true);
    }
    let counts = tally.into_cards();
    let share = |id: &String| {
        let counts = &counts[cards.find(id).unwrap().index()];
        let payable = counts.get(CardCount::GamesPayable).max(1);
        counts.get(CardCount::GamesBought) as f64 / payable as f64
    };
    wanted.iter().map(share).collect()
}

/// A card of the built-in set under another name.
fn twin(id: &str) -> String {
    let files = [
        include_str!("../../../data/sets/hive/troops.toml"),
        include_str!("../../../data/sets/hive/items.toml"),
    ];
    let mut cards = files.iter().flat_map(|file| file.split("[[card]]"));
    let line = format!("id = \"{id}\"");
    let found = cards.find(|card| card.contains(&line)).expect("a card");
    let renamed = found.replace(&line, &format!("id = \"{id}-twin\""));
    format!("[[card]]{renamed}\n")
}

/// Eleven cards of all sorts and waves, each beside its twin under a name that the value has never
/// met: over all of them, the shares of games in which they are bought differ by no more than 8 points
/// on average.
#[test]
fn a_renamed_twin_is_bought_about_as_often() {
    let ids = [
        "ranger",
        "lone-survivor",
        "field-medic",
        "prometheus",
        "hyperion",
        "clay",
        "med-pack",
        "hi-ex-grenade",
        "stasis-bomb",
        "katana",
        "helios",
    ];
    let patch: String = ids.iter().map(|id| twin(id)).collect();
    let names = ids
        .iter()
        .flat_map(|id| [id.to_string(), format!("{id}-twin")]);
    let names: Vec<String> = names.collect();
    for players in [1, 2] {
        let shares = shares(&patch, &names, players, 500);
        let apart: Vec<f64> = shares
            .chunks(2)
            .map(|two| (two[0] - two[1]).abs())
            .collect();
        let mean = apart.iter().sum::<f64>() / apart.len() as f64;
        assert!(mean < 0.08, "{players} players, {mean}: {shares:?}");
        assert!(shares.iter().all(|share| *share > 0.05), "{shares:?}");
    }
}

#[test]
fn an_item_that_does_nothing_is_not_bought() {
    let idle = |id: &str, sort: &str, figure: &str| {
        format!(
            "[[card]]\nid = \"{id}\"\nname = \"{id}\"\nclass = \"equipment\"\ntypes = [\"{sort}\"]\n\
             cost = 1\ncopies = 3\nboost = {{ {figure} = 0 }}\n"
        )
    };
    let patch = idle("idle-weapon", "weapon", "power") + &idle("idle-armor", "armor", "hp");
    let names = ["idle-weapon", "idle-armor", "katana"].map(String::from);
    let shares = shares(&patch, &names, 1, 200);
    assert_eq!(shares[..2], [0.0, 0.0], "{shares:?}");
    assert!(shares[2] > 0.3, "{shares:?}");
}

/// A card that nobody has met.
fn new_troop(id: &str, cost: u8, power: u8, hp: u8) -> String {
    format!(
        "[[card]]\nid = \"{id}\"\nname = \"{id}\"\nclass = \"troop\"\nwave = 1\ncost = {cost}\n\
         power = {power}\nhp = {hp}\ncopies = 9\n"
    )
}

#[test]
fn cards_never_met_are_bought_for_what_they_are() {
    // The same figures, twice: neither name is known. Of equals the first on the list is taken, so
    // they change places for half of the games.
    let (one, two) = (
        new_troop("twin-one", 3, 3, 3),
        new_troop("twin-two", 3, 3, 3),
    );
    let names = ["twin-one", "twin-two"];
    let [a, b] = [
        bought(&format!("{one}{two}"), &names),
        bought(&format!("{two}{one}"), &names),
    ];
    let (one, two) = (f64::from(a[0] + b[0]), f64::from(a[1] + b[1]));
    assert!(
        one + two > 60.0 && (one / two).ln().abs() < 0.35,
        "{a:?} {b:?}"
    );
    let rivals = new_troop("bargain", 3, 5, 6) + &new_troop("dud", 5, 0, 1);
    let rivals = rivals + &new_troop("plain", 3, 3, 3);
    let counts = bought(&rivals, &["bargain", "plain", "dud"]);
    assert!(counts[0] > 2 * counts[1], "{counts:?}");
    assert!(counts[2] * 20 < counts[0], "{counts:?}");
}
