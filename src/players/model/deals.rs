//! Deals: which enemies may lie face-down, a few times over.
//!
//! What lies in an encounter deck is known, and so is how many bosses were dealt. A few deals from
//! all the enemies that nobody has seen, spread evenly over what may come, say more of a lane's
//! fight than how many enemies it outlasts on average.

use super::forecast::mix;
use super::row::Row;
use arrayvec::ArrayVec;
use cards::KindId;
use cards::ruleset::Bosses;
use game::play::View;
use game::state::ENCOUNTER_PILE;

/// How many deals are looked at.
const DEALS: usize = 8;
/// Enemies of a deal, with those that are called later.
const DEAL: usize = 8;
/// Enemies of a deal beyond those that lie face-down.
const CALLED: usize = 3;
/// Odd numbers: at each place the deals take the parts of the unseen enemies in another order.
const STRIDES: [usize; DEAL] = [1, 3, 5, 7, 3, 1, 7, 5];
/// The steps of a chance.
const STEPS: usize = 256;

/// The enemies of one deal, in the order in which they turn up.
pub(super) type Deal = Row<KindId, DEAL>;

/// Deals of the enemies that may come to one lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Deals {
    deals: [Deal; DEALS],
    /// How many enemies fewer come on average.
    relief: f32,
    /// Identifies the deals.
    content: u64,
}

impl Deals {
    /// Nobody comes.
    pub const NONE: Deals = Deals {
        deals: [Deal::new(KindId(0)); DEALS],
        relief: 0.0,
        content: 0,
    };

    /// The same deal over and over.
    #[cfg(test)]
    pub(super) fn always(deal: Deal) -> Self {
        Deals {
            deals: [deal; DEALS],
            ..Deals::NONE
        }
    }

    /// Deals of what lies face-down in a lane.
    pub fn face_down(view: &View<'_>, lane: u8) -> Self {
        let hidden = view.enemies(lane).filter(|enemy| enemy.1.is_none());
        Deals::of(&Unseen::new(view), view.round(), hidden.count())
    }

    /// The same deals with fewer enemies, on average by so many.
    pub fn relieved(self, relief: f32) -> Self {
        Deals { relief, ..self }
    }

    /// Identifies the deals and how many enemies fewer come.
    pub(super) fn content(&self) -> u64 {
        mix(self.content, u64::from(self.relief.to_bits()))
    }

    /// Identifies all that deals depend on, for a lane with so many enemies face-down.
    pub(super) fn signature(view: &View<'_>, hidden: usize) -> u64 {
        let unseen = view.unseen_enemies();
        let add = |all: u64, fact: u64| mix(all, fact).rotate_left(29);
        let dealt = add(1, (unseen.dealt as u64) << 8 | unseen.dealt_bosses as u64);
        let kinds = unseen.enemies.iter().chain(unseen.bosses.iter());
        let signature = kinds.fold(dealt, |all, (kind, count)| {
            add(all, u64::from(count) << 8 | u64::from(kind.0))
        });
        // Never that of no deals.
        mix(signature, (hidden as u64) << 8 | u64::from(view.round())) | 1
    }

    /// How many enemies a lane gets.
    pub(super) fn each(view: &View<'_>) -> u8 {
        view.rules().enemies_per_round[usize::from((view.round() - 1) % 3)]
    }

    /// Deals for a lane before enemies are dealt.
    pub fn to_come(view: &View<'_>) -> Self {
        let rules = view.rules();
        let each = Deals::each(view);
        let mut unseen = Unseen::new(view);
        if rules.bosses == Bosses::ReplaceInRound3 {
            unseen.dealt = usize::from(each) * usize::from(view.players());
            unseen.dealt_bosses = match (view.round() - 1) % 3 {
                2 => rules.boss_count(),
                _ => 0,
            };
        }
        Deals::of(&unseen, view.round(), usize::from(each))
    }

    fn of(unseen: &Unseen, round: u8, hidden: usize) -> Self {
        let mut deals = Deals::NONE;
        for (number, deal) in deals.deals.iter_mut().enumerate() {
            unseen.deal(round, number, hidden, deal);
            for kind in deal.iter() {
                deals.content = mix(deals.content, u64::from(kind.0)).rotate_left(29);
            }
            deals.content = mix(deals.content, !0);
        }
        deals
    }

    /// The deals, each with how many enemies fewer come.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Deal, u8)> {
        let fewer = |number: usize| match self.relief == 0.0 {
            true => 0,
            false => (self.relief + part_of_one(number)) as u8,
        };
        (0..)
            .map(fewer)
            .zip(&self.deals)
            .map(|(fewer, deal)| (deal, fewer))
    }
}

/// More enemies than a wave ever has.
const PILE: usize = 2 * ENCOUNTER_PILE;

type Pile = ArrayVec<KindId, PILE>;

/// The enemies of the wave that nobody has seen. It knows as much as players do: the same cards in
/// other places make no difference to it.
struct Unseen {
    /// Those without bosses.
    enemies: Pile,
    /// The bosses that may be among them.
    bosses: Pile,
    /// Among how many enemies bosses may be, and how many there are.
    dealt: usize,
    dealt_bosses: usize,
}

impl Unseen {
    fn new(view: &View<'_>) -> Self {
        let unseen = view.unseen_enemies();
        Unseen {
            enemies: unseen.enemies.cards().take(PILE).collect(),
            bosses: unseen.bosses.cards().take(PILE).collect(),
            dealt: unseen.dealt,
            dealt_bosses: unseen.dealt_bosses,
        }
    }

    /// One deal. Each takes another part of the unseen enemies at each place, so that all parts are
    /// taken equally often.
    fn deal(&self, round: u8, number: usize, hidden: usize, deal: &mut Deal) {
        let mut left = [KindId(0); PILE];
        let mut count = self.enemies.len();
        left[..count].copy_from_slice(&self.enemies);
        for (place, stride) in STRIDES.iter().enumerate().take(hidden + CALLED) {
            if count == 0 {
                break;
            }
            let part = (number * stride + place) % DEALS;
            let chance = chance(round, place * DEALS + number);
            let index = (part * STEPS + chance) * count / (STEPS * DEALS);
            deal.push(left[index]);
            count -= 1;
            left[index] = left[count];
        }
        let places = hidden.min(deal.len());
        if self.dealt_bosses > 0 && !self.bosses.is_empty() && places > 0 {
            // As many of the deals have a boss as this lane has of all that were dealt.
            let with = (self.dealt_bosses * hidden * DEALS + self.dealt / 2) / self.dealt;
            if number * STRIDES[1] % DEALS < with {
                let place = chance(round, DEAL * DEALS + number) % places;
                deal[place] = self.bosses[number % self.bosses.len()];
            }
        }
    }
}

/// An even spread of the deals over 0 to 1, without 1.
fn part_of_one(number: usize) -> f32 {
    (number * STRIDES[1] % DEALS) as f32 / DEALS as f32
}

/// A number below [`STEPS`] that looks like chance. It is the same all round, so that one question is
/// answered as the next.
fn chance(round: u8, number: usize) -> usize {
    let mixed =
        (u32::from(round) ^ (number as u32).wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35) as usize >> 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Players, registry};
    use cards::CardSet;
    use cards::Class;
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::{Difficulty, Preset};
    use game::play::{Choice, Decision, Policy};
    use game::rules::{Game, set_up};
    use game::state::Phase;

    /// Looks at the deals before every answer, and at those of a table that looks the same.
    struct Watcher<'a> {
        player: Players<'a>,
        cards: &'a CardSet,
        looked: u32,
        with_boss: u32,
    }

    impl Watcher<'_> {
        fn check(&mut self, view: &View<'_>, deals: &Deals, other: &Deals, hidden: usize) {
            let unseen = Unseen::new(view);
            for (deal, other) in deals.deals.iter().zip(&other.deals) {
                assert_eq!(deal[..], other[..], "hidden cards were looked at");
                assert!(deal.len() >= hidden.min(unseen.enemies.len()).min(DEAL));
                for kind in deal.iter() {
                    let pile = match self.cards.kind(*kind).class {
                        Class::Boss => &unseen.bosses,
                        _ => &unseen.enemies,
                    };
                    let count = |all: &[KindId]| all.iter().filter(|k| *k == kind).count();
                    assert!(
                        count(deal) <= count(pile),
                        "dealt more often than there are"
                    );
                    self.with_boss += u32::from(self.cards.kind(*kind).class == Class::Boss);
                }
            }
            self.looked += 1;
        }
    }

    impl Policy for Watcher<'_> {
        fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
            let table = view.imagine(GameKey::new(5, 77));
            let other = View::new(&table, self.cards, view.rules(), view.seat());
            if view.phase() == Phase::Deployment {
                let (deals, each) = (Deals::to_come(view), Deals::each(view));
                self.check(view, &deals, &Deals::to_come(&other), usize::from(each));
            } else if let Some(lane) = view.fighting() {
                let deals = Deals::face_down(view, lane);
                let hidden = view.enemies(lane).filter(|enemy| enemy.1.is_none()).count();
                self.check(view, &deals, &Deals::face_down(&other, lane), hidden);
            }
            self.player.choose(view, decision, options)
        }
    }

    #[test]
    fn deals_are_of_unseen_enemies_wherever_those_lie() {
        let cards = Library::embedded().cards().unwrap();
        let players = registry::resolve("expert", &cards).unwrap();
        for preset in [Preset::Pnp, Preset::Onslaught] {
            let (mut looked, mut with_boss) = (0, 0);
            for game in 0..8 {
                let mut rules = preset.ruleset(1 + game as u8 % 4);
                Difficulty::Training.apply_base(&mut rules);
                let key = GameKey::new(41, game);
                let mut state = set_up(&cards, &rules, key);
                let mut watcher = Watcher {
                    player: players.table(key),
                    cards: &cards,
                    looked: 0,
                    with_boss: 0,
                };
                Game::new(&cards, &rules, &mut state, &mut watcher, &mut ()).play();
                looked += watcher.looked;
                with_boss += watcher.with_boss;
            }
            assert!(looked > 500 && with_boss > 500, "{looked}, {with_boss}");
        }
    }

    #[test]
    fn every_part_of_the_unseen_enemies_comes_up_equally_often() {
        let enemies: Pile = (0..16).map(KindId).collect();
        let unseen = Unseen {
            enemies,
            bosses: [KindId(99)].into_iter().collect(),
            dealt: 8,
            dealt_bosses: 1,
        };
        for round in 1..=9 {
            let deals = Deals::of(&unseen, round, 4);
            let mut firsts: Vec<u8> = deals
                .deals
                .iter()
                .map(|deal| deal[..4].iter())
                .map(|mut deal| deal.next().unwrap().0 / 2)
                .collect();
            let bosses = deals
                .deals
                .iter()
                .flat_map(|deal| deal.iter())
                .filter(|kind| kind.0 == 99);
            // Four of the eight enemies dealt lie here, and one of the eight is a boss.
            assert_eq!(bosses.count(), DEALS / 2, "round {round}");
            firsts.retain(|part| *part < 8);
            let drawn = firsts.len();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), drawn, "round {round}: a part came up twice");
        }
    }

    #[test]
    fn relief_is_spread_over_the_deals() {
        let unseen = Unseen {
            enemies: (0..16).map(KindId).collect(),
            bosses: Pile::new(),
            dealt: 0,
            dealt_bosses: 0,
        };
        let deals = Deals::of(&unseen, 4, 3);
        for (relief, fewest, most, sum) in [(0.0, 0, 0, 0), (1.0, 1, 1, 8), (1.25, 1, 2, 10)] {
            let relieved = deals.relieved(relief);
            let fewer: Vec<u8> = relieved.iter().map(|(_, fewer)| fewer).collect();
            assert_eq!(fewer.iter().min(), Some(&fewest), "{relief}");
            assert_eq!(fewer.iter().max(), Some(&most), "{relief}");
            assert_eq!(fewer.iter().sum::<u8>(), sum, "{relief}");
        }
    }
}
