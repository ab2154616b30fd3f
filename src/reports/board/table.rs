//! The table as lines for a terminal.

use super::text::{Line, Style, wrapped};
use cards::ruleset::Ruleset;
use cards::words::Word;
use cards::{CardSet, KindId};
use game::observe::describe::Describe;
use game::queries;
use game::state::{GameState, ROUNDS, Side};

/// A table to be shown.
pub struct Table<'a> {
    /// What lies on it.
    pub state: &'a GameState,
    /// The cards.
    pub cards: &'a CardSet,
    /// The rules.
    pub rules: &'a Ruleset,
    /// What each seat is called.
    pub names: &'a [String],
    /// Whether face-down enemies are named.
    pub open: bool,
}

impl Table<'_> {
    /// Everything on the table.
    pub fn lines(&self, width: usize) -> Vec<Line> {
        let mut lines = vec![self.status()];
        lines.extend(self.lanes(width, None, true));
        lines.extend(self.market(width));
        lines
    }

    /// All lanes, with the hand of one player or, if nobody is named, of everybody. What is too long
    /// for a line goes on in the next one, or off the screen.
    pub fn lanes(&self, width: usize, whose: Option<u8>, wraps: bool) -> Vec<Line> {
        let seats = 0..self.state.players();
        let lanes = seats.flat_map(|seat| {
            let hand = whose.is_none_or(|whose| whose == seat);
            let hand = hand.then(|| self.hand(seat, width)).into_iter().flatten();
            let lane = self.lane(seat, if wraps { width } else { usize::MAX });
            lane.into_iter().chain(hand)
        });
        lanes.collect()
    }

    /// Round, phase and base.
    pub fn status(&self) -> Line {
        let state = self.state;
        let round = state.round().min(ROUNDS);
        let line = Line::new(Style::Strong, format!("Round {round}/{ROUNDS}"))
            .with(Style::Plain, format!(", wave {}  ", state.wave()))
            .with(Style::Strong, state.phase().phrase())
            .with(Style::Plain, "  Base ");
        let whole = i32::from(self.rules.base_hp) * i32::from(state.players());
        let style = if state.base() * 3 <= whole {
            Style::Alert
        } else {
            Style::Strong
        };
        let line = line.with(style, format!("{}/{whole}", state.base()));
        match state.weather().card {
            Some(card) => line.with(Style::Plain, format!("  {}", self.cards.kind(card).name)),
            None => line,
        }
    }

    /// A lane: who, enemies, troops.
    fn lane(&self, seat: u8, width: usize) -> Vec<Line> {
        let own = &self.state.seats()[usize::from(seat)];
        let lane = &self.state.lanes()[usize::from(seat)];
        let fights = self.state.fighting() == Some(seat);
        let mut facts = format!("  deck {}, discard {}", own.deck.len(), own.discard.len());
        let resources = self.state.resources()[usize::from(seat)];
        if resources > 0 {
            facts += &format!(", resources {resources}");
        }
        let style = if fights { Style::Alert } else { Style::Strong };
        let name = format!(
            "Lane {}: {}",
            u16::from(seat) + 1,
            self.names[usize::from(seat)]
        );
        let head = Line::new(style, name).with(Style::Faint, facts);
        let side = |label: &str, slots: &[u8], style: Style| {
            let cards: Vec<String> = slots.iter().map(|slot| self.card(*slot)).collect();
            let text = match cards.as_slice() {
                [] => "-".to_string(),
                cards => cards.join(" | "),
            };
            labelled(label, &text, style, width)
        };
        let mut lines = vec![head];
        lines.extend(side("  foes  ", lane.enemies.as_slice(), Style::Foe));
        lines.extend(side("  troops", lane.troops.as_slice(), Style::Friend));
        lines
    }

    fn hand(&self, seat: u8, width: usize) -> Vec<Line> {
        let hand = self.state.seats()[usize::from(seat)].hand.cards();
        let cards = match hand.is_empty() {
            true => "-".into(),
            false => Describe::new(self.state, self.cards).counted(hand),
        };
        labelled("  hand  ", &cards, Style::Plain, width)
    }

    /// A card on the board: name, power/HP left, items.
    fn card(&self, slot: u8) -> String {
        let card = self.state.board().card(slot);
        if !card.face_up && !self.open {
            return "?".into();
        }
        let power = queries::power(self.state, self.cards, self.rules, slot);
        let left = queries::total_hp(self.state, self.cards, self.rules, slot) - card.damage;
        let name = &self.cards.kind(card.kind).name;
        let items = card
            .equipment()
            .iter()
            .map(|item| format!(" +{}", self.cards.kind(*item).name));
        let items: String = items.collect();
        if card.face_up {
            format!("{name} {power}/{left}{items}")
        } else {
            format!("({name} {power}/{left})")
        }
    }

    /// The market, a row after the other; rows that are empty are left out.
    pub fn market(&self, width: usize) -> Vec<Line> {
        let rows = self.state.market().iter().enumerate();
        let rows = rows.filter(|(_, row)| !row.pool.is_empty());
        let rows = rows.flat_map(|(number, row)| {
            let label = match number {
                0 => "Items:   ".to_string(),
                wave => format!("Troops {wave}:"),
            };
            labelled(&label, &self.priced(row.pool.cards()), Style::Plain, width)
        });
        rows.collect()
    }

    /// What is on offer with its prices, cards of a kind together.
    fn priced(&self, offer: &[KindId]) -> String {
        Describe::counted_as(offer, |kind| {
            let kind = self.cards.kind(kind);
            format!("{} ({})", kind.name, kind.cost)
        })
    }

    /// The kinds that a player can see somewhere on the table: in hands, lanes and market.
    pub fn visible_kinds(&self) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = Vec::new();
        let mut see = |kind: KindId| {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        };
        for seat in 0..usize::from(self.state.players()) {
            self.state.seats()[seat]
                .hand
                .cards()
                .iter()
                .copied()
                .for_each(&mut see);
            let lane = &self.state.lanes()[seat];
            let slots = lane.troops.as_slice().iter().chain(lane.enemies.as_slice());
            for slot in slots {
                let card = self.state.board().card(*slot);
                if card.face_up || card.side == Side::Troop {
                    see(card.kind);
                    card.equipment().iter().copied().for_each(&mut see);
                }
            }
        }
        for row in self.state.market() {
            row.pool.cards().iter().copied().for_each(&mut see);
        }
        kinds
    }
}

/// A text behind a label, in as many lines as it takes.
fn labelled(label: &str, text: &str, style: Style, width: usize) -> Vec<Line> {
    let indent = label.chars().count();
    let lines = wrapped(text, width.saturating_sub(indent + 1)).into_iter();
    let lines = lines.enumerate().map(|(index, text)| {
        let label = if index == 0 { label } else { "" };
        Line::new(Style::Faint, format!("{label:indent$} ")).with(style, text)
    });
    lines.collect()
}
