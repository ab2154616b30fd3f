//! Checks that an ability makes sense: effects have triggers that provide what they need, targets
//! and amounts have been chosen before, and every field is used.

use crate::Class;
use crate::ability::{
    Ability, Amount, Combine, Cost, Effect, LaneRef, Limit, Pick, Quantity, When, WhenFacts,
    WhenSide, Whose, WorksFrom,
};
use crate::data::{Fields, Item};
use crate::words::Word;
use When::*;

/// All triggers with a property.
fn triggers_with(has: fn(&WhenFacts) -> bool) -> Vec<When> {
    let all = When::ALL.iter().map(|(_, when)| *when);
    all.filter(|when| has(&when.facts())).collect()
}

fn words(triggers: &[When]) -> String {
    let words: Vec<&str> = triggers.iter().map(|when| when.word()).collect();
    words.join(", ")
}

/// Checks fields that the trigger would ignore.
pub(super) fn check_fields(fields: &Fields<'_>, ability: &Ability, may: Option<bool>) {
    let when = ability.when.word();
    let unread = |field: &str, triggers: fn() -> Vec<When>| {
        if fields.has(field) && !triggers().contains(&ability.when) {
            fields.fault(format!(
                "`{field}` cannot be used with the trigger `{when}`; it belongs to: {}",
                words(&triggers())
            ));
        }
    };
    unread("whose", || triggers_with(|facts| facts.about_a_troop));
    unread("range", || triggers_with(|facts| facts.about_a_lane));
    let about_itself = ability.when.facts().about_a_troop && ability.whose == Whose::This;
    if fields.has("range") && about_itself && ability.from == WorksFrom::Lane {
        fields.fault("`range` cannot be used here: a troop is always in its own lane");
    }
    unread("against", || vec![WouldBeDamaged]);
    unread("answers-reveals", || vec![WouldBeDamaged]);
    if may == Some(false) && ability.optional {
        fields.fault(format!(
            "abilities with the trigger `{when}` are always optional"
        ));
    }
    if ability.when == Standing {
        if may == Some(true) || !ability.costs.is_empty() || ability.limit != Limit::EachTime {
            fields.fault("a standing ability always works: it cannot have `may`, `pay` or `limit`");
        }
        let mut effects = ability.effects.iter();
        let conditional = effects.all(|effect| effect.facts().may_be_conditional);
        if ability.condition.is_some() && !conditional {
            fields.fault("standing abilities other than bonuses and discounts cannot have `if`");
        }
    }
}

/// Checks an ability as a whole and each of its effects; `items` are where the effects are.
pub(super) fn check(
    ability: &Ability,
    class: Option<Class>,
    fields: &Fields<'_>,
    items: &[Item<'_>],
) {
    if ability.from == WorksFrom::Hand && !ability.when.facts().from_hand {
        fields.fault(format!(
            "a card in hand cannot have the trigger `{}`; it can have: {}",
            ability.when.word(),
            words(&triggers_with(|facts| facts.from_hand))
        ));
    }
    match class {
        Some(Class::Division) => check_division(ability, fields),
        Some(class) => check_card(ability, class, fields),
        None => {}
    }
    if ability.combine == Combine::AndOr && ability.effects.len() < 2 {
        fields.fault("`and-or` needs at least two effects to choose from");
    }
    for (i, (effect, item)) in ability.effects.iter().zip(items).enumerate() {
        let before = &ability.effects[..i];
        check_trigger(ability, effect, item);
        if let Some(class) = class {
            let refusal = effect.facts().refusal(effect.name(), class, ability);
            refusal.into_iter().for_each(|message| item.fault(message));
        }
        check_target(ability, effect, before, item);
        for amount in effect.amounts() {
            check_amount(ability, effect, amount, before, item);
        }
    }
}

/// What a card that is no division can have.
fn check_card(ability: &Ability, class: Class, fields: &Fields<'_>) {
    let (when, side) = (ability.when.word(), ability.when.facts().side);
    if ability.from == WorksFrom::Division {
        fields.fault("only divisions can have `from = \"division\"`");
    }
    if class == Class::Resource {
        fields.fault("resources have no abilities");
    }
    if class == Class::Weather {
        fields.fault("weather cards have no abilities: cards that depend on a condition have them");
    }
    if class.is_enemy() {
        if side == WhenSide::Players {
            fields.fault(format!("enemies cannot have the trigger `{when}`"));
        }
        if ability.from == WorksFrom::Hand || !ability.costs.is_empty() || ability.optional {
            fields.fault(
                "enemies make no choices: they cannot have `from = \"hand\"`, `pay` or `may`",
            );
        }
    } else if side == WhenSide::Enemies {
        fields.fault(format!("only enemies can have the trigger `{when}`"));
    } else if is_players_choice(ability) && !ability.optional {
        fields.fault("this is the player's choice: `may = true` is missing");
    }
    if class == Class::Equipment && ability.from == WorksFrom::Hand {
        fields.fault("equipment works on a troop, not from hand");
    } else if ability.from == WorksFrom::Hand {
        check_use_from_hand(ability, class, fields);
    }
    if ability.when == Purchase && ability.from == WorksFrom::Lane {
        fields.fault("the trigger `purchase` is for cards in hand: `from = \"hand\"` is missing");
    }
}

/// A card in hand is used up, or it could be used without end. Instants are discarded
/// automatically, except when they make a purchase cheaper.
fn check_use_from_hand(ability: &Ability, class: Class, fields: &Fields<'_>) {
    let given_up = [Cost::BurnThis, Cost::DiscardThis];
    let gives_up = ability.costs.iter().any(|cost| given_up.contains(cost));
    let reduces = ability.reductions().next().is_some();
    let goes_by_itself = class == Class::Instant && !reduces;
    if !gives_up && !goes_by_itself {
        fields.fault("a card in hand is used up: `pay` must have burn-this or discard-this");
    }
    if gives_up && goes_by_itself {
        fields.fault(
            "a played instant is discarded automatically: it cannot have burn-this or discard-this",
        );
    }
    if ability.limit != Limit::EachTime {
        fields.fault("`limit` cannot be used for a card in hand, which is used up");
    }
}

/// Abilities that are always optional: in attacks, and for another troop.
fn is_players_choice(ability: &Ability) -> bool {
    let for_others = ability.when.facts().about_a_troop && ability.whose != Whose::This;
    for_others || matches!(ability.when, Attacks | AnotherAttacks)
}

/// A division is used like a card in hand, but stays, so it must say how often.
fn check_division(ability: &Ability, fields: &Fields<'_>) {
    let when = ability.when;
    if ability.from != WorksFrom::Division {
        fields.fault("divisions cannot have `from`: leave it out");
    }
    if when != Standing && !when.facts().from_hand {
        fields.fault(format!(
            "a division cannot have the trigger `{}`; it can have: standing, {}",
            when.word(),
            words(&triggers_with(|facts| facts.from_hand))
        ));
    }
    if !ability.costs.is_empty() {
        fields.fault("the power of a division costs nothing: it cannot have `pay`");
    }
    if when != Standing && ability.limit != Limit::OncePerRound {
        fields.fault("the power of a division works once per round: `limit` is missing");
    }
    let about_a_card = |pick: Pick| matches!(pick, Pick::This | Pick::UppermostDiscardedTroop);
    let mut targets = ability.effects.iter().filter_map(Effect::target);
    if targets.any(|target| about_a_card(target.pick)) {
        fields.fault("a division is not on a troop: `this` cannot be used");
    }
}

fn check_trigger(ability: &Ability, effect: &Effect, item: &Item<'_>) {
    let (fits, place) = match effect.facts().triggers {
        [] => (
            !matches!(ability.when, Standing | Purchase),
            "any trigger except `standing` and `purchase`".into(),
        ),
        some => (some.contains(&ability.when), words(some)),
    };
    if !fits {
        let (effect, when) = (effect.name(), ability.when.word());
        item.fault(format!(
            "`{effect}` cannot be used with the trigger `{when}`; it belongs to: {place}"
        ));
    }
}

fn check_target(ability: &Ability, effect: &Effect, before: &[Effect], item: &Item<'_>) {
    let Some(target) = effect.target() else {
        return;
    };
    let pick = target.pick;
    if !(effect.facts().targets)(pick) {
        let (effect, pick) = (effect.name(), pick.word());
        item.fault(format!("`{effect}` cannot have the target `{pick}`"));
    }
    let earlier = |wanted: fn(Pick) -> bool| {
        let mut targets = before.iter().filter_map(Effect::target);
        targets.any(|target| wanted(target.pick))
    };
    let facts = ability.when.facts();
    let has_enemy = facts.has_enemy || earlier(Pick::is_enemy);
    let has_troop = facts.has_troop || earlier(Pick::is_troop);
    let refers_to_none = |what: &str, with: &[When]| {
        item.fault(format!(
            "`that-{what}` refers to no {what}: the trigger has none ({} do) and no previous \
             effect has chosen one",
            words(with)
        ));
    };
    if pick == Pick::ThatEnemy && !has_enemy {
        refers_to_none("enemy", &triggers_with(|facts| facts.has_enemy));
    }
    if pick == Pick::ThatTroop && !has_troop {
        refers_to_none("troop", &triggers_with(|facts| facts.has_troop));
    }
    if target.lane == LaneRef::That && !has_enemy {
        item.fault("`that` refers to no lane: no previous effect has chosen an enemy");
    }
}

fn check_amount(
    ability: &Ability,
    effect: &Effect,
    amount: Amount,
    before: &[Effect],
    item: &Item<'_>,
) {
    let Some(quantity) = amount.quantity else {
        return;
    };
    let is_used = effect.facts().uses.contains(&quantity);
    let mut before = before.iter();
    let is_known = before.any(|effect| effect.facts().yields == Some(quantity));
    let pays_a_card = !ability.costs.iter().copied().all(Cost::is_the_card_itself);
    let complaint = match quantity {
        Quantity::CardCost if !pays_a_card => {
            "`pay` names no card: burn-discarded-troop, burn-discarded-card or discard-deck-top"
        }
        Quantity::Prevented if !is_known => "no previous effect prevents damage",
        Quantity::Healed if !is_known => "no previous effect heals",
        Quantity::CardsBurned if !is_known => "no previous effect burns items",
        Quantity::All if !is_used => "only `prevent` and `redirect` can use `all`",
        Quantity::All if amount != Amount::of(Quantity::All) => {
            "`all` cannot be multiplied or added to"
        }
        Quantity::TargetPower if !is_used => {
            "only `gain-power` has a target whose power can be read"
        }
        Quantity::OwnPower | Quantity::HalfTotalHp if ability.when == Standing => {
            "a standing bonus cannot depend on power or HP, which depend on it"
        }
        _ => return,
    };
    let (quantity, effect) = (quantity.word(), effect.name());
    item.fault(format!(
        "`{quantity}` cannot be used in `{effect}`: {complaint}"
    ));
}
