//! Compares the final state with what a scenario expects.

use super::expect::{Expect, Lane, Pile};
use super::notation::CardNote;
use super::table::{ROWS, SEATS, WAVES, limited_abilities};
use cards::ruleset::Ruleset;
use cards::words::Word;
use cards::{CardSet, Kind, KindId};
use game::observe::Incident;
use game::queries;
use game::state::{BoardCard, GameState};
use std::fmt::Debug;

/// The final state of a run.
pub(super) struct Outcome<'a> {
    pub(super) cards: &'a CardSet,
    pub(super) rules: &'a Ruleset,
    pub(super) start: &'a GameState,
    pub(super) state: &'a GameState,
    pub(super) log: &'a [&'a str],
}

impl Outcome<'_> {
    /// Everything that is not as expected.
    pub(super) fn failures(&self, expect: &Expect) -> Vec<String> {
        let mut failures = Vec::new();
        self.check_game(expect, &mut failures);
        self.check_incidents(expect, &mut failures);
        self.check_log(expect, &mut failures);
        for (seat, name) in SEATS.into_iter().enumerate() {
            self.check_seat(expect, seat, name, &mut failures);
        }
        for (wave, name) in WAVES.into_iter().enumerate() {
            let encounter = &self.state.encounters[wave];
            let [deck, discard, bosses] = &expect.waves[wave];
            for (what, wanted, found) in [
                ("deck", deck, encounter.deck.cards()),
                ("discard", discard, encounter.discard.cards()),
                ("bosses", bosses, encounter.bosses.cards()),
            ] {
                self.check_pile(
                    &format!("{name}.{what}"),
                    wanted,
                    found,
                    true,
                    &mut failures,
                );
            }
        }
        for (row, (pool, deck)) in ROWS.into_iter().enumerate() {
            let market = &self.state.market[row];
            let [wanted_pool, wanted_deck] = &expect.market[row];
            let (pool, deck) = (format!("market.{pool}"), format!("market.{deck}"));
            self.check_pile(
                &pool,
                wanted_pool,
                market.pool.cards(),
                false,
                &mut failures,
            );
            self.check_pile(&deck, wanted_deck, market.deck.cards(), true, &mut failures);
        }
        self.check_weather(expect, &mut failures);
        failures
    }

    fn check_weather(&self, expect: &Expect, failures: &mut Vec<String>) {
        let weather = &self.state.weather;
        let name = |kind: KindId| self.cards.kind(kind).id.as_str();
        let found = weather.card.map_or("none", name);
        compare("weather.card", expect.weather.map(name), found, failures);
        let [deck, discard] = &expect.weather_piles;
        for (what, wanted, found) in [
            ("weather.deck", deck, weather.deck.cards()),
            ("weather.discard", discard, weather.discard.cards()),
        ] {
            self.check_pile(what, wanted, found, true, failures);
        }
    }

    fn check_game(&self, expect: &Expect, failures: &mut Vec<String>) {
        let state = self.state;
        let over = state.is_over();
        compare("base", expect.base, state.base, failures);
        let damage = self.start.base - state.base;
        compare("base-damage", expect.base_damage, damage, failures);
        compare("won", expect.won, over && !state.lost, failures);
        compare("lost", expect.lost, over && state.lost, failures);
        compare("round", expect.round, state.round, failures);
        let phase = expect.phase.map(Word::word);
        compare("phase", phase, state.phase.word(), failures);
        let first = expect.first_player.map(|seat| SEATS[seat as usize]);
        let found = SEATS[state.first_player as usize];
        compare("first-player", first, found, failures);
        let burned = self.burned();
        self.check_pile("burned", &expect.burned, &burned, false, failures);
        for (kind, count) in &expect.supply {
            let name = format!("supply.{}", self.cards.kind(*kind).id);
            let found = state.supply[kind.index()];
            compare(&name, Some(*count), found, failures);
        }
    }

    /// Burned cards, as often as they were burned.
    fn burned(&self) -> Vec<KindId> {
        let kinds = self.cards.iter().map(|(id, _)| id);
        kinds
            .flat_map(|id| std::iter::repeat_n(id, self.state.burned[id.index()] as usize))
            .collect()
    }

    fn check_incidents(&self, expect: &Expect, failures: &mut Vec<String>) {
        let Some(expected) = &expect.incidents else {
            return;
        };
        let found = &self.state.incidents;
        for (word, incident) in Incident::ALL {
            let count = match incident {
                Incident::Stalemate => found.stalemates,
                Incident::EmptyEncounterDraw => found.empty_encounter_draws,
                Incident::EmptySupplyDraw => found.empty_supply_draws,
                Incident::ShortDraw => found.short_draws,
                Incident::EndlessLane => found.endless_lanes,
                Incident::CutChain => found.cut_chains,
                Incident::Overflow => found.overflows,
            };
            let wanted = expected.iter().find(|(known, _)| known == incident);
            let wanted = wanted.map_or(0, |(_, count)| *count);
            compare(&format!("incidents.{word}"), Some(wanted), count, failures);
        }
    }

    fn check_log(&self, expect: &Expect, failures: &mut Vec<String>) {
        let find = |text: &str| self.log.iter().find(|line| line.contains(text));
        for text in &expect.log {
            if find(text).is_none() {
                failures.push(format!("expect.log: no line of the log contains `{text}`"));
            }
        }
        for text in &expect.not_in_log {
            if let Some(line) = find(text) {
                failures.push(format!("expect.not-in-log: `{text}` is in `{line}`"));
            }
        }
    }

    fn check_seat(&self, expect: &Expect, seat: usize, name: &str, failures: &mut Vec<String>) {
        let wanted = &expect.seats[seat];
        let (cards, lane) = (&self.state.seats[seat], &self.state.lanes[seat]);
        let (troops, enemies) = (lane.troops.as_slice(), lane.enemies.as_slice());
        self.check_lane(&format!("{name}.troops"), &wanted.troops, troops, failures);
        self.check_lane(
            &format!("{name}.enemies"),
            &wanted.enemies,
            enemies,
            failures,
        );
        for (what, wanted, found, ordered) in [
            ("hand", &wanted.hand, cards.hand.cards(), false),
            ("deck", &wanted.deck, cards.deck.cards(), true),
            ("discard", &wanted.discard, cards.discard.cards(), true),
        ] {
            self.check_pile(&format!("{name}.{what}"), wanted, found, ordered, failures);
        }
        let resources = self.state.resources[seat];
        compare(
            &format!("{name}.resources"),
            wanted.resources,
            resources,
            failures,
        );
        compare(&format!("{name}.kills"), wanted.kills, lane.kills, failures);
        let used = self.state.division_used[seat] != 0;
        compare(
            &format!("{name}.division-used"),
            wanted.division_used,
            used,
            failures,
        );
    }

    fn check_lane(&self, what: &str, wanted: &Lane, slots: &[u8], failures: &mut Vec<String>) {
        if let Some(notes) = &wanted.ordered
            && !self.stand_in_order(notes, slots)
        {
            self.note_lane(what, notes, slots, failures);
        }
        if let Some(notes) = &wanted.exactly
            && !self.stand_somewhere(notes, slots)
        {
            self.note_lane(&format!("{what}-exactly"), notes, slots, failures);
        }
        compare(
            &format!("{what}-count"),
            wanted.count,
            slots.len(),
            failures,
        );
    }

    fn is_as_noted(&self, slot: u8, note: &CardNote) -> bool {
        let card = self.state.board.card(slot);
        differences(card, self.stats(slot), note, self.cards).is_none()
    }

    fn stats(&self, slot: u8) -> (i16, i16) {
        (
            queries::power(self.state, self.cards, self.rules, slot),
            queries::total_hp(self.state, self.cards, self.rules, slot),
        )
    }

    fn stand_in_order(&self, notes: &[CardNote], slots: &[u8]) -> bool {
        let mut pairs = notes.iter().zip(slots);
        notes.len() == slots.len() && pairs.all(|(note, slot)| self.is_as_noted(*slot, note))
    }

    /// Whether every note matches a different card, in any order.
    fn stand_somewhere(&self, notes: &[CardNote], slots: &[u8]) -> bool {
        let Some((first, later)) = notes.split_first() else {
            return slots.is_empty();
        };
        let fitting = (0..slots.len()).filter(|index| self.is_as_noted(slots[*index], first));
        notes.len() == slots.len()
            && fitting.into_iter().any(|index| {
                let mut rest = slots.to_vec();
                rest.remove(index);
                self.stand_somewhere(later, &rest)
            })
    }

    fn note_lane(&self, what: &str, notes: &[CardNote], slots: &[u8], failures: &mut Vec<String>) {
        let wanted: Vec<String> = notes
            .iter()
            .map(|note| note_text(note, self.cards))
            .collect();
        let found: Vec<String> = slots
            .iter()
            .map(|slot| {
                let card = self.state.board.card(*slot);
                card_text(card, Some(self.stats(*slot)), self.cards)
            })
            .collect();
        failures.push(format!(
            "expect.{what}: expected {wanted:?}, found {found:?}"
        ));
    }

    /// Compares a pile whose last card is the top one.
    fn check_pile(
        &self,
        what: &str,
        wanted: &Pile,
        found: &[KindId],
        ordered: bool,
        failures: &mut Vec<String>,
    ) {
        let mut found: Vec<KindId> = found.to_vec();
        if ordered {
            found.reverse();
        }
        let text = |kinds: &[KindId]| {
            let ids = kinds.iter().map(|kind| self.cards.kind(*kind).id.as_str());
            format!("[{}]", ids.collect::<Vec<_>>().join(", "))
        };
        let in_some_order = |kinds: &[KindId]| {
            let mut kinds = kinds.to_vec();
            kinds.sort();
            kinds
        };
        if let Some(exact) = &wanted.ordered {
            let same = if ordered {
                *exact == found
            } else {
                in_some_order(exact) == in_some_order(&found)
            };
            if !same {
                let (expected, there) = (text(exact), text(&found));
                failures.push(format!("expect.{what}: expected {expected}, found {there}"));
            }
        }
        if let Some(exactly) = &wanted.exactly
            && in_some_order(exactly) != in_some_order(&found)
        {
            let (expected, there) = (text(exactly), text(&found));
            failures.push(format!(
                "expect.{what}-exactly: expected {expected} in any order, found {there}"
            ));
        }
        compare(
            &format!("{what}-count"),
            wanted.count,
            found.len(),
            failures,
        );
        let mut rest = found.clone();
        for kind in &wanted.has {
            match rest.iter().position(|other| other == kind) {
                Some(index) => drop(rest.remove(index)),
                None => failures.push(format!(
                    "expect.{what}-has: too few `{}` in {}",
                    self.cards.kind(*kind).id,
                    text(&found)
                )),
            }
        }
        for kind in wanted.lacks.iter().filter(|kind| found.contains(kind)) {
            failures.push(format!(
                "expect.{what}-lacks: `{}` is in {}",
                self.cards.kind(*kind).id,
                text(&found)
            ));
        }
    }
}

fn compare<T: PartialEq + Debug>(
    what: &str,
    wanted: Option<T>,
    found: T,
    failures: &mut Vec<String>,
) {
    if let Some(wanted) = wanted
        && wanted != found
    {
        failures.push(format!(
            "expect.{what}: expected {wanted:?}, found {found:?}"
        ));
    }
}

/// How a card on the board differs from its description, if it does.
pub(super) fn differences(
    card: &BoardCard,
    (power, hp): (i16, i16),
    note: &CardNote,
    cards: &CardSet,
) -> Option<String> {
    let troop = card.side == game::state::Side::Troop;
    let converted = card.converted.then_some(card.owner);
    let gained = [
        (note.gained.round, card.round_power),
        (note.gained.attack, card.attack_power),
        (note.gained.kept, card.kept_power),
    ];
    let fits = (note.any_kind || card.kind == note.kind)
        && card.damage == note.damage
        && carries(card, note, cards)
        && gained
            .iter()
            .all(|(wanted, found)| wanted.is_none_or(|wanted| wanted == *found))
        && (!note.strikes_first || card.strikes_first)
        && converted == note.converted
        && (troop || card.face_up == note.face_up)
        && note
            .used
            .is_none_or(|used| used == is_used(cards.kind(card.kind), card.used))
        && note.power.is_none_or(|wanted| wanted == power)
        && note.hp.is_none_or(|wanted| wanted == hp);
    (!fits).then(|| format!("it is `{}`", card_text(card, Some((power, hp)), cards)))
}

/// Whether a card carries exactly the noted items, in any order.
fn carries(card: &BoardCard, note: &CardNote, cards: &CardSet) -> bool {
    let mut carried: Vec<(KindId, bool)> = card
        .equipment()
        .iter()
        .zip(card.equipment_used)
        .map(|(kind, marks)| (*kind, is_used(cards.kind(*kind), marks)))
        .collect();
    let mut noted = note.items.clone();
    // More specific notes choose first.
    noted.sort_by_key(|(_, used)| used.is_none());
    let all_found = noted.iter().all(|(kind, used)| {
        let fits =
            |item: &(KindId, bool)| item.0 == *kind && used.is_none_or(|used| used == item.1);
        carried
            .iter()
            .position(fits)
            .map(|index| carried.remove(index))
            .is_some()
    });
    all_found && carried.is_empty()
}

fn is_used(kind: &Kind, marks: u8) -> bool {
    marks & limited_abilities(kind) != 0
}

/// A card on the board in the notation of scenarios.
fn card_text(card: &BoardCard, stats: Option<(i16, i16)>, cards: &CardSet) -> String {
    let mut text = cards.kind(card.kind).id.clone();
    if card.damage > 0 {
        text += &format!(", {} damage", card.damage);
    }
    for (item, marks) in card.equipment().iter().zip(card.equipment_used) {
        let facts = cards.kind(*item);
        let used = if is_used(facts, marks) { " used" } else { "" };
        text += &format!(", with {}{used}", facts.id);
    }
    if is_used(cards.kind(card.kind), card.used) {
        text += ", used";
    }
    for (amount, how_long) in [
        (card.round_power, "this round"),
        (card.attack_power, "next attack"),
        (card.kept_power, "kept"),
    ] {
        if amount > 0 {
            text += &format!(", +{amount} power {how_long}");
        }
    }
    if card.strikes_first {
        text += ", strikes first";
    }
    if card.converted {
        text += &format!(
            ", converted of {}",
            SEATS[card.owner as usize % SEATS.len()]
        );
    } else if card.side == game::state::Side::Enemy && card.face_up {
        text += ", up";
    }
    if let Some((power, hp)) = stats {
        text += &format!(", power {power}, hp {hp}");
    }
    text
}

/// A description as it was written.
fn note_text(note: &CardNote, cards: &CardSet) -> String {
    let mut text = cards.kind(note.kind).id.clone();
    if note.damage > 0 {
        text += &format!(", {} damage", note.damage);
    }
    for (item, used) in &note.items {
        let used = match used {
            Some(true) => " used",
            Some(false) => " unused",
            None => "",
        };
        text += &format!(", with {}{used}", cards.kind(*item).id);
    }
    match note.used {
        Some(true) => text += ", used",
        Some(false) => text += ", unused",
        None => {}
    }
    for (amount, how_long) in [
        (note.gained.round, "this round"),
        (note.gained.attack, "next attack"),
        (note.gained.kept, "kept"),
    ] {
        if let Some(amount) = amount {
            text += &format!(", +{amount} power {how_long}");
        }
    }
    if note.strikes_first {
        text += ", strikes first";
    }
    match note.converted {
        Some(owner) => text += &format!(", converted of {}", SEATS[owner as usize]),
        None if note.face_up => text += ", up",
        None => {}
    }
    if let Some(power) = note.power {
        text += &format!(", power {power}");
    }
    if let Some(hp) = note.hp {
        text += &format!(", hp {hp}");
    }
    text
}
