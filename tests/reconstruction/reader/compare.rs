//! The rebuilt table against the real one.

use super::{Body, Check, Kinds, Reader, ensure};
use cards::{CardSet, KindId};
use game::state::GameState;

impl Reader {
    /// Whether this is the table as it really is.
    pub fn compare(&self, state: &GameState, cards: &CardSet, over: bool) -> Check {
        let same = |what: &str, told: &Kinds, real: &[KindId]| {
            ensure(told == real, || {
                format!("{what}: told {told:?}, really {real:?}")
            })
        };
        ensure(self.base == i64::from(state.base), || "base".into())?;
        ensure(self.round == u64::from(state.round), || "round".into())?;
        // When the last round has been survived, the mark has moved on without a new round.
        ensure(
            over || self.first_player == u64::from(state.first_player) + 1,
            || "first player".into(),
        )?;
        for seat in 0..state.players as usize {
            let player = &state.seats[seat];
            same("deck", &self.decks[seat], player.deck.cards())?;
            same("hand", &self.hands[seat], player.hand.cards())?;
            same("discard", &self.discards[seat], player.discard.cards())?;
            ensure(
                self.resources[seat] == u64::from(state.resources[seat]),
                || "resources".into(),
            )?;
            let lane = &state.lanes[seat];
            same_lane(&self.troops[seat], lane.troops.as_slice(), state)?;
            same_lane(&self.enemies[seat], lane.enemies.as_slice(), state)?;
        }
        for (wave, encounter) in state.encounters.iter().enumerate() {
            same(
                "encounter deck",
                &self.encounter_decks[wave],
                encounter.deck.cards(),
            )?;
            same(
                "encounter discard",
                &self.encounter_discards[wave],
                encounter.discard.cards(),
            )?;
            same("bosses", &self.bosses[wave], encounter.bosses.cards())?;
        }
        for (row, market) in state.market.iter().enumerate() {
            same("pool", &self.pools[row], market.pool.cards())?;
            same("market deck", &self.market_decks[row], market.deck.cards())?;
            same("stacks", &self.stacks[row], market.stacks.cards())?;
        }
        ensure(
            self.divisions == state.divisions[..self.divisions.len()],
            || "divisions".into(),
        )?;
        let weather = &state.weather;
        same("weather deck", &self.weather_deck, weather.deck.cards())?;
        same(
            "weather discard",
            &self.weather_discard,
            weather.discard.cards(),
        )?;
        same("weather", &self.weather, weather.card.as_slice())?;
        self.count_cards(state, cards)
    }

    /// Whether the conditions are those in force; they are told right after the card's move.
    pub fn compare_conditions(&self, state: &GameState, cards: &CardSet) -> Check {
        let real = cards.condition_names(state.weather.conditions);
        ensure(self.conditions == real, || {
            format!("conditions: told {:?}, really {real:?}", self.conditions)
        })
    }

    /// Every physical card is somewhere: on the table, or on its way.
    fn count_cards(&self, state: &GameState, cards: &CardSet) -> Check {
        let counts = state.count_cards();
        for (id, kind) in cards.iter() {
            let i = id.index();
            ensure(self.supply[i] == u64::from(state.supply[i]), || {
                "supply".into()
            })?;
            ensure(self.burned[i] == u64::from(state.burned[i]), || {
                "burned".into()
            })?;
            let on_the_way = self
                .carried
                .iter()
                .chain(&self.drawn)
                .filter(|k| **k == id)
                .count();
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
            let card = state.board.card(*slot);
            let mut equipment = card.equipment().to_vec();
            equipment.sort();
            Body {
                kind: card.kind,
                face_up: card.face_up,
                damage: i64::from(card.damage),
                equipment,
                converted: card.converted,
                owner: (card.owner != u8::MAX).then(|| u64::from(card.owner) + 1),
            }
        })
        .collect();
    ensure(told == real, || {
        format!("lane: told {told:?}, really {real:?}")
    })
}
