//! Checks that an ability makes sense: effects have triggers that provide what they need, targets
//! and amounts have been chosen before, and every field is used.

use super::effects::name;
use crate::Class;
use crate::ability::{
    Ability, Amount, Combine, Cost, Effect, From, LaneRef, Limit, Pick, Quantity, Target, When,
    WhenFacts, WhenSide, Whose,
};
use crate::data::Fields;
use crate::data::{Sink, Spot};
use crate::words::Word;
use When::*;

/// All triggers with a property.
fn moments_with(is_true: fn(&WhenFacts) -> bool) -> Vec<When> {
    let all = When::ALL.iter().map(|(_, when)| *when);
    all.filter(|when| is_true(&when.facts())).collect()
}

fn words(moments: &[When]) -> String {
    let words: Vec<&str> = moments.iter().map(|when| when.word()).collect();
    words.join(", ")
}

/// Checks fields that the trigger would ignore.
pub(super) fn check_fields(fields: &Fields<'_>, ability: &Ability, may: Option<bool>) {
    let when = ability.when.word();
    let unread = |field: &str, moments: fn() -> Vec<When>| {
        if fields.has(field) && !moments().contains(&ability.when) {
            fields.fault(format!(
                "`{field}` cannot be used with the trigger `{when}`; it belongs to: {}",
                words(&moments())
            ));
        }
    };
    unread("whose", || moments_with(|facts| facts.about_a_troop));
    unread("range", || moments_with(|facts| facts.about_a_lane));
    let about_itself = ability.when.facts().about_a_troop && ability.whose == Whose::This;
    if fields.has("range") && about_itself && ability.from == From::Lane {
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
        let only_bonuses = ability.effects.iter().all(|effect| {
            let bonus = matches!(effect, Effect::Bonus { .. } | Effect::ItemBonus { .. });
            bonus || matches!(effect, Effect::CostLess { .. })
        });
        if ability.condition.is_some() && !only_bonuses {
            fields.fault("standing abilities other than bonuses and discounts cannot have `if`");
        }
    }
}

/// Checks an ability as a whole and each of its effects.
pub(super) fn check(
    ability: &Ability,
    class: Option<Class>,
    spot: &Spot,
    effect_spots: &[Spot],
    sink: &Sink,
) {
    check_place(ability, class, spot, sink);
    if ability.combine == Combine::AndOr && ability.effects.len() < 2 {
        sink.add(spot, "`and-or` needs at least two effects to choose from");
    }
    for (i, effect) in ability.effects.iter().enumerate() {
        let spot = &effect_spots[i];
        let before = &ability.effects[..i];
        check_moment(ability, effect, spot, sink);
        if let Some(class) = class {
            check_class(ability, effect, class, spot, sink);
        }
        check_target(ability, effect, before, spot, sink);
        for amount in amounts(effect) {
            check_amount(ability, effect, amount, before, spot, sink);
        }
    }
}

fn check_place(ability: &Ability, class: Option<Class>, spot: &Spot, sink: &Sink) {
    let when = ability.when;
    let say = |message: String| sink.add(spot, message);
    if ability.from == From::Hand && !when.facts().from_hand {
        say(format!(
            "a card in hand cannot have the trigger `{}`; it can have: {}",
            when.word(),
            words(&moments_with(|facts| facts.from_hand))
        ));
    }
    let Some(class) = class else { return };
    if class == Class::Division {
        check_division(ability, &say);
        return;
    }
    if ability.from == From::Division {
        say("only divisions can have `from = \"division\"`".into());
    }
    if class == Class::Resource {
        say("resources have no abilities".into());
    }
    if class == Class::Weather {
        say("weather cards have no abilities: cards that depend on a condition have them".into());
    }
    if class.is_enemy() {
        if when.facts().side == WhenSide::Players {
            say(format!("enemies cannot have the trigger `{}`", when.word()));
        }
        if ability.from == From::Hand || !ability.costs.is_empty() || ability.optional {
            say(
                "enemies make no choices: they cannot have `from = \"hand\"`, `pay` or \
                `may`"
                    .into(),
            );
        }
    } else if when.facts().side == WhenSide::Enemies {
        say(format!(
            "only enemies can have the trigger `{}`",
            when.word()
        ));
    } else if is_players_choice(ability) && !ability.optional {
        say("this is the player's choice: `may = true` is missing".into());
    }
    if class == Class::Equipment && ability.from == From::Hand {
        say("equipment works on a troop, not from hand".into());
    } else if ability.from == From::Hand {
        check_use_from_hand(ability, class, &say);
    }
    if when == Purchase && ability.from == From::Lane {
        say("the trigger `purchase` is for cards in hand: `from = \"hand\"` is missing".into());
    }
}

/// A card in hand is used up, or it could be used without end. Instants are discarded
/// automatically, except when they make a purchase cheaper.
fn check_use_from_hand(ability: &Ability, class: Class, say: &dyn Fn(String)) {
    let given_up = [Cost::BurnThis, Cost::DiscardThis];
    let gives_up = ability.costs.iter().any(|cost| given_up.contains(cost));
    let reduces = ability
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::CostLess { .. }));
    let goes_by_itself = class == Class::Instant && !reduces;
    if !gives_up && !goes_by_itself {
        say("a card in hand is used up: `pay` must have burn-this or discard-this".into());
    }
    if gives_up && goes_by_itself {
        say(
            "a played instant is discarded automatically: it cannot have burn-this or \
            discard-this"
                .into(),
        );
    }
    if ability.limit != Limit::EachTime {
        say("`limit` cannot be used for a card in hand, which is used up".into());
    }
}

/// Abilities that are always optional: in attacks, and for another troop.
fn is_players_choice(ability: &Ability) -> bool {
    let for_others = ability.when.facts().about_a_troop && ability.whose != Whose::This;
    for_others || matches!(ability.when, Attacks | AnotherAttacks)
}

/// A division is used like a card in hand, but stays, so it must say how often.
fn check_division(ability: &Ability, say: &dyn Fn(String)) {
    let when = ability.when;
    if ability.from != From::Division {
        say("divisions cannot have `from`: leave it out".into());
    }
    if when != Standing && !when.facts().from_hand {
        say(format!(
            "a division cannot have the trigger `{}`; it can have: standing, {}",
            when.word(),
            words(&moments_with(|facts| facts.from_hand))
        ));
    }
    if !ability.costs.is_empty() {
        say("the power of a division costs nothing: it cannot have `pay`".into());
    }
    if when != Standing && ability.limit != Limit::OncePerRound {
        say("the power of a division works once per round: `limit` is missing".into());
    }
    let about_a_card = |pick: Pick| matches!(pick, Pick::This | Pick::UppermostDiscardedTroop);
    if ability
        .effects
        .iter()
        .filter_map(target_of)
        .any(|target| about_a_card(target.pick))
    {
        say("a division is not on a troop: `this` cannot be used".into());
    }
}

/// The triggers that an effect can have; empty: any except standing.
fn moments(effect: &Effect) -> &'static [When] {
    match effect {
        Effect::Prevent { .. } | Effect::Redirect { .. } => &[WouldBeDamaged],
        Effect::CancelReveal => &[RevealPending],
        Effect::HealTo { .. } => &[WouldBeKilled],
        Effect::ExtraDamage { .. } => &[Attacks, AnotherAttacks],
        Effect::StrikeFirst => &[Attacks, Activated],
        Effect::GainResources { .. } => &[Purchase],
        Effect::CostLess { .. } => &[Purchase, Standing],
        Effect::BecomeTroop | Effect::ReturnDiscarded { .. } | Effect::EquipDiscarded { .. } => {
            &[Activated]
        }
        Effect::Bonus { .. }
        | Effect::ItemBonus { .. }
        | Effect::SufferLess { .. }
        | Effect::AbilityDamageMore { .. }
        | Effect::Overflow { .. }
        | Effect::HitTroops { .. }
        | Effect::Unpreventable
        | Effect::NotRedirectable
        | Effect::NeverEquips
        | Effect::DeploysAsInstant
        | Effect::Untargetable => &[Standing],
        _ => &[],
    }
}

fn check_moment(ability: &Ability, effect: &Effect, spot: &Spot, sink: &Sink) {
    let fitting = moments(effect);
    let fits = match fitting {
        [] => !matches!(ability.when, Standing | Purchase),
        some => some.contains(&ability.when),
    };
    if !fits {
        let place = match fitting {
            [] => "any trigger except `standing` and `purchase`".into(),
            some => words(some),
        };
        let (effect, when) = (name(effect), ability.when.word());
        let message =
            format!("`{effect}` cannot be used with the trigger `{when}`; it belongs to: {place}");
        sink.add(spot, message);
    }
}

/// Whether cards of a class can have an effect.
fn check_class(ability: &Ability, effect: &Effect, class: Class, spot: &Spot, sink: &Sink) {
    let enemies_only = matches!(
        effect,
        Effect::Overflow { .. }
            | Effect::HitTroops { .. }
            | Effect::Unpreventable
            | Effect::NotRedirectable
            | Effect::Untargetable
            | Effect::SufferLess { .. }
            | Effect::DiscardThis
            | Effect::ReverseLane
            | Effect::AddEnemies { .. }
            | Effect::DamageBase { .. }
    );
    if enemies_only && !class.is_enemy() {
        sink.add(spot, format!("only enemies can have `{}`", name(effect)));
    }
    let standing_reduction = matches!(effect, Effect::CostLess { .. }) && ability.when == Standing;
    let divisions_only = standing_reduction || matches!(effect, Effect::ItemBonus { .. });
    if divisions_only && class != Class::Division {
        let message = format!("only divisions can have a standing `{}`", name(effect));
        sink.add(spot, message);
    }
    let needs_body = ability.when == Standing && !divisions_only;
    if needs_body && class == Class::Division {
        let message = format!(
            "a division is not in a lane: it cannot have `{}`",
            name(effect)
        );
        sink.add(spot, message);
    }
    if matches!(effect, Effect::ExtraDamage { .. }) && class.is_enemy() {
        sink.add(spot, "enemies have power: they cannot have `extra-damage`");
    }
    let discards = matches!(
        effect,
        Effect::ReturnDiscarded { .. } | Effect::EquipDiscarded { .. }
    );
    if discards && class.is_enemy() {
        sink.add(spot, format!("enemies cannot have `{}`", name(effect)));
    }
    let troops_only = matches!(effect, Effect::NeverEquips | Effect::DeploysAsInstant);
    if troops_only && class != Class::Troop {
        sink.add(spot, format!("only troops can have `{}`", name(effect)));
    }
    if *effect == Effect::BecomeTroop && (class != Class::Instant || ability.from != From::Hand) {
        sink.add(spot, "`become-troop` is for instants used from hand");
    }
}

fn target_of(effect: &Effect) -> Option<Target> {
    match *effect {
        Effect::Damage { to, .. } | Effect::Heal { to, .. } => Some(to),
        Effect::Move { who, .. }
        | Effect::Burn { who }
        | Effect::BecomeEnemy { who }
        | Effect::Kill { who }
        | Effect::GainPower { who, .. } => Some(who),
        Effect::DiscardItems { of } | Effect::BurnItems { of } => Some(of),
        _ => None,
    }
}

fn is_enemy_pick(pick: Pick) -> bool {
    matches!(
        pick,
        Pick::ThatEnemy
            | Pick::OneEnemy
            | Pick::OneRevealedEnemy
            | Pick::OneEnemyInLane
            | Pick::OneRevealedEnemyInLane
            | Pick::OneRevealedNonBossInLane
    )
}

fn is_troop_pick(pick: Pick) -> bool {
    !is_enemy_pick(pick)
        && !matches!(
            pick,
            Pick::This | Pick::LaneFronts | Pick::UppermostDiscardedTroop
        )
}

fn check_target(ability: &Ability, effect: &Effect, before: &[Effect], spot: &Spot, sink: &Sink) {
    let Some(target) = target_of(effect) else {
        return;
    };
    let pick = target.pick;
    let allowed = match effect {
        Effect::Damage { .. } => {
            !matches!(pick, Pick::UppermostDiscardedTroop | Pick::OwnersChoice)
        }
        Effect::Heal { .. } => is_troop_pick(pick) || pick == Pick::This,
        Effect::Burn { .. } => is_troop_pick(pick),
        Effect::DiscardItems { .. } | Effect::BurnItems { .. } => {
            is_troop_pick(pick) || pick == Pick::This
        }
        Effect::BecomeEnemy { .. } => {
            matches!(pick, Pick::ThatTroop | Pick::UppermostDiscardedTroop)
        }
        Effect::Kill { .. } => is_enemy_pick(pick),
        Effect::Move { .. } => !matches!(
            pick,
            Pick::LaneFronts | Pick::UppermostDiscardedTroop | Pick::EveryTroop
        ),
        Effect::GainPower { .. } => is_troop_pick(pick) || pick == Pick::This,
        _ => true,
    };
    let earlier =
        |wanted: fn(Pick) -> bool| before.iter().filter_map(target_of).any(|t| wanted(t.pick));
    let facts = ability.when.facts();
    let has_enemy = facts.has_enemy || earlier(is_enemy_pick);
    let has_troop = facts.has_troop || earlier(is_troop_pick);
    if !allowed {
        let (effect, pick) = (name(effect), pick.word());
        sink.add(spot, format!("`{effect}` cannot have the target `{pick}`"));
    }
    let refers_to_none = |what: &str, with: &[When]| {
        let message = format!(
            "`that-{what}` refers to no {what}: the trigger has none ({} do) and no previous \
             effect has chosen one",
            words(with)
        );
        sink.add(spot, message);
    };
    if pick == Pick::ThatEnemy && !has_enemy {
        refers_to_none("enemy", &moments_with(|facts| facts.has_enemy));
    }
    if pick == Pick::ThatTroop && !has_troop {
        refers_to_none("troop", &moments_with(|facts| facts.has_troop));
    }
    if target.lane == LaneRef::That && !has_enemy {
        sink.add(
            spot,
            "`that` refers to no lane: no previous effect has chosen an enemy",
        );
    }
}

fn amounts(effect: &Effect) -> Vec<Amount> {
    match *effect {
        Effect::Damage { amount, .. }
        | Effect::DamageBase { amount }
        | Effect::Heal { amount, .. }
        | Effect::HealTo { hp: amount }
        | Effect::Prevent { amount, .. }
        | Effect::Redirect { amount, .. }
        | Effect::AddEnemies { count: amount, .. }
        | Effect::GainPower { amount, .. }
        | Effect::ExtraDamage { amount }
        | Effect::GainResources { amount }
        | Effect::CostLess { amount, .. }
        | Effect::SufferLess { amount, .. }
        | Effect::AbilityDamageMore { amount } => vec![amount],
        Effect::Bonus { power, hp, .. } | Effect::ItemBonus { power, hp, .. } => vec![power, hp],
        _ => Vec::new(),
    }
}

fn check_amount(
    ability: &Ability,
    effect: &Effect,
    amount: Amount,
    before: &[Effect],
    spot: &Spot,
    sink: &Sink,
) {
    let Some(quantity) = amount.quantity else {
        return;
    };
    let yields_a_card = |cost: &Cost| {
        matches!(
            cost,
            Cost::BurnDiscardedTroop | Cost::BurnDiscardedCard | Cost::DiscardDeckTop
        )
    };
    let complaint = match quantity {
        Quantity::CardCost if !ability.costs.iter().any(yields_a_card) => Some(
            "`pay` names no card: burn-discarded-troop, burn-discarded-card or discard-deck-top",
        ),
        Quantity::Prevented if !before.iter().any(|e| matches!(e, Effect::Prevent { .. })) => {
            Some("no previous effect prevents damage")
        }
        Quantity::CardsBurned if !before.iter().any(|e| matches!(e, Effect::BurnItems { .. })) => {
            Some("no previous effect burns items")
        }
        Quantity::All if !matches!(effect, Effect::Prevent { .. } | Effect::Redirect { .. }) => {
            Some("only `prevent` and `redirect` can use `all`")
        }
        Quantity::All if amount != Amount::of(Quantity::All) => {
            Some("`all` cannot be multiplied or added to")
        }
        Quantity::TargetPower if !matches!(effect, Effect::GainPower { .. }) => {
            Some("only `gain-power` has a target whose power can be read")
        }
        Quantity::OwnPower | Quantity::HalfTotalHp if ability.when == Standing => {
            Some("a standing bonus cannot depend on power or HP, which depend on it")
        }
        _ => None,
    };
    if let Some(complaint) = complaint {
        sink.add(
            spot,
            format!(
                "`{}` cannot be used in `{}`: {complaint}",
                quantity.word(),
                name(effect)
            ),
        );
    }
}
