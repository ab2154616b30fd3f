//! A table that is followed from JSON lines alone, as `src/game/observe/JSON.md` describes.

mod compare;

use cards::{CardSet, KindId, MAX_KINDS};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;

type Kinds = Vec<KindId>;

/// Players, waves, lanes and rows have numbers up to 4; what there is only one of has number 0.
type Numbered<T> = [T; 5];

const PILES: [&str; 14] = [
    "deck",
    "hand",
    "discard",
    "encounter-deck",
    "encounter-discard",
    "bosses",
    "market-pool",
    "market-deck",
    "stacks",
    "weather-deck",
    "weather-discard",
    "weather",
    "carried",
    "drawn",
];

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
pub struct Reader {
    ids: HashMap<String, KindId>,
    pub lines: u64,
    round: u64,
    base: i64,
    first_player: u64,
    resources: Vec<u64>,
    divisions: Vec<Option<KindId>>,
    conditions: Vec<String>,
    /// Cards in order, by zone.
    piles: HashMap<&'static str, Numbered<Kinds>>,
    /// The sides of lanes, by zone.
    lanes: HashMap<&'static str, Numbered<Vec<Body>>>,
    /// Cards that are only counted, by zone.
    counts: HashMap<&'static str, Vec<u64>>,
}

/// A value that must be of a type.
fn of<'v, T: Deserialize<'v>>(value: &'v Value) -> T {
    T::deserialize(value).unwrap_or_else(|fault| panic!("{fault}: {value}"))
}

fn number(value: &Value) -> u64 {
    of(value)
}

pub fn word(value: &Value) -> &str {
    of(value)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
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

/// Takes the card that was found.
fn take(pile: &mut Kinds, found: Option<usize>) -> Check {
    pile.remove(found.ok_or("no such card to take")?);
    Ok(())
}

fn first(pile: &Kinds, kind: KindId) -> Option<usize> {
    pile.iter().position(|card| *card == kind)
}

/// The zone of a side of a lane.
fn zone_of(side: &Value) -> &'static str {
    match word(side) {
        "troop" => "lane",
        _ => "enemy-lane",
    }
}

fn sorted(cards: &[KindId]) -> Kinds {
    let mut cards = cards.to_vec();
    cards.sort();
    cards
}

impl Reader {
    /// Knows the names of cards and nothing else.
    pub fn new(cards: &CardSet) -> Self {
        Reader {
            ids: cards
                .iter()
                .map(|(id, kind)| (kind.id.clone(), id))
                .collect(),
            lines: 0,
            round: 0,
            base: 0,
            first_player: 0,
            resources: Vec::new(),
            divisions: Vec::new(),
            conditions: Vec::new(),
            piles: PILES.map(|zone| (zone, Default::default())).into(),
            lanes: ["lane", "enemy-lane"]
                .map(|zone| (zone, Default::default()))
                .into(),
            counts: HashMap::new(),
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
        Body {
            kind: self.kind(&value["card"]),
            face_up: of(&value["face_up"]),
            damage: of(&value["damage"]),
            equipment: sorted(&self.kinds(&value["equipment"])),
            converted: of(&value["converted"]),
            owner: value["owner"].as_u64(),
        }
    }

    fn bodies(&self, value: &Value) -> Vec<Body> {
        list(value).iter().map(|card| self.body(card)).collect()
    }

    /// Sets out the piles of some players, waves or rows.
    fn set_out(&mut self, of: &Value, from: usize, fields: &[(&str, &str)]) {
        for (number, part) in (from..).zip(list(of)) {
            for (field, zone) in fields {
                let cards = part.get(field).map(|cards| self.kinds(cards));
                self.piles.get_mut(*zone).expect("a zone")[number] = cards.unwrap_or_default();
            }
        }
    }

    fn start(&mut self, line: &Value) {
        self.base = of(&line["base"]);
        self.first_player = number(&line["first_player"]);
        let (players, waves) = (&line["players"], &line["encounters"]);
        let piles = ["deck", "hand", "discard"].map(|name| (name, name));
        self.set_out(players, 1, &piles);
        let piles = [
            ("deck", "encounter-deck"),
            ("discard", "encounter-discard"),
            ("bosses", "bosses"),
        ];
        self.set_out(waves, 1, &piles);
        let piles = [
            ("pool", "market-pool"),
            ("deck", "market-deck"),
            ("stacks", "stacks"),
        ];
        self.set_out(&line["market"], 0, &piles);
        if let Some(weather) = line.get("weather") {
            let piles = [("deck", "weather-deck"), ("discard", "weather-discard")];
            self.set_out(&Value::Array(vec![weather.clone()]), 0, &piles);
        }
        for (number, lane) in (1..).zip(list(&line["lanes"])) {
            for (field, zone) in [("troops", "lane"), ("enemies", "enemy-lane")] {
                let bodies = self.bodies(&lane[field]);
                self.lanes.get_mut(zone).expect("a zone")[number] = bodies;
            }
        }
        for zone in ["supply", "burned"] {
            let counts = self.counts(&line[zone]);
            self.counts.insert(zone, counts);
        }
        for player in list(players) {
            self.resources.push(number(&player["resources"]));
            self.divisions
                .push(player.get("division").map(|id| self.kind(id)));
        }
    }

    /// A pile by the zone and number of its place.
    fn pile(&mut self, zone: &str, place: &Value) -> Result<&mut Kinds, String> {
        let mut numbers = ["player", "wave", "row"].iter();
        let number = numbers.find_map(|name| place[name].as_u64()).unwrap_or(0);
        let piles = self.piles.get_mut(zone);
        let piles = piles.ok_or_else(|| format!("no pile is named {zone}"))?;
        Ok(&mut piles[number as usize])
    }

    fn lane(&mut self, zone: &str, lane: &Value) -> &mut Vec<Body> {
        &mut self.lanes.get_mut(zone).expect("a side of lanes")[number(lane) as usize]
    }

    fn troop(&mut self, place: &Value) -> Result<&mut Body, String> {
        let troops = self.lane("lane", &place["lane"]);
        let troop = troops.get_mut(index(&place["position"]));
        troop.ok_or_else(|| "no such troop".into())
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
                let stacks = self.pile("stacks", &Value::Null)?;
                let place = first(stacks, old).ok_or("no such stack")?;
                stacks[place] = new;
                let empty = !self.piles["market-pool"][0].contains(&old);
                return ensure(empty, || "the stack was not empty".into());
            }
            "turned-up" => self.target(line)?.face_up = true,
            "damaged" => self.target(line)?.damage += of::<i64>(&line["amount"]),
            "healed" => self.target(line)?.damage -= of::<i64>(&line["amount"]),
            "killed" | "survived" | "power-gained" | "damage-lessened" => {
                self.target(line)?;
            }
            "resources" | "bought" => {
                self.resources[index(&line["player"])] = number(&line["resources"]);
            }
            "base-damaged" => {
                self.base -= of::<i64>(&line["amount"]);
                return ensure(self.base == of::<i64>(&line["base"]), || {
                    "wrong base".into()
                });
            }
            "weather-turned" => {
                let told = list(&line["conditions"]).iter();
                self.conditions = told.map(|name| word(name).to_string()).collect();
                let card = self.kind(&line["card"]);
                return ensure(self.piles["weather"][0] == [card], || {
                    "another weather".into()
                });
            }
            "phase-started" | "lane-started" | "lane-ended" | "game-over" => {
                let on_the_way = ["carried", "drawn"].map(|zone| self.piles[zone][0].len());
                return ensure(on_the_way == [0, 0], || "cards never arrived".into());
            }
            "redistributed" => {
                let told = self.bodies(&line["cards"]);
                let troops = self.lane("lane", &line["lane"]);
                return ensure(*troops == told, || "wrong layout".into());
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
        let body = self
            .lane(zone_of(&target["side"]), &target["lane"])
            .get_mut(index(&target["position"]))
            .ok_or("nobody stands there")?;
        if body.kind == kind {
            Ok(body)
        } else {
            Err("someone else stands there".into())
        }
    }

    /// A pile is shuffled, or made from its discard pile.
    fn shuffled(&mut self, line: &Value) -> Check {
        let (place, told) = (&line["pile"], self.kinds(&line["cards"]));
        let zone = word(&place["zone"]);
        let deck = self.pile(zone, place)?;
        let before = std::mem::replace(deck, told.clone());
        let from = match &line["from_discard"] {
            Value::Bool(false) => before,
            _ => {
                ensure(before.is_empty(), || "the deck was not empty".into())?;
                std::mem::take(self.pile(&zone.replace("deck", "discard"), place)?)
            }
        };
        ensure(sorted(&from) == sorted(&told), || {
            "other cards came out of a shuffle".into()
        })
    }

    /// The same cards in another order.
    fn reordered(&mut self, line: &Value) -> Check {
        let told = self.bodies(&line["cards"]);
        let side = self.lane(zone_of(&line["side"]), &line["lane"]);
        let mut left = std::mem::replace(side, told.clone());
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
                self.pile("carried", &Value::Null)?.extend(body.equipment);
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
            "deck" | "encounter-deck" | "bosses" | "weather-deck" | "weather" | "market-deck" => {
                pop(self.pile(zone, from)?, kind)?;
                if zone == "weather" {
                    self.conditions.clear();
                }
            }
            "hand" | "drawn" | "carried" | "market-pool" => {
                let pile = self.pile(zone, from)?;
                take(pile, first(pile, kind))?;
            }
            "discard" => {
                let pile = self.pile(zone, from)?;
                take(pile, pile.iter().rposition(|card| *card == kind))?;
            }
            "supply" => {
                let count = &mut self.counts.get_mut(zone).expect("a zone")[kind.index()];
                *count = count.checked_sub(1).ok_or("the supply was empty")?;
            }
            "equipped" => {
                let equipment = &mut self.troop(from)?.equipment;
                take(equipment, first(equipment, kind))?;
            }
            "lane" | "enemy-lane" => {
                let lane = self.lane(zone, &from["lane"]);
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
            "hand" | "discard" | "encounter-discard" | "weather" | "weather-discard" | "drawn"
            | "carried" | "market-pool" => self.pile(zone, to)?.push(kind),
            "bosses" => self.pile(zone, to)?.insert(0, kind),
            "market-bottom" => self.pile("market-deck", to)?.insert(0, kind),
            "supply" | "burned" => self.counts.get_mut(zone).expect("a zone")[kind.index()] += 1,
            "equipped" => {
                let equipment = &mut self.troop(to)?.equipment;
                equipment.push(kind);
                equipment.sort();
            }
            "lane" | "enemy-lane" => {
                let body = Body {
                    kind,
                    face_up: of(&line["face_up"]),
                    converted: of(&line["converted"]),
                    owner: line["owner"].as_u64(),
                    damage: body.as_ref().map_or(0, |body| body.damage),
                    equipment: body.map_or(Vec::new(), |body| body.equipment),
                };
                let lane = self.lane(zone, &to["lane"]);
                let position = index(&to["position"]);
                ensure(position <= lane.len(), || "a gap in the lane".into())?;
                lane.insert(position, body);
            }
            other => return Err(format!("no card goes to {other}")),
        }
        Ok(())
    }
}
