//! Abilities: trigger, place, condition, limit, costs, and the list of effects.

use super::effects;
use super::validate;
use super::weather;
use crate::ability::{Ability, Against, Combine, Condition, Cost, From, Limit, Range, When, Whose};
use crate::data::fields;
use crate::data::fields::Fields;
use crate::data::{Node, Value};
use crate::data::{Sink, Spot, unknown};
use crate::words::Word;
use crate::{Class, MAX_ABILITIES};

/// Conditions written as a bare word.
const PLAIN_CONDITIONS: &[(&str, Condition)] = &[
    ("alone", Condition::Alone),
    ("not-first", Condition::NotFirst),
    ("damaged-troop-in-lane", Condition::DamagedTroopInLane),
];
/// Conditions written as a table.
const TABLE_CONDITIONS: &[&str] = &["wave-at-least", "wave-is", "weather"];

/// Reads the `ability` list of a card; `weather` are the names of all weather conditions.
pub(super) fn abilities(
    card: &Fields<'_>,
    class: Option<Class>,
    weather: &[String],
    sink: &Sink,
) -> Vec<Ability> {
    let Some(list) = card.list("ability") else {
        return Vec::new();
    };
    list.iter()
        .filter_map(|(node, spot)| ability(node, spot, class, weather, sink))
        .collect()
}

/// Checks the final number of abilities of a card, and drops those beyond the limit.
pub(super) fn check_count(abilities: &mut Vec<Ability>, card: &Fields<'_>) {
    if abilities.len() > MAX_ABILITIES {
        card.fault(format!(
            "a card may have at most {MAX_ABILITIES} abilities (a `boost` counts), found {}",
            abilities.len()
        ));
        abilities.truncate(MAX_ABILITIES);
    }
}

fn ability(
    node: &Node,
    spot: &Spot,
    class: Option<Class>,
    weather: &[String],
    sink: &Sink,
) -> Option<Ability> {
    let table = fields::table(node, spot, sink)?;
    let fields = Fields::new(table, spot.clone(), sink);
    let when = fields.required_word::<When>("when");
    let mut ability = Ability::new(when.unwrap_or(When::Standing), Vec::new());
    let usual = match class {
        Some(Class::Division) => From::Division,
        _ => ability.from,
    };
    ability.from = fields.word::<From>("from").unwrap_or(usual);
    ability.condition = condition(&fields, weather, sink);
    ability.limit = fields.word::<Limit>("limit").unwrap_or(ability.limit);
    let may = fields.flag("may");
    ability.optional = may.unwrap_or(false) || always_a_choice(&ability);
    ability.whose = fields.word::<Whose>("whose").unwrap_or(ability.whose);
    ability.range = fields.word::<Range>("range").unwrap_or(ability.range);
    ability.against = fields.word::<Against>("against").unwrap_or(ability.against);
    ability.answers_reveals = fields.flag("answers-reveals").unwrap_or(false);
    ability.combine = fields.word::<Combine>("combine").unwrap_or(ability.combine);
    costs(&fields, &mut ability, sink);
    let effect_spots = read_effects(&fields, &mut ability, sink);
    if when.is_some() {
        validate::check_fields(&fields, &ability, may);
        validate::check(&ability, class, spot, &effect_spots, sink);
    }
    fields.finish();
    when.map(|_| ability)
}

/// When `may` is implied because a player acts or not: for some triggers, and for cards in hand or
/// in front of the player.
fn always_a_choice(ability: &Ability) -> bool {
    let acts = matches!(
        ability.when,
        When::Activated | When::Purchase | When::RevealPending
    );
    acts || (ability.from != From::Lane && ability.when != When::Standing)
}

fn read_effects(fields: &Fields<'_>, ability: &mut Ability, sink: &Sink) -> Vec<Spot> {
    if !fields.has("do") {
        fields.missing("do", "a list of effects");
    }
    let mut spots = Vec::new();
    let list = fields.list("do").unwrap_or_default();
    if list.is_empty() && fields.has("do") {
        fields.fault("`do` is empty: an ability needs at least one effect");
    }
    for (node, spot) in list {
        if let Some(effect) = effects::effect(node, &spot, sink) {
            ability.effects.push(effect);
            spots.push(spot);
        }
    }
    spots
}

/// Reads `pay`: words, or `{ damage-this = 2 }`.
fn costs(fields: &Fields<'_>, ability: &mut Ability, sink: &Sink) {
    for (node, spot) in fields.list("pay").unwrap_or_default() {
        let cost = match &node.value {
            Value::Table(table) => {
                let inner = Fields::new(table, spot.clone(), sink);
                let damage = inner.required_number("damage-this", 1..=effects::MAX_AMOUNT);
                inner.finish();
                ability.cost_damage = damage.unwrap_or(0) as u8;
                Some(Cost::DamageThis)
            }
            _ => fields::word::<Cost>(node, &spot, sink),
        };
        if cost == Some(Cost::DamageThis) && node.text().is_some() {
            sink.add(
                &spot,
                "the amount of damage is missing: write `{ damage-this = 2 }`",
            );
        }
        let Some(cost) = cost else { continue };
        if ability.costs.contains(&cost) {
            sink.add(&spot, format!("`{}` is listed twice", cost.word()));
        }
        ability.costs.push(cost);
    }
}

/// Reads `if`: a word, or a table with a number or a name.
fn condition(fields: &Fields<'_>, weather: &[String], sink: &Sink) -> Option<Condition> {
    let (node, spot) = fields.get("if")?;
    let all = || {
        let plain = PLAIN_CONDITIONS.iter().map(|(word, _)| *word);
        plain
            .chain(TABLE_CONDITIONS.iter().copied())
            .collect::<Vec<_>>()
    };
    match &node.value {
        Value::Text(word) => {
            let found = PLAIN_CONDITIONS.iter().find(|(name, _)| name == word);
            if found.is_none() {
                sink.add(&spot, unknown("condition", word, all()));
            }
            found.map(|(_, condition)| *condition)
        }
        Value::Table(table) if table.0.len() == 1 => {
            let inner = Fields::new(table, spot.clone(), sink);
            let wave_at_least = inner.number("wave-at-least", 1..=3);
            let wave_is = inner.number("wave-is", 1..=3);
            let weather = weather::needed(&inner, weather, sink);
            inner.finish();
            wave_at_least
                .map(|n| Condition::WaveAtLeast(n as u8))
                .or(wave_is.map(|n| Condition::WaveIs(n as u8)))
                .or(weather)
        }
        _ => {
            let message = format!(
                "expected one condition ({}), found {}",
                all().join(", "),
                node.describe()
            );
            sink.add(&spot, message);
            None
        }
    }
}
