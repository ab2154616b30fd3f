//! Phase 4, enemy deployment: face-down enemies for every lane.

use super::Game;
use super::shuffle::shuffle;
use crate::observe::{CardPlace, Cause, Event, Incident, Observer};
use crate::play::Policy;
use crate::state::BoardCard;
use arrayvec::ArrayVec;
use cards::KindId;
use cards::rng::{GameKey, Purpose};
use cards::ruleset::Bosses;

/// Enemies drawn for one round.
type Drawn = ArrayVec<KindId, 96>;

/// Enemies for each player in the rounds of a wave of the normal game.
const USUAL: [usize; 3] = [3, 4, 4];

/// Cuts a wave's deck so that the enemies of the round are on top; says whether cards moved.
///
/// In a shuffled deck one card is as random as another. So every round has its `usual` places in
/// the deck, however many cards were drawn before: what is left of earlier places goes to the
/// bottom, and extra cards, or replacements for cards summoned into combat, come from there.
/// Variants of the game that deal different numbers of enemies then share the luck of all those
/// they have in common. `below` counts the cards below the places dealt so far; 0 once the deck is
/// dealt as it lies.
fn cut_to_places(cards: &mut [KindId], below: &mut u8, count: usize, usual: usize) -> bool {
    let len = cards.len();
    if *below == 0 {
        return false;
    }
    let left_over = len.saturating_sub(*below as usize);
    let called_away = (*below as usize).saturating_sub(len).min(usual);
    let more = count.saturating_sub(usual);
    let places = usual - called_away;
    if len < places + called_away + more {
        // Not enough for all: from here on the deck is dealt as it lies.
        *below = 0;
        return false;
    }
    *below = (len - places - more - called_away) as u8;
    if left_over + more + called_away == 0 {
        return false;
    }
    cards.rotate_right(left_over);
    cards[..len - places].rotate_left(more);
    cards.rotate_left(called_away);
    true
}

/// A random one of the enemies' places that no boss has taken yet.
fn free_place(key: GameKey, wave: u8, boss: usize, enemies: usize, taken: u128) -> usize {
    let stream = key.stream(Purpose::Displaced, u32::from(wave), boss as u32);
    let free = enemies - taken.count_ones() as usize;
    let nth = stream.below(free as u32) as usize;
    let mut places = (0..enemies).filter(|place| taken & (1 << place) == 0);
    places.nth(nth).unwrap_or(0)
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    pub(super) fn enemy_deployment_phase(&mut self) {
        let round = self.state.round_of_wave() as usize - 1;
        let players = self.state.players as usize;
        let wanted = self.rules.enemies_per_round[round] as usize * players;
        let mut drawn = Drawn::new();
        self.draw_enemies(wanted, USUAL[round] * players, &mut drawn);
        if round == 2 && self.rules.bosses == Bosses::ReplaceInRound3 {
            self.bring_in_bosses(&mut drawn, wanted);
        }
        for _ in drawn.len()..wanted {
            self.incident(Incident::EmptyEncounterDraw);
        }
        self.deal_enemies(&drawn);
    }

    fn draw_enemies(&mut self, count: usize, usual: usize, drawn: &mut Drawn) {
        let wave = self.state.wave();
        self.open_encounter(wave);
        self.cut_to_places(wave, count, usual);
        let mut missing = count.min(drawn.capacity());
        while missing > 0 {
            let deck = self.ready_encounter(wave);
            let from = drawn.len();
            drawn.extend(deck.draw(Self::AT_ONCE.min(missing)));
            if drawn.len() == from {
                return;
            }
            missing -= drawn.len() - from;
            for kind in &drawn[from..] {
                let from = CardPlace::EncounterDeck(wave);
                self.moved(*kind, from, CardPlace::Drawn, Cause::RULE);
            }
            self.after_encounter_draw(wave);
        }
    }

    fn cut_to_places(&mut self, wave: u8, count: usize, usual: usize) {
        let encounter = &mut self.state.encounters[wave as usize - 1];
        let below = &mut encounter.below_places;
        if cut_to_places(encounter.deck.cards_mut(), below, count, usual) {
            let pile = CardPlace::EncounterDeck(wave);
            self.emit(Event::Shuffled {
                pile,
                from_discard: false,
            });
        }
    }

    /// Bosses fill empty slots, then replace randomly chosen enemies. As those come in random
    /// order, bosses in randomly chosen places are as good as shuffled.
    fn bring_in_bosses(&mut self, drawn: &mut Drawn, wanted: usize) {
        let wave = self.state.wave();
        self.order_bosses(wave);
        let enemies = drawn.len();
        let mut taken = 0u128;
        for throw in 0..self.rules.boss_count() {
            let Some(boss) = self.state.encounters[wave as usize - 1].bosses.pop() else {
                break;
            };
            self.moved(boss, CardPlace::Bosses(wave), CardPlace::Drawn, Cause::RULE);
            if drawn.len() < wanted || taken.count_ones() as usize == enemies {
                drawn.push(boss);
                continue;
            }
            let place = free_place(self.state.key, wave, throw, enemies, taken);
            taken |= 1 << place;
            let displaced = std::mem::replace(&mut drawn[place], boss);
            self.discard_enemy_card(displaced, CardPlace::Drawn, Cause::RULE);
        }
        if drawn.len() > enemies {
            let purpose = Purpose::BossRound;
            let stream = self.state.key.stream(purpose, u32::from(wave), 0);
            shuffle(drawn, self.cards, stream);
        }
    }

    /// Deals card by card, round the table from the first player.
    fn deal_enemies(&mut self, drawn: &[KindId]) {
        let mut lane = self.state.first_player;
        for kind in drawn {
            let card = BoardCard::enemy(*kind, lane, &self.kind(*kind).derived);
            self.place_enemy(card, CardPlace::Drawn, Cause::RULE);
            lane = self.state.next_seat(lane);
        }
    }
}
