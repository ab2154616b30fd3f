//! Steps: one figure of a card, one up or one down.

use crate::watched::subject::Subject;
use cards::ability::{Amount, Effect, Strength, When, Who};
use cards::words::{Word, words};
use cards::{CardSet, Class, Kind};

words! {
    /// A figure of a card.
    pub enum Field as "figure" {
        /// Power; of equipment, the power it gives.
        Power = "power",
        /// HP; of equipment, the HP it gives.
        Hp = "hp",
        /// What it costs.
        Cost = "cost",
        /// How many there are.
        Copies = "copies",
    }

    /// Which way a figure goes.
    pub enum Way as "way" {
        /// One less.
        Down = "down",
        /// One more.
        Up = "up",
    }
}

impl Way {
    /// The change of the figure.
    pub fn by(self) -> i16 {
        match self {
            Way::Down => -1,
            Way::Up => 1,
        }
    }
}

/// The requested figures, by default all, each once.
pub fn fields(wanted: &[Field]) -> Vec<Field> {
    let all = Field::ALL.iter().map(|(_, field)| *field);
    all.filter(|field| wanted.is_empty() || wanted.contains(field))
        .collect()
}

/// A step of a card's figure.
#[derive(Clone, Debug)]
pub struct Step {
    /// Index of the card among the subjects.
    pub subject: usize,
    /// The figure.
    pub field: Field,
    /// Which way.
    pub way: Way,
    /// The figure as it is.
    pub now: String,
    /// The figure after the step.
    pub then: String,
    /// The change, `card.field=value`, or why the step cannot be taken.
    pub change: Result<String, String>,
    /// The arm that plays it.
    pub arm: Option<usize>,
}

/// A figure that is changed by some amount.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The figure as it is.
    pub now: String,
    /// The figure afterwards.
    pub then: String,
    /// The change, `card.field=value`, or why it cannot be made.
    pub change: Result<String, String>,
}

impl Changed {
    /// A figure of a card changed by an amount.
    pub fn new(cards: &CardSet, subject: &Subject, field: Field, by: i16) -> Self {
        let starts = cards.starting_deck.iter().any(|s| s.kind == subject.kind);
        changed(cards.kind(subject.kind), starts, field, by)
    }
}

impl Step {
    /// A step of a card.
    pub fn new(cards: &CardSet, index: usize, subject: &Subject, field: Field, way: Way) -> Self {
        let Changed { now, then, change } = Changed::new(cards, subject, field, way.by());
        Step {
            subject: index,
            field,
            way,
            now,
            then,
            change,
            arm: None,
        }
    }

    /// The name of the arm that takes the step.
    pub fn name(&self, subject: &Subject) -> String {
        format!("{} {}{:+}", subject.id, self.field.word(), self.way.by())
    }

    /// The step as text: "power +1".
    pub fn text(&self) -> String {
        format!("{} {:+}", self.field.word(), self.way.by())
    }
}

fn changed(kind: &Kind, starts: bool, field: Field, by: i16) -> Changed {
    let fights = kind.class.is_enemy() || kind.is_troop_like();
    let plain = |now: i16, least: i16| number(kind, field, by, now, least);
    match field {
        Field::Power if fights => plain(kind.power, 0),
        Field::Hp if fights => plain(kind.hp, 1),
        Field::Power | Field::Hp if kind.class == Class::Equipment => boost(kind, field, by),
        Field::Power | Field::Hp => none(format!("an instant has no {}", field.word())),
        Field::Cost if kind.for_sale => plain(i16::from(kind.cost), 0),
        Field::Cost => none("it is not for sale".into()),
        Field::Copies if starts => Changed {
            now: kind.copies.to_string(),
            ..none(
                "it is part of every starting deck, which determines how many are in \
                play"
                    .into(),
            )
        },
        Field::Copies => plain(i16::from(kind.copies), 0),
    }
}

fn none(reason: String) -> Changed {
    Changed {
        now: String::new(),
        then: String::new(),
        change: Err(reason),
    }
}

fn number(kind: &Kind, field: Field, by: i16, now: i16, least: i16) -> Changed {
    let then = now + by;
    let change = if then < least {
        Err(format!(
            "{} is {now}, the smallest possible value",
            field.word()
        ))
    } else {
        Ok(format!("{}.{}={then}", kind.id, field.word()))
    };
    let shown = if change.is_ok() {
        then.to_string()
    } else {
        String::new()
    };
    Changed {
        now: now.to_string(),
        then: shown,
        change,
    }
}

/// What equipment gives the troop that carries it.
fn boost(kind: &Kind, field: Field, by: i16) -> Changed {
    let (mut power, mut hp) = given(kind);
    let figure = match field {
        Field::Power => &mut power,
        _ => &mut hp,
    };
    let now = figure.to_string();
    let refusal = match (figure.plus >= 0 && figure.plus + by < 0, figure.quantity) {
        (true, None) if figure.plus == 0 => Some(format!("it gives no {}", field.word())),
        (true, None) => Some(format!("it gives {now}, and that cannot become negative")),
        (true, Some(_)) => Some(format!(
            "it gives {now}, and a formula cannot have a negative number"
        )),
        _ => None,
    };
    if let Some(reason) = refusal {
        return Changed {
            now,
            ..none(reason)
        };
    }
    figure.plus += by;
    Changed {
        now,
        then: figure.to_string(),
        change: Ok(format!(
            "{}.boost={{ power = {}, hp = {} }}",
            kind.id,
            quoted(power),
            quoted(hp)
        )),
    }
}

/// The power and HP that equipment gives.
fn given(kind: &Kind) -> (Amount, Amount) {
    let standing = kind.abilities.iter().filter(|a| a.when == When::Standing);
    let mut effects = standing.flat_map(|ability| &ability.effects);
    let bonus = effects.find_map(|effect| match effect {
        Effect::Bonus {
            bonus: Strength { power, hp },
            who: Who::This,
            ..
        } => Some((*power, *hp)),
        _ => None,
    });
    bonus.unwrap_or((Amount::number(0), Amount::number(0)))
}

/// An amount as it stands in a card file.
fn quoted(amount: Amount) -> String {
    match amount.quantity {
        None => amount.to_string(),
        Some(_) => format!("\"{amount}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watched::subject::subject_of_any;
    use cards::load::Library;

    fn step(id: &str, field: Field, way: Way) -> Step {
        let cards = Library::embedded().cards().unwrap();
        let subject = subject_of_any(&cards, cards.find(id).unwrap()).unwrap();
        Step::new(&cards, 0, &subject, field, way)
    }

    #[test]
    fn figures_go_one_up_and_one_down() {
        for (id, field, way, expected) in [
            ("prowler", Field::Power, Way::Up, "prowler.power=5"),
            ("prowler", Field::Hp, Way::Down, "prowler.hp=2"),
            ("ranger", Field::Cost, Way::Down, "ranger.cost=1"),
            ("ranger", Field::Copies, Way::Up, "ranger.copies=7"),
            ("overseer", Field::Copies, Way::Down, "overseer.copies=0"),
            ("bulletstorm", Field::Hp, Way::Up, "bulletstorm.hp=5"),
            ("militia", Field::Hp, Way::Up, "militia.hp=2"),
        ] {
            assert_eq!(step(id, field, way).change.as_deref(), Ok(expected));
        }
    }

    #[test]
    fn equipment_gives_one_more_or_less() {
        let up = step("hercules", Field::Hp, Way::Up);
        assert_eq!((up.now.as_str(), up.then.as_str()), ("2", "3"));
        let change = up.change.unwrap();
        assert_eq!(change, "hercules.boost={ power = 2, hp = 3 }");
        let up = step("atlas", Field::Hp, Way::Up);
        assert_eq!((up.now.as_str(), up.then.as_str()), ("W", "W+1"));
        let library = Library::embedded().with_set(&up.change.unwrap());
        library.compile::<&str, &str>(&[]).unwrap();
    }
}
