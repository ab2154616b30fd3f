//! A table that is followed from JSON lines alone, as `src/game/observe/JSON.md` describes.

mod compare;

use cards::{CardSet, KindId, MAX_KINDS};
use serde_json::Value;
use std::collections::HashMap;

type Kinds = Vec<KindId>;

/// A card in a lane.
#[derive(Clone, Debug, PartialEq)]
struct Body {
    kind: KindId,
    face_up: bool,
    damage: i64,
    /// Sorted, because the order of items means nothing.
    equipment: Kinds,
    converted: bool,
    owner: Option<u64>,
}

/// The table as far as the lines have told.
#[derive(Default)]
pub struct Reader {
    ids: HashMap<String, KindId>,
    pub lines: u64,
    round: u64,
    base: i64,
    first_player: u64,
    decks: Vec<Kinds>,
    hands: Vec<Kinds>,
    discards: Vec<Kinds>,
    resources: Vec<u64>,
    troops: Vec<Vec<Body>>,
    enemies: Vec<Vec<Body>>,
    encounter_decks: Vec<Kinds>,
    encounter_discards: Vec<Kinds>,
    bosses: Vec<Kinds>,
    pools: Vec<Kinds>,
    market_decks: Vec<Kinds>,
    stacks: Vec<Kinds>,
    divisions: Vec<Option<KindId>>,
    weather_deck: Kinds,
    weather_discard: Kinds,
    /// The card in force: none or one.
    weather: Kinds,
    conditions: Vec<String>,
    supply: Vec<u64>,
    burned: Vec<u64>,
    carried: Kinds,
    drawn: Kinds,
}

fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

fn signed(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

fn flag(value: &Value) -> bool {
    value
        .as_bool()
        .unwrap_or_else(|| panic!("no truth value: {value}"))
}

pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no word: {value}"))
}

fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("no list: {value}"))
}

/// An index from a number that counts from 1.
fn index(value: &Value) -> usize {
    number(value) as usize - 1
}

/// Why a line cannot be, or does not lead to the table as it is.
pub type Check = Result<(), String>;

pub fn ensure(holds: bool, what: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(what()) }
}

/// Takes a card off the top of a pile; it must be the one that is named.
fn pop(pile: &mut Kinds, kind: KindId) -> Check {
    ensure(pile.pop() == Some(kind), || {
        "another card was on top".into()
    })
}

/// Takes the first card of a kind.
fn take_first(pile: &mut Kinds, kind: KindId) -> Check {
    let found = pile.iter().position(|card| *card == kind);
    let found = found.ok_or("no such card to take")?;
    pile.remove(found);
    Ok(())
}

/// Takes the last card of a kind.
fn take_last(pile: &mut Kinds, kind: KindId) -> Check {
    let found = pile.iter().rposition(|card| *card == kind);
    let found = found.ok_or("no such card to take")?;
    pile.remove(found);
    Ok(())
}

impl Reader {
    /// Knows the names of cards and nothing else.
    pub fn new(cards: &CardSet) -> Self {
        Reader {
            ids: cards
                .iter()
                .map(|(id, kind)| (kind.id.clone(), id))
                .collect(),
            ..Reader::default()
        }
    }

    fn kind(&self, value: &Value) -> KindId {
        self.ids[word(value)]
    }

    fn kinds(&self, value: &Value) -> Kinds {
        list(value).iter().map(|card| self.kind(card)).collect()
    }

    fn counts(&self, value: &Value) -> Vec<u64> {
        let mut counts = vec![0; MAX_KINDS];
        for (id, count) in value.as_object().expect("counts by card") {
            counts[self.ids[id].index()] = number(count);
        }
        counts
    }

    fn body(&self, value: &Value) -> Body {
        let mut equipment = self.kinds(&value["equipment"]);
        equipment.sort();
        Body {
            kind: self.kind(&value["card"]),
            face_up: flag(&value["face_up"]),
            damage: signed(&value["damage"]),
            equipment,
            converted: flag(&value["converted"]),
            owner: value["owner"].as_u64(),
        }
    }

    fn bodies(&self, value: &Value) -> Vec<Body> {
        list(value).iter().map(|card| self.body(card)).collect()
    }

    fn each(&self, of: &Value, field: &str) -> Vec<Kinds> {
        list(of)
            .iter()
            .map(|part| self.kinds(&part[field]))
            .collect()
    }

    fn start(&mut self, line: &Value) {
        self.base = signed(&line["base"]);
        self.first_player = number(&line["first_player"]);
        self.decks = self.each(&line["players"], "deck");
        self.hands = self.each(&line["players"], "hand");
        self.discards = self.each(&line["players"], "discard");
        self.resources = list(&line["players"])
            .iter()
            .map(|p| number(&p["resources"]))
            .collect();
        let lanes = list(&line["lanes"]);
        self.troops = lanes
            .iter()
            .map(|lane| self.bodies(&lane["troops"]))
            .collect();
        self.enemies = lanes
            .iter()
            .map(|lane| self.bodies(&lane["enemies"]))
            .collect();
        self.encounter_decks = self.each(&line["encounters"], "deck");
        self.encounter_discards = self.each(&line["encounters"], "discard");
        self.bosses = self.each(&line["encounters"], "bosses");
        self.pools = self.each(&line["market"], "pool");
        self.market_decks = self.each(&line["market"], "deck");
        let stacks = list(&line["market"]).iter();
        let none = Value::Array(Vec::new());
        self.stacks = stacks
            .map(|row| self.kinds(row.get("stacks").unwrap_or(&none)))
            .collect();
        let players = list(&line["players"]).iter();
        self.divisions = players
            .map(|player| player.get("division").map(|id| self.kind(id)))
            .collect();
        if let Some(weather) = line.get("weather") {
            self.weather_deck = self.kinds(&weather["deck"]);
            self.weather_discard = self.kinds(&weather["discard"]);
        }
        self.supply = self.counts(&line["supply"]);
        self.burned = self.counts(&line["burned"]);
    }

    /// One line more.
    pub fn read(&mut self, line: &Value) -> Check {
        ensure(number(&line["n"]) == self.lines, || {
            "a line is missing".into()
        })?;
        self.lines += 1;
        self.round = number(&line["round"]);
        match word(&line["event"]) {
            "game-started" => self.start(line),
            "round-started" => self.first_player = number(&line["first_player"]),
            "moved" => return self.moved(line),
            "shuffled" => return self.shuffled(line),
            "reordered" => return self.reordered(line),
            "stack-replaced" => {
                let (old, new) = (self.kind(&line["old"]), self.kind(&line["new"]));
                let place = self.stacks[0].iter().position(|kind| *kind == old);
                let place = place.ok_or("no such stack")?;
                let empty = !self.pools[0].contains(&old);
                self.stacks[0][place] = new;
                return ensure(empty, || "the stack was not empty".into());
            }
            "turned-up" => self.target(line)?.face_up = true,
            "damaged" => self.target(line)?.damage += signed(&line["amount"]),
            "healed" => self.target(line)?.damage -= signed(&line["amount"]),
            "killed" | "survived" | "power-gained" | "damage-lessened" => {
                self.target(line)?;
            }
            "resources" | "bought" => {
                self.resources[index(&line["player"])] = number(&line["resources"]);
            }
            "base-damaged" => {
                self.base -= signed(&line["amount"]);
                return ensure(self.base == signed(&line["base"]), || "wrong base".into());
            }
            "weather-turned" => {
                let told = list(&line["conditions"]).iter();
                self.conditions = told.map(|name| word(name).to_string()).collect();
                let card = self.kind(&line["card"]);
                return ensure(self.weather == [card], || "another weather".into());
            }
            "phase-started" | "lane-started" | "lane-ended" | "game-over" => {
                return ensure(self.carried.is_empty() && self.drawn.is_empty(), || {
                    "cards never arrived".into()
                });
            }
            "redistributed" => {
                let told = self.bodies(&line["cards"]);
                let lane = index(&line["lane"]);
                return ensure(self.troops[lane] == told, || "wrong layout".into());
            }
            "decided" => {
                ensure(number(&line["options"]) > 1, || "no decision".into())?;
                word(&line["question"]["type"]);
                word(&line["answer"]["type"]);
            }
            "used" | "reveal-cancelled" | "incident" => {}
            other => return Err(format!("unknown event {other}")),
        }
        Ok(())
    }

    /// The card in a lane that a line is about; it must be the one that is named.
    fn target(&mut self, line: &Value) -> Result<&mut Body, String> {
        let target = &line["target"];
        let kind = self.kind(&target["card"]);
        let side = match word(&target["side"]) {
            "troop" => &mut self.troops,
            _ => &mut self.enemies,
        };
        let body = side[index(&target["lane"])]
            .get_mut(index(&target["position"]))
            .ok_or("nobody stands there")?;
        if body.kind == kind {
            Ok(body)
        } else {
            Err("someone else stands there".into())
        }
    }

    /// A discard pile becomes a deck.
    fn shuffled(&mut self, line: &Value) -> Check {
        let pile = &line["pile"];
        let mut cards = self.kinds(&line["cards"]);
        if line["from_discard"] == Value::Bool(false) {
            let deck = match word(&pile["zone"]) {
                "market-deck" => &mut self.market_decks[number(&pile["row"]) as usize],
                _ => &mut self.encounter_decks[index(&pile["wave"])],
            };
            let mut before = std::mem::replace(deck, cards.clone());
            before.sort();
            cards.sort();
            return ensure(before == cards, || {
                "other cards came out of a shuffle".into()
            });
        }
        let (deck, discard) = match word(&pile["zone"]) {
            "deck" => {
                let player = index(&pile["player"]);
                (&mut self.decks[player], &mut self.discards[player])
            }
            "weather-deck" => (&mut self.weather_deck, &mut self.weather_discard),
            _ => {
                let wave = index(&pile["wave"]);
                (
                    &mut self.encounter_decks[wave],
                    &mut self.encounter_discards[wave],
                )
            }
        };
        ensure(deck.is_empty(), || "the deck was not empty".into())?;
        *deck = cards.clone();
        cards.sort();
        discard.sort();
        ensure(cards == *discard, || "other cards were shuffled in".into())?;
        discard.clear();
        Ok(())
    }

    /// The same cards in another order.
    fn reordered(&mut self, line: &Value) -> Check {
        let told = self.bodies(&line["cards"]);
        let side = match word(&line["side"]) {
            "troop" => &mut self.troops,
            _ => &mut self.enemies,
        };
        let before = std::mem::replace(&mut side[index(&line["lane"])], told.clone());
        let mut left = before;
        for body in &told {
            let found = left.iter().position(|other| other == body);
            left.remove(found.ok_or("a card has changed on the way")?);
        }
        ensure(left.is_empty(), || "a card was lost on the way".into())
    }

    fn moved(&mut self, line: &Value) -> Check {
        let kind = self.kind(&line["card"]);
        let (from, to) = (&line["from"], &line["to"]);
        let body = self.leave(kind, from)?;
        // From lane to lane a troop takes along what is on it; elsewhere its items come off.
        let body = match (body, word(&to["zone"])) {
            (Some(body), "lane" | "enemy-lane") => Some(body),
            (Some(body), _) => {
                self.carried.extend(body.equipment);
                None
            }
            (None, _) => None,
        };
        self.arrive(kind, to, line, body)
    }

    /// Takes a card from where it was; from a lane with all that is on it.
    fn leave(&mut self, kind: KindId, from: &Value) -> Result<Option<Body>, String> {
        let zone = word(&from["zone"]);
        match zone {
            "deck" => pop(&mut self.decks[index(&from["player"])], kind)?,
            "hand" => take_first(&mut self.hands[index(&from["player"])], kind)?,
            "discard" => take_last(&mut self.discards[index(&from["player"])], kind)?,
            "encounter-deck" => pop(&mut self.encounter_decks[index(&from["wave"])], kind)?,
            "bosses" => pop(&mut self.bosses[index(&from["wave"])], kind)?,
            "weather-deck" => pop(&mut self.weather_deck, kind)?,
            "weather" => {
                pop(&mut self.weather, kind)?;
                self.conditions.clear();
            }
            "drawn" => take_first(&mut self.drawn, kind)?,
            "carried" => take_first(&mut self.carried, kind)?,
            "market-deck" => pop(&mut self.market_decks[number(&from["row"]) as usize], kind)?,
            "market-pool" => take_first(&mut self.pools[number(&from["row"]) as usize], kind)?,
            "supply" => {
                let count = &mut self.supply[kind.index()];
                *count = count.checked_sub(1).ok_or("the supply was empty")?;
            }
            "equipped" => {
                let lane = &mut self.troops[index(&from["lane"])];
                let troop = lane
                    .get_mut(index(&from["position"]))
                    .ok_or("no such troop")?;
                take_first(&mut troop.equipment, kind)?;
            }
            "lane" | "enemy-lane" => {
                let side = match zone {
                    "lane" => &mut self.troops,
                    _ => &mut self.enemies,
                };
                let lane = &mut side[index(&from["lane"])];
                let position = index(&from["position"]);
                ensure(
                    lane.get(position).is_some_and(|body| body.kind == kind),
                    || "the card does not stand there".into(),
                )?;
                return Ok(Some(lane.remove(position)));
            }
            other => return Err(format!("no card comes from {other}")),
        }
        Ok(None)
    }

    fn arrive(&mut self, kind: KindId, to: &Value, line: &Value, body: Option<Body>) -> Check {
        let zone = word(&to["zone"]);
        match zone {
            "hand" => self.hands[index(&to["player"])].push(kind),
            "discard" => self.discards[index(&to["player"])].push(kind),
            "encounter-discard" => self.encounter_discards[index(&to["wave"])].push(kind),
            "bosses" => self.bosses[index(&to["wave"])].insert(0, kind),
            "weather" => self.weather.push(kind),
            "weather-discard" => self.weather_discard.push(kind),
            "drawn" => self.drawn.push(kind),
            "carried" => self.carried.push(kind),
            "market-pool" => self.pools[number(&to["row"]) as usize].push(kind),
            "market-bottom" => self.market_decks[number(&to["row"]) as usize].insert(0, kind),
            "supply" => self.supply[kind.index()] += 1,
            "burned" => self.burned[kind.index()] += 1,
            "equipped" => {
                let lane = &mut self.troops[index(&to["lane"])];
                let troop = lane
                    .get_mut(index(&to["position"]))
                    .ok_or("no such troop")?;
                troop.equipment.push(kind);
                troop.equipment.sort();
            }
            "lane" | "enemy-lane" => {
                let body = Body {
                    kind,
                    face_up: flag(&line["face_up"]),
                    converted: flag(&line["converted"]),
                    owner: line["owner"].as_u64(),
                    damage: body.as_ref().map_or(0, |body| body.damage),
                    equipment: body.map_or(Vec::new(), |body| body.equipment),
                };
                let side = match zone {
                    "lane" => &mut self.troops,
                    _ => &mut self.enemies,
                };
                let lane = &mut side[index(&to["lane"])];
                let position = index(&to["position"]);
                ensure(position <= lane.len(), || "a gap in the lane".into())?;
                lane.insert(position, body);
            }
            other => return Err(format!("no card goes to {other}")),
        }
        Ok(())
    }
}
