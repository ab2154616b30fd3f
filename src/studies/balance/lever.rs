//! What may be changed to balance a game: figures of cards, enemies per round, base HP.

use crate::card::steps::{Changed, Field};
use crate::compare::changes::Changes;
use crate::compare::compile::compile;
use crate::compare::design::DesignError;
use crate::target::varied::ENEMIES;
use crate::watched::subject::{CardType, Subject, find, subject_of_any};
use cards::CardSet;
use cards::data::unknown;
use cards::load::Library;
use cards::ruleset::Ruleset;
use cards::words::Word;

/// A kind of changes, and by how much at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct May {
    what: What,
    most: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Figure(Option<CardType>, Field),
    Enemies,
    BaseHp,
}

impl May {
    /// All figures of all cards by one.
    pub fn usual() -> Vec<May> {
        let all = Field::ALL.iter().map(|(_, field)| May {
            what: What::Figure(None, *field),
            most: 1,
        });
        all.collect()
    }

    /// Reads `hp`, `enemy.hp=2`, `enemies` or `base-hp=5`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (what, most) = text.trim().split_once('=').unwrap_or((text.trim(), "1"));
        let most = most
            .trim()
            .parse()
            .ok()
            .filter(|most| (1..=99).contains(most));
        let most = most.ok_or("expected by how much at most, from 1 to 99, such as hp=2")?;
        let what = match (what, what.split_once('.')) {
            ("enemies", _) => What::Enemies,
            ("base-hp", _) => What::BaseHp,
            (field, None) => What::Figure(None, parsed(field)?),
            (_, Some((class, field))) => What::Figure(Some(parsed(class)?), parsed(field)?),
        };
        Ok(May { what, most })
    }
}

fn parsed<W: Word>(word: &str) -> Result<W, String> {
    W::parse_word(word).ok_or_else(|| {
        let hint = "; figures may follow a type of card (enemy.hp=2); or enemies, base-hp=5";
        unknown(W::WHAT, word, W::all_words()) + hint
    })
}

/// One change that may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Lever {
    /// What is changed; a set of changes changes it once.
    pub key: String,
    /// By how many steps.
    pub by: i16,
    /// The change for people: "Prowler hp 3 -> 2".
    pub text: String,
    /// The change.
    pub changes: Changes,
}

/// The largest step of the same figure in the same direction.
pub fn largest(levers: &[Lever], lever: usize) -> usize {
    let (key, by) = (&levers[lever].key, levers[lever].by);
    let alike = |other: &usize| {
        let other = &levers[*other];
        other.key == *key && other.by.signum() == by.signum()
    };
    let alike = (0..levers.len()).filter(alike);
    alike
        .max_by_key(|other| levers[*other].by.abs())
        .unwrap_or(lever)
}

/// All changes that may be made to `base`, in a fixed order; `games` are those of the goals.
pub fn levers(
    allowed: &[May],
    locked: &[String],
    base: &Changes,
    games: &[Changes],
    library: &Library,
) -> Result<Vec<Lever>, DesignError> {
    let (cards, _) = compile(base, library)?;
    let locked = locked.iter().map(|id| find(&cards, id));
    let locked = locked
        .collect::<Result<Vec<_>, _>>()
        .map_err(DesignError::Usage)?;
    let free = cards.iter().filter(|(number, _)| !locked.contains(number));
    let subjects: Vec<Subject> = free
        .filter_map(|(number, _)| subject_of_any(&cards, number).ok())
        .collect();
    let is_possible = |lever: &Lever| compile(&lever.changes.over(base), library).is_ok();
    let mut all: Vec<Lever> = Vec::new();
    for may in allowed {
        let fresh: Vec<Lever> = match may.what {
            What::Figure(class, field) => {
                let of_class = |one: &&Subject| class.is_none_or(|class| one.card_type == class);
                let chosen = subjects.iter().filter(of_class);
                let figures = chosen.flat_map(|one| figures(&cards, one, field, may.most));
                figures.filter(is_possible).collect()
            }
            What::Enemies => enemies(
                same(games, "enemies", |one| one.enemies_per_round)?,
                may.most,
            ),
            What::BaseHp => bases(same(games, "base-hp", |one| one.base_hp)?, may.most),
        };
        all.retain(|known| !fresh.iter().any(|new| new.text == known.text));
        all.extend(fresh);
    }
    match all.is_empty() {
        true => Err(DesignError::Usage("nothing may be changed".into())),
        false => Ok(all),
    }
}

/// A rule that must be the same in the games of all goals, because it may be changed.
fn same<T: PartialEq>(
    games: &[Changes],
    name: &str,
    rule: impl Fn(&Ruleset) -> T,
) -> Result<T, DesignError> {
    let mut all = games.iter().map(|game| rule(&game.switches.ruleset(1)));
    let first = all
        .next()
        .unwrap_or_else(|| rule(&Changes::default().switches.ruleset(1)));
    match all.all(|other| other == first) {
        true => Ok(first),
        false => Err(DesignError::Usage(format!(
            "{name} cannot be changed, because the games of the goals differ in it"
        ))),
    }
}

/// Sizes of changes, the smallest first.
fn sizes(most: i16) -> impl Iterator<Item = i16> {
    (1..=most).flat_map(|size| [-size, size])
}

fn figures(cards: &CardSet, subject: &Subject, field: Field, most: i16) -> Vec<Lever> {
    let of_size = |by: i16| {
        let Changed { now, then, change } = Changed::new(cards, subject, field, by);
        let change = change.ok()?;
        Some(Lever {
            key: change.split('=').next().unwrap_or_default().to_string(),
            by,
            text: format!("{} {} {now} -> {then}", subject.name, field.word()),
            changes: Changes {
                set: vec![change],
                ..Changes::default()
            },
        })
    };
    sizes(most).filter_map(of_size).collect()
}

/// Enemies per round, in steps of the list of usual numbers.
fn enemies([a, b, c]: [u8; 3], most: i16) -> Vec<Lever> {
    let now = format!("{a}/{b}/{c}");
    let Some(at) = ENEMIES.iter().position(|one| *one == now) else {
        return Vec::new();
    };
    let of_size = |by: i16| {
        let place = usize::try_from(at as i16 + by).ok()?;
        let then = ENEMIES.get(place)?;
        let mut changes = Changes::default();
        changes.switches.set("enemies", then).ok()?;
        Some(Lever {
            key: "enemies".into(),
            by,
            text: format!("enemies per round {now} -> {then}"),
            changes,
        })
    };
    sizes(most).filter_map(of_size).collect()
}

fn bases(now: u16, most: i16) -> Vec<Lever> {
    let of_size = |by: i16| {
        let then = now.checked_add_signed(by).filter(|hp| *hp > 0)?;
        let mut changes = Changes::default();
        changes.switches.base_hp = Some(then);
        Some(Lever {
            key: "base-hp".into(),
            by,
            text: format!("base HP {now} -> {then}"),
            changes,
        })
    };
    sizes(most).filter_map(of_size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(allowed: &[&str], locked: &[&str]) -> Vec<Lever> {
        let allowed: Vec<May> = allowed
            .iter()
            .map(|text| May::parse(text).unwrap())
            .collect();
        let locked: Vec<String> = locked.iter().map(|card| card.to_string()).collect();
        let base = Changes::default();
        let games = [base.clone(), base.clone()];
        levers(&allowed, &locked, &base, &games, &Library::embedded()).unwrap()
    }

    #[test]
    fn only_what_is_allowed_is_changed_and_only_by_so_much() {
        let all = made(&["enemy.hp=2", "enemies", "base-hp=3"], &["prowler"]);
        let texts: Vec<&str> = all.iter().map(|lever| lever.text.as_str()).collect();
        assert!(!texts.iter().any(|text| text.contains("Prowler")));
        assert!(texts.contains(&"base HP 15 -> 18") && !texts.contains(&"base HP 15 -> 19"));
        assert!(
            texts.contains(&"enemies per round 3/4/4 -> 3/3/4"),
            "{texts:?}"
        );
        assert!(all.iter().all(|lever| lever.by.abs() <= 3 && lever.by != 0));
        let free = made(&["enemy.hp"], &[]);
        assert!(free.iter().any(|lever| lever.text == "Prowler hp 3 -> 2"));
        assert!(free.iter().all(|lever| lever.key.ends_with(".hp")));
    }

    #[test]
    fn the_largest_step_goes_the_same_way_with_the_same_figure() {
        let all = made(&["enemy.hp=2", "enemy.power=2"], &[]);
        let place = |text: &str| all.iter().position(|lever| lever.text == text).unwrap();
        let largest = |text: &str| all[largest(&all, place(text))].text.as_str();
        assert_eq!(largest("Prowler hp 3 -> 4"), "Prowler hp 3 -> 5");
        assert_eq!(largest("Prowler hp 3 -> 5"), "Prowler hp 3 -> 5");
        assert_eq!(largest("Prowler hp 3 -> 2"), "Prowler hp 3 -> 1");
    }

    #[test]
    fn what_is_named_twice_is_there_once() {
        let all = made(&["hp", "enemy.hp=2"], &[]);
        for (index, lever) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other.text != lever.text));
        }
    }
}
