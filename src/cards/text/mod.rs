//! What a card does, in plain English, made from its data, so that the text always matches the
//! behaviour.

pub(crate) mod amounts;
mod speaker;

pub(crate) use speaker::Speaker;

use super::{CardSet, Class, Division, ItemType, Kind, StartingCards};
use crate::ability::{Ability, Combine, Condition, Limit, Range, When, WorksFrom};
use crate::ruleset::Divisions;
use crate::words::Word;

/// Everything a card does, one sentence each: its abilities, and how it is traded up.
pub fn card_texts(set: &CardSet, kind: &Kind) -> Vec<String> {
    let upgrade = kind.upgrade.map(|upgrade| {
        format!(
            "In wrap-up, from wave {} on: burn {} of these from your discard pile to put a \"{}\" there.",
            upgrade.wave,
            upgrade.burn,
            set.kind(upgrade.into).name
        )
    });
    let conditions = (kind.class == Class::Weather).then(|| {
        let names = set.condition_names(kind.conditions);
        if names.is_empty() {
            "No weather conditions this round.".to_string()
        } else {
            format!("This round: {}.", names.join(" and "))
        }
    });
    let start = division_of(set, kind).and_then(|division| start_text(set, &division.start));
    let abilities = ability_texts(set, kind).into_iter();
    let texts = start.into_iter().chain(abilities);
    texts.chain(upgrade).chain(conditions).collect()
}

/// What a division adds to the starting deck.
fn start_text(set: &CardSet, start: &StartingCards) -> Option<String> {
    let cards = match start {
        StartingCards::Named(stocks) if stocks.is_empty() => return None,
        StartingCards::Named(stocks) => {
            let all = stocks.iter();
            let all = all.map(|stock| format!("{} {}", stock.count, set.kind(stock.kind).name));
            all.collect::<Vec<_>>().join(" and ")
        }
        StartingCards::OneStack { goods, count } => {
            return Some(format!(
                "Set-up: a random {} stack is made; {count} of its cards go into the starting deck.",
                goods.word()
            ));
        }
        StartingCards::AnyOf {
            goods,
            cost_at_most,
            count,
        } => {
            let most = match cost_at_most {
                99.. => String::new(),
                most => format!(" that cost {most} at most"),
            };
            format!("{count} random {}s{most}", goods.word())
        }
    };
    Some(format!("Set-up: {cards} in the starting deck."))
}

/// One sentence for each ability of a card.
pub fn ability_texts(set: &CardSet, kind: &Kind) -> Vec<String> {
    kind.abilities
        .iter()
        .map(|ability| sentence(set, kind, ability))
        .collect()
}

/// The printed figures of a card in one line: "enemy, wave 2, power 4, HP 3, 3 copies".
pub fn figures(kind: &Kind) -> String {
    let mut parts = vec![kind.class.word().to_string()];
    if kind.class != Class::Resource && kind.wave > 0 {
        parts.push(format!("wave {}", kind.wave));
    }
    let types = type_words(kind);
    if !types.is_empty() {
        parts.push(types.join(" and "));
    }
    if kind.for_sale {
        parts.push(format!("cost {}", kind.cost));
    } else if kind.class.is_players() {
        parts.push("not for sale".into());
    }
    if kind.class == Class::Resource {
        parts.push(format!("value {}", kind.value));
    }
    if kind.hp > 0 {
        parts.push(format!("power {}, HP {}", kind.power, kind.hp));
    }
    if kind.class != Class::Division {
        let copies = if kind.copies == 1 { "copy" } else { "copies" };
        parts.push(format!("{} {copies}", kind.copies));
    }
    if kind.legendary {
        parts.push("legendary".into());
    }
    if kind.conjecture {
        parts.push("figures are our guess".into());
    }
    parts.join(", ")
}

/// The figures of a card, with what the set knows of it besides: the edition of a division, and
/// whether it is a guess.
pub fn full_figures(set: &CardSet, kind: &Kind) -> String {
    let mut text = figures(kind);
    if let Some(division) = division_of(set, kind) {
        text += match division.edition {
            Some(Divisions::Onslaught) => ", onslaught",
            Some(Divisions::Dreadmire) => ", dreadmire",
            _ => ", both editions",
        };
        if division.expansion {
            text += ", expansion";
        }
        if is_conjecture(set, kind) {
            text += ", all that is known is a guess";
        }
    }
    text
}

/// Whether a card is in play only with conjecture: its figures are a guess, or it is a division
/// that has nothing else.
pub fn is_conjecture(set: &CardSet, kind: &Kind) -> bool {
    let only_guesses = |division: &Division| match &division.start {
        StartingCards::Named(stocks) => {
            let mut kinds = stocks.iter().map(|stock| set.kind(stock.kind));
            kind.abilities.is_empty() && kinds.all(|kind| kind.conjecture)
        }
        _ => false,
    };
    kind.conjecture || division_of(set, kind).is_some_and(only_guesses)
}

/// The edition whose division card this is; `None` for other cards and those of both editions.
pub fn edition(set: &CardSet, kind: &Kind) -> Option<&'static str> {
    let edition = division_of(set, kind)?.edition?;
    Some(edition.word())
}

fn division_of<'a>(set: &'a CardSet, kind: &Kind) -> Option<&'a Division> {
    let divisions = set.divisions.iter();
    divisions
        .filter(|_| kind.class == Class::Division)
        .find(|division| std::ptr::eq(set.kind(division.kind), kind))
}

/// The item types of a card.
pub fn type_words(kind: &Kind) -> Vec<&'static str> {
    ItemType::ALL
        .iter()
        .filter(|(_, item_type)| kind.types & item_type.bit() != 0)
        .map(|(word, _)| *word)
        .collect()
}

/// The whole sentence of an ability.
fn sentence(set: &CardSet, kind: &Kind, ability: &Ability) -> String {
    let speaker = Speaker { kind, ability };
    let mut heading: Vec<String> = Vec::new();
    match (limit(ability), moment(&speaker)) {
        // "The first time this enemy attacks" is one clause.
        (Some(limit), Some(moment)) if ability.limit == Limit::FirstTime => {
            heading.push(format!("{limit} {moment}"));
        }
        (limit, moment) => {
            heading.extend(limit.map(str::to_string));
            heading.extend(moment);
        }
    }
    heading.extend(
        ability
            .condition
            .map(|condition| condition_text(set, condition, &speaker)),
    );
    let mut text = body(&speaker);
    if !heading.is_empty() {
        text = format!("{}: {text}", heading.join(", "));
    }
    let mark = if ability.answers_reveals {
        " (Marked as an answer to reveal abilities.)"
    } else {
        ""
    };
    format!("{}.{mark}", capitalised(&text))
}

fn limit(ability: &Ability) -> Option<&'static str> {
    match ability.limit {
        Limit::EachTime => None,
        Limit::OncePerRound => Some("once per round"),
        Limit::FirstTime => Some("the first time"),
    }
}

/// The clause about the trigger, unless the body already says it.
fn moment(speaker: &Speaker<'_>) -> Option<String> {
    let ability = speaker.ability;
    let limited = ability.limit != Limit::EachTime;
    let each = match ability.limit {
        Limit::EachTime if !ability.optional => "each time",
        Limit::FirstTime => "",
        _ => "when",
    };
    let lane = match ability.range {
        Range::Lane => " in its lane",
        Range::Anywhere => "",
    };
    let clause = match (ability.when, ability.from) {
        (When::Activated, WorksFrom::Hand) if speaker.has_other_use() => {
            "play at another time to react"
        }
        (When::Activated, WorksFrom::Hand) => "play",
        (When::Activated, from) if from == WorksFrom::Division || limited => return None,
        (When::WouldBeDamaged, _) if speaker.has_other_use() => {
            "play when {whose}{lane} would suffer damage"
        }
        (When::WouldBeDamaged, _) if speaker.says_damage_itself() => return speaker.hand_word(),
        (When::Purchase, WorksFrom::Division) => "in the purchase phase",
        (when, _) => when.phrase(),
    };
    let hand = speaker.hand_word().map(|word| format!("{word} "));
    let clause = fill(
        clause,
        &[
            ("{each}", each),
            ("{me}", speaker.me()),
            ("{whose}", speaker.whose()),
            ("{lane}", lane),
            ("{hand}", &hand.unwrap_or_default()),
        ],
    );
    Some(clause.trim_start().to_string()).filter(|clause| !clause.is_empty())
}

fn condition_text(set: &CardSet, condition: Condition, speaker: &Speaker<'_>) -> String {
    match condition {
        Condition::WaveAtLeast(wave) if wave >= 3 => format!("in wave {wave}"),
        Condition::WaveAtLeast(wave) => format!("from wave {wave} on"),
        Condition::WaveIs(wave) => format!("in wave {wave}"),
        Condition::Alone => format!("while {} is alone in its lane", speaker.me()),
        Condition::NotFirst => format!("while {} is not first in its lane", speaker.me()),
        Condition::DamagedTroopInLane => "while a troop in its lane is damaged".into(),
        Condition::Weather(number) => {
            let names = set.condition_names(1 << number);
            format!("while the weather brings {}", names.join(" and "))
        }
    }
}

/// What is paid and what is done.
fn body(speaker: &Speaker<'_>) -> String {
    let ability = speaker.ability;
    let costs: Vec<String> = ability
        .costs
        .iter()
        .map(|cost| speaker.cost(*cost))
        .collect();
    let joint = match ability.combine {
        Combine::AndOr => " and/or ",
        Combine::All if ability.when == When::Standing => "; ",
        Combine::All => ", then ",
    };
    let effects: Vec<String> = ability
        .effects
        .iter()
        .map(|effect| effect.text(speaker))
        .collect();
    let mut body = effects.join(joint);
    if !costs.is_empty() {
        body = format!("{} to {body}", costs.join(" and "));
    }
    if says_may(ability) {
        body = format!("may {body}");
    }
    body
}

/// Abilities that a player uses as an action need no "may".
fn says_may(ability: &Ability) -> bool {
    let action = matches!(
        ability.when,
        When::Activated | When::Purchase | When::RevealPending
    );
    ability.optional && !action && ability.from == WorksFrom::Lane
}

/// A phrase with its gaps filled.
fn fill(phrase: &str, gaps: &[(&str, &str)]) -> String {
    let gaps = gaps.iter();
    gaps.fold(phrase.into(), |text: String, (gap, words)| {
        text.replace(gap, words)
    })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

impl Speaker<'_> {
    /// How the use of a card in hand is announced.
    fn hand_word(&self) -> Option<String> {
        let word = match self.kind.class {
            Class::Instant => "play",
            _ => "from hand",
        };
        (self.ability.from == WorksFrom::Hand).then(|| word.to_string())
    }

    /// Whether this is one of several ways to play an instant, so that its occasion must be said.
    fn has_other_use(&self) -> bool {
        let from_hand = self
            .kind
            .abilities
            .iter()
            .filter(|a| a.from == WorksFrom::Hand);
        self.kind.class == Class::Instant
            && self.ability.from == WorksFrom::Hand
            && from_hand.count() > 1
    }

    /// Whether the first effect already says which damage is meant.
    fn says_damage_itself(&self) -> bool {
        let first = self.ability.effects.first();
        first.is_some_and(|effect| effect.facts().triggers == [When::WouldBeDamaged])
    }
}

#[cfg(test)]
mod tests;
