//! Redeals what players cannot see: for imagined games, never for real ones.
//!
//! Hidden are the order of every deck and which enemies lie face-down. What lies in a deck is
//! known (players remember their cards, and what is open of a wave tells the rest), and so is how
//! many bosses are among the enemies that were dealt, and which cards were put back at the bottom of
//! a deck of the market. The result depends on what is known and on the new luck alone: cards are put
//! into an order that follows from the luck and what they are, however they lay before.

use super::market::shuffle_stacks;
use super::setup::put_bosses_into_deck;
use super::shuffle::shuffle;
use crate::state::{ENCOUNTER_PILE, Encounter, GameState, MarketRow, Redealt};
use arrayvec::ArrayVec;
use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::{Bosses, Ruleset};
use cards::{CardSet, Class, KindId};

/// Hidden enemies of one wave, in lanes and in the deck.
type Hidden = ArrayVec<KindId, { 2 * ENCOUNTER_PILE }>;

/// Redeals everything hidden; all later luck follows from `luck`.
pub fn redeal_hidden(state: &mut GameState, cards: &CardSet, rules: &Ruleset, luck: GameKey) {
    redeal_when_needed(state, cards, rules, luck);
    settle(state, cards, rules);
}

/// Redeals what lies hidden on the board, and lets all later luck follow from `luck`. Decks are put
/// in order when somebody first draws from them. As their order follows from what they hold and
/// from the luck, it is the same as if they had been at once; but most imagined games are over
/// before that, and this is what they would spend most of their time on.
pub(super) fn redeal_when_needed(
    state: &mut GameState,
    cards: &CardSet,
    rules: &Ruleset,
    luck: GameKey,
) {
    for (row, market) in (0..).zip(&mut state.market) {
        // A row that has not been shuffled yet follows from the new luck by itself.
        if market.shuffled && !market.stacks.is_empty() {
            let stream = sampling(luck, MARKET, row);
            shuffle_stacks(market.deck.cards_mut(), cards, stream);
        } else {
            market.deck_open = market.shuffled;
        }
    }
    redeal_beside_market(state, cards, rules, luck);
}

/// Redeals, as a round starts, what is as likely to lie in any other order: players' decks, the
/// enemies to come and the weather to come; all later luck follows from `luck`. Whatever was played
/// before, what lies in these decks lies there in an order that nothing has favoured, so the true
/// order and the new one are draws from the same distribution. The market stays as it is.
pub fn redeal_draws(state: &mut GameState, cards: &CardSet, rules: &Ruleset, luck: GameKey) {
    for (row, market) in (0..).zip(&mut state.market) {
        settle_market_deck(market, row, cards, state.key);
    }
    redeal_beside_market(state, cards, rules, luck);
    settle(state, cards, rules);
}

/// Redeals what is hidden beside the market, decks when they are needed.
fn redeal_beside_market(state: &mut GameState, cards: &CardSet, rules: &Ruleset, luck: GameKey) {
    state.key = luck;
    let players = usize::from(state.players);
    for player in &mut state.seats[..players] {
        player.deck_open = true;
    }
    shuffle(
        state.weather.deck.cards_mut(),
        cards,
        sampling(luck, WEATHER, 0),
    );
    for wave in 1..=3u8 {
        if state.encounters[wave as usize - 1].shuffles == 0 {
            redeal_new_wave(
                &mut state.encounters[wave as usize - 1],
                cards,
                rules,
                luck,
                wave,
            );
            continue;
        }
        let places = face_down(state, cards, wave);
        let encounter = &mut state.encounters[wave as usize - 1];
        if places.is_empty() {
            encounter.redealt = Redealt::Nothing;
        } else {
            redeal_enemies(state, cards, rules, wave, &places);
        }
    }
}

/// The deck of a wave that has not begun is shuffled when it is needed, by the new luck. Only which
/// bosses are in it was determined at set-up, and is again.
fn redeal_new_wave(
    encounter: &mut Encounter,
    cards: &CardSet,
    rules: &Ruleset,
    luck: GameKey,
    wave: u8,
) {
    if rules.bosses == Bosses::InDeck {
        while let Some(boss) = encounter.deck.top()
            && cards.kind(boss).class == Class::Boss
        {
            encounter.deck.pop();
            encounter.bosses.add(boss);
        }
        put_bosses_into_deck(encounter, cards, rules, luck, wave);
    }
}

/// Puts in order all that [`redeal_when_needed`] has left.
pub(super) fn settle(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    for seat in 0..state.players {
        settle_player_deck(state, cards, seat);
    }
    for (row, market) in (0..).zip(&mut state.market) {
        settle_market_deck(market, row, cards, state.key);
    }
    for wave in 1..=3 {
        settle_encounter(state, cards, rules, wave);
    }
}

/// Puts a player's deck in order if it is still open.
pub(super) fn settle_player_deck(state: &mut GameState, cards: &CardSet, seat: u8) {
    let player = &mut state.seats[seat as usize];
    if std::mem::take(&mut player.deck_open) {
        let stream = sampling(state.key, PLAYER, seat);
        shuffle(player.deck.cards_mut(), cards, stream);
    }
}

/// Puts the deck of a row of the market in order if it is still open.
pub(super) fn settle_market_deck(market: &mut MarketRow, row: u8, cards: &CardSet, luck: GameKey) {
    if std::mem::take(&mut market.deck_open) {
        shuffle(market.hidden_cards(), cards, sampling(luck, MARKET, row));
    }
}

/// Deals what is left to be dealt of a wave.
pub(super) fn settle_encounter(state: &mut GameState, cards: &CardSet, rules: &Ruleset, wave: u8) {
    let encounter = &mut state.encounters[wave as usize - 1];
    if encounter.redealt == Redealt::Nothing {
        // None of its enemies can have come to the board since.
        redeal_enemies(state, cards, rules, wave, &[]);
    }
    let encounter = &mut state.encounters[wave as usize - 1];
    if encounter.redealt == Redealt::NotTheOrder {
        encounter.redealt = Redealt::All;
        let stream = sampling(state.key, ENCOUNTER_DECK, wave);
        shuffle(encounter.deck.cards_mut(), cards, stream);
    }
}

/// What is dealt again, each with separate luck.
const PLAYER: u32 = 1;
const MARKET: u32 = 2;
const ENEMIES: u32 = 3;
const BOSSES: u32 = 4;
const BOSSES_IN_DECK: u32 = 5;
const ON_BOARD: u32 = 6;
const ENCOUNTER_DECK: u32 = 7;
const WEATHER: u32 = 8;

fn sampling(luck: GameKey, what: u32, which: u8) -> Stream {
    luck.stream(Purpose::Sampling, what, u32::from(which))
}

/// Exchanges the enemies of a wave that lie face-down in some places of the board, those in its deck
/// and the bosses nobody has seen. The order of the deck is left open.
fn redeal_enemies(
    state: &mut GameState,
    cards: &CardSet,
    rules: &Ruleset,
    wave: u8,
    places: &[u8],
) {
    let luck = state.key;
    let stream = |what| sampling(luck, what, wave);
    let is_boss = |kind: &KindId| cards.kind(*kind).class == Class::Boss;
    let encounter = &mut state.encounters[wave as usize - 1];
    if places.is_empty() && !encounter.deck.cards().iter().any(is_boss) {
        // All enemies stay in the deck, and all bosses aside.
        shuffle(encounter.bosses.cards_mut(), cards, stream(BOSSES));
        encounter.bosses_open = false;
        encounter.redealt = Redealt::NotTheOrder;
        return;
    }
    let lying = places.iter().map(|slot| state.board.card(*slot).kind);
    let on_board: Hidden = lying.collect();
    let in_deck = encounter.deck.cards();
    let count_bosses = |pile: &[KindId]| pile.iter().filter(|kind| is_boss(kind)).count();
    let (board_bosses, deck_bosses) = (count_bosses(&on_board), count_bosses(in_deck));
    let unseen = on_board.iter().chain(in_deck).copied();
    let mut enemies: Hidden = unseen.clone().filter(|kind| !is_boss(kind)).collect();
    let set_aside = encounter.bosses.cards().iter().copied();
    let mut bosses: Hidden = unseen.filter(is_boss).chain(set_aside).collect();
    if !places.is_empty() {
        // Otherwise all of them go back to the deck, in whatever order.
        shuffle(&mut enemies, cards, stream(ENEMIES));
    }
    shuffle(&mut bosses, cards, stream(BOSSES));
    let mut dealt = Hidden::new();
    dealt.extend(bosses.drain(..board_bosses));
    dealt.extend(enemies.drain(..places.len() - board_bosses));
    dealt.extend(bosses.drain(..deck_bosses));
    dealt.extend(enemies);
    // Where bosses are shuffled into the deck, nobody knows whether they have come up.
    if rules.bosses == Bosses::InDeck && !places.is_empty() {
        shuffle(&mut dealt, cards, stream(BOSSES_IN_DECK));
    }
    let (board, deck) = dealt.split_at_mut(places.len());
    shuffle(board, cards, stream(ON_BOARD));
    for (slot, kind) in places.iter().zip(board) {
        let card = state.board.card_mut(*slot);
        card.kind = *kind;
        card.refresh(cards);
        state.triggers.enter_enemies(card.lane, card.facts.triggers);
    }
    encounter.deck.cards_mut().copy_from_slice(deck);
    encounter.bosses.cards_mut().copy_from_slice(&bosses);
    encounter.bosses_open = false;
    encounter.redealt = Redealt::NotTheOrder;
}

/// The places of the board where an enemy of a wave lies face-down, lane by lane.
fn face_down(state: &GameState, cards: &CardSet, wave: u8) -> ArrayVec<u8, ENCOUNTER_PILE> {
    let lanes = &state.lanes[..state.players as usize];
    let slots = lanes.iter().flat_map(|lane| lane.enemies.as_slice());
    let hidden = slots.copied().filter(|slot| {
        let card = state.board.card(*slot);
        !card.face_up && cards.kind(card.kind).wave == wave
    });
    hidden.take(ENCOUNTER_PILE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Choice, Decision, Policy, Resting, View};
    use crate::rules::{Game, set_up};
    use crate::state::Phase;
    use cards::load::{Library, SetChoice};
    use cards::ruleset::Preset;

    /// Plays by chance and keeps every table at rest.
    struct Keeper {
        stream: Stream,
        asked: u32,
        kept: Vec<GameState>,
    }

    impl Policy for Keeper {
        fn choose(&mut self, _: &View<'_>, _: &Decision, options: &[Choice]) -> usize {
            self.asked += 1;
            self.stream.of(self.asked, 0) as usize % options.len()
        }
        fn rest(&mut self, at: &Resting<'_>) {
            self.kept.push(*at.with_hidden_cards());
        }
    }

    /// Tables from games of all sorts, many of them with face-down enemies.
    fn tables(cards: &CardSet) -> Vec<(Ruleset, GameState)> {
        let mut tables = Vec::new();
        for preset in [Preset::Pnp, Preset::Onslaught] {
            for players in [1, 4] {
                let mut rules = preset.ruleset(players);
                rules.training = true;
                let key = GameKey::new(8, u64::from(players));
                let mut state = set_up(cards, &rules, key);
                let mut keeper = Keeper {
                    stream: key.stream(Purpose::Policy, 0, 0),
                    asked: 0,
                    kept: Vec::new(),
                };
                Game::new(cards, &rules, &mut state, &mut keeper, &mut ()).play();
                tables.extend(keeper.kept.into_iter().map(|state| (rules, state)));
            }
        }
        tables
    }

    /// Everything hidden, in order.
    fn hidden(state: &GameState) -> Vec<KindId> {
        let mut all = Vec::new();
        for seat in &state.seats {
            all.extend(seat.deck.cards());
        }
        for row in &state.market {
            all.extend(row.deck.cards());
        }
        all.extend(state.weather.deck.cards());
        for encounter in &state.encounters {
            all.extend(encounter.deck.cards());
            all.extend(encounter.bosses.cards());
        }
        for lane in &state.lanes {
            let cards = lane.enemies.as_slice().iter();
            let cards = cards.map(|slot| state.board.card(*slot));
            all.extend(cards.filter(|card| !card.face_up).map(|card| card.kind));
        }
        all
    }

    /// The built-in set alone, and with the example set's enemies and weather.
    fn card_sets() -> [CardSet; 2] {
        let choice = SetChoice {
            enemies: vec!["homebrew".into()],
            ..SetChoice::default()
        };
        let both = Library::of_sets(&["hive", "homebrew"].map(String::from));
        [Library::embedded(), both.choosing(&choice)].map(|library| library.cards().unwrap())
    }

    fn sorted(mut cards: Vec<KindId>) -> Vec<KindId> {
        cards.sort_unstable();
        cards
    }

    #[test]
    fn cards_change_places_and_none_is_lost() {
        let [hive, tempest] = card_sets();
        let of = |cards| tables(cards).into_iter().map(move |table| (cards, table));
        let (mut with_enemies, mut with_weather) = (0, 0);
        for (cards, (rules, before)) in of(&hive).chain(of(&tempest)) {
            let mut after = before;
            redeal_hidden(&mut after, cards, &rules, GameKey::new(9, 9));
            assert_eq!(after.miscounted(cards), None);
            assert_eq!(after.weather.card, before.weather.card);
            let decks = [&after, &before].map(|state| state.weather.deck.cards());
            with_weather += usize::from(decks[0] != decks[1]);
            assert_eq!(sorted(hidden(&after)), sorted(hidden(&before)));
            assert_ne!(hidden(&after), hidden(&before));
            for seat in 0..4 {
                assert_eq!(
                    after.seats[seat].hand.cards(),
                    before.seats[seat].hand.cards()
                );
                let (now, then) = (&after.seats[seat].deck, &before.seats[seat].deck);
                assert_eq!(sorted(now.cards().to_vec()), sorted(then.cards().to_vec()));
            }
            with_enemies += usize::from(before.phase == Phase::Combat);
        }
        assert!(with_enemies > 20);
        assert!(with_weather > 20, "the weather to come is hidden");
    }

    #[test]
    fn draws_are_redealt_and_the_market_stays() {
        let cards = Library::embedded().cards().unwrap();
        let mut looked = 0;
        for (rules, before) in tables(&cards) {
            if before.phase != Phase::Draw {
                continue;
            }
            let mut after = before;
            redeal_draws(&mut after, &cards, &rules, GameKey::new(9, 9));
            assert_eq!(after.miscounted(&cards), None);
            assert_ne!(hidden(&after), hidden(&before));
            assert_eq!(sorted(hidden(&after)), sorted(hidden(&before)));
            for (row, then) in after.market.iter().zip(&before.market) {
                assert_eq!(row.deck.cards(), then.deck.cards());
                looked += usize::from(row.shuffled);
            }
        }
        assert!(looked > 50, "{looked}");
    }

    #[test]
    fn cards_put_back_stay_at_the_bottom() {
        let cards = Library::embedded().cards().unwrap();
        for (rules, mut state) in tables(&cards) {
            let row = &mut state.market[0];
            if !row.shuffled || !row.stacks.is_empty() || row.deck.len() < 8 {
                continue;
            }
            let kind = row.pool.pop().expect("a card on offer");
            assert!(row.put_back(kind));
            let before = row.deck;
            redeal_hidden(&mut state, &cards, &rules, GameKey::new(9, 9));
            let after = &state.market[0].deck;
            assert_eq!(after.cards()[0], kind);
            assert_ne!(after.cards(), before.cards(), "the rest is dealt again");
        }
    }

    #[test]
    fn the_result_does_not_depend_on_the_order_of_hidden_cards() {
        let cards = Library::embedded().cards().unwrap();
        for (rules, state) in tables(&cards) {
            let luck = GameKey::new(9, 9);
            let mut directly = state;
            redeal_hidden(&mut directly, &cards, &rules, luck);
            let mut otherwise = state;
            redeal_hidden(&mut otherwise, &cards, &rules, GameKey::new(10, 10));
            redeal_hidden(&mut otherwise, &cards, &rules, luck);
            assert_eq!(hidden(&directly), hidden(&otherwise));
        }
    }

    /// The deck and the bosses of a wave that begins.
    fn opened(mut state: GameState, cards: &CardSet, rules: &Ruleset, wave: u8) -> Encounter {
        let mut keeper = Keeper {
            stream: state.key.stream(Purpose::Policy, 0, 0),
            asked: 0,
            kept: Vec::new(),
        };
        let mut nobody = ();
        let mut game = Game::new(cards, rules, &mut state, &mut keeper, &mut nobody);
        game.open_encounter(wave);
        game.order_bosses(wave);
        state.encounters[usize::from(wave) - 1]
    }

    #[test]
    fn a_new_wave_comes_as_in_a_game_with_the_new_luck() {
        let cards = Library::embedded().cards().unwrap();
        let luck = GameKey::new(9, 9);
        for preset in [Preset::Pnp, Preset::Onslaught] {
            let rules = preset.ruleset(3);
            let fresh = set_up(&cards, &rules, luck);
            let mut imagined = set_up(&cards, &rules, GameKey::new(8, 1));
            redeal_when_needed(&mut imagined, &cards, &rules, luck);
            for wave in 1..=3 {
                let [one, other] =
                    [fresh, imagined].map(|state| opened(state, &cards, &rules, wave));
                assert_eq!(one.deck.cards(), other.deck.cards(), "wave {wave}");
                assert_eq!(one.bosses.cards(), other.bosses.cards(), "wave {wave}");
            }
        }
    }

    /// Plays a game on by chance; says what came of it, with every deck in the end.
    fn played_on(state: &GameState, cards: &CardSet, rules: &Ruleset) -> (u32, i32, Vec<KindId>) {
        let mut state = *state;
        let mut keeper = Keeper {
            stream: GameKey::new(5, 5).stream(Purpose::Policy, 0, 0),
            asked: 0,
            kept: Vec::new(),
        };
        Game::new(cards, rules, &mut state, &mut keeper, &mut ()).play();
        settle(&mut state, cards, rules);
        (state.decisions, state.base, hidden(&state))
    }

    #[test]
    fn games_are_the_same_whether_decks_are_put_in_order_at_once_or_when_needed() {
        let [hive, tempest] = card_sets();
        let of = |cards| tables(cards).into_iter().map(move |table| (cards, table));
        let mut open = 0;
        for (cards, (rules, state)) in of(&hive).chain(of(&tempest)) {
            let luck = GameKey::new(9, u64::from(state.round));
            let (mut at_once, mut when_needed) = (state, state);
            redeal_hidden(&mut at_once, cards, &rules, luck);
            redeal_when_needed(&mut when_needed, cards, &rules, luck);
            open += usize::from(when_needed.market.iter().any(|row| row.deck_open));
            assert_eq!(
                played_on(&at_once, cards, &rules),
                played_on(&when_needed, cards, &rules)
            );
        }
        assert!(open > 20);
    }
}
