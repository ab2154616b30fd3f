//! A ranking for people.

use crate::cli::compare::report::write_disagreements;
use crate::cli::simulate::report::grouped;
use crate::cli::{CliError, Output};
use cards::words::Word;
use std::io::Write;
use std::path::Path;
use studies::compare::measure::{Amount, Measure};
use studies::compare::play::{EarlyStop, Ending, Study};
use studies::compare::results::Agreement;
use studies::compare::sums::StratumSums;
use studies::rank::design::{MEASURES, Method};
use studies::rank::exposure::meaning;
use studies::rank::results::{Effect, RankedCard, Results, SCREEN};
use studies::rank::study::RankStudy;
use studies::rank::subject::CardType;
use studies::sim::results::Monitoring;
use studies::sim::stop::LEVEL;

/// A ranking to be shown.
pub(super) struct Report<'a> {
    pub study: &'a RankStudy,
    pub results: &'a Results,
    pub sums: &'a [StratumSums],
    pub ending: Ending,
    pub directory: &'a Path,
    pub top: Option<usize>,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        self.write_head(out)?;
        let ranking = &self.study.ranking;
        for stratum in 0..ranking.design.strata.len() {
            for (card_type, _) in ranking.groups() {
                self.write_type(out, stratum, card_type)?;
            }
        }
        self.write_policies(out)?;
        self.write_idle(out)?;
        self.write_foot(out)
    }

    fn write_head(&self, out: &mut Output) -> Result<(), CliError> {
        let (ranking, stop) = (&self.study.ranking, &self.study.stop);
        let design = &ranking.design;
        writeln!(out, "{}: {}", out.title(&design.name), design.title)?;
        let watched = match self.study.baseline_games() {
            0 => String::new(),
            games => format!(", {} of the game as it is", grouped(games)),
        };
        writeln!(
            out,
            "ranked by {} in {}; up to {} games of each changed game{watched}, seed {}",
            ranking.primary().word(),
            ranking.measure().title(),
            grouped(stop.games),
            design.seed
        )?;
        let looks = match self.results.looks {
            Monitoring::Fixed => "intervals for a number of games fixed beforehand",
            Monitoring::Repeated => {
                "intervals of changed games valid at every look (confidence sequences)"
            }
        };
        writeln!(
            out,
            "{}% {looks}; sets of ranks hold for a whole table at once",
            100.0 * LEVEL.value()
        )?;
        match (self.ending, stop.settles) {
            (Ending::Interrupted, _) => writeln!(out, "INTERRUPTED: incomplete")?,
            (_, EarlyStop::Rank(None)) => writeln!(
                out,
                "{} were played no further once their ranks were settled",
                self.settled()
            )?,
            (_, EarlyStop::Rank(Some(top))) => writeln!(
                out,
                "{} were played no further once it was clear whether they are among the first {top}",
                self.settled()
            )?,
            (_, EarlyStop::Precision(target)) => writeln!(
                out,
                "{} were played until known to within {}",
                self.settled(),
                Amount::from_target(target, ranking.measure()).text()
            )?,
            _ => {}
        }
        Ok(())
    }

    /// How many of the changed games were settled before their last game.
    fn settled(&self) -> String {
        let flags = self.sums.iter().flat_map(|sums| &sums.settled);
        let (all, settled) = (flags.clone().count(), flags.filter(|flag| **flag).count());
        format!("{settled} of {all} changed games")
    }

    fn write_type(
        &self,
        out: &mut Output,
        stratum: usize,
        card_type: CardType,
    ) -> Result<(), CliError> {
        let ranking = &self.study.ranking;
        let (noun, what) = match card_type {
            CardType::Troop => ("Troops", "strength"),
            CardType::Item => ("Items", "strength"),
            CardType::Enemy => ("Enemies", "danger"),
            CardType::Boss => ("Bosses", "danger"),
        };
        let label = ranking.design.strata[stratum].label();
        let title = format!("{noun}: {what} in {} ({label})", ranking.measure().title());
        writeln!(out, "\n{}", out.title(&title))?;
        let places: Vec<&RankedCard> = self.results.ranking(stratum, card_type).collect();
        if places.is_empty() {
            writeln!(out, "  not played")?;
            return Ok(());
        }
        let width = self.name_width(card_type);
        let mut head = format!(
            "  {:>4} {:<8} {:>4} {:width$} {:<29} {:>9} {:>7}",
            "rank", "ranks", "tier", "card", what, "games", "q"
        );
        for (method, title) in self.other_methods() {
            head += &format!(" {title:>w$}", w = column(method));
        }
        for measure in self.other_measures() {
            head += &format!(" {:>11}", measure.title());
        }
        writeln!(out, "{}", out.faint(head.trim_end()))?;
        let shown = places
            .iter()
            .filter(|place| self.top.is_none_or(|top| place.set.best <= top));
        for place in shown {
            self.write_place(out, place, width)?;
        }
        let found = places.iter().filter(|place| self.is_found(place)).count();
        writeln!(
            out,
            "  {found} of {} have an effect at q <= {SCREEN}",
            places.len()
        )?;
        Ok(())
    }

    fn name_width(&self, card_type: CardType) -> usize {
        let subjects = self.study.ranking.subjects.iter();
        let names = subjects.filter(|subject| subject.card_type == card_type);
        names.map(|s| s.name.chars().count()).max().unwrap_or(4)
    }

    fn other_methods(&self) -> Vec<(Method, &'static str)> {
        let others = self.study.ranking.methods.iter().skip(1);
        others
            .map(|method| match method {
                Method::Ablation => (*method, "ablation"),
                Method::Addition => (*method, "one more"),
                Method::Exposure => (*method, "early copy"),
                Method::Naive => (*method, "with/without (confounded)"),
            })
            .collect()
    }

    fn other_measures(&self) -> Vec<Measure> {
        let main = self.study.ranking.measure();
        MEASURES.into_iter().filter(|one| *one != main).collect()
    }

    fn effect(&self, place: &RankedCard, method: Method, measure: Measure) -> Option<&Effect> {
        self.results
            .effect(place.stratum, place.subject, method, measure)
    }

    fn main_effect(&self, place: &RankedCard) -> Option<&Effect> {
        let ranking = &self.study.ranking;
        self.effect(place, ranking.primary(), ranking.measure())
    }

    fn is_found(&self, place: &RankedCard) -> bool {
        let q = self.main_effect(place).and_then(|effect| effect.q_value);
        q.is_some_and(|q| q <= SCREEN)
    }

    fn write_place(
        &self,
        out: &mut Output,
        place: &RankedCard,
        width: usize,
    ) -> Result<(), CliError> {
        let ranking = &self.study.ranking;
        let measure = ranking.measure();
        let effect = self.main_effect(place);
        let ranks = match place.set.is_settled() {
            true => place.set.best.to_string(),
            false => format!("{} to {}", place.set.best, place.set.worst),
        };
        let mut line = format!(
            "  {:>4} {ranks:<8} {:>4} {:width$} {:<29} {:>9} {:>7}",
            place.rank,
            place.tier,
            ranking.subjects[place.subject].name,
            measure.with_interval(&place.strength),
            grouped(effect.map_or(0, |effect| effect.games)),
            small(effect.and_then(|effect| effect.q_value)),
        );
        for (method, _) in self.other_methods() {
            let text = self.cell(place, method);
            line += &format!(" {text:>w$}", w = column(method));
        }
        for other in self.other_measures() {
            let effect = self.effect(place, ranking.primary(), other);
            let value = effect.and_then(|effect| effect.estimate);
            let text = value.map_or("-".into(), |value| other.signed(value.value));
            line += &format!(" {text:>11}");
        }
        if effect.and_then(|effect| effect.agreement) == Some(Agreement::Opposed) {
            line += "  POLICIES DISAGREE";
        }
        writeln!(out, "{}", line.trim_end())?;
        Ok(())
    }

    /// What another method says, in a word.
    fn cell(&self, place: &RankedCard, method: Method) -> String {
        let measure = self.study.ranking.measure();
        let effect = self.effect(place, method, measure);
        if let Some([without, with]) = effect.and_then(|effect| effect.means) {
            let text = |mean: Option<f64>| mean.map_or("never".into(), |mean| measure.plain(mean));
            return format!("{} / {}", text(with), text(without));
        }
        let sign = self.study.ranking.sign(place.subject, measure);
        match effect.and_then(|effect| effect.estimate) {
            None => "-".into(),
            Some(estimate) => {
                let strength = estimate.times(sign);
                let half = measure.plain(strength.interval.half_width());
                format!("{} ±{half}", measure.signed(strength.value))
            }
        }
    }

    /// Says which cards depend on who plays.
    fn write_policies(&self, out: &mut Output) -> Result<(), CliError> {
        let ranking = &self.study.ranking;
        let places = self.results.places.iter();
        let all = places.filter_map(|place| {
            let agreement = self.main_effect(place)?.agreement?;
            Some((agreement, ranking.subjects[place.subject].name.as_str()))
        });
        let opposed = "policies clearly disagree whether these help or harm";
        write_disagreements(out, opposed, &all.collect::<Vec<_>>())
    }

    /// Names cards that made no difference to any game, and those that could not be changed.
    fn write_idle(&self, out: &mut Output) -> Result<(), CliError> {
        let ranking = &self.study.ranking;
        let method = ranking.primary();
        let changed = |subject: usize| {
            let mut effects = self.results.effects.iter();
            effects.any(|e| (e.subject, e.method) == (subject, method) && e.different != Some(0))
        };
        let idle: Vec<&str> = (0..ranking.subjects.len())
            .filter(|subject| method.has_arms() && !changed(*subject))
            .map(|subject| ranking.subjects[subject].name.as_str())
            .collect();
        if !idle.is_empty() {
            let training = ranking.design.strata[0].plans[0].rules.training;
            let advice = match training {
                true => "",
                false => "; games that end early never meet late cards: try --training on",
            };
            writeln!(
                out,
                "\n{} changed no game at all{advice}: {}",
                idle.len(),
                idle.join(", ")
            )?;
        }
        for (arm, reason) in &ranking.impossible {
            let name = &ranking.subjects[arm.subject].name;
            writeln!(out, "no {} of {name}: {reason}", arm.method.word())?;
        }
        Ok(())
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let ranking = &self.study.ranking;
        let games = self.sums.iter();
        let games = games.map(|sums| {
            let arms = sums.arms.iter().map(|pair| pair.games());
            sums.games + arms.sum::<u64>()
        });
        writeln!(
            out,
            "\n{} games played; tables in {}",
            grouped(games.sum()),
            self.directory.display()
        )?;
        let mut notes = vec![
            "strength and danger: more is stronger, or worse for the players; the last columns are \
             the card's effect on other measures, base damage until the game ends"
                .to_string(),
        ];
        for method in &ranking.methods {
            notes.push(match method {
                Method::Ablation => {
                    "ablation: all copies taken away, the next card of the same deck in their place"
                        .into()
                }
                Method::Addition => "one more: one more copy in its deck".into(),
                Method::Exposure => self.exposure_note(),
                Method::Naive => {
                    "with/without: mean of games in which it was bought (enemies: met) and of the \
                     others; confounded, because long games see more cards"
                        .into()
                }
            });
        }
        notes.push("every figure holds for the policy that played".into());
        for note in notes {
            writeln!(out, "{}", out.faint(&note))?;
        }
        Ok(())
    }

    fn exposure_note(&self) -> String {
        let ranking = &self.study.ranking;
        let plan = &ranking.design.strata[0].plans[0];
        let groups = ranking.groups().into_iter();
        let meanings = groups.map(|(card_type, members)| {
            let first = &ranking.subjects[members[0]];
            format!("{} ({})", meaning(first, plan), card_type.word())
        });
        format!(
            "early copy: for {}, by luck of the shuffle, in games that reached its wave",
            meanings.collect::<Vec<_>>().join(", ")
        )
    }
}

/// How wide a method's column is.
fn column(method: Method) -> usize {
    match method {
        Method::Naive => 25,
        _ => 15,
    }
}

/// A small probability.
pub(in crate::cli) fn small(p: Option<f64>) -> String {
    match p {
        None => "-".into(),
        Some(p) if p < 1e-3 => "<0.001".into(),
        Some(p) => format!("{p:.3}"),
    }
}
