//! Counting what happens: per game and round, and per card over many games. All counts are integers
//! and merge by addition, so a sum over games does not depend on their order or on threads. Nothing
//! is allocated while a game is played.

mod counts;
#[cfg(test)]
mod tests;

pub use counts::{BASE_CAUSES, BaseCause, CardCount, CardCounts, GameCounts, RoundCounts};

use super::{CardPlace, Event, Observer, Way};
use crate::queries::price;
use crate::state::{GameState, Phase, ROUNDS, Side};
use cards::{CardSet, KindId, KindSet, MAX_KINDS};

/// Counts the events of one game after the other.
#[derive(Clone, Debug)]
pub struct Tally {
    game: GameCounts,
    /// Those of the round under way.
    round: RoundCounts,
    /// Whether the base has fallen in a game that is played on, and the counts when it did.
    fell: bool,
    at_fall: GameCounts,
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
            round: RoundCounts::default(),
            fell: false,
            at_fall: GameCounts::default(),
            decisions_before: 0,
            cards: vec![CardCounts::default(); cards.kinds.len()],
            payable: KindSet::default(),
            copies: Box::new([[0; 2]; MAX_KINDS + 1]),
        }
    }

    /// Closes a game: hands out its counts and makes ready for the next one.
    pub fn finish_game(&mut self, won: bool) -> FinishedGame {
        let won = u64::from(won);
        for kind in self.game.offered.iter() {
            self.card(kind, CardCount::GamesOffered, 1);
        }
        for kind in std::mem::take(&mut self.payable).iter() {
            self.card(kind, CardCount::GamesPayable, 1);
        }
        for kind in self.game.bought.iter() {
            let [bought, used] = std::mem::take(&mut self.copies[kind.index()]);
            let wasted = u64::from(bought.saturating_sub(used));
            self.card(kind, CardCount::GamesBought, 1);
            self.card(kind, CardCount::WinsBought, won);
            self.card(kind, CardCount::Wasted, wasted);
            self.card(kind, CardCount::GamesWasted, wasted.min(1));
        }
        for kind in self.game.in_play.iter() {
            self.card(kind, CardCount::GamesInPlay, 1);
            self.card(kind, CardCount::WinsInPlay, won);
            self.copies[kind.index()] = [0; 2];
        }
        let fell = std::mem::take(&mut self.fell);
        let finished = FinishedGame {
            at_table: if fell { self.at_fall } else { self.game },
            played_on: self.game,
        };
        self.game = GameCounts::default();
        self.round = RoundCounts::default();
        self.decisions_before = 0;
        finished
    }

    /// The counts of all cards over all games, by kind.
    pub fn into_cards(self) -> Vec<CardCounts> {
        self.cards
    }

    /// Keeps what the game at the table came to; the round under way goes on counting.
    fn note_fall(&mut self, state: &GameState) {
        self.note_round(state);
        self.fell = true;
        self.at_fall = self.game;
    }

    fn card(&mut self, kind: KindId, count: CardCount, amount: u64) {
        self.cards[kind.index()].add(count, amount);
    }

    /// Notes what the round under way has come to.
    fn note_round(&mut self, state: &GameState) {
        self.round.decisions = state.decisions - self.decisions_before;
        self.round.base = state.base;
        if let Some(current) = usize::from(self.game.begun).checked_sub(1) {
            self.game.rounds[current] = self.round;
        }
    }

    fn begin_round(&mut self, state: &GameState) {
        if self.game.begun > 0 {
            self.note_round(state);
            self.round = RoundCounts::default();
            self.decisions_before = state.decisions;
        }
        self.game.begun = (self.game.begun + 1).min(ROUNDS);
    }

    /// Notes which of some cards on offer a player could pay with all resources in hand, were they
    /// the only ones bought.
    fn note_payable(
        &mut self,
        state: &GameState,
        cards: &CardSet,
        offered: impl Iterator<Item = KindId> + Clone,
    ) {
        for seat in 0..state.players {
            let hand = state.seats[usize::from(seat)].hand.cards().iter();
            let in_hand: u16 = hand.map(|kind| u16::from(cards.kind(*kind).value)).sum();
            let resources = state.resources[usize::from(seat)] + in_hand;
            for kind in offered.clone() {
                if u16::from(price(state, cards, seat, kind)) <= resources {
                    self.payable.insert(kind);
                }
            }
        }
    }

    /// Notes which of all cards on offer could be paid.
    fn note_all_payable(&mut self, state: &GameState, cards: &CardSet) {
        let rows = state.market[..usize::from(state.open_rows())].iter();
        let offered = rows.flat_map(|row| row.pool.cards()).copied();
        self.note_payable(state, cards, offered);
    }

    /// Notes whether a card that has come on offer could be paid, unless that is known.
    fn note_if_payable(&mut self, state: &GameState, cards: &CardSet, kind: KindId) {
        if !self.payable.contains(kind) {
            self.note_payable(state, cards, std::iter::once(kind));
        }
    }

    #[inline(always)]
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
            (CardPlace::MarketDeck(row), CardPlace::MarketPool(_)) => {
                self.offered(state, cards, kind, row);
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
                self.round.cards_burned += 1;
            }
            _ => {}
        }
    }

    /// A card comes on offer in a row of the market.
    #[inline]
    fn offered(&mut self, state: &GameState, cards: &CardSet, kind: KindId, row: u8) {
        self.card(kind, CardCount::Offered, 1);
        self.game.offered.insert(kind);
        let dealt = &mut self.game.dealt_to_market[usize::from(row)];
        *dealt = dealt.saturating_add(1);
        if state.phase == Phase::Purchase {
            self.note_if_payable(state, cards, kind);
        }
    }

    #[inline]
    fn deployed(&mut self, kind: KindId) {
        self.card(kind, CardCount::Deployed, 1);
        self.in_play(kind);
    }

    /// A card is put on the board or used.
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
            Side::Troop => self.round.troops_lost += 1,
            Side::Enemy => self.round.enemies_killed += 1,
        }
    }

    fn base_damaged(&mut self, amount: i16, kind: Option<KindId>, way: Way) {
        let amount = u32::from(amount.unsigned_abs());
        let cause = match way {
            Way::Overrun => BaseCause::Overrun,
            Way::Overflow => BaseCause::Overflow,
            _ => BaseCause::Ability,
        };
        self.round.base_damage += amount;
        self.round.damage_by_cause[cause as usize] += amount;
        if let Some(kind) = kind {
            self.card(kind, CardCount::BaseDamage, u64::from(amount));
        }
    }
}

/// Amounts in events are positive.
fn positive(amount: i16) -> u64 {
    u64::from(amount.unsigned_abs())
}

impl Observer for Tally {
    const SEES_DECKS: bool = false;
    const SEES_STEPS: bool = false;

    // What happens is known where it is reported: little is left of this there.
    #[inline(always)]
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        match *event {
            Event::RoundStarted => self.begin_round(state),
            Event::PhaseStarted {
                phase: Phase::Purchase,
            } => self.note_all_payable(state, cards),
            Event::WeatherTurned { kind } => {
                self.round.weather = Some(kind);
                self.round.conditions = state.weather.conditions;
                self.game.in_play.insert(kind);
            }
            Event::BaseFell => self.note_fall(state),
            Event::GameOver { .. } => self.note_round(state),
            Event::Moved { kind, from, to, .. } => self.moved(state, cards, kind, from, to),
            Event::Bought { kind, .. } => {
                self.card(kind, CardCount::Bought, 1);
                self.game.bought.insert(kind);
                let bought = &mut self.copies[kind.index()][0];
                *bought = bought.saturating_add(1);
                self.round.cards_bought += 1;
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
                self.card(target.kind, CardCount::DamageSuffered, positive(amount));
                if let Some(source) = source {
                    self.card(source, CardCount::DamageDealt, positive(amount));
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
                self.card(by, count, positive(amount));
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
