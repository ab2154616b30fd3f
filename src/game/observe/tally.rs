//! Counting what happens: per game and round, and per card over many games.
//!
//! All counts are whole numbers and merge by addition, so a sum over games does not depend on
//! who played them or in which order. Nothing is allocated while a game is played.

use super::{CardPlace, Event, Observer, Way};
use crate::queries::price;
use crate::state::{GameState, Phase, ROUNDS, Side};
use cards::words::{Word, words};
use cards::{CardSet, KindId, MAX_KINDS};

words! {
    /// What is counted for each card. The words are the columns of the table of cards.
    pub enum CardCount as "card count" {
        /// Came on offer in the market.
        Offered = "offered",
        /// Bought.
        Bought = "bought",
        /// Drawn from a deck (enemies: from their encounter deck; weather: turned).
        Drawn = "drawn",
        /// Put on the board: into a lane, on a troop, or against the players.
        Deployed = "deployed",
        /// An ability of it was used, or it was played as an instant.
        Used = "used",
        /// Was killed.
        Killed = "killed",
        /// Killed another card.
        Kills = "kills",
        /// Damage it marked on other cards.
        DamageDealt = "damage_dealt",
        /// Damage it reduced or prevented.
        DamagePrevented = "damage_prevented",
        /// Damage it turned onto another card.
        DamageRedirected = "damage_redirected",
        /// Damage marked on it.
        DamageSuffered = "damage_suffered",
        /// Cards it saved from being killed.
        Saves = "saves",
        /// Damage to the base.
        BaseDamage = "base_damage",
        /// Burned.
        Burned = "burned",
        /// Copies bought beyond the times it was put on the board or used in that game.
        Wasted = "wasted",
        /// Games in which it came on offer.
        GamesOffered = "games_offered",
        /// Games in which it was on offer when some player had the resources to pay it.
        GamesPayable = "games_payable",
        /// Games in which copies of it were wasted.
        GamesWasted = "games_wasted",
        /// Games in which it was bought.
        GamesBought = "games_bought",
        /// Those of them that were won.
        WinsBought = "wins_bought",
        /// Games in which it was on the board or used.
        GamesInPlay = "games_in_play",
        /// Those of them that were won.
        WinsInPlay = "wins_in_play",
    }
}

/// How many things are counted for each card.
pub const CARD_COUNTS: usize = CardCount::ALL.len();

/// The counts of one card kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct CardCounts([u64; CARD_COUNTS]);

impl CardCounts {
    /// One of the counts.
    pub fn get(&self, count: CardCount) -> u64 {
        self.0[count as usize]
    }

    /// Adds the counts of others.
    pub fn merge(&mut self, other: &CardCounts) {
        for (to, from) in self.0.iter_mut().zip(other.0) {
            *to += from;
        }
    }

    #[inline]
    fn add(&mut self, count: CardCount, amount: u64) {
        self.0[count as usize] += amount;
    }
}

/// What happened in one round of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// Damage to the base.
    pub base_damage: u32,
    /// Decisions with more than one legal answer.
    pub decisions: u32,
    /// Base HP at the end (in training: damage so far, as a negative number).
    pub base: i32,
    /// Damage to the base by cause, in the order of [`BaseCause::ALL`].
    pub damage_by_cause: [u32; 3],
    /// Enemies killed.
    pub enemies_killed: u16,
    /// Troops killed.
    pub troops_lost: u16,
    /// Cards bought.
    pub cards_bought: u16,
    /// Cards burned.
    pub cards_burned: u16,
    /// The weather card in force, in games with weather.
    pub weather: Option<KindId>,
    /// Its conditions, as bits by their number in the card set.
    pub conditions: u16,
}

/// What happened in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// By round.
    pub rounds: [RoundCounts; ROUNDS as usize],
    /// How many rounds were begun.
    pub begun: u8,
    /// Kinds that came on offer in the market.
    pub offered: KindSet,
    /// Kinds that were bought.
    pub bought: KindSet,
    /// Kinds that were on the board or used.
    pub in_play: KindSet,
}

/// How the base came to be damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseCause {
    /// An enemy overran a lane.
    Overrun,
    /// An attack was carried past the last troop.
    Overflow,
    /// An ability.
    Ability,
}

impl BaseCause {
    /// All of them.
    pub const ALL: [BaseCause; 3] = [BaseCause::Overrun, BaseCause::Overflow, BaseCause::Ability];

    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            BaseCause::Overrun => "overrun",
            BaseCause::Overflow => "overflow",
            BaseCause::Ability => "ability",
        }
    }
}

impl GameCounts {
    /// Damage to the base by a cause.
    pub fn damage_by(&self, cause: BaseCause) -> u32 {
        let rounds = self.played().iter();
        rounds
            .map(|round| round.damage_by_cause[cause as usize])
            .sum()
    }

    /// The rounds that were begun.
    pub fn played(&self) -> &[RoundCounts] {
        &self.rounds[..usize::from(self.begun)]
    }
}

/// A set of card kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet([u64; 4]);

impl KindSet {
    /// Whether a kind belongs to it.
    pub fn contains(&self, kind: KindId) -> bool {
        self.0[usize::from(kind.0 >> 6)] >> (kind.0 & 63) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, kind: KindId) {
        self.0[usize::from(kind.0 >> 6)] |= 1 << (kind.0 & 63);
    }

    /// Calls `visit` for every member.
    fn visit(&self, mut visit: impl FnMut(usize)) {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                visit(word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// Counts the events of one game after the other.
#[derive(Clone, Debug)]
pub struct Tally {
    game: GameCounts,
    /// The counts when the base fell, in a game that is played on.
    at_fall: Option<GameCounts>,
    /// Decisions made before the current round.
    decisions_before: u32,
    cards: Vec<CardCounts>,
    /// Kinds that were on offer when somebody could pay them, in this game.
    payable: KindSet,
    /// How often each kind was bought in this game, and put on the board or used.
    copies: Box<[[u8; 2]; MAX_KINDS + 1]>,
}

/// The counts of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Of the game at the table: until the base fell, or to the end.
    pub at_table: GameCounts,
    /// Of all rounds that were played, those after the base had fallen included.
    pub played_on: GameCounts,
}

impl Tally {
    /// A tally for games with these cards.
    pub fn new(cards: &CardSet) -> Self {
        Tally {
            game: GameCounts::default(),
            at_fall: None,
            decisions_before: 0,
            cards: vec![CardCounts::default(); cards.kinds.len()],
            payable: KindSet::default(),
            copies: Box::new([[0; 2]; MAX_KINDS + 1]),
        }
    }

    /// Closes a game: hands out its counts and makes ready for the next one.
    pub fn finish_game(&mut self, won: bool) -> FinishedGame {
        let cards = &mut self.cards;
        let won = u64::from(won);
        let copies = &mut self.copies;
        let offered = &self.game.offered;
        offered.visit(|kind| cards[kind].add(CardCount::GamesOffered, 1));
        std::mem::take(&mut self.payable).visit(|kind| cards[kind].add(CardCount::GamesPayable, 1));
        self.game.bought.visit(|kind| {
            cards[kind].add(CardCount::GamesBought, 1);
            cards[kind].add(CardCount::WinsBought, won);
            let [bought, used] = std::mem::take(&mut copies[kind]);
            let wasted = u64::from(bought.saturating_sub(used));
            cards[kind].add(CardCount::Wasted, wasted);
            cards[kind].add(CardCount::GamesWasted, wasted.min(1));
        });
        self.game.in_play.visit(|kind| {
            cards[kind].add(CardCount::GamesInPlay, 1);
            cards[kind].add(CardCount::WinsInPlay, won);
            copies[kind] = [0; 2];
        });
        self.decisions_before = 0;
        let played_on = std::mem::take(&mut self.game);
        FinishedGame {
            at_table: self.at_fall.take().unwrap_or(played_on),
            played_on,
        }
    }

    /// The counts of all cards over all games, by kind.
    pub fn into_cards(self) -> Vec<CardCounts> {
        self.cards
    }

    /// Keeps what the game at the table came to; the round under way goes on counting.
    fn note_fall(&mut self, state: &GameState) {
        let decisions_before = self.decisions_before;
        self.close_round(state);
        self.at_fall = Some(self.game);
        self.decisions_before = decisions_before;
    }

    #[inline]
    fn card(&mut self, kind: KindId, count: CardCount, amount: u64) {
        self.cards[kind.index()].add(count, amount);
    }

    #[inline]
    fn round(&mut self) -> &mut RoundCounts {
        let current = usize::from(self.game.begun.max(1)) - 1;
        &mut self.game.rounds[current]
    }

    fn close_round(&mut self, state: &GameState) {
        if self.game.begun == 0 {
            return;
        }
        let decisions = state.decisions - self.decisions_before;
        self.decisions_before = state.decisions;
        let round = self.round();
        round.decisions = decisions;
        round.base = state.base;
    }

    fn begin_round(&mut self, state: &GameState) {
        self.close_round(state);
        self.game.begun = (self.game.begun + 1).min(ROUNDS);
    }

    /// Notes which of some cards on offer a player could pay with all resources in hand, were they
    /// the only ones bought.
    fn note_payable(&mut self, state: &GameState, cards: &CardSet, offered: &[KindId]) {
        for seat in 0..state.players {
            let hand = state.seats[usize::from(seat)].hand.cards().iter();
            let in_hand: u16 = hand.map(|kind| u16::from(cards.kind(*kind).value)).sum();
            let resources = state.resources[usize::from(seat)] + in_hand;
            for kind in offered {
                if u16::from(price(state, cards, seat, *kind)) <= resources {
                    self.payable.insert(*kind);
                }
            }
        }
    }

    fn moved(
        &mut self,
        state: &GameState,
        cards: &CardSet,
        kind: KindId,
        from: CardPlace,
        to: CardPlace,
    ) {
        match (from, to) {
            (CardPlace::Deck(_), CardPlace::Hand(_)) => self.card(kind, CardCount::Drawn, 1),
            (CardPlace::EncounterDeck(_), CardPlace::Drawn) => self.card(kind, CardCount::Drawn, 1),
            (CardPlace::WeatherDeck, _) => self.card(kind, CardCount::Drawn, 1),
            (CardPlace::MarketDeck(_), CardPlace::MarketPool(_)) => {
                self.card(kind, CardCount::Offered, 1);
                self.game.offered.insert(kind);
                if state.phase == Phase::Purchase {
                    self.note_payable(state, cards, &[kind]);
                }
            }
            (CardPlace::Lane { .. }, CardPlace::Lane { .. }) => {}
            (CardPlace::EnemyLane { .. }, CardPlace::EnemyLane { .. }) => {}
            (CardPlace::Equipped { .. }, CardPlace::Equipped { .. }) => {}
            (_, CardPlace::Lane { .. } | CardPlace::Equipped { .. }) => self.deployed(kind),
            (from, CardPlace::EnemyLane { .. }) => {
                if matches!(from, CardPlace::EncounterDeck(_)) {
                    self.card(kind, CardCount::Drawn, 1);
                }
                self.deployed(kind);
            }
            // Burning takes a card out of the game or back to where it was bought.
            (
                _,
                CardPlace::Burned
                | CardPlace::MarketBottom(_)
                | CardPlace::MarketPool(_)
                | CardPlace::Supply,
            ) => {
                self.card(kind, CardCount::Burned, 1);
                self.round().cards_burned += 1;
            }
            _ => {}
        }
    }

    fn deployed(&mut self, kind: KindId) {
        self.card(kind, CardCount::Deployed, 1);
        self.in_play(kind);
    }

    /// A card is put on the board or used.
    #[inline]
    fn in_play(&mut self, kind: KindId) {
        self.game.in_play.insert(kind);
        let used = &mut self.copies[kind.index()][1];
        *used = used.saturating_add(1);
    }

    fn killed(&mut self, side: Side, kind: KindId, source: Option<KindId>) {
        self.card(kind, CardCount::Killed, 1);
        if let Some(source) = source {
            self.card(source, CardCount::Kills, 1);
        }
        match side {
            Side::Troop => self.round().troops_lost += 1,
            Side::Enemy => self.round().enemies_killed += 1,
        }
    }

    fn base_damaged(&mut self, amount: i16, kind: Option<KindId>, way: Way) {
        let amount = u32::from(amount.unsigned_abs());
        let cause = match way {
            Way::Overrun => BaseCause::Overrun,
            Way::Overflow => BaseCause::Overflow,
            _ => BaseCause::Ability,
        };
        let round = self.round();
        round.base_damage += amount;
        round.damage_by_cause[cause as usize] += amount;
        if let Some(kind) = kind {
            self.card(kind, CardCount::BaseDamage, u64::from(amount));
        }
    }
}

/// Amounts in events are positive.
fn plain(amount: i16) -> u64 {
    u64::from(amount.unsigned_abs())
}

impl Observer for Tally {
    const SEES_DECKS: bool = false;

    #[inline]
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        match *event {
            Event::RoundStarted => self.begin_round(state),
            Event::PhaseStarted {
                phase: Phase::Purchase,
            } => {
                for row in &state.market[..usize::from(state.open_rows())] {
                    self.note_payable(state, cards, row.pool.cards());
                }
            }
            Event::WeatherTurned { kind } => {
                let round = self.round();
                round.weather = Some(kind);
                round.conditions = state.weather.conditions;
                self.game.in_play.insert(kind);
            }
            Event::BaseFell => self.note_fall(state),
            Event::GameOver { .. } => self.close_round(state),
            Event::Moved { kind, from, to, .. } => self.moved(state, cards, kind, from, to),
            Event::Bought { kind, .. } => {
                self.card(kind, CardCount::Bought, 1);
                self.game.bought.insert(kind);
                let bought = &mut self.copies[kind.index()][0];
                *bought = bought.saturating_add(1);
                self.round().cards_bought += 1;
            }
            Event::Used { kind, .. } => {
                self.card(kind, CardCount::Used, 1);
                self.in_play(kind);
            }
            Event::Damaged {
                target,
                amount,
                source,
                ..
            } => {
                self.card(target.kind, CardCount::DamageSuffered, plain(amount));
                if let Some(source) = source {
                    self.card(source, CardCount::DamageDealt, plain(amount));
                }
            }
            Event::DamageLessened {
                amount,
                by,
                redirected,
                ..
            } => {
                let count = if redirected {
                    CardCount::DamageRedirected
                } else {
                    CardCount::DamagePrevented
                };
                self.card(by, count, plain(amount));
            }
            Event::Killed { target, source } => self.killed(target.side, target.kind, source),
            Event::Survived { by, .. } => self.card(by, CardCount::Saves, 1),
            Event::BaseDamaged { amount, cause, .. } => {
                self.base_damaged(amount, cause.kind, cause.way);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{At, Cause};
    use cards::load::Library;
    use cards::rng::GameKey;

    const RULE: Cause = Cause {
        kind: None,
        way: Way::Rule,
    };

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
            let (cards, _) = Library::embedded().compile::<&str, &str>(&[]).unwrap();
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
            cause: Cause {
                kind: Some(enemy),
                way: Way::Overflow,
            },
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
        assert_eq!(BaseCause::ALL.map(|cause| game.damage_by(cause)), [0, 3, 0]);

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

    #[test]
    fn games_with_a_card_are_counted_once_and_only_where_it_was() {
        let mut watched = Watched::new();
        let kind = KindId(3);
        for (times, won) in [(2, true), (1, false), (0, true)] {
            watched.see(Event::RoundStarted);
            for _ in 0..times {
                watched.see(Event::Bought {
                    seat: 0,
                    kind,
                    paid: 1,
                });
                watched.see(Event::Used {
                    kind,
                    seat: 0,
                    ability: 0,
                });
            }
            watched.tally.finish_game(won);
        }
        let counts = watched.tally.into_cards()[kind.index()];
        assert_eq!(counts.get(CardCount::Bought), 3);
        assert_eq!(counts.get(CardCount::GamesBought), 2);
        assert_eq!(counts.get(CardCount::WinsBought), 1);
        assert_eq!(counts.get(CardCount::GamesInPlay), 2);
        assert_eq!(counts.get(CardCount::WinsInPlay), 1);
    }
}
