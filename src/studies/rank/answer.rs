//! The answer of a ranking: the strongest and the weakest, then each type of card.

use super::design::{Method, Ranking};
use super::results::{Effect, RankedCard, Results, SCREEN};
use crate::compare::answer::{Played, disagreements, explained};
use crate::compare::measure::Amount;
use crate::compare::results::{Agreement, matters};
use crate::compare::stop::EarlyStop;
use crate::watched::exposure::meaning;
use crate::watched::subject::CardType;
use crate::watched::{LEAST_SHARE, Shares};
use answers::{
    Answer, Axis, Cell, Chart, Column, Grid, HeatCell, HeatMap, Mark, Number, Picture, Row, Rows,
    Section, Table, Tone, Unit, grouped, listed,
};
use cards::words::Word;
use runs::sim::stop::LEVEL;
use std::collections::BTreeSet;

/// How many cards of the first and last tier are named in the answer.
const NAMED: usize = 4;

/// A ranking that has been played, for its answer.
pub struct Told<'a> {
    /// The games.
    pub played: Played<'a>,
    /// What is ranked.
    pub ranking: &'a Ranking,
    /// What came out.
    pub results: &'a Results,
    /// How many cards of each type are shown.
    pub top: Option<usize>,
}

impl Told<'_> {
    /// The answer.
    pub fn answer(&self) -> Answer {
        let mut answer = self.played.begin("rank");
        let strata = 0..self.played.design.strata.len();
        let groups = self.ranking.groups();
        for stratum in strata.clone() {
            answer.headline.extend(self.which_matter(stratum));
            for (card_type, _) in &groups {
                answer.say(self.sentence(stratum, *card_type));
            }
        }
        answer.headline.extend(self.played.luck());
        answer.headline.extend(self.flips());
        for stratum in strata {
            for (card_type, _) in &groups {
                answer.section(self.type_section(stratum, *card_type));
            }
            answer.section(self.not_judged(stratum));
        }
        let maps = groups
            .iter()
            .flat_map(|(card_type, _)| [self.by_condition(*card_type), self.by_method(*card_type)]);
        let maps: Vec<Picture> = maps.flatten().collect();
        let mut section = Section::new("By condition and by method").pictures(maps);
        section.folded = true;
        answer.section(section);
        answer.notes = self.notes();
        answer.tables = vec![
            Table::named(
                "ranks",
                "Every card in order, with the ranks compatible with the games.",
            ),
            Table::named("effects", "Every effect by every method and measure."),
            Table::named(
                "not_judged",
                "Cards that are met or bought too rarely to be ranked.",
            ),
        ];
        answer
    }

    fn name(&self, subject: usize) -> &str {
        &self.ranking.subjects[subject].name
    }

    fn label(&self, stratum: usize) -> String {
        self.played.design.strata[stratum].label()
    }

    /// The setting in brackets, if there are several.
    fn bracketed(&self, stratum: usize) -> String {
        match self.played.design.strata.len() {
            1 => String::new(),
            _ => format!(" ({})", self.label(stratum)),
        }
    }

    /// How many cards matter, and which.
    fn which_matter(&self, stratum: usize) -> Option<String> {
        let places = self.results.places.iter();
        let of = |wanted: &'static str| {
            let places = places.clone().filter(move |place| place.stratum == stratum);
            places.filter(move |place| matters(place.matters) == wanted)
        };
        let [yes, no, open] = ["yes", "no", "open"].map(|word| of(word).count());
        let mut which: Vec<&RankedCard> = of("yes").collect();
        which.sort_by(|a, b| b.strength.value.abs().total_cmp(&a.strength.value.abs()));
        let names = which.iter().map(|place| {
            let size = self.ranking.measure.change(&place.strength);
            format!("{} ({})", self.name(place.subject), size.text())
        });
        let names = match yes {
            0 => String::new(),
            _ => format!(": {}", names.collect::<Vec<_>>().join(", ")),
        };
        (yes + no + open > 0).then(|| {
            format!(
                "Of {} cards{}, {yes} {} {} by more than the margin of {}{names}. Of {no} it is \
                 certain that they do not, of {open} it is open.",
                yes + no + open,
                self.bracketed(stratum),
                if yes == 1 { "changes" } else { "change" },
                self.ranking.measure.title(),
                self.played.margin_text(),
            )
        })
    }

    /// The strongest and the weakest, in a sentence.
    fn sentence(&self, stratum: usize, card_type: CardType) -> String {
        let (noun, most, least) = words(card_type);
        let label = self.bracketed(stratum);
        let places: Vec<&RankedCard> = self.results.ranking(stratum, card_type).collect();
        let tiers = places.last().map_or(0, |place| place.tier);
        let of_tier = |tier: usize| {
            let members = places.iter().filter(|place| place.tier == tier);
            let names: Vec<&str> = members.map(|place| self.name(place.subject)).collect();
            match names.len() > NAMED {
                true => format!(
                    "{} and {} more",
                    names[..NAMED].join(", "),
                    names.len() - NAMED
                ),
                false => listed(&names),
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

    fn type_section(&self, stratum: usize, card_type: CardType) -> Section {
        let measure = self.ranking.measure;
        let (noun, what) = (words(card_type).0, what(card_type));
        let label = self.label(stratum);
        let section = Section::new(format!("{noun}: {what} in {} ({label})", measure.title()));
        let places: Vec<&RankedCard> = self.results.ranking(stratum, card_type).collect();
        if places.is_empty() {
            return section.say("none could be ranked");
        }
        let mut grid = Grid::new(self.columns(card_type));
        let is_shown = |place: &RankedCard| self.top.is_none_or(|top| place.set.best <= top);
        let shown: Vec<&RankedCard> = places
            .iter()
            .copied()
            .filter(|place| is_shown(place))
            .collect();
        for place in &shown {
            grid.row(self.place_row(place));
        }
        let found = places.iter().filter(|place| self.is_found(place)).count();
        let mut section = section
            .grid(grid)
            .note(format!(
                "{found} of {} have an effect at q <= {SCREEN}",
                places.len()
            ))
            .pictures([self.rank_picture(&format!("{noun}: {label}"), &shown)]);
        section.folded = stratum > 0;
        section
    }

    fn columns(&self, card_type: CardType) -> Vec<Column> {
        let seen = match card_type.is_for_players() {
            true => "off/buy/use",
            false => "met",
        };
        let mut columns = vec![
            Column::numbers("tier").spare(3),
            Column::words("ranks").spare(2),
            Column::words("card"),
            Column::numbers(what(card_type)).halves(),
            Column::words("matters").spare(1),
            Column::numbers("shrunken").spare(4),
            Column::numbers(seen).spare(5),
        ];
        let others = self.ranking.methods.iter().skip(1).zip(6..);
        columns.extend(others.map(|(method, spare)| {
            Column::numbers(match method {
                Method::Ablation => "removed",
                Method::Addition => "one more",
                Method::Exposure => "early copy",
            })
            .halves()
            .spare(spare)
        }));
        columns.push(Column::words(""));
        columns
    }

    fn effect(&self, place: &RankedCard, method: Method) -> Option<&Effect> {
        let measure = self.ranking.measure;
        self.results
            .effect(place.stratum, place.subject, method, measure)
    }

    fn main_effect(&self, place: &RankedCard) -> Option<&Effect> {
        self.effect(place, self.ranking.primary())
    }

    fn is_found(&self, place: &RankedCard) -> bool {
        let q = self
            .main_effect(place)
            .and_then(|effect| effect.found.q_value);
        q.is_some_and(|q| q <= SCREEN)
    }

    fn place_row(&self, place: &RankedCard) -> Vec<Cell> {
        let ranks = if place.set.is_settled() {
            place.set.best.to_string()
        } else {
            format!("{} to {}", place.set.best, place.set.worst)
        };
        let shares = &self.results.shares[place.stratum][place.subject];
        let mut row: Vec<Cell> = vec![
            Number::count(place.tier as u64).into(),
            ranks.into(),
            self.name(place.subject).into(),
            self.ranking.measure.change(&place.strength).into(),
            matters(place.matters).into(),
            self.ranking
                .measure
                .change(&place.strength)
                .write(place.shrunken)
                .into(),
            seen(shares, place.card_type).into(),
        ];
        let others = self.ranking.methods.iter().skip(1);
        row.extend(
            others.map(|method| self.strength(place, *method).map_or("-".into(), Cell::from)),
        );
        row.push(self.flags(place).into());
        row
    }

    /// What a method says: larger is stronger.
    fn strength(&self, place: &RankedCard, method: Method) -> Option<Number> {
        let measure = self.ranking.measure;
        let sign = self.ranking.sign(place.subject, measure);
        let estimate = self.effect(place, method)?.found.estimate;
        Some(measure.change(&estimate.times(sign)))
    }

    /// Marks of a card whose sign depends on method, policy or conditions.
    fn flags(&self, place: &RankedCard) -> String {
        let policies = self
            .main_effect(place)
            .and_then(|effect| effect.found.agreement);
        let flags = [
            (place.methods, "m"),
            (policies, "p"),
            (place.conditions, "c"),
        ];
        let opposed = flags
            .iter()
            .filter(|(agreement, _)| *agreement == Some(Agreement::Opposed));
        let marks: String = opposed.map(|(_, mark)| *mark).collect();
        match marks.is_empty() {
            true => marks,
            false => format!("!{marks}"),
        }
    }

    fn rank_picture(&self, title: &str, places: &[&RankedCard]) -> Picture {
        let rows = places.iter().map(|place| {
            let rank = Number::new(place.rank as f64, Unit::Count)
                .between(place.set.best as f64, place.set.worst as f64);
            Row {
                group: format!("Tier {}", place.tier),
                label: self.name(place.subject).into(),
                // Neighbouring tiers take turns in colour.
                marks: vec![Some(Mark {
                    number: rank,
                    family: None,
                    tone: Tone::Kind((place.tier + 1) % 2),
                })],
                figure: Some(self.ranking.measure.change(&place.strength)),
                note: format!(
                    "effect {}",
                    self.ranking.measure.change(&place.strength).with_interval()
                ),
            }
        });
        let last = places
            .iter()
            .map(|place| place.set.worst)
            .max()
            .unwrap_or(1);
        let chart = Chart::Rows(Rows {
            axis: Axis::new("rank", Unit::Count).range(0.5, last as f64 + 0.5),
            series: Vec::new(),
            bars: false,
            margin: None,
            rows: rows.collect(),
        });
        let caption = format!(
            "Dot: rank by the estimate; line: ranks compatible with the games, simultaneously for \
             all cards. Right: effect in {}.",
            self.ranking.measure.title()
        );
        Picture::new(title, "ranks", chart).caption(caption)
    }

    /// Cards that are rarely bought or met.
    fn not_judged(&self, stratum: usize) -> Section {
        let all = self.results.not_judged(self.ranking, stratum);
        let section = Section::new(format!(
            "Not ranked: {} of {} cards, bought or met in fewer than {:.0}% of the games",
            all.len(),
            self.ranking.subjects.len(),
            100.0 * LEAST_SHARE
        ));
        if all.is_empty() {
            return section;
        }
        let names = all.iter().map(|subject| {
            let card_type = self.ranking.subjects[*subject].card_type;
            let share = self.results.shares[stratum][*subject].used(card_type);
            format!(
                "{} ({})",
                self.name(*subject),
                Number::new(share, Unit::Share).text()
            )
        });
        let names = names.collect::<Vec<_>>().join(", ");
        section.say(format!("These games say too little about them: {names}."))
    }

    /// The places of a type, and the cards among them.
    fn of_type(&self, card_type: CardType) -> (Vec<&RankedCard>, Vec<usize>) {
        let places = self.results.places.iter();
        let places: Vec<&RankedCard> = places
            .filter(|place| place.card_type == card_type)
            .collect();
        let mut cards: Vec<usize> = Vec::new();
        for place in &places {
            if !cards.contains(&place.subject) {
                cards.push(place.subject);
            }
        }
        (places, cards)
    }

    /// Cards by condition, where there are several.
    fn by_condition(&self, card_type: CardType) -> Option<Picture> {
        let strata = 0..self.played.design.strata.len();
        let (places, cards) = self.of_type(card_type);
        if strata.len() < 2 || cards.is_empty() {
            return None;
        }
        let cell = |subject: usize, stratum: usize| {
            let mut places = places.iter();
            let place = places.find(|one| (one.subject, one.stratum) == (subject, stratum))?;
            Some(HeatCell {
                number: self.ranking.measure.change(&place.strength),
                sure: self.is_found(place),
            })
        };
        let rows = cards.iter().map(|subject| {
            let cells = strata.clone().map(|stratum| cell(*subject, stratum));
            (self.name(*subject).to_string(), cells.collect())
        });
        let chart = Chart::HeatMap(HeatMap {
            columns: strata.clone().map(|stratum| self.label(stratum)).collect(),
            rows: rows.collect(),
        });
        let title = format!("{} by condition", words(card_type).0);
        let picture = Picture::new(title, "ranks", chart);
        Some(picture.caption("Strength under each condition; bold: clear."))
    }

    /// Cards by method: where methods disagree in sign, something is confounded.
    fn by_method(&self, card_type: CardType) -> Option<Picture> {
        let (places, _) = self.of_type(card_type);
        if self.ranking.methods.len() < 2 || places.is_empty() {
            return None;
        }
        let rows = places
            .iter()
            .filter(|place| place.stratum == 0)
            .map(|place| {
                let cells = self.ranking.methods.iter().map(|method| {
                    let number = self.strength(place, *method)?;
                    Some(HeatCell {
                        number,
                        sure: number.low > Some(0.0) || number.high.is_some_and(|high| high < 0.0),
                    })
                });
                (self.name(place.subject).to_string(), cells.collect())
            });
        let methods = self.ranking.methods.iter();
        let chart = Chart::HeatMap(HeatMap {
            columns: methods.map(|method| method.word().to_string()).collect(),
            rows: rows.collect(),
        });
        let caption = format!(
            "Strength in {} ({}) when all copies are removed, when one is added, and by luck of \
             the shuffle; bold if the interval excludes zero.",
            self.ranking.measure.title(),
            self.label(0)
        );
        let title = format!("{} by method", words(card_type).0);
        Some(Picture::new(title, "effects", chart).caption(caption))
    }

    /// Which cards depend on the policy, the method or the conditions, and which could not be
    /// changed.
    fn flips(&self) -> Vec<String> {
        let places = self.results.places.iter();
        let policies = places.clone().filter_map(|place| {
            let agreement = self.main_effect(place)?.found.agreement?;
            Some((agreement, self.name(place.subject).to_string()))
        });
        let opposed = "Policies clearly disagree whether these help or hurt";
        let mut said = disagreements(opposed, &policies.collect::<Vec<_>>());
        let clear = |agreement: fn(&RankedCard) -> Option<Agreement>| {
            let opposed = |place: &&RankedCard| agreement(place) == Some(Agreement::Opposed);
            let names = places
                .clone()
                .filter(opposed)
                .map(|place| self.name(place.subject));
            let names: BTreeSet<&str> = names.collect();
            names.into_iter().collect::<Vec<_>>().join(", ")
        };
        let kinds = [
            (
                clear(|place| place.methods),
                "Methods clearly disagree on the sign (!m)",
            ),
            (
                clear(|place| place.conditions),
                "Conditions clearly disagree on the sign (!c)",
            ),
        ];
        let kinds = kinds.into_iter().filter(|(names, _)| !names.is_empty());
        said.extend(kinds.map(|(names, text)| format!("{text}: {names}.")));
        said.extend(self.ranking.impossible.iter().map(|(arm, reason)| {
            format!(
                "No {} of {}: {reason}",
                arm.method.word(),
                self.name(arm.subject)
            )
        }));
        said
    }

    fn notes(&self) -> Vec<String> {
        let (ranking, played) = (self.ranking, &self.played);
        let watched = match ranking.methods.contains(&Method::Exposure) {
            false => String::new(),
            true => format!(", {} of the unchanged game", grouped(played.sums[0].games)),
        };
        let most = match played.stop.settles {
            EarlyStop::Never => "",
            _ => "up to ",
        };
        let mut notes = vec![
            played.games_played(),
            format!(
                "ranked by {} in {}, larger is stronger (for enemies: more dangerous); offered, \
                 bought, used and met are percentages of games; {most}{} games of each \
                 changed game{watched}, {}; ± are {:.0}% {}; ranges of ranks hold for all cards of a \
                 table simultaneously",
                ranking.primary().word(),
                ranking.measure.title(),
                grouped(played.stop.games),
                played.design.seeds(),
                100.0 * LEVEL.value(),
                self.results.looks.text()
            ),
        ];
        notes.extend(self.settled());
        notes.extend(explained(ranking.measure));
        notes.extend(played.capped());
        notes.extend(ranking.methods.iter().map(|method| match method {
            Method::Ablation => {
                "ablation: all copies removed, replaced by the next cards of the same deck".into()
            }
            Method::Addition => "one more: one more copy in its deck".into(),
            Method::Exposure => self.exposure_note(),
        }));
        notes.push("every figure depends on the policy".into());
        notes
    }

    /// How many of the changed games were settled before their last game.
    fn settled(&self) -> Option<String> {
        let flags = self.played.sums.iter().flat_map(|sums| &sums.settled);
        let (all, settled) = (flags.clone().count(), flags.filter(|flag| **flag).count());
        let played = format!("{settled} of {all} changed games");
        match self.played.stop.settles {
            EarlyStop::Rank(None) => Some(format!(
                "games in proportion to how much an effect varies; {played} were stopped early, \
                 once it was clear whether they matter and how they stand to all others"
            )),
            EarlyStop::Rank(Some(top)) => Some(format!(
                "{played} were stopped once it was clear whether they are in the top {top}"
            )),
            EarlyStop::Precision(target) => Some(format!(
                "{played} were played until their error was at most {}",
                Amount::from_target(target, self.ranking.measure)
            )),
            _ => None,
        }
    }

    fn exposure_note(&self) -> String {
        let plan = &self.played.design.strata[0].plans[0];
        let groups = self.ranking.groups().into_iter();
        let meanings = groups.map(|(card_type, members)| {
            let first = &self.ranking.subjects[members[0]];
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

/// What is ranked.
fn what(card_type: CardType) -> &'static str {
    if card_type.is_for_players() {
        "strength"
    } else {
        "danger"
    }
}

/// In which share of the games a card was seen.
fn seen(shares: &Shares, card_type: CardType) -> String {
    let per_cent = |share: f64| format!("{:.0}", 100.0 * share);
    let [offered, bought, in_play] = [shares.offered, shares.bought, shares.in_play].map(per_cent);
    match card_type.is_for_players() {
        true => format!("{offered}/{bought}/{in_play}"),
        false => in_play,
    }
}
