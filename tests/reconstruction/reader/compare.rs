//! The rebuilt table against the real one.

use super::{Body, Check, Reader, ensure, sorted};
use cards::{CardSet, KindId};
use game::state::GameState;

impl Reader {
    /// Whether this is the table as it really is.
    pub fn compare(&self, state: &GameState, cards: &CardSet, over: bool) -> Check {
        let same = |zone: &str, number: usize, real: &[KindId]| {
            let told = &self.piles[zone][number];
            ensure(told == real, || {
                format!("{zone}: told {told:?}, really {real:?}")
            })
        };
        ensure(self.base == i64::from(state.base()), || "base".into())?;
        ensure(self.round == u64::from(state.round()), || "round".into())?;
        // When the last round has been survived, the mark has moved on without a new round.
        ensure(
            over || self.first_player == u64::from(state.first_player()) + 1,
            || "first player".into(),
        )?;
        for (number, seat) in (1..).zip(0..state.players() as usize) {
            let player = &state.seats()[seat];
            same("deck", number, player.deck.cards())?;
            same("hand", number, player.hand.cards())?;
            same("discard", number, player.discard.cards())?;
            ensure(
                self.resources[seat] == u64::from(state.resources()[seat]),
                || "resources".into(),
            )?;
            let lane = &state.lanes()[seat];
            same_lane(&self.lanes["lane"][number], lane.troops.as_slice(), state)?;
            same_lane(
                &self.lanes["enemy-lane"][number],
                lane.enemies.as_slice(),
                state,
            )?;
        }
        for (wave, encounter) in (1..).zip(state.encounters()) {
            same("encounter-deck", wave, encounter.deck.cards())?;
            same("encounter-discard", wave, encounter.discard.cards())?;
            same("bosses", wave, encounter.bosses.cards())?;
        }
        for (row, market) in state.market().iter().enumerate() {
            same("market-pool", row, market.pool.cards())?;
            same("market-deck", row, market.deck.cards())?;
            same("stacks", row, market.stacks.cards())?;
        }
        ensure(
            self.divisions == state.divisions()[..self.divisions.len()],
            || "divisions".into(),
        )?;
        let weather = &state.weather();
        same("weather-deck", 0, weather.deck.cards())?;
        same("weather-discard", 0, weather.discard.cards())?;
        same("weather", 0, weather.card.as_slice())?;
        self.count_cards(state, cards)
    }

    /// Whether the conditions are those in force; they are told right after the card's move.
    pub fn compare_conditions(&self, state: &GameState, cards: &CardSet) -> Check {
        let real = cards.condition_names(state.weather().conditions);
        ensure(self.conditions == real, || {
            format!("conditions: told {:?}, really {real:?}", self.conditions)
        })
    }

    /// Every physical card is somewhere: on the table, or on its way.
    fn count_cards(&self, state: &GameState, cards: &CardSet) -> Check {
        let counts = state.count_cards();
        let [supply, burned] = ["supply", "burned"].map(|zone| &self.counts[zone]);
        let moving = ["carried", "drawn"].map(|zone| &self.piles[zone][0]);
        for (id, kind) in cards.iter() {
            let i = id.index();
            ensure(supply[i] == u64::from(state.supply()[i]), || {
                "supply".into()
            })?;
            ensure(burned[i] == u64::from(state.burned()[i]), || {
                "burned".into()
            })?;
            let on_the_way = moving.iter().copied().flatten();
            let on_the_way = on_the_way.filter(|kind| **kind == id).count();
            ensure(
                usize::from(counts[i]) + on_the_way == usize::from(kind.copies),
                || format!("{} {} and {on_the_way} on the way", counts[i], kind.name),
            )?;
        }
        Ok(())
    }
}

fn same_lane(told: &[Body], slots: &[u8], state: &GameState) -> Check {
    let real: Vec<Body> = slots
        .iter()
        .map(|slot| {
            let card = state.board().card(*slot);
            Body {
                kind: card.kind,
                face_up: card.face_up,
                damage: i64::from(card.damage),
                equipment: sorted(card.equipment()),
                converted: card.converted,
                owner: (card.owner != u8::MAX).then(|| u64::from(card.owner) + 1),
            }
        })
        .collect();
    ensure(told == real, || {
        format!("lane: told {told:?}, really {real:?}")
    })
}
