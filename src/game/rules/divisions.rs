//! Divisions at set-up: who has which, and the cards they add.

use super::market;
use crate::state::{GameState, MAX_PLAYERS};
use arrayvec::ArrayVec;
use cards::ability::Goods;
use cards::rng::Purpose;
use cards::ruleset::Ruleset;
use cards::{CardSet, Division, Kind, KindId, StartingCards};

/// The maximum number of divisions to draw from.
const DRAWN: usize = 32;

/// Gives every player a division: the chosen ones, and random ones.
pub(super) fn assign(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    let stream = state.key.stream(Purpose::Division, 0, 0);
    let mut drawn: ArrayVec<(u64, KindId), DRAWN> = cards
        .divisions
        .iter()
        .filter(|division| {
            !division.expansion && !rules.chosen_divisions.contains(&Some(division.kind))
        })
        .map(|division| (stream.of(cards.kind(division.kind).label, 0), division.kind))
        .take(DRAWN)
        .collect();
    drawn.sort_unstable();
    let mut drawn = drawn.into_iter().map(|(_, kind)| kind);
    for seat in 0..state.players as usize {
        let Some(kind) = rules.chosen_divisions[seat].or_else(|| drawn.next()) else {
            continue;
        };
        state.supply[kind.index()] -= 1;
        lead(state, cards, seat, kind);
    }
}

/// Gives a player a division.
pub fn lead(state: &mut GameState, cards: &CardSet, seat: usize, kind: KindId) {
    state.divisions[seat] = Some(kind);
    state.item_bonus |= cards.kind(kind).derived.standing.bonus_items;
}

fn division<'a>(state: &GameState, cards: &'a CardSet, seat: usize) -> Option<&'a Division> {
    let kind = state.divisions[seat]?;
    cards
        .divisions
        .iter()
        .find(|division| division.kind == kind)
}

/// Items of divisions, which have stacks before all others.
#[derive(Default)]
pub(super) struct OwnStacks {
    /// All of them, in seat order.
    pub(super) items: ArrayVec<KindId, { MAX_PLAYERS * 4 }>,
    /// For each seat the random one.
    random: [Option<KindId>; MAX_PLAYERS],
}

/// The stacks that divisions need, with random ones drawn.
pub(super) fn own_stacks(state: &GameState, cards: &CardSet, rules: &Ruleset) -> OwnStacks {
    let mut own = OwnStacks::default();
    for seat in 0..state.players as usize {
        match division(state, cards, seat).map(|division| &division.start) {
            Some(StartingCards::Named(stocks)) => {
                for stock in stocks.iter().filter(|s| cards.kind(s.kind).class.is_item()) {
                    let _ = own.items.try_push(stock.kind);
                }
            }
            Some(StartingCards::OneStack { goods, count }) => {
                let kind = random_stack(state, cards, rules, seat, (*goods, *count), &own.items);
                own.random[seat] = kind;
                if let Some(kind) = kind {
                    let _ = own.items.try_push(kind);
                }
            }
            _ => {}
        }
    }
    own
}

/// Item trackers are turned until one is suitable; those of other divisions are already out.
fn random_stack(
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
    seat: usize,
    (goods, count): (Goods, u8),
    taken: &[KindId],
) -> Option<KindId> {
    let stream = state.key.stream(Purpose::Division, 1 + seat as u32, 0);
    let fits = |id: KindId, kind: &Kind| {
        let usual = !kind.legendary || rules.legendary_stacks;
        let makes_stack = kind.class.is_item() && kind.for_sale && usual;
        makes_stack && goods.includes(kind) && kind.copies >= count && !taken.contains(&id)
    };
    cards
        .iter()
        .filter(|(id, kind)| fits(*id, kind))
        .min_by_key(|(_, kind)| (stream.of(kind.label, 0), kind.first_copy))
        .map(|(id, _)| id)
}

/// Moves the starting cards of all divisions from the market to the players' decks. The market's
/// decks are laid out and nothing is on offer yet.
pub(super) fn deal_starting_cards(state: &mut GameState, cards: &CardSet, own: &OwnStacks) {
    for seat in 0..state.players as usize {
        match division(state, cards, seat).map(|division| &division.start) {
            Some(StartingCards::Named(stocks)) => {
                for stock in stocks {
                    take(state, cards, seat, stock.kind, stock.count);
                }
            }
            Some(StartingCards::OneStack { count, .. }) => {
                if let Some(kind) = own.random[seat] {
                    take(state, cards, seat, kind, *count);
                }
            }
            Some(StartingCards::AnyOf {
                goods,
                cost_at_most,
                count,
            }) => {
                for number in 0..*count {
                    let what = (*goods, *cost_at_most);
                    if let Some(kind) = random_card(state, cards, seat, what, number) {
                        take(state, cards, seat, kind, 1);
                    }
                }
            }
            None => {}
        }
    }
}

/// Takes cards of a kind out of the market's deck, as many as there are.
fn take(state: &mut GameState, cards: &CardSet, seat: usize, kind: KindId, count: u8) {
    let row = market::row_of(cards.kind(kind));
    for _ in 0..count {
        if state.market[row].deck.remove_kind(kind) {
            let fits = state.seats[seat].deck.push(kind);
            debug_assert!(fits, "a deck has room for all cards of players");
        }
    }
}

/// A random card from the stacks on the table; with pools, from the decks.
fn random_card(
    state: &GameState,
    cards: &CardSet,
    seat: usize,
    (goods, cost_at_most): (Goods, u8),
    number: u8,
) -> Option<KindId> {
    let stream = state
        .key
        .stream(Purpose::Division, 1 + seat as u32, 1 + u32::from(number));
    let open = |kind: KindId| {
        let row = market::row_of(cards.kind(kind));
        state.market[row].stacks.is_empty() || market::has_stack(state, cards, kind)
    };
    let fits = |kind: &&KindId| {
        let facts = cards.kind(**kind);
        goods.includes(facts) && facts.cost <= cost_at_most && open(**kind)
    };
    let decks = state.market.iter().flat_map(|row| row.deck.cards());
    let candidates = decks.filter(fits);
    let mut copies = [0u8; cards::MAX_KINDS];
    candidates
        .map(|kind| {
            let facts = cards.kind(*kind);
            let copy = &mut copies[kind.index()];
            *copy += 1;
            let luck = stream.of(facts.label, u32::from(facts.first_copy) + u32::from(*copy));
            (luck, *kind)
        })
        .min()
        .map(|(_, kind)| kind)
}
