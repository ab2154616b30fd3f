//! What happened, as sentences without their full stops.

use crate::observe::describe::{Describe, lane_name, player};
use crate::observe::{At, Event};
use crate::queries;
use crate::state::{BoardCard, GameState, ROUNDS, Side};
use cards::CardSet;
use cards::ruleset::Ruleset;
use cards::words::{Word, counted};

/// Says what happened, for the table after it.
pub(super) struct Sentences<'a> {
    pub(super) words: Describe<'a>,
    pub(super) state: &'a GameState,
    cards: &'a CardSet,
    rules: &'a Ruleset,
}

impl<'a> Sentences<'a> {
    pub(super) fn new(state: &'a GameState, cards: &'a CardSet, rules: &'a Ruleset) -> Self {
        Sentences {
            words: Describe::new(state, cards),
            state,
            cards,
            rules,
        }
    }

    pub(super) fn table(&self) -> String {
        let players = counted(self.state.players, "player");
        format!("The table is set: {players}, {}", self.base())
    }

    pub(super) fn round(&self) -> String {
        let (round, wave) = (self.state.round, self.state.wave());
        let first = player(self.state.first_player);
        format!(
            "Round {round} (wave {wave}): first is {first}, {}",
            self.base()
        )
    }

    pub(super) fn result(&self, won: bool) -> String {
        let base = self.state.base;
        match (won, self.rules.training) {
            (true, true) => format!("Training is over: the base took {} damage", -base),
            (true, false) => format!("The game is won: base {base} after round {ROUNDS}"),
            (false, _) => {
                let round = self.state.fell_in_round;
                format!("The game is lost in round {round}: base {base}")
            }
        }
    }

    /// The heading of a lane's combat: who stands there.
    pub(super) fn lane(&self, lane: u8) -> String {
        let number = u16::from(lane) + 1;
        let troops: Vec<String> = self
            .troops(lane)
            .map(|(slot, card)| {
                let power = queries::power(self.state, self.cards, self.rules, slot);
                let total = queries::total_hp(self.state, self.cards, self.rules, slot);
                let hp = match card.damage {
                    0 => format!("{total}"),
                    damage => format!("{} of {total}", total - damage),
                };
                format!("{} (power {power}, HP {hp})", self.words.with_items(card))
            })
            .collect();
        let troops = match troops.is_empty() {
            true => "no troops".into(),
            false => troops.join(", "),
        };
        let against = match self.state.lanes[lane as usize].enemies.len() {
            0 => "nobody".into(),
            count => enemies(count),
        };
        format!("Lane {number}: {troops} against {against}")
    }

    /// The sentence for an event, unless it has a heading of its own or nothing is to be said.
    pub(super) fn sentence(&self, event: &Event) -> Option<String> {
        Some(match *event {
            Event::WeatherTurned { kind } => {
                format!("The weather turns: {}", self.words.weather(kind))
            }
            Event::LaneEnded { lane, reason } => {
                let (lane, reason) = (lane_name(lane), reason.phrase());
                format!("End of {lane}: {reason}; {}", self.base())
            }
            // What is shuffled when it is first needed counts as shuffled at set-up.
            Event::Shuffled { pile, from_discard } if from_discard => {
                format!(
                    "The discard pile is shuffled into {}",
                    self.words.place(pile)
                )
            }
            Event::StackReplaced { old, new } => {
                let (old, new) = (self.words.kind(old), self.words.kind(new));
                format!("The stack of {old} is empty: {new} takes its place")
            }
            Event::Reordered { side, lane } => return self.order(side, lane),
            Event::Redistributed { lane } => {
                let carriers = self.troops(lane).filter(|(_, card)| card.items > 0);
                let carriers: Vec<String> = carriers
                    .map(|(_, card)| self.words.with_items(card))
                    .collect();
                format!("Items of {} now: {}", lane_name(lane), carriers.join("; "))
            }
            Event::Decided {
                seat,
                decision,
                choice,
                options,
            } => {
                let question = self.words.decision(&decision);
                let answer = self.words.choice(seat, &decision, &choice);
                format!("{}: {question} -> {answer} (of {options})", player(seat))
            }
            Event::Used {
                kind,
                seat,
                ability,
            } => {
                let (name, text) = (self.words.kind(kind), self.words.ability(kind, ability));
                match self.cards.kind(kind).class.is_enemy() {
                    true => format!("{name}: {text}"),
                    false => format!("{} uses {name}: {text}", player(seat)),
                }
            }
            Event::TurnedUp { enemy } => {
                format!("{} turns up{}", self.words.at(&enemy), self.figures(&enemy))
            }
            Event::RevealCancelled { kind, .. } => {
                format!(
                    "The reveal ability of {} is cancelled",
                    self.words.kind(kind)
                )
            }
            Event::Resources { seat, total: 0 } => {
                format!("{}'s unspent resources are lost", player(seat))
            }
            Event::Resources { seat, total } => {
                format!("{} has {}", player(seat), counted(total, "resource"))
            }
            Event::Bought { seat, kind, paid } => {
                let left = counted(self.state.resources[seat as usize], "resource");
                format!(
                    "{} buys {} for {paid} ({left} left)",
                    player(seat),
                    self.words.kind(kind)
                )
            }
            Event::Damaged {
                target,
                amount,
                source,
                nature,
            } => format!(
                "{} suffers {amount} damage ({}){}",
                self.words.at(&target),
                self.words.source(source, nature),
                self.hp_left(&target)
            ),
            Event::DamageLessened {
                target,
                amount,
                by,
                redirected,
            } => {
                let (target, by) = (self.words.at(&target), self.words.kind(by));
                match redirected {
                    true => format!("{by} takes {amount} damage in place of {target}"),
                    false => format!("{amount} damage to {target} is prevented by {by}"),
                }
            }
            Event::Healed { target, amount } => {
                let (name, left) = (self.words.at(&target), self.hp_left(&target));
                match amount {
                    ..0 => format!("{name} is left with {} damage more{left}", -amount),
                    _ => format!("{name} is healed of {amount} damage{left}"),
                }
            }
            Event::Killed { target, source } => {
                let name = self.words.named(&target);
                match source {
                    Some(kind) => format!("{name} is killed by {}", self.words.kind(kind)),
                    None => format!("{name} dies: it has lost the HP that kept it alive"),
                }
            }
            Event::Survived { target, by } => {
                let (name, left) = (self.words.at(&target), self.hp_left(&target));
                format!("{name} survives, thanks to {}{left}", self.words.kind(by))
            }
            // A bonus may come to nothing: "for each troop" in an empty lane.
            Event::PowerGained {
                target,
                amount,
                lasts,
            } if amount != 0 => {
                let (what, amount) = if amount > 0 {
                    ("gains", amount)
                } else {
                    ("loses", -amount)
                };
                format!(
                    "{} {what} {amount} power {}",
                    self.words.at(&target),
                    lasts.phrase()
                )
            }
            Event::BaseDamaged {
                amount,
                lane,
                cause,
            } => {
                let (lane, cause) = (lane_name(lane), self.words.cause(&cause));
                format!(
                    "The base suffers {amount} damage in {lane} ({cause}): {}",
                    self.base()
                )
            }
            Event::Incident { what } => format!("{}.", what.phrase()),
            Event::BaseFell => "the base falls: the game is lost, and played on".into(),
            _ => return None,
        })
    }

    /// The base, or the damage counted in training.
    fn base(&self) -> String {
        match self.rules.training {
            true => format!("damage to the base {}", -self.state.base),
            false => format!("base {}", self.state.base),
        }
    }

    /// The troops of a lane from the front.
    fn troops(&self, lane: u8) -> impl Iterator<Item = (u8, &'a BoardCard)> {
        let slots = self.state.lanes[lane as usize].troops.as_slice().iter();
        slots.map(|slot| (*slot, self.state.board.card(*slot)))
    }

    /// The new order of one side of a lane, if there is more than one card to order.
    fn order(&self, side: Side, lane: u8) -> Option<String> {
        let slots = self.state.lanes[lane as usize].side(side);
        let who = match side {
            Side::Troop => "Troops",
            Side::Enemy => "Enemies",
        };
        let name = |slot: &u8| match self.state.board.card(*slot) {
            card if card.face_up => self.words.kind(card.kind),
            _ => "face-down",
        };
        let names: Vec<&str> = slots.iter().map(name).collect();
        let text = || {
            format!(
                "{who} of {} now stand: {}",
                lane_name(lane),
                names.join(", ")
            )
        };
        (slots.len() > 1).then(text)
    }

    /// Power, HP left and in total of a card that an event names, unless it lies face-down.
    fn strength(&self, at: &At) -> Option<(i16, i16, i16)> {
        let card = self.state.at(at.side, at.lane, at.position.into())?;
        let found = self.state.board.get(card).filter(|card| card.face_up)?;
        let power = queries::power(self.state, self.cards, self.rules, card.slot);
        let total = queries::total_hp(self.state, self.cards, self.rules, card.slot);
        Some((power, total - found.damage, total))
    }

    /// Power and HP of a card, as a remark.
    fn figures(&self, at: &At) -> String {
        match self.strength(at) {
            None => String::new(),
            Some((power, left, total)) if left == total => format!(": power {power}, HP {total}"),
            Some((power, left, total)) => format!(": power {power}, {left} of {total} HP"),
        }
    }

    /// How many HP a card has left, as a remark after damage.
    fn hp_left(&self, at: &At) -> String {
        let strength = self.strength(at);
        strength.map_or(String::new(), |(_, left, total)| {
            format!(": {} of {total} HP left", left.max(0))
        })
    }
}

pub(super) fn enemies(count: usize) -> String {
    match count {
        1 => "1 enemy".into(),
        _ => format!("{count} enemies"),
    }
}
