//! What the value must be, whatever it has learned.

use super::file::Learned;
use super::source::ValueSource;
use super::*;
use crate::registry;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::Preset;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::hidden::redeal_hidden;
use game::rules::{Game, set_up};
use game::state::Phase;
use std::path::Path;

fn cards() -> CardSet {
    let (cards, _) = Library::embedded().compile::<&str, &str>(&[]).unwrap();
    cards
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
    let value = Value::new(&standard().learned.weights, &cards);
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
    let value = Value::new(&standard().learned.weights, &cards);
    let (mut better, mut all) = (0, 0);
    for (rules, table) in tables(&cards) {
        let [little, much] = [5.0, 40.0].map(|base| value.progress(&table, &cards, &rules, base));
        better += usize::from(much > little);
        all += 1;
        assert!((0.0..=1.0).contains(&little) && (0.0..=1.0).contains(&much));
    }
    assert!(better * 20 > all * 19, "{better} of {all}");
}

#[test]
fn a_purchase_on_paper_is_worth_what_the_real_one_is() {
    let cards = cards();
    let value = Value::new(&standard().learned.weights, &cards);
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
    let learned = (*standard().learned).clone();
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
    let (cards, _) = library.compile::<&str, &str>(&[]).unwrap();
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
