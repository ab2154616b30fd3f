//! Deals: which enemies may lie face-down, a few times over.
//!
//! What lies in an encounter deck is known, and so is how many bosses are among the enemies that were
//! dealt. A few deals from all enemies that nobody has seen, spread evenly over what may come, say more
//! of a lane's fight than how many enemies it outlasts on average.

use super::row::Row;
use arrayvec::ArrayVec;
use cards::ruleset::Bosses;
use cards::{Class, KindId};
use game::play::View;
use game::state::ENCOUNTER_PILE;

/// How many deals are looked at.
pub(crate) const DEALS: usize = 8;
/// Enemies of a deal, those called later included.
pub(super) const DEAL: usize = 8;
/// Odd numbers, by which the deals take the parts of the unseen enemies in another order at each
/// place.
const STRIDES: [usize; DEAL] = [1, 3, 5, 7, 3, 1, 7, 5];

/// The enemies of one deal, in the order in which they turn up.
pub(super) type Deal = Row<KindId, DEAL>;

/// Deals of the enemies that may come to one lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deals {
    deals: [Deal; DEALS],
}

type Unseen = ArrayVec<KindId, { 2 * ENCOUNTER_PILE }>;

impl Deals {
    /// Deals of what lies face-down in a lane.
    pub fn face_down(view: &View<'_>, lane: u8) -> Self {
        let hidden = view.enemies(lane).filter(|enemy| enemy.1.is_none()).count();
        let unseen = Unknown::of(view);
        let mut deals = Deals {
            deals: [Deal::new(KindId(0)); DEALS],
        };
        for (number, deal) in deals.deals.iter_mut().enumerate() {
            unseen.deal(u32::from(view.round()), number, hidden, deal);
        }
        deals
    }

    /// Deals for a lane to which enemies have not been dealt yet, and how many each lane gets.
    pub fn to_come(view: &View<'_>) -> (Self, u8) {
        let rules = view.rules();
        let round = usize::from((view.round() - 1) % 3);
        let each = rules.enemies_per_round[round];
        let mut unseen = Unknown::of(view);
        unseen.dealt = usize::from(each) * usize::from(view.players());
        if round == 2 && rules.bosses == Bosses::ReplaceInRound3 {
            unseen.dealt_bosses = if view.players() > 2 { 2 } else { 1 };
        }
        let mut deals = Deals {
            deals: [Deal::new(KindId(0)); DEALS],
        };
        for (number, deal) in deals.deals.iter_mut().enumerate() {
            unseen.deal(u32::from(view.round()), number, usize::from(each), deal);
        }
        (deals, each)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Deal> {
        self.deals.iter()
    }
}

/// The enemies that nobody has seen.
struct Unknown {
    enemies: Unseen,
    bosses: Unseen,
    /// How many enemies lie face-down, or will, and how many of them are bosses.
    dealt: usize,
    dealt_bosses: usize,
}

impl Unknown {
    fn of(view: &View<'_>) -> Self {
        let state = view.table();
        let wave = view.wave();
        let encounter = &state.encounters[usize::from(wave) - 1];
        let mut unknown = Unknown {
            enemies: Unseen::new(),
            bosses: Unseen::new(),
            dealt: 0,
            dealt_bosses: 0,
        };
        for lane in &state.lanes[..usize::from(state.players)] {
            for slot in lane.enemies.as_slice() {
                let card = state.board.card(*slot);
                if !card.face_up && view.kind(card.kind).wave == wave {
                    unknown.dealt += 1;
                    let boss = view.kind(card.kind).class == Class::Boss;
                    unknown.dealt_bosses += usize::from(boss);
                    unknown.add(card.kind, boss);
                }
            }
        }
        for kind in encounter.deck.cards() {
            unknown.add(*kind, false);
        }
        if unknown.dealt_bosses > 0 || unknown.dealt == 0 {
            for kind in encounter.bosses.cards() {
                unknown.add(*kind, true);
            }
        }
        // The order must not tell how they lie.
        unknown.enemies.sort_unstable();
        unknown.bosses.sort_unstable();
        unknown
    }

    fn add(&mut self, kind: KindId, boss: bool) {
        let pile = if boss { &mut self.bosses } else { &mut self.enemies };
        let _ = pile.try_push(kind);
    }

    /// One deal. Each takes another part of the unseen enemies at each place, so that all parts are
    /// taken equally often.
    fn deal(&self, moment: u32, number: usize, hidden: usize, deal: &mut Deal) {
        let mut left = self.enemies.clone();
        for (place, stride) in STRIDES.iter().enumerate().take(hidden + 3) {
            if left.is_empty() {
                break;
            }
            let part = (number * stride + place) % DEALS;
            let chance = mix(moment, place as u32 * 64 + number as u32);
            let index = (part * 256 + chance) * left.len() / (256 * DEALS);
            deal.push(left.swap_remove(index));
        }
        if self.dealt_bosses > 0 && !self.bosses.is_empty() && hidden > 0 && !deal.is_empty() {
            // So many of all deals have a boss.
            let with = (self.dealt_bosses * hidden * DEALS + self.dealt / 2) / self.dealt.max(1);
            if (number * 3) % DEALS < with {
                let chance = mix(moment, 1000 + number as u32);
                let place = chance % hidden.min(deal.len());
                deal[place] = self.bosses[number % self.bosses.len()];
            }
        }
    }
}

/// A number from 0 to 255 that looks like chance and follows from the question.
fn mix(moment: u32, number: u32) -> usize {
    let mixed = (moment ^ number.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    ((mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35) >> 24) as usize
}
