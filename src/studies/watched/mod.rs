//! Cards that are watched in the games of the baseline: in how many of them each is seen, and how
//! the games end by how early luck brings it. Integers, so that results do not depend on how the
//! work was split.

pub mod exposure;
pub mod subject;

use crate::compare::sums::{ArmSums, Ended};
use cards::KindId;
use cards::ruleset::Market;
use exposure::Fortune;
use game::observe::tally::{CardCount, Tally};
use runs::sim::game::{GameRecord, Seen as SeenCards};
use runs::sim::plan::Plan;
use serde::{Deserialize, Serialize};
use subject::{CardType, Subject};

/// A card that players buy, or meet, in fewer of the games than this is not judged.
pub const LEAST_SHARE: f64 = 0.05;

/// Which cards are watched.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// The cards.
    pub subjects: Vec<Subject>,
    /// Whether games are told apart by how early luck brings each card.
    pub by_exposure: bool,
}

/// How often a card was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen<N> {
    /// Was on offer.
    pub offered: N,
    /// Could have been paid for.
    pub payable: N,
    /// Was bought.
    pub bought: N,
    /// Was on the board or used (enemies: was met).
    pub in_play: N,
    /// Copies of it were wasted.
    pub wasted: N,
}

/// In how many games a card was seen.
pub type SeenIn = Seen<u64>;

/// In which share of the games a card was seen.
pub type Shares = Seen<f64>;

/// What was seen of the watched cards, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedSums {
    /// Games of the baseline.
    pub games: u64,
    /// For each card: in how many of them it was seen.
    pub seen: Vec<SeenIn>,
    /// For each card and number of its copies that lay early: the games; empty if not wanted.
    pub exposed: Vec<Vec<ArmSums>>,
}

impl SeenIn {
    /// Adds a game.
    pub fn record(&mut self, card: KindId, seen: &SeenCards) {
        self.offered += u64::from(seen.offered.contains(card));
        self.bought += u64::from(seen.bought.contains(card));
        self.in_play += u64::from(seen.in_play.contains(card));
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &SeenIn) {
        self.offered += other.offered;
        self.bought += other.bought;
        self.in_play += other.in_play;
        self.payable += other.payable;
        self.wasted += other.wasted;
    }

    /// The shares of so many games.
    pub fn shares(&self, games: u64) -> Shares {
        let share = |count: u64| count as f64 / games.max(1) as f64;
        Shares {
            offered: share(self.offered),
            bought: share(self.bought),
            in_play: share(self.in_play),
            payable: share(self.payable),
            wasted: share(self.wasted),
        }
    }
}

impl Watched {
    /// Nothing seen yet.
    pub fn blank(&self) -> WatchedSums {
        let doses = self.subjects.iter().filter(|_| self.by_exposure);
        let doses = doses.map(|subject| vec![ArmSums::default(); usize::from(subject.copies) + 1]);
        WatchedSums {
            games: 0,
            seen: vec![SeenIn::default(); self.subjects.len()],
            exposed: doses.collect(),
        }
    }

    /// What games of a plan show.
    pub fn watch(&self, plan: &Plan, records: &[GameRecord], tally: Tally) -> WatchedSums {
        let mut sums = self.blank();
        sums.games = records.len() as u64;
        if self.subjects.is_empty() {
            return sums;
        }
        let counts = tally.into_cards();
        for (subject, seen) in self.subjects.iter().zip(&mut sums.seen) {
            let counts = &counts[subject.kind.index()];
            seen.payable = counts.get(CardCount::GamesPayable);
            seen.wasted = counts.get(CardCount::GamesWasted);
        }
        let stacks = plan.rules.market == Market::Stacks;
        let mut fortune = Fortune::new(plan);
        for record in records {
            if stacks || self.by_exposure {
                fortune.game(record.game);
            }
            for (subject, seen) in self.subjects.iter().zip(&mut sums.seen) {
                let on_table = stacks
                    && subject.card_type.is_for_players()
                    && fortune.early_copies(subject) > 0;
                let before = seen.offered;
                seen.record(subject.kind, &record.seen);
                seen.offered = before + u64::from(on_table || seen.offered > before);
            }
            let ended = Ended::from(*record);
            for (subject, doses) in self.subjects.iter().zip(&mut sums.exposed) {
                doses[fortune.early_copies(subject)].record(ended);
            }
        }
        sums
    }
}

impl WatchedSums {
    /// Adds other games.
    pub fn merge(&mut self, other: &WatchedSums) {
        self.games += other.games;
        for (to, from) in self.seen.iter_mut().zip(&other.seen) {
            to.merge(from);
        }
        let mine = self.exposed.iter_mut().flatten();
        for (to, from) in mine.zip(other.exposed.iter().flatten()) {
            to.merge(from);
        }
    }

    /// In which share of the games each card was seen.
    pub fn shares(&self) -> Vec<Shares> {
        let seen = self.seen.iter();
        seen.map(|seen| seen.shares(self.games)).collect()
    }
}

impl Shares {
    /// The share that says whether a card of a type counts: bought, or met.
    pub fn used(&self, card_type: CardType) -> f64 {
        if card_type.is_for_players() {
            self.bought
        } else {
            self.in_play
        }
    }

    /// Whether games can say something about a card of a type.
    pub fn can_judge(&self, card_type: CardType) -> bool {
        self.used(card_type) >= LEAST_SHARE
    }
}
