//! A question for a bot: the visible table, the question and its legal answers.

use super::names::{counted, to_line};
use super::table::JsonTable;
use super::{InWords, answer, question};
use crate::observe::Describe;
use crate::play::{Choice, Decision, View};
use crate::state::{GameState, Phase};
use cards::{KindId, MAX_KINDS};
use serde::Serialize;

/// The kind that stands for a hidden card; its name is empty.
const UNSEEN: KindId = KindId(MAX_KINDS as u8);

#[derive(Serialize)]
struct Asked<'a> {
    #[serde(rename = "type")]
    sort: &'static str,
    number: u64,
    player: u16,
    round: u8,
    wave: u8,
    phase: Phase,
    table: JsonTable<'a>,
    question: InWords<'a, Decision>,
    options: Vec<InWords<'a, Choice>>,
}

/// A question as one line of JSON. Decks are listed by kind, not in their order; face-down enemies
/// have an empty name and are listed with those in the encounter deck, and so are bosses with those
/// set aside.
pub fn question_line(
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    asked: u64,
) -> String {
    let cards = view.cards();
    let mut table = *view.table();
    hide(&mut table, view);
    let words = Describe::new(&table, cards);
    let asked = Asked {
        sort: "question",
        number: asked,
        player: counted(view.seat()),
        round: view.round(),
        wave: view.wave(),
        phase: view.phase(),
        table: JsonTable::of(&table, cards),
        question: question(words, decision),
        options: options
            .iter()
            .map(|choice| answer(words, view.seat(), decision, choice))
            .collect(),
    };
    // Names and numbers only: this cannot fail.
    to_line(&table, cards, &asked).unwrap_or_default()
}

/// Removes everything that players cannot see. Unseen enemies are all in the deck, and unseen bosses
/// set aside.
fn hide(table: &mut GameState, view: &View<'_>) {
    for seat in &mut table.seats {
        seat.deck.cards_mut().sort_unstable();
    }
    for row in &mut table.market {
        row.deck.cards_mut().sort_unstable();
    }
    table.weather.deck.cards_mut().sort_unstable();
    for (wave, encounter) in (1..).zip(&mut table.encounters) {
        let unseen = view.unseen_enemies_of(wave);
        encounter.deck = unseen.enemies.cards().collect();
        encounter.bosses = unseen.bosses.cards().collect();
    }
    for lane in &table.lanes {
        for slot in lane.enemies.as_slice() {
            let card = table.board.card_mut(*slot);
            if !card.face_up {
                card.kind = UNSEEN;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Policy, Resting};
    use crate::rules::hidden::redeal_hidden;
    use crate::rules::{Game, set_up};
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::{Preset, Ruleset};

    /// Answers by turns, and keeps the tables at rest.
    struct Keeper(Vec<GameState>, usize);

    impl Policy for Keeper {
        fn choose(&mut self, _: &View<'_>, _: &Decision, options: &[Choice]) -> usize {
            self.1 += 7;
            self.1 % options.len()
        }
        fn rest(&mut self, at: &Resting<'_>) {
            self.0.push(*at.with_hidden_cards());
        }
    }

    #[test]
    fn nothing_hidden_is_revealed() {
        let cards = Library::embedded().cards().unwrap();
        let mut with_hidden = 0;
        for preset in [Preset::Pnp, Preset::Onslaught] {
            let rules = Ruleset {
                training: true,
                ..preset.ruleset(2)
            };
            let mut state = set_up(&cards, &rules, GameKey::new(4, 4));
            let mut keeper = Keeper(Vec::new(), 0);
            Game::new(&cards, &rules, &mut state, &mut keeper, &mut ()).play();
            for table in keeper.0 {
                let mut other = table;
                redeal_hidden(&mut other, &cards, &rules, GameKey::new(9, 9));
                // Every enemy of the first lane can be aimed at.
                let lane = table.lanes[0].enemies.as_slice();
                let aims = lane
                    .iter()
                    .map(|slot| Choice::Target(table.board.card_ref(*slot)));
                let options: Vec<Choice> = std::iter::once(Choice::Pass).chain(aims).collect();
                let told = |state: &GameState| {
                    let view = View::new(state, &cards, &rules, 0);
                    question_line(&view, &Decision::Deploy, &options, 1)
                };
                assert_eq!(told(&table), told(&other));
                with_hidden += usize::from(told(&table).contains("\"card\":\"\""));
            }
        }
        assert!(with_hidden > 10, "{with_hidden}");
    }
}
