//! A judgement for people: the verdict, then the figures behind it.

use crate::cli::compare::session::Played;
use crate::cli::{CliError, Output};
use reports::terminal::compare::explained;
use reports::terminal::compare::{capped, with_half, write_foot, write_head};
use reports::terminal::grid::{Grid, left};
use runs::sim::stop::LEVEL;
use statistics::verdict::Verdict;
use std::io::Write;
use studies::compare::measure::Amount;
use studies::judge::study::{FairCost, Findings, JudgeStudy};
use studies::judge::tables::variant;
use studies::judge::{Judgement, Role};

/// A judgement to be shown.
pub(super) struct Report<'a> {
    pub played: &'a Played<JudgeStudy>,
    pub findings: &'a Findings,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        let design = &self.judgement().design;
        write_head(out, design, self.played.ending)?;
        for stratum in 0..design.strata.len() {
            out.prose(&self.answer(stratum))?;
        }
        for stratum in 0..design.strata.len() {
            self.write_stratum(out, stratum)?;
        }
        self.write_foot(out)
    }

    fn judgement(&self) -> &Judgement {
        &self.played.study.judgement
    }

    /// The verdict in a sentence or two.
    fn answer(&self, stratum: usize) -> String {
        let judgement = self.judgement();
        let (name, measure) = (&judgement.subject.name, judgement.design.measure);
        let place = match judgement.design.strata.len() {
            1 => String::new(),
            _ => format!("With {}: ", judgement.design.strata[stratum].label()),
        };
        let Some(itself) = self.findings.of(stratum, &Role::Itself) else {
            return format!("{place}{name} was not played.");
        };
        let size = format!(
            "{} {}",
            measure.with_interval(&itself.estimate),
            measure.unit()
        );
        let peers = judgement.peers.iter().map(|peer| peer.name.as_str());
        let against = format!(
            "{} extra copies of it are worth {size} more than those of similar cards ({})",
            judgement.copies,
            peers.collect::<Vec<_>>().join(", ")
        );
        let (strong, weak) = if judgement.subject.card_type.is_for_players() {
            ("strong", "weak")
        } else {
            ("dangerous", "harmless")
        };
        let verdict = match self.findings.verdict(&self.played.study, stratum) {
            None => {
                let shares = &self.findings.shares[stratum];
                let seen = if judgement.subject.card_type.is_for_players() {
                    format!("buy it in {:.1}%", 100.0 * shares.bought)
                } else {
                    format!("meet it in {:.1}%", 100.0 * shares.in_play)
                };
                return format!(
                    "{place}{name} is not judged: the players {seen} of the games, too few \
                     to judge it."
                );
            }
            Some(Verdict::Better) => format!("{name} is {strong}"),
            Some(Verdict::Worse) => format!("{name} is {weak}"),
            Some(Verdict::Equivalent) => format!("{name} is fair"),
            Some(Verdict::Inconclusive) => {
                let lean = if itself.estimate.value > 0.0 {
                    strong
                } else {
                    weak
                };
                format!("{name} may be {lean}, but more games are needed")
            }
        };
        format!("{place}{verdict}: {against}.{}", self.cost(stratum))
    }

    /// At which cost the card would be fair.
    fn cost(&self, stratum: usize) -> String {
        let judgement = self.judgement();
        if !judgement.subject.card_type.is_for_players() {
            return String::new();
        }
        let own = judgement.subject.cost;
        match self.findings.fair_cost(&self.played.study, stratum) {
            FairCost::Near { cost, range } => {
                let range = match range {
                    Some((low, high)) if low != high => {
                        format!(" (plausible: {low} to {high})")
                    }
                    _ => String::new(),
                };
                format!(" It costs {own} and would be fair at about {cost:.1}{range}.")
            }
            FairCost::Above(most) => format!(" It costs {own} and is still strong at {most}."),
            FairCost::Below(0) => format!(" It costs {own} and would be weak even for nothing."),
            FairCost::Below(least) => format!(" It costs {own} and is still weak at {least}."),
            FairCost::Unknown => {
                format!(
                    " It costs {own}; the costs tried make too little difference to estimate a \
                     fair one."
                )
            }
        }
    }

    fn write_stratum(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let judgement = self.judgement();
        let measure = judgement.design.measure;
        writeln!(
            out,
            "\n{}",
            out.title(&judgement.design.strata[stratum].label())
        )?;
        let itself = self.findings.of(stratum, &Role::Itself);
        let columns = [left("variant"), left("advantage"), left("change").spare(1)];
        let mut grid = Grid::new(columns);
        let advantages = self.findings.advantages.iter();
        for one in advantages.filter(|one| one.stratum == stratum) {
            let change = match (&one.role, itself) {
                (Role::Step(..) | Role::Cost(_), Some(itself)) => {
                    measure.signed(one.estimate.value - itself.estimate.value)
                }
                _ => String::new(),
            };
            grid.row([
                variant(judgement, &one.role),
                with_half(measure, &one.estimate),
                change,
            ]);
        }
        Ok(out.table(&grid)?)
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let judgement = self.judgement();
        let sums = self.played.sums();
        let played: u64 = sums.iter().map(|sums| sums.played()).sum();
        let measure = judgement.design.measure;
        let mut notes = vec![format!(
            "{} extra copies of each card, with the same luck; margin {}; ± are {:.0}% {}; seed {}",
            judgement.copies,
            Amount::from_margin(judgement.design.margin, measure),
            100.0 * LEVEL.value(),
            self.played.results.looks.text(),
            judgement.design.seed
        )];
        notes.extend(explained(measure));
        notes.extend(capped(sums));
        notes.push("every figure depends on the policy".into());
        Ok(write_foot(out, played, &self.played.directory, &notes)?)
    }
}
