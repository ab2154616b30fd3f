//! Whether a card is fair for its cost.

use super::Told;
use crate::card::fair::{FairCost, Judgement, Role};
use crate::compare::answer::{forest, tone_of};
use crate::compare::results::Difference;
use crate::watched::LEAST_SHARE;
use answers::{
    Axis, Cell, Chart, Column, Grid, Lines, Number, Picture, Point, Reference, Row, Section,
    Series, Unit, counted, listed,
};
use cards::words::Word;
use statistics::verdict::Verdict;

impl Told<'_> {
    fn advantage(&self, one: &Difference) -> Number {
        self.measure().change(&one.estimate)
    }

    /// The variants of a card that were played, with their advantages.
    fn variants<'b>(
        &self,
        judgement: &'b Judgement,
        stratum: usize,
    ) -> Vec<(&'b Role, Difference)> {
        let roles = judgement.variants.iter().map(|variant| &variant.role);
        roles
            .filter_map(|role| Some((role, judgement.advantage(self.findings, stratum, role)?)))
            .collect()
    }

    /// The verdict in a sentence or two.
    pub(super) fn verdict(&self, judgement: &Judgement, stratum: usize) -> String {
        let name = &judgement.subject.name;
        let Some(itself) = judgement.advantage(self.findings, stratum, &Role::Itself) else {
            return format!("{name} was not played.");
        };
        let (strong, weak) = match judgement.subject.card_type.is_for_players() {
            true => ("strong", "weak"),
            false => ("dangerous", "harmless"),
        };
        let verdict = match judgement.verdict(self.findings, stratum) {
            None => return self.rarely_seen(judgement, stratum),
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
        let peers = judgement.peers.iter().map(|peer| peer.name.as_str());
        let (sign, more) = match itself.estimate.value < 0.0 {
            true => (-1.0, "less"),
            false => (1.0, "more"),
        };
        let size = Number::of(&itself.estimate.times(sign), self.measure().size_unit());
        format!(
            "{verdict}: {} extra copies of it are worth {} {} {more} than those of similar cards \
             ({}).{}",
            self.sheet.copies,
            size.with_interval(),
            self.measure().unit(),
            listed(&peers.collect::<Vec<_>>()),
            self.cost(judgement, stratum)
        )
    }

    fn rarely_seen(&self, judgement: &Judgement, stratum: usize) -> String {
        let subject = &judgement.subject;
        let shares = self.findings.shares(stratum, subject);
        let share = shares.map_or(0.0, |shares| shares.used(subject.card_type));
        let verb = match subject.card_type.is_for_players() {
            true => "buy",
            false => "meet",
        };
        format!(
            "{} is not judged: the players {verb} it in {} of the games, too few to judge it.",
            subject.name,
            Number::new(share, Unit::Share).text()
        )
    }

    /// At which cost the card would be fair.
    fn cost(&self, judgement: &Judgement, stratum: usize) -> String {
        if !judgement.subject.card_type.is_for_players() {
            return String::new();
        }
        let own = judgement.subject.cost;
        match judgement.fair_cost(self.findings, stratum) {
            FairCost::Near { cost, ends } => {
                let ends = match ends {
                    [Some(low), Some(high)] => format!("{low:.1} to {high:.1}"),
                    [Some(low), None] => format!("{low:.1} or more"),
                    [None, Some(high)] => format!("{high:.1} or less"),
                    [None, None] => "or any other that was tried".into(),
                };
                format!(" It costs {own} and would be fair at about {cost:.1} ({ends}).")
            }
            FairCost::Above(most) => {
                let tried = judgement.at_costs(self.findings, stratum);
                let beyond = match tried.last() {
                    Some(last) if last.cost > most => ", the highest cost at which it is bought",
                    _ => "",
                };
                format!(" It costs {own} and is still strong at {most}{beyond}.")
            }
            FairCost::Below(0) => format!(" It costs {own} and would be weak even for nothing."),
            FairCost::Below(least) => format!(" It costs {own} and is still weak at {least}."),
            FairCost::Rare => format!(
                " It costs {own}; no fair cost is given, because at most other costs the players buy \
                 it in under {:.0}% of the games.",
                100.0 * LEAST_SHARE
            ),
            FairCost::Unknown => format!(
                " It costs {own}; no fair cost is given, because its advantage does not clearly \
                 fall from above zero to below it at the costs tried."
            ),
        }
    }

    /// The advantage of every variant.
    pub(super) fn fairness(&self, judgement: &Judgement, stratum: usize) -> Section {
        let itself = judgement.advantage(self.findings, stratum, &Role::Itself);
        let columns = [
            Column::words("variant"),
            Column::numbers("advantage").halves(),
            Column::numbers("change").spare(1),
            Column::numbers(match judgement.subject.card_type.is_for_players() {
                true => "bought",
                false => "met",
            }),
        ];
        let mut grid = Grid::new(columns);
        for (role, one) in self.variants(judgement, stratum) {
            let advantage = self.advantage(&one);
            let change = match (role, &itself) {
                (Role::Step(..) | Role::Cost(_), Some(itself)) => {
                    advantage.write(one.estimate.value - itself.estimate.value)
                }
                _ => String::new(),
            };
            let (_, _, variant) = described(judgement, role);
            let variant = match role {
                Role::Peer(_) => format!("peer {variant}"),
                _ => variant,
            };
            let used = judgement.used(self.findings, stratum, role).unwrap_or(0.0);
            let used = Number::new(used, Unit::Share);
            let [advantage, used] = [advantage, used].map(Cell::from);
            grid.row([variant.into(), advantage, Cell::from(change), used]);
        }
        let title = format!("{} against similar cards", judgement.subject.name);
        let pictures = [
            Some(self.variants_picture(judgement, stratum)),
            self.cost_picture(judgement, stratum),
        ];
        Section::new(self.title(title, stratum))
            .grid(grid)
            .pictures(pictures.into_iter().flatten())
    }

    fn variants_picture(&self, judgement: &Judgement, stratum: usize) -> Picture {
        let margin = self.played.design.margin;
        let mut rows: Vec<(usize, Row)> = self
            .variants(judgement, stratum)
            .into_iter()
            .map(|(role, one)| {
                let (order, group, label) = described(judgement, role);
                let verdict = Verdict::from_interval(&one.estimate.interval, margin);
                let row = Row {
                    group: group.into(),
                    note: counted(one.games, "game"),
                    ..Row::new(label, self.advantage(&one), tone_of(Some(verdict)))
                };
                (order, row)
            })
            .collect();
        rows.sort_by_key(|(order, _)| *order);
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        let chart = forest(self.axis("advantage"), Some(margin.value()), rows);
        let title = format!("Advantage of {} over similar cards", judgement.subject.name);
        Picture::new(title, "contrasts", chart).caption(
            "Blue: more than the average of its peers. Orange: less. Green diamond: about the \
             same. Hollow: not settled.",
        )
    }

    /// Advantage by cost: where it crosses zero, the card is fair.
    fn cost_picture(&self, judgement: &Judgement, stratum: usize) -> Option<Picture> {
        let own = judgement.subject.cost;
        let tried = judgement.at_costs(self.findings, stratum);
        let points = tried.iter().map(|one| Point {
            x: one.cost.into(),
            y: self.measure().change(&one.advantage),
            label: String::new(),
        });
        let points: Vec<Point> = points.collect();
        if points.len() < 3 {
            return None;
        }
        let name = &judgement.subject.name;
        let chart = Chart::Lines(Lines {
            x: Axis::new("cost", Unit::Count),
            y: self.axis("advantage"),
            at_x: vec![Reference {
                label: format!("costs {own}"),
                at: own.into(),
            }],
            at_y: vec![Reference {
                label: "average of its peers".into(),
                at: 0.0,
            }],
            series: vec![Series {
                name: name.clone(),
                points,
            }],
        });
        let picture = Picture::new(format!("The fair cost of {name}"), "contrasts", chart);
        Some(picture.caption(
            "The card is fair where the curve crosses the dashed line, as far as players still buy \
             it.",
        ))
    }

    pub(super) fn fairness_note(&self) -> Option<String> {
        self.sheet.judgements.first()?;
        Some(format!(
            "advantage: {} extra copies of the card against those of similar cards; margin {}",
            self.sheet.copies,
            self.played.margin_text()
        ))
    }
}

/// A variant for people, in the group that it belongs to.
fn described(judgement: &Judgement, role: &Role) -> (usize, &'static str, String) {
    match role {
        Role::Itself => (0, "The card", "as it is".into()),
        Role::Step(field, by) => (1, "With another figure", format!("{} {by:+}", field.word())),
        Role::Cost(cost) => (2, "At another cost", format!("cost {cost}")),
        Role::Peer(place) => (3, "Similar cards", judgement.peers[*place].name.clone()),
    }
}
