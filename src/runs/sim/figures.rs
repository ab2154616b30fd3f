//! The figures of a game. Each is declared here once, with all that is said about it: columns of
//! the table of games, means of a run and their units follow from this list.

use super::game::GameRecord;
use super::measure::{ENDURANCE_BASES, Endured};
use game::observe::Incident;
use game::observe::tally::{BaseCause, RoundCounts};
use game::state::ROUNDS;
use std::borrow::Cow;
use std::sync::LazyLock;
use tables::{Declared, columns};

/// A figure of a game.
pub struct Figure {
    /// Its name, which is that of its column.
    pub name: Cow<'static, str>,
    /// What it counts, after a number.
    pub unit: &'static str,
    /// What more of it means for the players.
    pub more: More,
    /// How many of the whole numbers that are added up make one of the unit.
    pub per_unit: u32,
    /// Its explanation.
    pub about: Cow<'static, str>,
    /// Whether only games that were played to the end of round 9 have it.
    pub needs_all_rounds: bool,
    stored: Stored,
    value: Box<Value>,
}

type Value = dyn Fn(&GameRecord) -> u32 + Send + Sync;

/// What more of a figure means for the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// They do better.
    Better,
    /// They do worse.
    Worse,
    /// Neither.
    Neutral,
}

/// How a column stores a figure.
#[derive(Clone, Copy)]
enum Stored {
    U8,
    U16,
    U32,
    /// In its unit.
    InUnit,
}

/// All figures, in the order of their columns.
pub static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let mut all = vec![
        figure("rounds_survived", "rounds", More::Better, |record| {
            record.rounds_survived.into()
        })
        .stored(Stored::U8)
        .about("Rounds played to their end; 9 in a game that was won."),
        figure("base_hp", "HP", More::Better, |record| record.base_hp)
            .about("Base HP left; 0 when the base fell."),
        figure("base_damage", "damage", More::Worse, |record| {
            record.base_damage
        })
        .about(BASE_DAMAGE),
        figure("decisions", "decisions", More::Neutral, |record| {
            record.decisions
        })
        .about(DECISIONS),
    ];
    all.extend((1..=3).map(|wave| {
        damage(format!("base_damage_wave_{wave}"), move |record| {
            record.wave_damage(wave)
        })
        .about(format!("Damage to the base in wave {wave}."))
    }));
    all.extend((1..=usize::from(ROUNDS)).map(|round| {
        damage(format!("base_damage_round_{round}"), move |record| {
            record.counts.rounds[round - 1].base_damage
        })
        .about(format!("Damage to the base in round {round}."))
    }));
    all.extend([
        damage("base_damage_overrun", |record| {
            record.counts.damage_by(BaseCause::Overrun)
        })
        .about("Damage to the base by enemies that overran a lane."),
        damage("base_damage_overflow", |record| {
            record.counts.damage_by(BaseCause::Overflow)
        })
        .about("Damage to the base by attacks carried past the last troop."),
        damage("base_damage_ability", |record| {
            record.counts.damage_by(BaseCause::Ability)
        })
        .about("Damage to the base by abilities."),
        counted("enemies_killed", "enemies", More::Better, |round| {
            round.enemies_killed
        })
        .about(ENEMIES_KILLED),
        counted("troops_lost", "troops", More::Worse, |round| {
            round.troops_lost
        })
        .about(TROOPS_LOST),
        counted("cards_bought", "cards", More::Neutral, |round| {
            round.cards_bought
        })
        .about(CARDS_BOUGHT),
        counted("cards_burned", "cards", More::Neutral, |round| {
            round.cards_burned
        })
        .about(CARDS_BURNED),
        incident("stalemates", "lanes", Incident::Stalemate)
            .about("Lanes stopped because nothing changed any more."),
        incident(
            "empty_encounter_draws",
            "draws",
            Incident::EmptyEncounterDraw,
        )
        .about("Draws from an encounter deck that found no card."),
        incident("empty_supply_draws", "draws", Incident::EmptySupplyDraw)
            .about("Draws from the supply that found no card."),
        incident("short_draws", "draws", Incident::ShortDraw)
            .about("Draws from a deck that found too few cards."),
        incident("endless_lanes", "lanes", Incident::EndlessLane)
            .about("Lanes that hit the program's limit."),
        incident("cut_chains", "chains", Incident::CutChain)
            .about("Chains of triggers that hit the program's limit."),
        incident("overflows", "piles", Incident::Overflow)
            .about("Piles that hit the program's limit."),
        figure("endurance", "rounds", More::Better, |record| {
            endured(record).endurance
        })
        .in_parts(ENDURANCE_BASES.len() as u32)
        .about("Rounds survived, averaged over nine bases from 10 to 95 HP per player.")
        .of_all_rounds(),
        figure("needed_hp", "HP", More::Worse, |record| {
            endured(record).needed_hp
        })
        .about("The smallest total base that would have won the game.")
        .of_all_rounds(),
    ]);
    all.extend((1..=usize::from(ROUNDS)).map(|round| {
        damage(format!("full_damage_round_{round}"), move |record| {
            record.damage[round - 1]
        })
        .about(format!(
            "Damage to the base in round {round}, including after it fell."
        ))
        .of_all_rounds()
    }));
    all
});

// Explanations that the table of rounds has, too.
pub(super) const BASE_DAMAGE: &str = "All damage to the base, including damage beyond its HP.";
pub(super) const DECISIONS: &str = "Choices with more than one legal answer.";
pub(super) const ENEMIES_KILLED: &str = "Enemies killed.";
pub(super) const TROOPS_LOST: &str = "Troops killed.";
pub(super) const CARDS_BOUGHT: &str = "Cards bought, by all players.";
pub(super) const CARDS_BURNED: &str = "Cards burned, by all players.";

/// The share of games won: not a column of its own, but a mean like the others.
pub static WIN_RATE: LazyLock<Figure> = LazyLock::new(|| {
    figure("win_rate", "points", More::Better, |record| {
        record.won.into()
    })
    .about("The share of games won.")
});

/// The figures that can be adjusted for luck.
pub static ADJUSTED: LazyLock<[&Figure; 4]> = LazyLock::new(|| {
    let named = |name| Figure::named(name).expect("a figure of the list");
    [
        &WIN_RATE,
        named("endurance"),
        named("needed_hp"),
        named("rounds_survived"),
    ]
});

/// How a game would have gone with other bases.
pub(super) fn endured(record: &GameRecord) -> Endured {
    let endured = record.endured;
    endured.unwrap_or_else(|| Endured::of(&record.damage, record.players))
}

fn figure(
    name: impl Into<Cow<'static, str>>,
    unit: &'static str,
    more: More,
    value: impl Fn(&GameRecord) -> u32 + Send + Sync + 'static,
) -> Figure {
    Figure {
        name: name.into(),
        unit,
        more,
        per_unit: 1,
        about: "".into(),
        needs_all_rounds: false,
        stored: Stored::U32,
        value: Box::new(value),
    }
}

fn damage(
    name: impl Into<Cow<'static, str>>,
    value: impl Fn(&GameRecord) -> u32 + Send + Sync + 'static,
) -> Figure {
    figure(name, "damage", More::Worse, value)
}

/// A count of every round, added up.
fn counted(
    name: &'static str,
    unit: &'static str,
    more: More,
    get: fn(&RoundCounts) -> u16,
) -> Figure {
    let value = move |record: &GameRecord| {
        let rounds = record.counts.played().iter();
        rounds.map(|round| u32::from(get(round))).sum()
    };
    figure(name, unit, more, value).stored(Stored::U16)
}

fn incident(name: &'static str, unit: &'static str, what: Incident) -> Figure {
    let value = move |record: &GameRecord| record.incidents.of(what).into();
    figure(name, unit, More::Neutral, value).stored(Stored::U16)
}

impl Figure {
    /// The figure of this name.
    pub fn named(name: &str) -> Option<&'static Figure> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// The figures of all games, or those that only games played to the end of round 9 have.
    pub fn list(needs_all_rounds: bool) -> impl Iterator<Item = &'static Figure> + Clone {
        let all = FIGURES.iter();
        all.filter(move |figure| figure.needs_all_rounds == needs_all_rounds)
    }

    /// One of the whole numbers that are added up, in the unit.
    pub fn scale(&self) -> f64 {
        1.0 / f64::from(self.per_unit)
    }

    /// Its value in a game, as the whole number that is added up.
    pub fn of(&self, record: &GameRecord) -> u32 {
        (self.value)(record)
    }

    fn about(self, about: impl Into<Cow<'static, str>>) -> Self {
        let about = about.into();
        Figure { about, ..self }
    }

    /// Added up in parts of its unit.
    fn in_parts(self, per_unit: u32) -> Self {
        let stored = Stored::InUnit;
        Figure {
            per_unit,
            stored,
            ..self
        }
    }

    fn stored(self, stored: Stored) -> Self {
        Figure { stored, ..self }
    }

    fn of_all_rounds(self) -> Self {
        Figure {
            needs_all_rounds: true,
            ..self
        }
    }

    /// Its column in the table of games.
    pub(super) fn column(&'static self) -> Declared<GameRecord> {
        let (name, about) = (self.name.clone(), self.about.clone());
        let mut column = match self.stored {
            Stored::U8 => columns![GameRecord; (name, U8, about, row => self.of(row) as u8)],
            Stored::U16 => columns![GameRecord; (name, U16, about, row => self.of(row) as u16)],
            Stored::U32 => columns![GameRecord; (name, U32, about, row => self.of(row))],
            Stored::InUnit => columns![GameRecord;
                (name, F64, about, row => f64::from(self.of(row)) / f64::from(self.per_unit))],
        };
        column.remove(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_explained_and_named_once() {
        for (place, figure) in FIGURES.iter().enumerate() {
            assert!(figure.about.ends_with('.'), "{}", figure.name);
            let twice = FIGURES[place + 1..].iter();
            assert!(twice.clone().all(|other| other.name != figure.name));
        }
        assert_eq!(
            FIGURES.len(),
            Figure::list(false).chain(Figure::list(true)).count()
        );
    }
}
