//! Games of an arm that need not be played, because they equal those of the baseline.
//!
//! Luck is keyed by card, so a copy more or less of a card leaves the order of all other cards of
//! its deck alone. Players without imagined games see nothing of a market deck but what came off
//! it. Hence, as long as a changed deck deals the same cards, the whole game is the same, and the
//! arm's result is known without playing it. Enemies and bosses are another matter: players reckon
//! with those that may come.

use super::design::Stratum;
use cards::KindId;
use cards::rng::GameKey;
use cards::ruleset::{Divisions, Market};
use game::rules::Layout;
use runs::sim::game::GameRecord;
use runs::sim::plan::Plan;

/// Determines which games of an arm equal those of the baseline.
pub(super) struct SameGames<'p> {
    plans: [&'p Plan; 2],
    layouts: [Layout; 2],
    /// The rows of the market whose decks differ.
    rows: Vec<usize>,
}

impl<'p> SameGames<'p> {
    /// For an arm of a stratum; `None` if it can differ in every game.
    pub fn new(stratum: &'p Stratum, arm: usize) -> Option<Self> {
        let (baseline, plan) = (&stratum.plans[0], &stratum.plans[arm]);
        let same_players = plan.policy.fingerprint() == baseline.policy.fingerprint()
            && stratum.adaptations.is_empty()
            && !plan.policy.looks_into_decks();
        let same_game = (plan.seed, &plan.rules, plan.plays_on)
            == (baseline.seed, &baseline.rules, baseline.plays_on)
            && plan.gauge.is_none()
            && plan.cards.differs_in_copies_alone(&baseline.cards);
        let plain = plan.rules.market == Market::Pool && plan.rules.divisions == Divisions::Off;
        if !(same_players && same_game && plain) {
            return None;
        }
        let mut rows = Vec::new();
        for (before, after) in baseline.cards.kinds.iter().zip(plan.cards.kinds.iter()) {
            if before.copies != after.copies {
                rows.push(after.market_row()?);
            }
        }
        rows.sort_unstable();
        rows.dedup();
        // The same game twice is played twice: the purpose is to check that it is the same.
        if rows.is_empty() {
            return None;
        }
        let plans = [baseline, plan];
        Some(SameGames {
            plans,
            layouts: plans.map(|plan| Layout::new(&plan.cards, &plan.rules)),
            rows,
        })
    }

    /// Whether the arm's game is the one that the baseline played.
    pub fn is_same(&self, baseline: &GameRecord) -> bool {
        let key = GameKey::new(self.plans[0].seed, baseline.game);
        self.rows.iter().all(|row| {
            let [before, after] = [0, 1].map(|one| {
                let (layout, plan) = (&self.layouts[one], self.plans[one]);
                layout.market_deck(&plan.cards, key, *row)
            });
            let dealt = usize::from(baseline.seen.dealt_to_market[*row]);
            // Where a deck ran out, the other may have had a card more.
            dealt < before.len().min(after.len()) && same_top(before.cards(), after.cards(), dealt)
        })
    }
}

/// Whether two decks deal the same first cards.
fn same_top(before: &[KindId], after: &[KindId], dealt: usize) -> bool {
    let top = |deck: &'_ [KindId]| deck.len().saturating_sub(dealt)..deck.len();
    before[top(before)] == after[top(after)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::design::Design;
    use crate::compare::design::samples::design_of_cards;
    use game::observe::tally::Tally;
    use runs::sim::game::Tabletop;

    fn played(plan: &Plan, games: u64) -> Vec<GameRecord> {
        let mut tally = Tally::new(&plan.cards);
        let mut table = Tabletop::new(plan);
        let games = 0..games;
        games.map(|game| table.play(game, &mut tally)).collect()
    }

    // What is not played is what playing would have come to, for every kind of card that can be
    // left out, taken away and added; and a good share need not be played.
    #[test]
    fn what_is_not_played_is_what_would_have_been_played() {
        let arms = [
            "med-pack.copies=0",
            "med-pack.copies=4",
            "hades-gaze.copies=0",
            "hades-gaze.copies=2",
            "ranger.copies=0",
            "martini.copies=0",
            "martini.copies=2",
            "abrams.copies=0",
            "abrams.copies=2",
        ];
        for (policy, players, games) in [
            ("veteran", 1, 60),
            ("veteran", 3, 100),
            ("balanced", 2, 30),
            ("random", 4, 30),
        ] {
            let design = design_of_cards(&arms, policy, players, games);
            let stratum = &design.strata[0];
            let baseline = played(&stratum.plans[0], games);
            let (mut spared, mut all) = (0, 0);
            for (arm, plan) in stratum.plans.iter().enumerate().skip(1) {
                let same = SameGames::new(stratum, arm).expect("only copies differ");
                for (before, after) in baseline.iter().zip(played(plan, games)) {
                    all += 1;
                    if same.is_same(before) {
                        spared += 1;
                        assert_eq!(
                            *before, after,
                            "{} {policy} {players}",
                            design.arms[arm].name
                        );
                    }
                }
            }
            assert!(spared * 12 > all, "{policy} {players}: {spared} of {all}");
            assert!(spared < all);
        }
    }

    #[test]
    fn what_can_show_from_the_start_is_always_played() {
        let design = |arm: &str, policy: &str| design_of_cards(&[arm], policy, 1, 10);
        let is_played = |design: &Design| SameGames::new(&design.strata[0], 1).is_none();
        let goods = design("med-pack.copies=0", "veteran");
        assert!(!is_played(&goods));
        for (arm, policy, reason) in [
            (
                "med-pack.copies=0",
                "strategist",
                "imagined games deal from decks",
            ),
            ("med-pack.cost=1", "veteran", "another card"),
            (
                "prowler.copies=0",
                "veteran",
                "encounter decks are looked into",
            ),
            ("overseer.copies=0", "veteran", "players reckon with bosses"),
            ("militia.copies=40", "veteran", "not for sale"),
            ("med-pack.copies=3", "veteran", "the same game"),
        ] {
            assert!(is_played(&design(arm, policy)), "{reason}");
        }
        // Whatever else is changed about a plan.
        type Change = fn(&mut Plan);
        let changes: [Change; 4] = [
            |plan| plan.seed += 1,
            |plan| plan.rules.base_hp += 1,
            |plan| plan.cards.change_luck("ranger", "other"),
            |plan| plan.plays_on ^= true,
        ];
        for (place, change) in changes.into_iter().enumerate() {
            let mut other = goods.clone();
            change(&mut other.strata[0].plans[1]);
            assert!(is_played(&other), "change {place}");
        }
    }
}
