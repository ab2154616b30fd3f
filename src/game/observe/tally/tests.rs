use super::*;
use crate::observe::{At, Cause};
use cards::load::Library;
use cards::rng::GameKey;

const RULE: Cause = Cause::RULE;

fn at(side: Side, kind: KindId) -> At {
    At {
        side,
        lane: 0,
        position: 0,
        kind,
    }
}

/// A tally that has seen the given events, on a table that says how many decisions were made.
struct Watched {
    cards: CardSet,
    state: GameState,
    tally: Tally,
}

impl Watched {
    fn new() -> Self {
        let cards = Library::embedded().cards().unwrap();
        Watched {
            tally: Tally::new(&cards),
            state: GameState::new(GameKey::new(1, 1), 1),
            cards,
        }
    }

    fn see(&mut self, event: Event) {
        self.tally.event(&self.state, &self.cards, &event);
    }

    fn moved(&mut self, kind: KindId, from: CardPlace, to: CardPlace) {
        self.see(Event::Moved {
            kind,
            from,
            to,
            cause: RULE,
        });
    }
}

#[test]
fn events_are_counted_for_their_round_and_card() {
    let mut watched = Watched::new();
    let (troop, enemy) = (KindId(3), KindId(70));
    watched.see(Event::RoundStarted);
    watched.see(Event::Bought {
        seat: 0,
        kind: troop,
        paid: 3,
    });
    let lane = |position| CardPlace::Lane { lane: 0, position };
    watched.moved(troop, CardPlace::Hand(0), lane(0));
    watched.moved(troop, lane(0), lane(1));
    watched.state.decisions = 5;
    watched.state.base = 12;
    watched.see(Event::RoundStarted);
    watched.see(Event::Damaged {
        target: at(Side::Enemy, enemy),
        amount: 4,
        source: Some(troop),
        nature: crate::observe::Nature::Attack,
    });
    watched.see(Event::Killed {
        target: at(Side::Enemy, enemy),
        source: Some(troop),
    });
    watched.see(Event::BaseDamaged {
        amount: 3,
        lane: 0,
        cause: Cause::card(enemy, Way::Overflow),
    });
    watched.moved(troop, CardPlace::Hand(0), CardPlace::Burned);
    watched.state.decisions = 7;
    watched.state.base = 9;
    watched.see(Event::GameOver { won: false });

    let game = watched.tally.finish_game(false).at_table;
    let [first, second] = game.played() else {
        panic!("two rounds were begun");
    };
    assert_eq!(
        (first.decisions, first.base, first.cards_bought),
        (5, 12, 1)
    );
    assert_eq!((second.decisions, second.base), (2, 9));
    assert_eq!((second.enemies_killed, second.troops_lost), (1, 0));
    assert_eq!((second.base_damage, second.cards_burned), (3, 1));
    assert_eq!(second.damage_by_cause, [0, 3, 0]);
    assert_eq!(
        [BaseCause::Overrun, BaseCause::Overflow, BaseCause::Ability]
            .map(|cause| game.damage_by(cause)),
        [0, 3, 0]
    );

    let cards = watched.tally.into_cards();
    let (troop, enemy) = (&cards[troop.index()], &cards[enemy.index()]);
    assert_eq!(
        troop.get(CardCount::Deployed),
        1,
        "moving up is no deployment"
    );
    assert_eq!(troop.get(CardCount::DamageDealt), 4);
    assert_eq!(troop.get(CardCount::Kills), 1);
    assert_eq!(enemy.get(CardCount::DamageSuffered), 4);
    assert_eq!(enemy.get(CardCount::Killed), 1);
    assert_eq!(enemy.get(CardCount::BaseDamage), 3);
    assert_eq!(enemy.get(CardCount::GamesInPlay), 0);
}
