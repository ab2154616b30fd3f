//! Phase 4, enemy deployment: face-down enemies for every lane.

use super::Game;
use super::shuffle::shuffle;
use crate::cards::KindId;
use crate::observe::{Cause, Observer, Place, Way};
use crate::policy::Policy;
use crate::rng::Purpose;
use crate::ruleset::Bosses;
use arrayvec::ArrayVec;

/// Enemies drawn for one round.
type Drawn = ArrayVec<KindId, 96>;

const BY_RULE: Cause = Cause {
    kind: None,
    way: Way::Rule,
};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    #[inline(never)]
    pub(super) fn enemy_deployment_phase(&mut self) {
        let round = self.state.round_of_wave();
        let per_player = self.rules.enemies_per_round[round as usize - 1];
        let mut drawn = self.draw_enemies(per_player as usize * self.state.players as usize);
        if round == 3 && self.rules.bosses == Bosses::ReplaceInRound3 {
            let wanted = per_player as usize * self.state.players as usize;
            self.bring_in_bosses(&mut drawn, wanted);
        }
        self.deal_enemies(&drawn);
    }

    fn draw_enemies(&mut self, count: usize) -> Drawn {
        let wave = self.state.wave();
        let mut drawn = Drawn::new();
        for _ in 0..count.min(drawn.capacity()) {
            if let Some(kind) = self.draw_encounter(wave) {
                drawn.push(kind);
                self.moved(kind, Place::EncounterDeck(wave), Place::Drawn, BY_RULE);
                self.after_encounter_draw(wave);
            }
        }
        drawn
    }

    /// Bosses fill slots for which there was no enemy, then displace randomly chosen enemies.
    fn bring_in_bosses(&mut self, drawn: &mut Drawn, wanted: usize) {
        let wave = self.state.wave();
        let mut bosses = ArrayVec::<KindId, 4>::new();
        for _ in 0..self.rules.boss_count() {
            if let Some(boss) = self.state.encounters[wave as usize - 1].bosses.pop() {
                bosses.push(boss);
                self.moved(boss, Place::Bosses(wave), Place::Drawn, BY_RULE);
            }
        }
        // In keyed order, so that a changed card leaves the choice among the others alone.
        shuffle(
            drawn,
            self.cards,
            self.state
                .key
                .stream(Purpose::Displaced, u32::from(wave), 0),
        );
        while drawn.len() + bosses.len() > wanted.max(bosses.len()) {
            let displaced = drawn.pop().expect("there are more cards than bosses");
            self.discard_enemy_card(displaced, Place::Drawn, BY_RULE);
        }
        drawn.extend(bosses);
        shuffle(
            drawn,
            self.cards,
            self.state
                .key
                .stream(Purpose::BossRound, u32::from(wave), 0),
        );
    }

    /// Deals card by card, round the table from the first player.
    fn deal_enemies(&mut self, drawn: &[KindId]) {
        for (index, kind) in drawn.iter().enumerate() {
            let lane = (self.state.first_player + (index % self.state.players as usize) as u8)
                % self.state.players;
            self.place_face_down(lane, *kind, Place::Drawn, BY_RULE);
        }
    }
}
