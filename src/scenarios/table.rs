//! Sets up the board of a scenario: what is not listed is empty.

use super::expect::counts;
use super::notation::Context;
use super::note::{CardNote, limited_abilities};
use super::places::{OF_GAME, PileField, Section, sections};
use cards::data::{Fields, Item};
use cards::rng::GameKey;
use cards::ruleset::{Market, Ruleset};
use cards::words::Word;
use cards::{Class, Kind, KindId};
use game::rules::{TableByHand, set_up};
use game::state::{BoardCard, GameState, Phase, STACKS, Side};

/// Sets the table that a file describes.
pub(super) fn set(
    fields: &Fields<'_>,
    context: Context<'_>,
    rules: &mut Ruleset,
    key: GameKey,
) -> GameState {
    let start = fields.item("start");
    if start.is_some_and(|start| start.node.text() == Some(NEW_GAME)) {
        return new_game(fields, context, rules, key);
    }
    let mut table = TableByHand::new(context.cards, rules, key);
    clock(&mut table, fields);
    for figure in &OF_GAME {
        figure.set(&mut table, 0, fields, context);
    }
    for (kind, count) in counts(fields, "supply", context) {
        table.set_supply(kind, count);
    }
    for section in sections() {
        if let Some(inner) = section.find(fields, context) {
            set_section(&mut table, &section, &inner, context, rules);
            inner.finish();
        }
    }
    table.finish().unwrap_or_else(|| {
        fields.fault_in("market", format!("there is room for {STACKS} stacks"));
        GameState::new(key, rules.players)
    })
}

fn set_section(
    table: &mut TableByHand<'_>,
    section: &Section,
    fields: &Fields<'_>,
    context: Context<'_>,
    rules: &Ruleset,
) {
    for pile in &section.piles {
        put_pile(table, pile, fields, context);
    }
    let seat = section.seat.unwrap_or(0);
    for figure in section.figures {
        figure.set(table, seat.into(), fields, context);
    }
    if section.seat.is_some() {
        set_division(table, seat.into(), fields, context);
        set_side(table, (Side::Troop, seat), fields, context);
        set_side(table, (Side::Enemy, seat), fields, context);
    }
    if section.name == "market" && rules.market == Market::Stacks {
        put_empty_stacks(table, fields, context);
    }
}

/// The word that starts with a new game instead of a table.
const NEW_GAME: &str = "new-game";

/// Sets up a game as any other; the file may only choose divisions, the base and the first player.
fn new_game(
    fields: &Fields<'_>,
    context: Context<'_>,
    rules: &mut Ruleset,
    key: GameKey,
) -> GameState {
    let (players, others): (Vec<_>, Vec<_>) = sections()
        .into_iter()
        .partition(|section| section.seat.is_some());
    let dealt = others.iter().map(|section| section.name);
    for name in dealt.chain(["round", "wave", "supply"]) {
        if let Some(item) = fields.item(name) {
            item.fault(
                "a new game has its own board: it begins with round 1, and all cards are dealt by \
                 its `seed`",
            );
        }
    }
    for (seat, section) in players.iter().enumerate() {
        if let Some(inner) = section.find(fields, context) {
            rules.chosen_divisions[seat] = named_division(&inner, context);
            inner.finish();
        }
    }
    if let Err(message) = rules.choose_divisions(None, context.cards) {
        fields.fault(message);
        return GameState::new(key, rules.players);
    }
    let state = set_up(context.cards, rules, key);
    let mut table = TableByHand::of_game(state, context.cards, rules);
    for figure in &OF_GAME {
        figure.set(&mut table, 0, fields, context);
    }
    table.as_it_is()
}

/// Reads when the scenario starts: round or wave, phase.
fn clock(table: &mut TableByHand<'_>, fields: &Fields<'_>) {
    let wave = fields.number("wave", 1..=3);
    let round = fields.number("round", 1..=9);
    let round = match (round, wave) {
        (Some(round), None) => round,
        (None, Some(wave)) => wave * 3 - 2,
        (None, None) => 1,
        (Some(_), Some(_)) => {
            fields.fault("`round` determines the wave: give only one of `round` and `wave`");
            1
        }
    };
    let phase = fields.word("start").unwrap_or(Phase::Combat);
    table.begin_with(round as u8, phase);
}

/// Reads `division`, and `division-used`: whether its powers of the round are spent.
fn set_division(
    table: &mut TableByHand<'_>,
    seat: usize,
    fields: &Fields<'_>,
    context: Context<'_>,
) {
    let used = fields.flag("division-used");
    if let Some(kind) = named_division(fields, context) {
        table.lead(seat, kind, marks(context.cards.kind(kind), used));
    }
}

/// Reads `division`.
fn named_division(fields: &Fields<'_>, context: Context<'_>) -> Option<KindId> {
    let item = fields.item("division")?;
    let divisions = &context.cards.divisions;
    let ids = divisions
        .iter()
        .map(|division| context.cards.kind(division.kind).id.as_str());
    let wanted = item.node.text().unwrap_or_default();
    if divisions.is_empty() {
        item.fault("there are no divisions: set `divisions` under `[rules]`");
        return None;
    }
    let index = item.position("division", wanted, ids)?;
    Some(divisions[index].kind)
}

/// Reads a pile.
fn put_pile(
    table: &mut TableByHand<'_>,
    pile: &PileField,
    fields: &Fields<'_>,
    context: Context<'_>,
) {
    let mut items = fields.items(pile.name);
    if pile.is_ordered() {
        items.reverse();
    }
    for item in items {
        for kind in context.kinds(&item) {
            let facts = context.cards.kind(kind);
            if !pile.is_for(facts) {
                item.fault(format!(
                    "a `{}` ({}) cannot be here",
                    facts.id,
                    facts.class.word()
                ));
            } else if !table.put(pile.place, kind) {
                return item.fault("there is no room for so many cards");
            }
        }
    }
}

/// The cards of a lane as they are written.
fn notes<'a>(
    fields: &Fields<'a>,
    name: &'static str,
    context: Context<'_>,
) -> Vec<(CardNote, Item<'a>)> {
    let items = fields.items(name).into_iter();
    let notes = items.flat_map(|item| {
        let notes = context.notes(&item).into_iter();
        notes.map(move |note| (note, item.clone()))
    });
    notes.collect()
}

/// Reads the cards on one side of a lane.
fn set_side(
    table: &mut TableByHand<'_>,
    (side, lane): (Side, u8),
    fields: &Fields<'_>,
    context: Context<'_>,
) {
    let (name, wanted) = match side {
        Side::Troop => ("troops", "a troop"),
        Side::Enemy => (
            "enemies",
            "an enemy, or a troop with `converted of p1`, without items",
        ),
    };
    for (note, item) in notes(fields, name, context) {
        let facts = context.cards.kind(note.kind);
        let fits = match (side, note.converted) {
            (Side::Troop, converted) => facts.is_troop_like() && converted.is_none(),
            (Side::Enemy, Some(_)) => facts.is_troop_like() && note.items.is_empty(),
            (Side::Enemy, None) => facts.class.is_enemy() && note.items.is_empty(),
        };
        if !fits {
            item.fault(format!(
                "`{}` cannot stand here: expected {wanted}",
                facts.id
            ));
        } else if !table.stand(on_board(&note, (side, lane), context, &item)) {
            return item.fault(format!("there is no room for so many {name}"));
        }
    }
}

fn on_board(
    note: &CardNote,
    (side, lane): (Side, u8),
    context: Context<'_>,
    item: &Item<'_>,
) -> BoardCard {
    if note.power.is_some() || note.hp.is_some() {
        item.fault("power and HP follow from the cards: they can be expected but not set");
    }
    let mut card = BoardCard {
        kind: note.kind,
        side,
        lane,
        owner: match side {
            Side::Troop => lane,
            Side::Enemy => note.converted.unwrap_or(u8::MAX),
        },
        face_up: side == Side::Troop || note.face_up,
        converted: note.converted.is_some(),
        damage: note.damage,
        used: marks(context.cards.kind(note.kind), note.used),
        round_power: note.gained.round.unwrap_or(0),
        attack_power: note.gained.attack.unwrap_or(0),
        kept_power: note.gained.kept.unwrap_or(0),
        strikes_first: note.strikes_first,
        ..BoardCard::default()
    };
    for (carried, used) in &note.items {
        let facts = context.cards.kind(*carried);
        if facts.class != Class::Equipment {
            item.fault(format!("`{}` is not equipment", facts.id));
            continue;
        }
        card.put_on(*carried, marks(facts, *used));
    }
    card
}

/// The marks of a card whose limited abilities have been used.
fn marks(kind: &Kind, used: Option<bool>) -> u8 {
    match used {
        Some(true) => limited_abilities(kind),
        _ => 0,
    }
}

/// Reads `empty-stacks`: stacks of which every card has been bought.
fn put_empty_stacks(table: &mut TableByHand<'_>, fields: &Fields<'_>, context: Context<'_>) {
    for item in fields.items("empty-stacks") {
        for kind in context.kinds(&item) {
            if !context.cards.kind(kind).for_sale {
                item.fault("this card is not for sale");
            } else if !table.put_empty_stack(kind) {
                item.fault("this stack is on the table and not empty");
            }
        }
    }
}
