//! A ranking for people: the answer, then a table for each type of card, then notes.

use crate::terminal::Output;
use crate::terminal::compare::adaptation;
use crate::terminal::compare::explained;
use crate::terminal::compare::{
    capped, cut, with_half, write_disagreements, write_foot, write_head,
};
use crate::terminal::grid::{Grid, left, right};
use crate::terminal::text::grouped;
use cards::words::Word;
use runs::sim::stop::LEVEL;
use std::io::{self, Write};
use std::path::Path;
use studies::compare::Results as Compared;
use studies::compare::measure::{Amount, Measure};
use studies::compare::results::Agreement;
use studies::compare::stop::{EarlyStop, Ending};
use studies::compare::study::Study;
use studies::compare::sums::StratumSums;
use studies::rank::design::Method;
use studies::rank::exposure::meaning;
use studies::rank::results::{Effect, LEAST_SHARE, RankedCard, Results, SCREEN, Shares};
use studies::rank::study::RankStudy;
use studies::rank::subject::CardType;

/// Names are cut to this width, so that a line fits 80 columns.
const MOST_NAME: usize = 17;
/// How many cards of the first and last tier are named in the answer.
const NAMED: usize = 4;

/// A ranking to be shown.
pub struct Report<'a> {
    /// What was ranked.
    pub study: &'a RankStudy,
    /// What came out.
    pub results: &'a Results,
    /// What the games add up to.
    pub sums: &'a [StratumSums],
    /// How it ended.
    pub ending: Ending,
    /// Where the tables are.
    pub directory: &'a Path,
    /// How many cards of each type are shown.
    pub top: Option<usize>,
    /// Whether everything is shown.
    pub verbose: bool,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub fn write(&self, out: &mut Output) -> io::Result<()> {
        let ranking = &self.study.ranking;
        let design = &ranking.design;
        write_head(out, design, self.ending)?;
        for stratum in 0..design.strata.len() {
            for (card_type, _) in ranking.groups() {
                out.prose(&self.answer(stratum, card_type))?;
            }
        }
        for stratum in 0..design.strata.len() {
            for (card_type, _) in ranking.groups() {
                self.write_type(out, stratum, card_type)?;
            }
            self.write_not_judged(out, stratum)?;
        }
        let plain = Compared::new(design, &self.study.stop, self.sums, self.ending);
        adaptation::write_luck(out, design, &plain)?;
        self.write_flips(out)?;
        self.write_impossible(out)?;
        self.write_foot(out)
    }

    /// The strongest and the weakest, in a sentence.
    fn answer(&self, stratum: usize, card_type: CardType) -> String {
        let ranking = &self.study.ranking;
        let (noun, most, least) = words(card_type);
        let label = match ranking.design.strata.len() {
            1 => String::new(),
            _ => format!(" ({})", ranking.design.strata[stratum].label()),
        };
        let places: Vec<&RankedCard> = self.results.ranking(stratum, card_type).collect();
        let tiers = places.last().map_or(0, |place| place.tier);
        let of_tier = |tier: usize| {
            let members = places.iter().filter(|place| place.tier == tier);
            let names = members.map(|place| ranking.subjects[place.subject].name.as_str());
            let names: Vec<&str> = names.collect();
            if names.len() > NAMED {
                format!(
                    "{} and {} more",
                    names[..NAMED].join(", "),
                    names.len() - NAMED
                )
            } else {
                names.join(", ")
            }
        };
        match tiers {
            0 => format!("{noun}{label}: none could be ranked."),
            1 => format!("{noun}{label}: no clear differences yet."),
            _ => format!(
                "{noun}{label}: {most} {}; {least} {}; {tiers} tiers.",
                of_tier(1),
                of_tier(tiers)
            ),
        }
    }

    fn write_type(&self, out: &mut Output, stratum: usize, card_type: CardType) -> io::Result<()> {
        let ranking = &self.study.ranking;
        let measure = ranking.measure();
        let (noun, what) = if card_type.is_for_players() {
            (words(card_type).0, "strength")
        } else {
            (words(card_type).0, "danger")
        };
        let label = ranking.design.strata[stratum].label();
        let title = format!("{noun}: {what} in {} ({label})", measure.title());
        writeln!(out, "\n{}", out.title(&title))?;
        let places: Vec<&RankedCard> = self.results.ranking(stratum, card_type).collect();
        if places.is_empty() {
            writeln!(out, "  none could be ranked")?;
            return Ok(());
        }
        let seen = if card_type.is_for_players() {
            "offer/buy/use"
        } else {
            "met"
        };
        let mut columns = vec![
            right("tier").spare(2),
            left("ranks").spare(1),
            left("card"),
            left(what),
            right(seen).spare(3),
        ];
        let others = self.other_methods().into_iter().zip(4..);
        columns.extend(others.map(|((_, title), spare)| right(title).spare(spare)));
        columns.push(left(""));
        let mut grid = Grid::new(columns);
        let shown = places
            .iter()
            .filter(|place| self.top.is_none_or(|top| place.set.best <= top));
        for place in shown {
            grid.row(self.place_row(place));
        }
        out.table(&grid)?;
        let found = places.iter().filter(|place| self.is_found(place)).count();
        let note = format!(
            "  {found} of {} have an effect at q <= {SCREEN}",
            places.len()
        );
        writeln!(out, "{}", out.faint(&note))?;
        Ok(())
    }

    /// The methods besides the one that ranks: the next, and with `--verbose` all.
    fn other_methods(&self) -> Vec<(Method, &'static str)> {
        let others = self.study.ranking.methods.iter().skip(1);
        let others = others.map(|method| match method {
            Method::Ablation => (*method, "removed"),
            Method::Addition => (*method, "one more"),
            Method::Exposure => (*method, "early copy"),
            Method::Naive => (*method, "with/without"),
        });
        others
            .take(if self.verbose { usize::MAX } else { 1 })
            .collect()
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

    fn place_row(&self, place: &RankedCard) -> Vec<String> {
        let ranking = &self.study.ranking;
        let ranks = if place.set.is_settled() {
            place.set.best.to_string()
        } else {
            format!("{} to {}", place.set.best, place.set.worst)
        };
        let shares = &self.results.shares[place.stratum][place.subject];
        let mut row = vec![
            place.tier.to_string(),
            ranks,
            cut(&ranking.subjects[place.subject].name, MOST_NAME),
            with_half(ranking.measure(), &place.strength),
            seen(shares, place.card_type),
        ];
        let others = self.other_methods().into_iter();
        row.extend(others.map(|(method, _)| self.cell(place, method)));
        row.push(self.flags(place));
        row
    }

    /// Marks of a card whose sign depends on method, policy or conditions.
    fn flags(&self, place: &RankedCard) -> String {
        let policies = self.main_effect(place).and_then(|effect| effect.agreement);
        let flags = [
            (place.methods, "m"),
            (policies, "p"),
            (place.conditions, "c"),
        ];
        let opposed = flags
            .iter()
            .filter(|(agreement, _)| *agreement == Some(Agreement::Opposed));
        let marks: String = opposed.map(|(_, mark)| *mark).collect();
        if marks.is_empty() {
            return marks;
        }
        format!("!{marks}")
    }

    /// The effect by another method.
    fn cell(&self, place: &RankedCard, method: Method) -> String {
        let measure = self.study.ranking.measure();
        let effect = self.effect(place, method, measure);
        if let Some([without, with]) = effect.and_then(|effect| effect.means) {
            let text = |mean: Option<f64>| mean.map_or("never".into(), |mean| measure.plain(mean));
            return format!("{} / {}", text(with), text(without));
        }
        let sign = self.study.ranking.sign(place.subject, measure);
        let estimate = effect.and_then(|effect| effect.estimate);
        estimate.map_or("-".into(), |one| with_half(measure, &one.times(sign)))
    }

    /// Cards that are rarely bought or met.
    fn write_not_judged(&self, out: &mut Output, stratum: usize) -> io::Result<()> {
        let ranking = &self.study.ranking;
        let all = self.results.not_judged(ranking, stratum);
        if all.is_empty() {
            return Ok(());
        }
        let title = format!(
            "Not ranked: {} of {} cards, bought or met in fewer than {:.0}% of the games",
            all.len(),
            ranking.subjects.len(),
            100.0 * LEAST_SHARE
        );
        writeln!(out, "\n{}", out.title(&title))?;
        let names = all.iter().map(|subject| {
            let one = &ranking.subjects[*subject];
            let shares = &self.results.shares[stratum][*subject];
            let share = if one.card_type.is_for_players() {
                shares.bought
            } else {
                shares.in_play
            };
            format!("{} ({:.1}%)", one.name, 100.0 * share)
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let text = format!("These games say too little about them: {names}.");
        out.prose(&text)?;
        Ok(())
    }

    /// Says which cards depend on the policy, the method or the conditions.
    fn write_flips(&self, out: &mut Output) -> io::Result<()> {
        let ranking = &self.study.ranking;
        let name = |place: &RankedCard| ranking.subjects[place.subject].name.as_str();
        let places = self.results.places.iter();
        let policies = places.clone().filter_map(|place| {
            let agreement = self.main_effect(place)?.agreement?;
            Some((agreement, name(place)))
        });
        let opposed = "policies clearly disagree whether these help or hurt";
        write_disagreements(out, opposed, &policies.collect::<Vec<_>>())?;
        let clear = |agreement: fn(&RankedCard) -> Option<Agreement>| {
            let opposed = |place: &&RankedCard| agreement(place) == Some(Agreement::Opposed);
            let mut names: Vec<&str> = places.clone().filter(opposed).map(name).collect();
            names.sort_unstable();
            names.dedup();
            names.join(", ")
        };
        for (names, text) in [
            (
                clear(|place| place.methods),
                "methods clearly disagree on the sign (!m)",
            ),
            (
                clear(|place| place.conditions),
                "conditions clearly disagree on the sign (!c)",
            ),
        ] {
            if !names.is_empty() {
                writeln!(out)?;
                out.prose(&format!("{}: {names}", out.title(text)))?;
            }
        }
        Ok(())
    }

    /// Names cards that could not be changed.
    fn write_impossible(&self, out: &mut Output) -> io::Result<()> {
        let ranking = &self.study.ranking;
        for (arm, reason) in &ranking.impossible {
            let name = &ranking.subjects[arm.subject].name;
            writeln!(out, "no {} of {name}: {reason}", arm.method.word())?;
        }
        Ok(())
    }

    fn write_foot(&self, out: &mut Output) -> io::Result<()> {
        let played: u64 = self.sums.iter().map(StratumSums::played).sum();
        write_foot(out, played, self.directory, &self.notes())
    }

    fn notes(&self) -> Vec<String> {
        let (ranking, stop) = (&self.study.ranking, &self.study.stop);
        let watched = match self.study.baseline_games() {
            0 => String::new(),
            games => format!(", {} of the unchanged game", grouped(games)),
        };
        let mut notes = vec![format!(
            "ranked by {} in {}, larger is stronger (for enemies: more dangerous); offered, \
             bought, used and met are percentages of games; {} games of each changed \
             game{watched}, seed {}; ± are {:.0}% {}; ranges of ranks hold for all cards of a \
             table simultaneously",
            ranking.primary().word(),
            ranking.measure().title(),
            grouped(stop.games),
            ranking.design.seed,
            100.0 * LEVEL.value(),
            self.results.looks.text()
        )];
        notes.extend(self.settled());
        notes.extend(explained(ranking.measure()));
        notes.extend(capped(self.sums));
        let shown: Vec<Method> = self.other_methods().iter().map(|(one, _)| *one).collect();
        for method in shown.into_iter().chain([ranking.primary()]) {
            notes.push(match method {
                Method::Ablation => {
                    "ablation: all copies removed, replaced by the next cards of the same deck"
                        .into()
                }
                Method::Addition => "one more: one more copy in its deck".into(),
                Method::Exposure => self.exposure_note(),
                Method::Naive => {
                    "with/without: mean of games in which it was bought (enemies: met) and of the \
                     others; confounded, because players who buy it may already be doing well or \
                     badly"
                        .into()
                }
            });
        }
        notes.push("every figure depends on the policy".into());
        notes
    }

    /// How many of the changed games were settled before their last game.
    fn settled(&self) -> Option<String> {
        let flags = self.sums.iter().flat_map(|sums| &sums.settled);
        let (all, settled) = (flags.clone().count(), flags.filter(|flag| **flag).count());
        let played = format!("{settled} of {all} changed games");
        match self.study.stop.settles {
            EarlyStop::Rank(None) => Some(format!(
                "{played} were stopped once their ranks were settled"
            )),
            EarlyStop::Rank(Some(top)) => Some(format!(
                "{played} were stopped once it was clear whether they are in the top {top}"
            )),
            EarlyStop::Precision(target) => Some(format!(
                "{played} were played until their error was at most {}",
                Amount::from_target(target, self.study.ranking.measure())
            )),
            _ => None,
        }
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
            "early copy: for {}, by luck of the shuffle",
            meanings.collect::<Vec<_>>().join(", ")
        )
    }
}

/// A type of card: its plural, and what the first and the last are.
fn words(card_type: CardType) -> (&'static str, &'static str, &'static str) {
    match card_type {
        CardType::Troop => ("Troops", "strongest", "weakest"),
        CardType::Item => ("Items", "strongest", "weakest"),
        CardType::Enemy => ("Enemies", "most dangerous", "least dangerous"),
        CardType::Boss => ("Bosses", "most dangerous", "least dangerous"),
    }
}

/// In which share of the games a card was seen.
fn seen(shares: &Shares, card_type: CardType) -> String {
    let per_cent = |share: f64| format!("{:.0}", 100.0 * share);
    if card_type.is_for_players() {
        format!(
            "{}/{}/{}",
            per_cent(shares.offered),
            per_cent(shares.bought),
            per_cent(shares.in_play)
        )
    } else {
        per_cent(shares.in_play)
    }
}

/// A small probability.
pub fn small(p: Option<f64>) -> String {
    match p {
        None => "-".into(),
        Some(p) if p < 1e-3 => "<0.001".into(),
        Some(p) => format!("{p:.3}"),
    }
}
