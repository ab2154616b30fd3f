//! How `veteran` buys cards that its learned value has never met.

use crate::registry;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::Preset;
use game::observe::tally::{CardCount, CardCounts, Tally};
use game::rules::set_up;

/// Counts of some cards over games of `veteran`, with a card set that has other cards as well.
fn counted(patch: &str, wanted: &[String], players: u8, seed: u64, games: u64) -> Vec<CardCounts> {
    let library = Library::embedded().with_patch("more.toml", patch);
    let cards = library.cards().unwrap();
    let policies = registry::resolve("veteran", &cards).unwrap();
    let mut rules = Preset::Pnp.ruleset(players);
    rules.training = true;
    let mut tally = Tally::new(&cards);
    for game in 0..games {
        let key = GameKey::new(seed, game);
        let mut state = set_up(&cards, &rules, key);
        let mut table = policies.table(key);
        table.play_counted(&cards, &rules, &mut state, &mut tally);
        tally.finish_game(true);
    }
    let counts = tally.into_cards();
    let of = |id: &String| counts[cards.find(id).unwrap().index()];
    wanted.iter().map(of).collect()
}

/// How often each card was bought.
fn bought(patch: &str, wanted: &[String]) -> Vec<u64> {
    let counts = counted(patch, wanted, 1, 12, 1200);
    let bought = counts.iter().map(|card| card.get(CardCount::Bought));
    bought.collect()
}

/// Of the games in which somebody could pay each card, the share in which it was bought.
fn shares(patch: &str, wanted: &[String], players: u8, games: u64) -> Vec<f64> {
    let share = |card: &CardCounts| {
        let payable = card.get(CardCount::GamesPayable).max(1);
        card.get(CardCount::GamesBought) as f64 / payable as f64
    };
    let counts = counted(patch, wanted, players, 13, games);
    counts.iter().map(share).collect()
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
    let names = ["twin-one", "twin-two"].map(String::from);
    let [a, b] = [
        bought(&format!("{one}{two}"), &names),
        bought(&format!("{two}{one}"), &names),
    ];
    let (one, two) = ((a[0] + b[0]) as f64, (a[1] + b[1]) as f64);
    assert!(
        one + two > 240.0 && (one / two).ln().abs() < 0.35,
        "{a:?} {b:?}"
    );
    let rivals = new_troop("bargain", 3, 5, 6) + &new_troop("dud", 5, 0, 1);
    let rivals = rivals + &new_troop("plain", 3, 3, 3);
    let counts = bought(&rivals, &["bargain", "plain", "dud"].map(String::from));
    assert!(counts[0] > 2 * counts[1], "{counts:?}");
    assert!(counts[2] * 20 < counts[0], "{counts:?}");
}

/// A card that brings more resources than it costs is bought even where another card is wanted more and
/// both cannot be paid: what it brings pays for the other.
#[test]
fn a_card_that_pays_for_others_is_bought_first() {
    let coin = "[[card]]\nid = \"coin\"\nname = \"Coin\"\nclass = \"troop\"\nwave = 1\ncost = 3\npower = 0\n\
                hp = 1\ncopies = 9\n[[card.ability]]\nwhen = \"purchase\"\nfrom = \"hand\"\n\
                pay = [\"discard-this\"]\ndo = [{ gain-resources = 5 }]\n";
    let shares = shares(coin, &[String::from("coin")], 1, 100);
    assert!(shares[0] > 0.95, "{shares:?}");
}
