//! Sums over many games: integers only, so that they can be added in any order.

use super::causes::DamageByCause;
use super::examples::Examples;
use super::figures::{ADJUSTED, Figure};
use super::game::GameRecord;
use game::observe::Incident;
use game::observe::tally::{CardCounts, Tally};
use game::state::ROUNDS;
use serde::{Deserialize, Serialize};
use statistics::control::{Adjusted, ControlSums};
use statistics::mean::{IntegerHistogram, IntegerMoments};

/// Sums over games that were played to the end of round 9.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedOn {
    /// How often each needed total base occurred.
    pub needed_hp: IntegerHistogram,
    /// Games whose damage reached the cap.
    pub capped: u64,
    /// Games in which a lane or a chain of triggers was cut off at the program's limits.
    pub cut: u64,
    /// Moments of every figure that only these games have.
    pub moments: Vec<IntegerMoments>,
}

impl Default for PlayedOn {
    fn default() -> Self {
        PlayedOn {
            needed_hp: IntegerHistogram::default(),
            capped: 0,
            cut: 0,
            moments: no_moments(true),
        }
    }
}

impl PlayedOn {
    fn record(&mut self, record: &GameRecord) {
        let Some(endured) = record.endured else {
            return;
        };
        let incidents = &record.incidents;
        let cut = incidents.of(Incident::EndlessLane)
            + incidents.of(Incident::CutChain)
            + incidents.of(Incident::Overflow);
        self.needed_hp.record(endured.needed_hp as i32);
        self.capped += u64::from(endured.capped);
        self.cut += u64::from(cut > 0);
        for (moments, figure) in self.moments.iter_mut().zip(Figure::list(true)) {
            moments.record(figure.of(record) as i32);
        }
    }

    fn merge(&mut self, other: &PlayedOn) {
        self.needed_hp.merge(&other.needed_hp);
        self.capped += other.capped;
        self.cut += other.cut;
        for (to, from) in self.moments.iter_mut().zip(&other.moments) {
            to.merge(from);
        }
    }

    /// Moments of a figure by its name.
    pub fn moments_of(&self, name: &str) -> Option<&IntegerMoments> {
        let place = Figure::list(true).position(|figure| figure.name == name)?;
        self.moments.get(place)
    }
}

/// Sums over games. Merging is exact and independent of order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games lost in rounds 1 to 9.
    pub lost_in_round: [u64; ROUNDS as usize],
    /// How often each amount of base damage occurred.
    pub base_damage: IntegerHistogram,
    /// Moments of every figure that all games have.
    pub moments: Vec<IntegerMoments>,
    /// Counts of every card kind, in all rounds that were played.
    pub cards: Vec<CardCounts>,
    /// Damage to the base by round and cause, in all rounds that were played.
    pub causes: DamageByCause,
    /// Sums over those of the games that were played to the end of round 9.
    pub played_on: PlayedOn,
    /// Games worth looking at.
    pub examples: Examples,
    /// Sums with the luck of games, for every one of [`ADJUSTED`]; empty if not measured.
    #[serde(default)]
    pub adjusted: Vec<ControlSums>,
}

impl Totals {
    /// No games yet, with `kinds` card kinds.
    pub fn new(kinds: usize) -> Self {
        Totals {
            games: 0,
            wins: 0,
            lost_in_round: [0; ROUNDS as usize],
            base_damage: IntegerHistogram::default(),
            moments: no_moments(false),
            cards: vec![CardCounts::default(); kinds],
            causes: DamageByCause::default(),
            played_on: PlayedOn::default(),
            examples: Examples::default(),
            adjusted: Vec::new(),
        }
    }

    /// The sums over some games and the tally that watched them.
    pub fn of(records: &[GameRecord], tally: Tally) -> Self {
        let mut totals = Totals {
            cards: tally.into_cards(),
            moments: Figure::list(false)
                .map(|figure| moments(records, |record| figure.of(record)))
                .collect(),
            causes: DamageByCause::of(records),
            ..Totals::new(0)
        };
        totals.games = records.len() as u64;
        for record in records {
            totals.wins += u64::from(record.won);
            if let Some(round) = record.lost_in_round() {
                totals.lost_in_round[usize::from(round) - 1] += 1;
            }
            totals.base_damage.record(record.base_damage as i32);
            totals.played_on.record(record);
            totals.examples.record(record);
            totals.record_luck(record);
        }
        totals
    }

    fn record_luck(&mut self, record: &GameRecord) {
        let Some(luck) = &record.luck else {
            return;
        };
        self.adjusted.resize(ADJUSTED.len(), ControlSums::default());
        for (sums, figure) in self.adjusted.iter_mut().zip(*ADJUSTED) {
            sums.record(record.game, figure.of(record) as i32, luck);
        }
    }

    /// The mean of a figure adjusted for luck, where that was measured in all games.
    pub fn adjusted(&self, name: &str) -> Option<Adjusted> {
        let place = ADJUSTED.iter().position(|figure| figure.name == name)?;
        let sums = self.adjusted.get(place)?;
        let known = !ADJUSTED[place].needs_all_rounds || self.all_played_on().is_some();
        (known && sums.games() == self.games).then(|| sums.adjusted())?
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Totals) {
        if self.adjusted.len() < other.adjusted.len() {
            let more = other.adjusted.len();
            self.adjusted.resize(more, ControlSums::default());
        }
        for (to, from) in self.adjusted.iter_mut().zip(&other.adjusted) {
            to.merge(from);
        }
        self.games += other.games;
        self.wins += other.wins;
        for (to, from) in self.lost_in_round.iter_mut().zip(other.lost_in_round) {
            *to += from;
        }
        self.base_damage.merge(&other.base_damage);
        for (to, from) in self.moments.iter_mut().zip(&other.moments) {
            to.merge(from);
        }
        for (to, from) in self.cards.iter_mut().zip(&other.cards) {
            to.merge(from);
        }
        self.causes.merge(&other.causes);
        self.played_on.merge(&other.played_on);
        self.examples.merge(&other.examples);
    }

    /// The figures of games played to the end of round 9, if all games were.
    pub fn all_played_on(&self) -> Option<&PlayedOn> {
        let known = self.played_on.needed_hp.count();
        (known > 0 && known == self.games).then_some(&self.played_on)
    }

    /// Games lost in a wave, 1 to 3.
    pub fn lost_in_wave(&self, wave: usize) -> u64 {
        self.lost_in_round[(wave - 1) * 3..wave * 3].iter().sum()
    }

    /// Moments of a figure by its name.
    pub fn moments_of(&self, name: &str) -> Option<&IntegerMoments> {
        let place = Figure::list(false).position(|figure| figure.name == name)?;
        self.moments.get(place)
    }
}

fn no_moments(needs_all_rounds: bool) -> Vec<IntegerMoments> {
    let figures = Figure::list(needs_all_rounds);
    figures.map(|_| IntegerMoments::default()).collect()
}

/// Sums of one figure, in machine words: a chunk of games is far too small to overflow them.
pub(super) fn moments(records: &[GameRecord], get: impl Fn(&GameRecord) -> u32) -> IntegerMoments {
    let (mut total, mut squares) = (0u64, 0u64);
    for record in records {
        let value = u64::from(get(record));
        total += value;
        squares += value * value;
    }
    IntegerMoments::from_sums(records.len() as u64, i128::from(total), u128::from(squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Plan;
    use crate::sim::batch::play_chunk;

    #[test]
    fn sums_do_not_depend_on_how_games_are_cut_up() {
        let plan = Plan::built_in("random", 2, 1000).expect("a plan");
        let play = |games| play_chunk(&plan, games).totals;
        let whole = play(0..300);
        assert_eq!(whole.games, 300);
        assert!(
            whole
                .cards
                .iter()
                .any(|card| *card != CardCounts::default())
        );
        let mut backwards = Totals::new(plan.cards.kinds.len());
        for games in [250..300, 1..250, 0..1] {
            backwards.merge(&play(games));
        }
        assert_eq!(backwards, whole);
    }

    #[test]
    fn moments_are_those_of_the_games() {
        let plan = Plan::built_in("random", 1, 1000).expect("a plan");
        let mut tally = Tally::new(&plan.cards);
        let mut table = crate::sim::game::Tabletop::new(&plan);
        let records: Vec<GameRecord> = (0..40).map(|game| table.play(game, &mut tally)).collect();
        let totals = Totals::of(&records, tally);
        let mut expected = IntegerMoments::default();
        for record in &records {
            expected.record(record.decisions as i32);
        }
        assert_eq!(totals.moments_of("decisions"), Some(&expected));
        assert_eq!(totals.moments_of("nothing"), None);
        let lost: u64 = (1..=3).map(|wave| totals.lost_in_wave(wave)).sum();
        assert_eq!(lost + totals.wins, 40);
    }
}
