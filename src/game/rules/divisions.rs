//! Divisions at set-up: who has which, and the cards they add.

use super::{Game, market};
use crate::observe::Observer;
use crate::play::{Choice, Decision, Policy};
use crate::state::{GameState, MAX_PLAYERS};
use arrayvec::ArrayVec;
use cards::ability::Goods;
use cards::rng::Purpose;
use cards::ruleset::{Decided, Ruleset};
use cards::{CardSet, Division, Kind, KindId, StartingCards};

/// The maximum number of divisions to draw from.
const DRAWN: usize = 32;

type Kinds = ArrayVec<KindId, { cards::MAX_KINDS }>;

/// Gives every player a division: the chosen ones, and random ones.
pub(super) fn assign(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    let stream = state.key.stream(Purpose::Division, 0, 0);
    let mut drawn: ArrayVec<(u64, KindId), DRAWN> = free(state, cards, rules)
        .map(|kind| (stream.of(cards.kind(kind).label, 0), kind))
        .collect();
    drawn.sort_unstable();
    let mut drawn = drawn.into_iter().map(|(_, kind)| kind);
    for seat in 0..state.players as usize {
        if let Some(kind) = rules.chosen_divisions[seat].or_else(|| drawn.next()) {
            take_lead(state, cards, seat, kind);
        }
    }
}

/// The divisions that are neither led nor chosen beforehand.
fn free<'a>(
    state: &'a GameState,
    cards: &'a CardSet,
    rules: &'a Ruleset,
) -> impl Iterator<Item = KindId> + 'a {
    let is_free = |division: &&Division| {
        let kind = Some(division.kind);
        let taken = state.divisions.contains(&kind) || rules.chosen_divisions.contains(&kind);
        !division.expansion && !taken
    };
    let free = cards.divisions.iter().filter(is_free);
    free.map(|division| division.kind).take(DRAWN)
}

/// Gives a player a division out of the box.
fn take_lead(state: &mut GameState, cards: &CardSet, seat: usize, kind: KindId) {
    state.supply[kind.index()] -= 1;
    lead(state, cards, seat, kind);
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// From the first player to the left, each chooses a division that nobody leads yet.
    pub(super) fn choose_divisions(&mut self) {
        for seat in self.state.seats_from(self.state.first_player) {
            let options: Kinds = free(self.state, self.cards, self.rules).collect();
            let options = options.iter().copied();
            let decision = Decision::SetUp { division: None };
            let given = self.rules.chosen_divisions[seat as usize];
            let choose = || self.choose(seat, decision, options, Choice::Card);
            if let Some(kind) = given.or_else(choose) {
                take_lead(self.state, self.cards, seat as usize, kind);
            }
        }
    }

    /// Players whose divisions begin with any cards of some kind choose them.
    pub(super) fn choose_starting_cards(&mut self) {
        for seat in self.state.seats_from(self.state.first_player) {
            let own = division(self.state, self.cards, seat as usize);
            let Some((
                leads,
                &StartingCards::AnyOf {
                    goods,
                    cost_at_most,
                    count,
                },
            )) = own.map(|division| (division.kind, &division.start))
            else {
                continue;
            };
            let division = Some(leads);
            let decision = Decision::SetUp { division };
            for _ in 0..count {
                let mut options = Kinds::new();
                for kind in cards_to_take(self.state, self.cards, (goods, cost_at_most)) {
                    if !options.contains(&kind) {
                        options.push(kind);
                    }
                }
                let options = options.iter().copied();
                if let Some(kind) = self.choose(seat, decision, options, Choice::Card) {
                    take(self.state, self.cards, seat as usize, kind, 1);
                }
            }
        }
    }
}

/// Gives a player a division.
pub(super) fn lead(state: &mut GameState, cards: &CardSet, seat: usize, kind: KindId) {
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
pub(super) fn deal_starting_cards(
    state: &mut GameState,
    cards: &CardSet,
    rules: &Ruleset,
    own: &OwnStacks,
) {
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
            Some(StartingCards::AnyOf { .. }) if rules.division_cards == Decided::ByPlayer => {}
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
            state.seats[seat].deck.add(kind);
        }
    }
}

/// The cards of the stacks on the table, or with pools of the decks, that can be taken.
fn cards_to_take<'a>(
    state: &'a GameState,
    cards: &'a CardSet,
    (goods, cost_at_most): (Goods, u8),
) -> impl Iterator<Item = KindId> + 'a {
    let open = |kind: KindId| {
        let row = market::row_of(cards.kind(kind));
        state.market[row].stacks.is_empty() || market::has_stack(state, cards, kind)
    };
    let fits = move |kind: &KindId| {
        let facts = cards.kind(*kind);
        goods.includes(facts) && facts.cost <= cost_at_most && open(*kind)
    };
    let decks = state.market.iter().flat_map(|row| row.deck.cards());
    decks.copied().filter(fits)
}

/// A random one of these cards.
fn random_card(
    state: &GameState,
    cards: &CardSet,
    seat: usize,
    what: (Goods, u8),
    number: u8,
) -> Option<KindId> {
    let stream = state
        .key
        .stream(Purpose::Division, 1 + seat as u32, 1 + u32::from(number));
    let mut copies = [0u8; cards::MAX_KINDS];
    cards_to_take(state, cards, what)
        .map(|kind| {
            let facts = cards.kind(kind);
            let copy = &mut copies[kind.index()];
            *copy += 1;
            let luck = stream.of(facts.label, u32::from(facts.first_copy) + u32::from(*copy));
            (luck, kind)
        })
        .min()
        .map(|(_, kind)| kind)
}
