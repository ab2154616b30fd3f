//! The sheet of a card, and all cards as one table.

use super::Told;
use crate::card::fair::{FairCost, Judgement, Role};
use crate::card::steps::Field;
use answers::{Cell, Column, Grid, Number, Section, Tone, Unit};
use cards::text::{card_texts, figures};
use cards::words::Word;
use statistics::verdict::Verdict;

/// Cards of the table that are shown at first.
const SHOWN: usize = 20;

impl<'a> Told<'a> {
    /// What the card says, and what players do with it.
    pub(super) fn card(&self, judgement: &Judgement, stratum: usize) -> Section {
        let subject = &judgement.subject;
        let cards = &self.played.design.strata[stratum].plans[0].cards;
        let kind = cards.kind(subject.kind);
        let mut section = Section::new(self.title(subject.name.as_str(), stratum));
        section.text = vec![figures(kind)];
        section.text.extend(card_texts(cards, kind));
        if let Some(shares) = self.findings.shares(stratum, subject) {
            let share = |share: f64| Number::new(share, Unit::Share).text();
            section.text.push(match subject.card_type.is_for_players() {
                true => format!(
                    "On offer in {} of the games, payable in {}, bought in {}, used in {}, wasted in {}.",
                    share(shares.offered),
                    share(shares.payable),
                    share(shares.bought),
                    share(shares.in_play),
                    share(shares.wasted)
                ),
                false => format!("Met in {} of the games.", share(shares.in_play)),
            });
        }
        section
    }

    /// What the game would lose without the card.
    pub(super) fn strength(&self, judgement: &Judgement, stratum: usize) -> Option<String> {
        let found = judgement.strength(self.findings, stratum)?;
        let (name, measure) = (&judgement.subject.name, self.measure());
        let owner = match judgement.subject.card_type.is_for_players() {
            true => "players",
            false => "enemies",
        };
        let matters = match judgement.matters(self.findings, stratum) {
            Some(true) => "it matters",
            Some(false) => "it does not matter",
            None => "whether it matters is open",
        };
        Some(format!(
            "Having {name} in the game is worth {} {} to the {owner}: {matters} (margin {}).",
            measure.change(&found.estimate).with_interval(),
            measure.unit(),
            measure.default_margin().value()
        ))
    }

    /// At which rates figures can be exchanged.
    pub(super) fn exchange(&self, judgement: &Judgement, stratum: usize) -> Option<String> {
        let rates = judgement.rates(self.findings, stratum);
        let first = rates.iter().find(|rate| rate.rate.is_some());
        let Some(first) = first else {
            let unknown = rates.first()?;
            return Some(format!(
                "What 1 {} of it is worth in {} these games cannot tell.",
                title(unknown.one),
                title(unknown.of)
            ));
        };
        let known = rates.iter().filter(|rate| rate.one == first.one);
        let equal = known.filter_map(|rate| {
            let number = Number::of(&rate.rate?, Unit::Amount);
            Some(format!("{} {}", number.with_interval(), title(rate.of)))
        });
        let equal: Vec<String> = equal.collect();
        Some(format!(
            "1 {} of it is worth {}.",
            title(first.one),
            equal.join(" or ")
        ))
    }

    /// The smallest change that makes the card average.
    pub(super) fn remedy(&self, judgement: &Judgement, stratum: usize) -> Option<String> {
        let verdict = judgement.verdict(self.findings, stratum)?;
        if verdict == Verdict::Equivalent {
            return None;
        }
        let remedy = judgement.remedy(self.findings, stratum)?;
        let (change, left) = (
            change_text(judgement, remedy.role),
            self.measure().change(&remedy.left.estimate),
        );
        let start = match remedy.is_enough {
            true => "The smallest change that makes it average is",
            false => "No change of one figure that was tried makes it average; the closest is",
        };
        let unit = self.measure().unit();
        Some(format!(
            "{start} {change}, which leaves {} {unit}.",
            left.with_interval()
        ))
    }

    /// What one more of each figure is worth.
    pub(super) fn one_more(&self, judgement: &Judgement, stratum: usize) -> Section {
        let mut grid = Grid::new([Column::words("one more"), Column::numbers("worth").halves()]);
        for (field, found) in judgement.one_more(self.findings, stratum) {
            let name = match field {
                Field::Cost => "cost (one less)".to_string(),
                Field::Copies => "copy".into(),
                field => title(field).into(),
            };
            grid.row([name.into(), self.measure().change(&found.estimate).into()]);
        }
        let name = &judgement.subject.name;
        let title = self.title(format!("What one more is worth: {name}"), stratum);
        Section::new(title).grid(grid).note(format!(
            "in {}, to the owner of the card, {} extra copies of which are in the game",
            self.measure().unit(),
            self.sheet.copies
        ))
    }

    /// The judged cards, those that matter first.
    pub(crate) fn by_weight(&self, stratum: usize) -> Vec<&'a Judgement> {
        let mut all: Vec<&'a Judgement> = self.sheet.judgements.iter().collect();
        let weight = |one: &Judgement| {
            let settled = match one.verdict(self.findings, stratum) {
                Some(Verdict::Better | Verdict::Worse) => 2.0,
                Some(_) => 1.0,
                None => 0.0,
            };
            let itself = one.advantage(self.findings, stratum, &Role::Itself);
            let size = itself.map_or(0.0, |found| found.estimate.value.abs());
            100.0 * settled + size.min(99.0)
        };
        all.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        all
    }

    /// All cards as one table.
    pub(super) fn all_cards(&self, stratum: usize) -> Section {
        let mut grid = Grid::new([
            Column::words("card"),
            Column::numbers("strength").halves().spare(3),
            Column::numbers("advantage").halves(),
            Column::words("verdict").spare(2),
            Column::words("cost").spare(1),
            Column::words("fair cost"),
            Column::words("makes it average"),
        ]);
        let measure = self.measure();
        let all = self.by_weight(stratum);
        for one in &all {
            let strength = one.strength(self.findings, stratum);
            let itself = one.advantage(self.findings, stratum, &Role::Itself);
            let verdict = one.verdict(self.findings, stratum);
            let is_for_players = one.subject.card_type.is_for_players();
            let remedy = one.remedy(self.findings, stratum);
            let remedy = remedy.filter(|remedy| remedy.is_enough && verdict.is_some());
            let cost = match is_for_players {
                true => one.subject.cost.to_string(),
                false => String::new(),
            };
            grid.row([
                one.subject.name.as_str().into(),
                strength.map(|found| measure.change(&found.estimate)).into(),
                itself.map(|found| measure.change(&found.estimate)).into(),
                Cell::Verdict {
                    verdict: tone(verdict, is_for_players),
                    text: verdict_word(verdict, is_for_players).into(),
                },
                cost.into(),
                fair_cost_text(&one.fair_cost(self.findings, stratum)).into(),
                remedy
                    .map_or(String::new(), |found| change_text(one, found.role))
                    .into(),
            ]);
        }
        let rest = format!("and {} more", all.len().saturating_sub(SHOWN));
        Section::new(self.title("All cards, those that stand out first", stratum))
            .grid(grid.first(SHOWN, rest))
    }

    /// Which of many cards stand out, in a sentence.
    pub(super) fn standing_out(&self, stratum: usize) -> String {
        let all = self.by_weight(stratum);
        let stand_out = all.iter().filter_map(|one| {
            let verdict = one.verdict(self.findings, stratum)?;
            let settled = matches!(verdict, Verdict::Better | Verdict::Worse);
            let remedy = one.remedy(self.findings, stratum);
            let remedy = remedy.filter(|remedy| remedy.is_enough);
            let change =
                remedy.map(|remedy| format!(", average with {}", change_text(one, remedy.role)));
            let word = verdict_word(Some(verdict), one.subject.card_type.is_for_players());
            settled.then(|| {
                format!(
                    "{} ({word}{})",
                    one.subject.name,
                    change.unwrap_or_default()
                )
            })
        });
        let stand_out: Vec<String> = stand_out.collect();
        let count = all.len();
        match stand_out.len() {
            0 => format!("None of {count} cards clearly stands out among its peers."),
            found => format!(
                "{found} of {count} cards clearly stand out among their peers: {}.",
                stand_out.join("; ")
            ),
        }
    }
}

/// A figure for people.
fn title(field: Field) -> &'static str {
    match field {
        Field::Hp => "HP",
        field => field.word(),
    }
}

/// A change of a card: "cost 3 -> 4".
pub(crate) fn change_text(judgement: &Judgement, role: &Role) -> String {
    match role {
        Role::Cost(cost) => format!("cost {} -> {cost}", judgement.subject.cost),
        Role::Step(field, by) => format!("{} {by:+}", title(*field)),
        Role::Itself | Role::Peer(_) => judgement.text(role),
    }
}

/// What a verdict on a card is called.
pub(crate) fn verdict_word(verdict: Option<Verdict>, is_for_players: bool) -> &'static str {
    match (verdict, is_for_players) {
        (None, _) => "rarely seen",
        (Some(Verdict::Better), true) => "strong",
        (Some(Verdict::Worse), true) => "weak",
        (Some(Verdict::Better), false) => "dangerous",
        (Some(Verdict::Worse), false) => "harmless",
        (Some(Verdict::Equivalent), _) => "fair",
        (Some(Verdict::Inconclusive), _) => "open",
    }
}

/// What a verdict means for the players.
fn tone(verdict: Option<Verdict>, is_for_players: bool) -> Tone {
    match (verdict, is_for_players) {
        (Some(Verdict::Better), true) | (Some(Verdict::Worse), false) => Tone::Better,
        (Some(Verdict::Worse), true) | (Some(Verdict::Better), false) => Tone::Worse,
        (Some(Verdict::Equivalent), _) => Tone::Same,
        _ => Tone::Unclear,
    }
}

fn fair_cost_text(cost: &FairCost) -> String {
    match cost {
        FairCost::Near { cost, ends } => {
            let [low, high] = ends.map(|end| end.map_or("?".into(), |end| format!("{end:.1}")));
            format!("{cost:.1} ({low} to {high})")
        }
        FairCost::Above(most) => format!("above {most}"),
        FairCost::Below(least) => format!("below {least}"),
        _ => String::new(),
    }
}
