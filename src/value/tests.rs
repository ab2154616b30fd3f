//! What the value must be, whatever it has learned.

use super::file::Learned;
use super::source::ValueSource;
use super::*;
use cards::load::Library;
use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::{Preset, Ruleset};
use files::{Kind, seal};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::hidden::redeal_hidden;
use game::rules::{TableByHand, play, set_up, unwatched};
use game::state::{GameState, Phase};
use std::path::Path;

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

fn built_in() -> ValueSource {
    ValueSource::load("veteran", Path::new("")).unwrap()
}

/// Chooses at random, and keeps the tables of a game at the start of rounds and phases.
struct Keeper {
    stream: Stream,
    asked: u32,
    kept: Vec<GameState>,
}

impl Policy for Keeper {
    fn choose(&mut self, _: &View<'_>, _: &Decision, options: &[Choice]) -> usize {
        self.asked += 1;
        self.stream.nth(self.asked).below(options.len() as u32) as usize
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.kept.push(*at.with_hidden_cards());
    }
}

/// Tables of games with 1 to 4 players, as rounds start and as cards are about to be bought.
fn tables(cards: &CardSet) -> Vec<(Ruleset, GameState)> {
    let mut tables = Vec::new();
    for players in 1..=4 {
        let mut rules = Preset::Pnp.ruleset(players);
        rules.training = true;
        let key = GameKey::new(3, u64::from(players));
        let mut state = set_up(cards, &rules, key);
        let mut keeper = Keeper {
            stream: key.stream(Purpose::Sampling, 0, 0),
            asked: 0,
            kept: Vec::new(),
        };
        play(cards, &rules, &mut state, &mut keeper, &mut unwatched);
        let wanted = |state: &GameState| matches!(state.phase(), Phase::Draw | Phase::Purchase);
        let kept = keeper.kept.into_iter().filter(wanted);
        tables.extend(kept.map(|state| (rules, state)));
    }
    tables
}

#[test]
fn the_order_of_hidden_cards_changes_nothing_to_the_last_bit() {
    let cards = cards();
    let value = Value::new(&built_in().learned().weights, &cards);
    for (rules, table) in tables(&cards) {
        let mut permuted = table;
        redeal_hidden(&mut permuted, &cards, &rules, GameKey::new(8, 8));
        let raw = |state| value.raw(&View::new(state, &cards, &rules, 0), 20.0);
        let [one, other] = [&table, &permuted].map(raw);
        assert_eq!(one.to_bits(), other.to_bits());
    }
}

#[test]
fn more_of_the_base_is_never_much_worse_and_usually_better() {
    let cards = cards();
    let value = Value::new(&built_in().learned().weights, &cards);
    let (mut better, mut all) = (0, 0);
    for (rules, table) in tables(&cards) {
        let view = View::new(&table, &cards, &rules, 0);
        let [little, much] = [5.0, 40.0].map(|base| value.progress(&view, base));
        better += usize::from(much > little);
        all += 1;
        assert!((0.0..=1.0).contains(&little) && (0.0..=1.0).contains(&much));
    }
    assert!(better * 20 > all * 19, "{better} of {all}");
}

#[test]
fn a_purchase_on_paper_is_worth_what_the_real_one_is() {
    let cards = cards();
    let value = Value::new(&built_in().learned().weights, &cards);
    let mut bought = 0;
    for (rules, table) in tables(&cards) {
        if table.phase() != Phase::Purchase {
            continue;
        }
        let seat = table.first_player();
        for row in 0..usize::from(table.open_rows()) {
            let Some(kind) = table.market()[row].pool.cards().first().copied() else {
                continue;
            };
            let view = View::new(&table, &cards, &rules, seat);
            let (others, mut sketch) = value.sketch(&view, 20.0);
            sketch.buy(&value, &cards, kind);
            let expected = {
                // The other players still see the card on offer: a purchase on paper is only
                // looked at from the buyer's seat.
                let mut real = TableByHand::of_game(table, &cards, &rules);
                real.sell_first(row, seat);
                let real = real.as_it_is();
                let view = View::new(&real, &cards, &rules, seat);
                let (_, own) = value.sketch(&view, 20.0);
                own.value(&value, &others)
            };
            let got = sketch.value(&value, &others);
            assert!((got - expected).abs() < 1e-3, "{got} {expected}");
            bought += 1;
        }
    }
    assert!(bought > 60, "{bought}");
}

#[test]
fn a_file_is_read_as_it_was_written_and_faults_are_named() {
    let learned = built_in().learned().clone();
    let bytes = learned.to_bytes();
    let again = Learned::from_bytes("v.value", &bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.weights.named, learned.weights.named);
    let fault = |bytes: &[u8]| {
        Learned::from_bytes("v.value", bytes)
            .unwrap_err()
            .to_string()
    };
    assert!(fault(b"nothing").contains("v.value: damaged"));
    let kind = Kind::bytes("value", 2);
    let body = kind.open(&bytes).unwrap().body;
    let resealed = |body: &[u8]| fault(&kind.seal(seal::FREE, body));
    assert!(resealed(&body[..body.len() - 1]).contains("ends before all weights"));
    let longer = [body, b"x"].concat();
    assert!(resealed(&longer).contains("after the last weight"));
    assert!(resealed(b"shape 8\n").contains("another version"));
    let error = ValueSource::load("vetran", Path::new("")).unwrap_err();
    assert!(
        error.to_string().contains("did you mean `veteran`?"),
        "{error}"
    );
    let error = ValueSource::load("none.value", Path::new("/no/such")).unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
}
