//! What must hold for a set as a whole: it fits the fixed-size state, and all of it can come
//! into play.

use crate::data::{Sink, Spot};
use crate::limits::{
    BOSS_PILE, ENCOUNTER_PILE, ITEM_KINDS, MARKET_PILE, MARKET_ROWS, MAX_PLAYERS, PLAYER_PILE,
    STACKS, WEATHER_PILE,
};
use crate::{CardSet, Class, Kind, MAX_KINDS};

/// Checks the number of kinds, which must fit a small integer; returns whether it does.
pub(super) fn check_kinds(kinds: usize, spot: &Spot, sink: &Sink) -> bool {
    if kinds > MAX_KINDS {
        sink.add(
            spot,
            format!("a set may have at most {MAX_KINDS} kinds of cards, found {kinds}"),
        );
    }
    kinds <= MAX_KINDS
}

/// Checks a set as a whole; `spots` are the places of its kinds.
pub(super) fn check(set: &CardSet, set_spot: &Spot, spots: &[Spot], sink: &Sink) {
    let total = |wanted: &dyn Fn(&Kind) -> bool| -> usize {
        let kinds = set.kinds.iter().filter(|kind| wanted(kind));
        kinds.map(|kind| usize::from(kind.copies)).sum()
    };
    let fits = |what: String, cards: usize, room: usize| {
        if cards > room {
            sink.add(
                set_spot,
                format!("{what}: {cards} cards, but there is room for {room}"),
            );
        }
    };
    fits(
        "resources, troops and items together".into(),
        total(&|kind| kind.class.is_players()),
        PLAYER_PILE,
    );
    fits(
        "weather cards".into(),
        total(&|kind| kind.class == Class::Weather),
        WEATHER_PILE,
    );
    fits(
        "items".into(),
        total(&|kind| kind.class.is_item()),
        MARKET_PILE,
    );
    for wave in 1..=3 {
        let of_wave = |class: Class| total(&|kind| kind.class == class && kind.wave == wave);
        let enemies = of_wave(Class::Enemy);
        let bosses = of_wave(Class::Boss);
        fits(
            format!("enemies and bosses of wave {wave}"),
            enemies + bosses,
            ENCOUNTER_PILE,
        );
        fits(format!("bosses of wave {wave}"), bosses, BOSS_PILE);
        fits(
            format!("troops of wave {wave}"),
            of_wave(Class::Troop),
            MARKET_PILE,
        );
        if enemies == 0 {
            sink.add(set_spot, format!("wave {wave} has no enemies"));
        }
    }
    check_stacks(set, set_spot, sink);
    for (kind, spot) in set.kinds.iter().zip(spots) {
        if kind.first_copy.checked_add(kind.copies).is_none() {
            sink.add(
                spot,
                "cards that are `like` one another may have at most 255 copies in total",
            );
        }
    }
    check_starting_deck(set, set_spot, sink);
    check_use(set, spots, sink);
}

/// In the stacks market, every kind of a row may have a stack.
fn check_stacks(set: &CardSet, spot: &Spot, sink: &Sink) {
    for row in 0..MARKET_ROWS {
        let sold = |kind: &&Kind| kind.copies > 0 && kind.market_row() == Some(row);
        let kinds = set.kinds.iter().filter(sold).count();
        let (what, room) = match row {
            0 => ("items".to_string(), ITEM_KINDS),
            wave => (format!("troops of wave {wave}"), STACKS),
        };
        if kinds > room {
            sink.add(
                spot,
                format!("{what}: {kinds} kinds for sale, but there is room for {room}"),
            );
        }
    }
}

/// There must be enough cards for four starting decks.
fn check_starting_deck(set: &CardSet, spot: &Spot, sink: &Sink) {
    for stock in &set.starting_deck {
        let kind = set.kind(stock.kind);
        let needed = usize::from(stock.count) * MAX_PLAYERS;
        if usize::from(kind.copies) < needed {
            sink.add(
                spot,
                format!(
                    "{MAX_PLAYERS} players start with {needed} `{}` together, but there are {}",
                    kind.id, kind.copies
                ),
            );
        }
    }
}

/// Every card must have a way into play.
fn check_use(set: &CardSet, spots: &[Spot], sink: &Sink) {
    for ((id, kind), spot) in set.iter().zip(spots) {
        if kind.copies == 0 || !kind.class.is_players() || kind.for_sale {
            continue;
        }
        let dealt = set.starting_deck.iter().any(|stock| stock.kind == id);
        let income = set.income.contains(&id);
        let upgraded = set
            .kinds
            .iter()
            .any(|other| other.upgrade.is_some_and(|upgrade| upgrade.into == id));
        if !dealt && !income && !upgraded {
            sink.add(
                spot,
                "never comes into play: it is not for sale, in the starting deck, part of the \
                 income or the result of an upgrade",
            );
        }
    }
}
