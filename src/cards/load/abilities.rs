//! Abilities: trigger, place, condition, limit, costs, and the list of effects.

use super::validate;
use super::weather;
use crate::ability::field::MAX_AMOUNT;
use crate::ability::{
    Ability, Against, Combine, Condition, Cost, Effect, Limit, Range, When, Whose, WorksFrom,
};
use crate::data::{Fields, Item, Value, unknown};
use crate::words::Word;
use crate::{Class, MAX_ABILITIES};

/// Conditions written as a bare word.
const CONDITION_WORDS: &[(&str, Condition)] = &[
    ("alone", Condition::Alone),
    ("not-first", Condition::NotFirst),
    ("damaged-troop-in-lane", Condition::DamagedTroopInLane),
];
/// Conditions written as a table.
const CONDITION_TABLES: &[&str] = &["wave-at-least", "wave-is", "weather"];

/// Reads the `ability` list of a card; `weather` are the names of all weather conditions.
pub(super) fn abilities(
    card: &Fields<'_>,
    class: Option<Class>,
    weather: &[String],
) -> Vec<Ability> {
    let list = card.items("ability").into_iter();
    list.filter_map(|item| ability(&item, class, weather))
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

fn ability(item: &Item<'_>, class: Option<Class>, weather: &[String]) -> Option<Ability> {
    let fields = item.fields()?;
    let when = fields.required_word::<When>("when");
    let mut ability = Ability::new(when.unwrap_or(When::Standing), Vec::new());
    let usual = match class {
        Some(Class::Division) => WorksFrom::Division,
        _ => ability.from,
    };
    ability.from = fields.word::<WorksFrom>("from").unwrap_or(usual);
    ability.condition = condition(&fields, weather);
    ability.limit = fields.word::<Limit>("limit").unwrap_or(ability.limit);
    let may = fields.flag("may");
    ability.optional = may.unwrap_or(false) || always_a_choice(&ability);
    ability.whose = fields.word::<Whose>("whose").unwrap_or(ability.whose);
    ability.range = fields.word::<Range>("range").unwrap_or(ability.range);
    ability.against = fields.word::<Against>("against").unwrap_or(ability.against);
    ability.answers_reveals = fields.flag("answers-reveals").unwrap_or(false);
    ability.combine = fields.word::<Combine>("combine").unwrap_or(ability.combine);
    costs(&fields, &mut ability);
    let effects = read_effects(&fields, &mut ability);
    if when.is_some() {
        validate::check_fields(&fields, &ability, may);
        validate::check(&ability, class, &fields, &effects);
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
    acts || (ability.from != WorksFrom::Lane && ability.when != When::Standing)
}

/// Reads `do`; returns where the effects are.
fn read_effects<'a>(fields: &Fields<'a>, ability: &mut Ability) -> Vec<Item<'a>> {
    let list = fields.required("do", "a list of effects");
    let list = list.and_then(|list| list.items());
    if list.as_ref().is_some_and(Vec::is_empty) {
        fields.fault("`do` is empty: an ability needs at least one effect");
    }
    let mut items = list.unwrap_or_default();
    items.retain(|item| {
        let effect = Effect::read(item);
        ability.effects.extend(effect);
        effect.is_some()
    });
    items
}

/// Reads `pay`: words, or `{ damage-this = 2 }`.
fn costs(fields: &Fields<'_>, ability: &mut Ability) {
    for item in fields.items("pay") {
        let cost = match &item.node.value {
            Value::Table(_) => item.fields().map(|inner| {
                let damage = inner.required_number("damage-this", 1..=MAX_AMOUNT);
                inner.finish();
                ability.cost_damage = damage.unwrap_or(0) as u8;
                Cost::DamageThis
            }),
            _ => item.word::<Cost>(),
        };
        if cost == Some(Cost::DamageThis) && item.node.text().is_some() {
            item.fault("the amount of damage is missing: write `{ damage-this = 2 }`");
        }
        let Some(cost) = cost else { continue };
        if ability.costs.contains(&cost) {
            item.fault(format!("`{}` is listed twice", cost.word()));
        }
        ability.costs.push(cost);
    }
}

/// Reads `if`: a word, or a table with a number or a name.
fn condition(fields: &Fields<'_>, weather: &[String]) -> Option<Condition> {
    let item = fields.item("if")?;
    let words = CONDITION_WORDS.iter().map(|(word, _)| *word);
    let all: Vec<&str> = words.chain(CONDITION_TABLES.iter().copied()).collect();
    match &item.node.value {
        Value::Text(word) => {
            let found = CONDITION_WORDS.iter().find(|(name, _)| name == word);
            if found.is_none() {
                item.fault(unknown("condition", word, all));
            }
            found.map(|(_, condition)| *condition)
        }
        Value::Table(table) if table.0.len() == 1 => {
            let inner = item.fields()?;
            let wave_at_least = inner.number("wave-at-least", 1..=3);
            let wave_is = inner.number("wave-is", 1..=3);
            let weather = weather::needed(&inner, weather);
            inner.finish();
            wave_at_least
                .map(|n| Condition::WaveAtLeast(n as u8))
                .or(wave_is.map(|n| Condition::WaveIs(n as u8)))
                .or(weather)
        }
        _ => {
            item.expected(&format!("one condition ({})", all.join(", ")));
            None
        }
    }
}
