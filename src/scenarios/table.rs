//! Sets up the board of a scenario: what is not listed is empty.

use super::notation::{CardNote, Context};
use cards::ability::Limit;
use cards::data::{Fields, Node, Spot, fields, unknown};
use cards::rng::GameKey;
use cards::ruleset::{Market, Ruleset};
use cards::words::Word;
use cards::{CardSet, Class, Kind, KindId};
use game::rules::{lead, set_up};
use game::state::{BoardCard, GameState, LANE_ZONES, Phase, Pile, STACKS, Side};

/// The tables of the players.
pub(super) const SEATS: [&str; 4] = ["p1", "p2", "p3", "p4"];
/// The tables of the encounter decks.
pub(super) const WAVES: [&str; 3] = ["wave-1", "wave-2", "wave-3"];
/// The market rows: pool and deck.
pub(super) const ROWS: [(&str, &str); 4] = [
    ("items", "items-deck"),
    ("troops-1", "troops-1-deck"),
    ("troops-2", "troops-2-deck"),
    ("troops-3", "troops-3-deck"),
];
/// Cards on offer in a row for which a scenario lists none.
const POOL_SIZES: [u8; 4] = [6, 3, 3, 3];

/// Sets the table that a file describes.
pub(super) fn set(
    fields: &Fields<'_>,
    context: Context<'_>,
    rules: &Ruleset,
    key: GameKey,
) -> GameState {
    if is_new_game(fields) {
        return new_game(fields, context, rules, key);
    }
    let mut state = GameState::new(key, rules.players);
    clock(&mut state, fields, context);
    let usual = if rules.training {
        0
    } else {
        i64::from(rules.base_hp) * i64::from(rules.players)
    };
    state.base = fields.number("base", -999..=999).unwrap_or(usual) as i32;
    supply(&mut state, fields, context);
    for_players(fields, context, rules.players, |seat, inner| {
        player(&mut state, seat, inner, context);
    });
    for (wave, name) in WAVES.into_iter().enumerate() {
        if let Some((table, spot)) = fields.table(name) {
            let inner = Fields::new(table, spot, context.sink);
            let encounter = &mut state.encounters[wave];
            pile(&mut encounter.deck, &inner, "deck", context, is_enemy);
            pile(&mut encounter.discard, &inner, "discard", context, is_enemy);
            pile(&mut encounter.bosses, &inner, "bosses", context, is_enemy);
            inner.finish();
        }
    }
    market(&mut state, fields, context, rules);
    weather(&mut state, fields, context);
    keep_orders(&mut state);
    note_moments(&mut state, context.cards);
    state
}

/// The word that starts with a new game instead of a table.
const NEW_GAME: &str = "new-game";

/// Whether a scenario starts with a new game.
pub(super) fn is_new_game(fields: &Fields<'_>) -> bool {
    let start = fields.get("start");
    start.is_some_and(|(node, _)| node.text() == Some(NEW_GAME))
}

/// Sets up a game as any other; the file may only choose divisions, the base and the first player.
fn new_game(fields: &Fields<'_>, context: Context<'_>, rules: &Ruleset, key: GameKey) -> GameState {
    let dealt = WAVES
        .iter()
        .chain(&["round", "wave", "market", "weather", "supply"]);
    for name in dealt {
        if let Some((_, spot)) = fields.get(name) {
            let message = "a new game has its own board: it begins with round 1, and all cards are \
                dealt by its `seed`";
            context.sink.add(&spot, message);
        }
    }
    let mut rules = *rules;
    for_players(fields, context, rules.players, |seat, inner| {
        rules.chosen_divisions[seat] = named_division(inner, context);
    });
    if let Err(message) = rules.choose_divisions(None, context.cards) {
        fields.fault(message);
        return GameState::new(key, rules.players);
    }
    let mut state = set_up(context.cards, &rules, key);
    if let Some(base) = fields.number("base", -999..=999) {
        state.base = base as i32;
    }
    if let Some((node, spot)) = fields.get("first-player") {
        let seat = context.seat(node.text().unwrap_or_default(), &spot);
        state.first_player = seat.unwrap_or(state.first_player);
    }
    state
}

/// Calls `each` with the seat and the fields of every player that the file names.
fn for_players(
    fields: &Fields<'_>,
    context: Context<'_>,
    players: u8,
    mut each: impl FnMut(usize, &Fields<'_>),
) {
    for (seat, name) in SEATS.into_iter().enumerate() {
        let Some((table, spot)) = fields.table(name) else {
            continue;
        };
        if seat >= usize::from(players) {
            let message = format!("there is no such player: `players` is {players}");
            context.sink.add(&spot, message);
        }
        let inner = Fields::new(table, spot, context.sink);
        each(seat, &inner);
        inner.finish();
    }
}

/// Reads when the scenario starts: round or wave, phase, first player.
fn clock(state: &mut GameState, fields: &Fields<'_>, context: Context<'_>) {
    let wave = fields.number("wave", 1..=3);
    let round = fields.number("round", 1..=9);
    state.round = match (round, wave) {
        (Some(round), None) => round as u8,
        (None, Some(wave)) => (wave * 3 - 2) as u8,
        (None, None) => 1,
        (Some(_), Some(_)) => {
            fields.fault("`round` determines the wave: give only one of `round` and `wave`");
            1
        }
    };
    state.phase = fields.word("start").unwrap_or(Phase::Combat);
    if let Some((node, spot)) = fields.get("first-player") {
        let seat = node.text().unwrap_or_default();
        state.first_player = context.seat(seat, &spot).unwrap_or(0);
    }
}

/// The supply holds all resource cards of the set, unless the file says otherwise.
fn supply(state: &mut GameState, fields: &Fields<'_>, context: Context<'_>) {
    for (id, kind) in context.cards.iter() {
        if kind.class == Class::Resource {
            state.supply[id.index()] = kind.copies;
        }
    }
    for (kind, count) in counts(fields, "supply", context) {
        state.supply[kind.index()] = count;
    }
}

/// Reads a table of cards and numbers.
pub(super) fn counts(
    fields: &Fields<'_>,
    name: &'static str,
    context: Context<'_>,
) -> Vec<(KindId, u8)> {
    let Some((table, spot)) = fields.table(name) else {
        return Vec::new();
    };
    let mut counts = Vec::new();
    for entry in &table.0 {
        let spot = spot.field(&entry.place, entry.key.clone());
        let kind = context.kind(&entry.key, &spot);
        let count = fields::number(&entry.node, &spot, 0..=99, context.sink);
        counts.extend(kind.zip(count.map(|count| count as u8)));
    }
    counts
}

fn player(state: &mut GameState, seat: usize, fields: &Fields<'_>, context: Context<'_>) {
    let cards = &mut state.seats[seat];
    pile(&mut cards.hand, fields, "hand", context, is_players);
    pile(&mut cards.deck, fields, "deck", context, is_players);
    pile(&mut cards.discard, fields, "discard", context, is_players);
    // Hands are listed in order, decks and piles from the top.
    cards.hand.cards_mut().reverse();
    let resources = fields.number("resources", 0..=999);
    state.resources[seat] = resources.unwrap_or(0) as u16;
    division(state, seat, fields, context);
    let kills = fields.number("kills", 0..=999);
    state.lanes[seat].kills = kills.unwrap_or(0) as u16;
    troops(state, seat as u8, fields, context);
    enemies(state, seat as u8, fields, context);
}

/// Reads `division`, and `division-used`: whether its powers of the round are spent.
fn division(state: &mut GameState, seat: usize, fields: &Fields<'_>, context: Context<'_>) {
    let used = fields.flag("division-used");
    let Some(kind) = named_division(fields, context) else {
        return;
    };
    lead(state, context.cards, seat, kind);
    state.division_used[seat] = marks(context.cards.kind(kind), used);
}

/// Reads `division`.
fn named_division(fields: &Fields<'_>, context: Context<'_>) -> Option<KindId> {
    let (node, spot) = fields.get("division")?;
    let divisions = &context.cards.divisions;
    let ids = || {
        divisions
            .iter()
            .map(|d| context.cards.kind(d.kind).id.as_str())
    };
    let wanted = node.text().unwrap_or_default();
    let Some(index) = ids().position(|id| id == wanted) else {
        let message = if divisions.is_empty() {
            "there are no divisions: set `divisions` under `[rules]`".into()
        } else {
            unknown("division", wanted, ids())
        };
        context.sink.add(&spot, message);
        return None;
    };
    Some(divisions[index].kind)
}

/// Reads a pile, listed from the top.
fn pile<const N: usize>(
    pile: &mut Pile<N>,
    fields: &Fields<'_>,
    name: &'static str,
    context: Context<'_>,
    belongs: impl Fn(&Kind) -> bool,
) {
    let list = fields.list(name).unwrap_or_default();
    for (node, spot) in list.iter().rev() {
        for kind in context.pile(&[(*node, spot.clone())]) {
            let facts = context.cards.kind(kind);
            if !belongs(facts) {
                let message = format!("a `{}` ({}) cannot be here", facts.id, facts.class.word());
                context.sink.add(spot, message);
            } else if !pile.push(kind) {
                context
                    .sink
                    .add(spot, format!("there is room for {N} cards"));
                return;
            }
        }
    }
}

fn troops(state: &mut GameState, lane: u8, fields: &Fields<'_>, context: Context<'_>) {
    for (note, spot) in notes(fields, "troops", context) {
        let facts = context.cards.kind(note.kind);
        if !facts.is_troop_like() || note.converted.is_some() {
            let message = format!("`{}` cannot stand in a lane as a troop", facts.id);
            context.sink.add(&spot, message);
            continue;
        }
        if state.lanes[lane as usize].troops.len() == LANE_ZONES {
            let message = format!("a lane has {LANE_ZONES} zones for troops");
            context.sink.add(&spot, message);
            return;
        }
        let mut card = on_board(&note, Side::Troop, lane, context, &spot);
        card.owner = lane;
        card.face_up = true;
        if let Some(placed) = state.board.place(card) {
            state.lanes[lane as usize].troops.push(placed.slot);
        }
    }
}

fn enemies(state: &mut GameState, lane: u8, fields: &Fields<'_>, context: Context<'_>) {
    for (note, spot) in notes(fields, "enemies", context) {
        let facts = context.cards.kind(note.kind);
        let fits = match note.converted {
            Some(_) => facts.is_troop_like(),
            None => facts.class.is_enemy(),
        };
        if !fits || !note.items.is_empty() {
            let message = format!(
                "`{}` cannot stand here: an enemy, or a troop with `converted of p1`, without items",
                facts.id
            );
            context.sink.add(&spot, message);
            continue;
        }
        let mut card = on_board(&note, Side::Enemy, lane, context, &spot);
        card.owner = note.converted.unwrap_or(u8::MAX);
        card.converted = note.converted.is_some();
        let placed = state.board.place(card);
        let fits =
            placed.is_some_and(|placed| state.lanes[lane as usize].enemies.push(placed.slot));
        if !fits {
            context.sink.add(&spot, "there is no room for more enemies");
            return;
        }
    }
}

fn notes(fields: &Fields<'_>, name: &'static str, context: Context<'_>) -> Vec<(CardNote, Spot)> {
    let list: Vec<(&Node, Spot)> = fields.list(name).unwrap_or_default();
    list.into_iter()
        .flat_map(|(node, spot)| {
            let notes = context.notes(&[(node, spot.clone())]);
            notes.into_iter().map(move |note| (note, spot.clone()))
        })
        .collect()
}

fn on_board(note: &CardNote, side: Side, lane: u8, context: Context<'_>, spot: &Spot) -> BoardCard {
    if note.power.is_some() || note.hp.is_some() {
        let message = "power and HP follow from the cards: they can be expected but not set";
        context.sink.add(spot, message);
    }
    let facts = context.cards.kind(note.kind);
    let mut card = BoardCard {
        kind: note.kind,
        side,
        lane,
        face_up: note.face_up,
        damage: note.damage,
        used: marks(facts, note.used),
        round_power: note.gained.round.unwrap_or(0),
        attack_power: note.gained.attack.unwrap_or(0),
        kept_power: note.gained.kept.unwrap_or(0),
        strikes_first: note.strikes_first,
        ..BoardCard::default()
    };
    for (item, used) in &note.items {
        let facts = context.cards.kind(*item);
        if facts.class != Class::Equipment {
            let message = format!("`{}` is not equipment", facts.id);
            context.sink.add(spot, message);
            continue;
        }
        card.equipment[card.items as usize] = *item;
        card.equipment_used[card.items as usize] = marks(facts, *used);
        card.items += 1;
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

/// Abilities that work once per round or only once, a bit each.
pub(super) fn limited_abilities(kind: &Kind) -> u8 {
    let limited = kind.abilities.iter().enumerate();
    limited
        .filter(|(_, ability)| ability.limit != Limit::EachTime)
        .fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Reads the market: a row holds as many cards as are listed for it.
///
/// In the stacks market all cards listed for a row lie on open stacks; a deck holds the stacks
/// that wait, card by card.
fn market(state: &mut GameState, fields: &Fields<'_>, context: Context<'_>, rules: &Ruleset) {
    for (row, size) in POOL_SIZES.into_iter().enumerate() {
        state.market[row].size = size;
    }
    let Some((table, spot)) = fields.table("market") else {
        return;
    };
    let inner = Fields::new(table, spot.clone(), context.sink);
    for (row, (pool, deck)) in ROWS.into_iter().enumerate() {
        let market = &mut state.market[row];
        let belongs = |kind: &Kind| match row {
            0 => kind.class.is_item(),
            wave => kind.class == Class::Troop && kind.wave as usize == wave,
        };
        pile(&mut market.pool, &inner, pool, context, belongs);
        market.pool.cards_mut().reverse();
        pile(&mut market.deck, &inner, deck, context, belongs);
        if !market.pool.is_empty() {
            market.size = market.pool.len() as u8;
        }
        if rules.market == Market::Stacks {
            let on_offer = market.pool;
            for kind in on_offer.cards() {
                if !market.stacks.cards().contains(kind) && !market.stacks.push(*kind) {
                    context
                        .sink
                        .add(&spot, format!("there is room for {STACKS} stacks"));
                }
            }
        }
    }
    if rules.market == Market::Stacks {
        for (kind, spot) in empty_stacks(&inner, context) {
            let row = match context.cards.kind(kind).class {
                Class::Troop => context.cards.kind(kind).wave as usize,
                _ => 0,
            };
            let stacks = &mut state.market[row].stacks;
            if stacks.cards().contains(&kind) || !stacks.push(kind) {
                context
                    .sink
                    .add(&spot, "this stack is on the table and not empty");
            }
        }
    }
    inner.finish();
}

/// Reads `empty-stacks`: stacks of which every card has been bought.
fn empty_stacks(fields: &Fields<'_>, context: Context<'_>) -> Vec<(KindId, Spot)> {
    let list = fields.list("empty-stacks").unwrap_or_default();
    let mut kinds = Vec::new();
    for (node, spot) in list {
        for kind in context.pile(&[(node, spot.clone())]) {
            if context.cards.kind(kind).for_sale {
                kinds.push((kind, spot.clone()))
            } else {
                context.sink.add(&spot, "this card is not for sale")
            }
        }
    }
    kinds
}

/// Reads the weather: the card in force, the deck and its discard pile.
fn weather(state: &mut GameState, fields: &Fields<'_>, context: Context<'_>) {
    let Some((table, spot)) = fields.table("weather") else {
        return;
    };
    let inner = Fields::new(table, spot, context.sink);
    let belongs = |kind: &Kind| kind.class == Class::Weather;
    let weather = &mut state.weather;
    pile(&mut weather.deck, &inner, "deck", context, belongs);
    pile(&mut weather.discard, &inner, "discard", context, belongs);
    weather.card = weather_card(&inner, context);
    let card = weather.card.map(|kind| context.cards.kind(kind));
    weather.conditions = card.map_or(0, |kind| kind.conditions);
    inner.finish();
}

/// Reads `card`: the weather card in force.
pub(super) fn weather_card(fields: &Fields<'_>, context: Context<'_>) -> Option<KindId> {
    let (node, spot) = fields.get("card")?;
    let kind = context.kind(node.text().unwrap_or_default(), &spot)?;
    if context.cards.kind(kind).class != Class::Weather {
        context.sink.add(&spot, "this is not a weather card");
    }
    Some(kind)
}

/// Decks count as shuffled: their order is the one that is listed.
fn keep_orders(state: &mut GameState) {
    for encounter in &mut state.encounters {
        encounter.shuffles = 1;
    }
    for row in &mut state.market {
        row.shuffled = true;
    }
}

/// Computes which triggers cards in hands and lanes might have.
fn note_moments(state: &mut GameState, cards: &CardSet) {
    let wave = state.wave();
    for (seat, division) in state.seats.iter_mut().zip(&state.divisions) {
        let kinds = seat.hand.cards().iter().chain(division);
        seat.hand_moments = kinds.fold(0, |bits, kind| {
            bits | cards.kind(*kind).derived.in_hand_in(wave)
        });
    }
    state.refresh_hand_moments();
    for (lane, ready) in state.lanes.iter_mut().zip(&mut state.ready) {
        for slot in lane.enemies.as_slice() {
            let card = state.board.card_mut(*slot);
            card.note_moments(cards);
            lane.enemy_moments |= card.moments;
        }
        for slot in lane.troops.as_slice() {
            let card = state.board.card_mut(*slot);
            card.note_moments(cards);
            *ready |= card.ready;
            state.lane_moments |= card.moments;
        }
    }
}

fn is_enemy(kind: &Kind) -> bool {
    kind.class.is_enemy()
}

fn is_players(kind: &Kind) -> bool {
    kind.class.is_players()
}
