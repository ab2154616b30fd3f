//! What a script says that a player does: which questions that answers, and which of the legal
//! choices it is. What is on offer is written the same way, so that it can be copied into a script.

use crate::notation::{Pointer, name_of};
use cards::words::{Word, words};
use cards::{Class, KindId};
use game::play::{Choice, Decision, QuestionKind, View};
use game::queries::permute;
use game::state::CardRef;

words! {
    /// What a player does.
    pub enum Verb as "verb" {
        /// Nothing (more).
        Pass = "pass",
        /// Turns a card into resources.
        Spend = "spend",
        /// Buys a card.
        Buy = "buy",
        /// Makes a purchase cheaper.
        Reduce = "reduce",
        /// Puts a troop on the board.
        Deploy = "deploy",
        /// Puts an item on a troop.
        Equip = "equip",
        /// Plays an instant.
        Play = "play",
        /// Uses an ability of a card on the board, or of a division.
        Use = "use",
        /// Puts the lane in this order.
        Arrange = "arrange",
        /// Redistributes the lane's items.
        Redistribute = "redistribute",
        /// Says which waiting ability comes next.
        Order = "order",
        /// Chooses a target.
        Choose = "choose",
        /// Chooses a lane.
        Lane = "lane",
        /// Chooses a position.
        At = "at",
        /// Chooses parts of an ability.
        Mode = "mode",
        /// Chooses how much damage to avert.
        Amount = "amount",
        /// Brings an item along.
        Bring = "bring",
        /// Burns a discarded card.
        Burn = "burn",
        /// Takes a discarded card back, or takes a division or a card at set-up.
        Take = "take",
        /// Gives up a troop.
        Lose = "lose",
        /// Discards a card from hand, a troop, or an item of a troop.
        Discard = "discard",
        /// Trades a card up.
        Upgrade = "upgrade",
    }
}

impl Verb {
    /// Whether further questions may follow about the card that it names.
    pub(super) fn has_consequences(self) -> bool {
        matches!(
            self,
            Verb::Reduce | Verb::Deploy | Verb::Equip | Verb::Play | Verb::Use
        )
    }
}

/// The parts of an ability, by the numbers of their choices from 1.
pub(super) const MODES: [&str; 3] = ["first", "second", "both"];

/// What a player does: the card that it names, cards on the board, and a number (of a player, a
/// position and so on, as choices count them).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act<C> {
    pub(super) verb: Verb,
    pub(super) card: Option<KindId>,
    pub(super) on: Vec<C>,
    pub(super) number: Option<u8>,
}

/// What a script says, pointing at cards.
pub(crate) type Answer = Act<Pointer>;

impl<C> Act<C> {
    pub(super) fn new(verb: Verb) -> Self {
        Act {
            verb,
            card: None,
            on: Vec::new(),
            number: None,
        }
    }

    pub(super) fn card(self, card: Option<KindId>) -> Self {
        Act { card, ..self }
    }

    pub(super) fn on(self, card: C) -> Self {
        let on = vec![card];
        Act { on, ..self }
    }

    pub(super) fn number(self, number: u8) -> Self {
        let number = Some(number);
        Act { number, ..self }
    }
}

/// The result of looking for an answer among the legal choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is this one.
    One(usize),
    /// It is not among them.
    None,
    /// Several cards match.
    Several(Vec<usize>),
}

impl Answer {
    /// The cards that it names.
    pub(crate) fn cards(&self) -> Vec<KindId> {
        let on = self.on.iter().filter_map(Pointer::kind);
        on.chain(self.card).collect()
    }

    /// Whether this could be an answer to a question at all.
    pub(super) fn belongs_to(&self, decision: &Decision) -> bool {
        let about_item = match (self.verb, decision) {
            (Verb::Equip, Decision::EquipOn { item }) => self.card == Some(*item),
            _ => true,
        };
        about_item && self.answers(decision.kind())
    }

    /// Whether this could be an answer to a question of this name.
    pub(crate) fn answers(&self, question: QuestionKind) -> bool {
        use QuestionKind as Q;
        // The windows in which every player may act.
        let is_window = matches!(
            question,
            Q::React | Q::Free | Q::AnswerReveal | Q::AnswerDamage | Q::Strike | Q::Save
        );
        match self.verb {
            Verb::Pass => true,
            Verb::Spend => question == Q::Spend,
            Verb::Buy => question == Q::Buy,
            Verb::Reduce => question == Q::Reduce,
            Verb::Deploy => is_window || question == Q::Deploy,
            Verb::Equip => matches!(question, Q::Deploy | Q::EquipOn),
            Verb::Play => is_window || matches!(question, Q::Buy | Q::Deploy),
            Verb::Use => is_window || matches!(question, Q::EnemyDamaged | Q::Trigger),
            Verb::Arrange => question == Q::Arrange,
            Verb::Redistribute => question == Q::Redistribute,
            Verb::Order => question == Q::OrderTriggers,
            Verb::Choose => matches!(question, Q::Target | Q::EquipOn),
            Verb::Lane => matches!(question, Q::DeployLane | Q::TargetLane),
            Verb::At => question == Q::DeployPosition,
            Verb::Mode => question == Q::Mode,
            Verb::Amount => question == Q::Amount,
            Verb::Bring => question == Q::BringItem,
            Verb::Burn => question == Q::BurnFromDiscard,
            Verb::Take => matches!(question, Q::SetUp | Q::TakeDiscarded),
            Verb::Lose => question == Q::LoseTroop,
            Verb::Discard if self.on.is_empty() => question == Q::DiscardFromHand,
            Verb::Discard => question == Q::DiscardFromLane,
            Verb::Upgrade => question == Q::Upgrade,
        }
    }

    /// Whether this waits for a later question where it is not offered: cards that are used when
    /// there is an occasion, unless the script names the occasion.
    pub(super) fn waits(&self, decision: &Decision) -> bool {
        match self.verb {
            Verb::Play | Verb::Use => true,
            Verb::Deploy => decision.kind() != QuestionKind::Deploy,
            _ => false,
        }
    }

    /// Finds this answer among the legal choices.
    pub(super) fn find(&self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> Found {
        let all: Vec<usize> = (0..options.len())
            .filter(|index| self.is(view, decision, options[*index]))
            .collect();
        match all.as_slice() {
            [] => Found::None,
            [index] => Found::One(*index),
            _ => Found::Several(all),
        }
    }

    /// Whether a choice is what this answer means.
    fn is(&self, view: &View<'_>, decision: &Decision, choice: Choice) -> bool {
        let choice = match (self.verb, choice) {
            // To pass is to keep the order.
            (Verb::Arrange, Choice::Pass) => Choice::Order(0),
            (_, choice) => choice,
        };
        let meant = meant_by(view, decision, choice);
        // A user need not be pointed at, if it is clear who is meant.
        let open = self.verb == Verb::Use && self.on.is_empty() && self.card == meant.card;
        let mut pairs = self.on.iter().zip(&meant.on);
        let same_cards = self.on.len() == meant.on.len() && pairs.all(|(p, c)| p.fits(view, *c));
        let number = match decision {
            // Without a number, the end of the lane is meant.
            Decision::DeployPosition { lane, .. } if self.verb == Verb::At => {
                self.number.or(Some(view.troop_count(*lane) as u8))
            }
            _ => self.number,
        };
        let same = self.verb == meant.verb && self.card == meant.card && number == meant.number;
        same && (open || same_cards)
    }
}

/// A choice as a script would give it.
fn meant_by(view: &View<'_>, decision: &Decision, choice: Choice) -> Act<CardRef> {
    let act = Act::new;
    match choice {
        Choice::Pass => act(Verb::Pass),
        Choice::Card(kind) => act(card_verb(view, decision, kind)).card(Some(kind)),
        Choice::Buy { kind, .. } => act(Verb::Buy).card(Some(kind)),
        Choice::FromHand { kind, .. } => {
            let verb = match decision {
                Decision::Reduce { .. } => Verb::Reduce,
                _ if view.kind(kind).class == Class::Division => Verb::Use,
                _ => Verb::Play,
            };
            act(verb).card(Some(kind))
        }
        Choice::OnBoard { card, item, .. } => {
            let used = match decision {
                // The card acts on its own death; the question says which it is.
                Decision::Trigger { kind, .. } if view.card(card).is_none() => Some(*kind),
                _ => ability_card(view, card, item),
            };
            act(Verb::Use).card(used).on(card)
        }
        Choice::Deploy(kind) => act(Verb::Deploy).card(Some(kind)),
        Choice::Target(card) => {
            let verb = match decision {
                Decision::LoseTroop { .. } => Verb::Lose,
                Decision::DiscardFromLane => Verb::Discard,
                _ => Verb::Choose,
            };
            act(verb).on(card)
        }
        Choice::Item { card, item } => {
            let item = ability_card(view, card, item);
            act(Verb::Discard).card(item).on(card)
        }
        Choice::Lane(lane) => act(Verb::Lane).number(lane),
        Choice::Position(position) => act(Verb::At).number(position),
        Choice::Mode(mode) => act(Verb::Mode).number(mode),
        Choice::Amount(amount) => act(Verb::Amount).number(amount as u8),
        Choice::Order(number) => {
            let mut on: Vec<_> = view.troops(view.seat()).map(|(card, _)| card).collect();
            permute(&mut on, number);
            Act {
                on,
                ..act(Verb::Arrange)
            }
        }
        Choice::Waiting(number) => act(Verb::Order).number(number),
        Choice::Redistribute => act(Verb::Redistribute),
    }
}

/// What is done with a card of the hand or of a pile.
fn card_verb(view: &View<'_>, decision: &Decision, kind: KindId) -> Verb {
    match decision {
        Decision::Spend => Verb::Spend,
        Decision::Deploy if view.kind(kind).class == Class::Equipment => Verb::Equip,
        Decision::Deploy => Verb::Deploy,
        Decision::BringItem { .. } => Verb::Bring,
        Decision::BurnFromDiscard { .. } => Verb::Burn,
        Decision::SetUp { .. } | Decision::TakeDiscarded { .. } => Verb::Take,
        Decision::Upgrade => Verb::Upgrade,
        _ => Verb::Discard,
    }
}

/// The card whose ability is meant: the troop itself or one of its items.
fn ability_card(view: &View<'_>, card: CardRef, item: u8) -> Option<KindId> {
    let found = view.card(card)?;
    match item {
        Choice::OWN => Some(found.kind),
        item => found.equipment().get(item as usize).copied(),
    }
}

/// All answers as a script would give them.
pub(super) fn choices_text(view: &View<'_>, decision: &Decision, options: &[Choice]) -> String {
    let all: Vec<String> = options
        .iter()
        .map(|option| choice_text(view, decision, *option))
        .collect();
    all.join(" | ")
}

/// One answer as a script would give it.
pub(super) fn choice_text(view: &View<'_>, decision: &Decision, choice: Choice) -> String {
    let act = meant_by(view, decision, choice);
    let verb = act.verb.word();
    let card = act.card.map_or("", |kind| view.kind(kind).id.as_str());
    let on: Vec<String> = act.on.iter().map(|card| name_of(view, *card)).collect();
    let on = on.join(" ");
    let number = act.number.unwrap_or(0);
    match act.verb {
        Verb::Reduce => format!("reduce with {card}"),
        Verb::Use if !on.is_empty() => format!("use {card} of {on}"),
        Verb::Discard if on.is_empty() => format!("discard {card}"),
        Verb::Discard if card.is_empty() => format!("discard {on} from lane"),
        Verb::Discard => format!("discard {card} from {on}"),
        Verb::Arrange | Verb::Choose | Verb::Lose => format!("{verb} {on}"),
        Verb::Lane => format!("lane p{}", number + 1),
        Verb::At | Verb::Order => format!("{verb} {}", number + 1),
        Verb::Mode => format!("mode {}", MODES[usize::from(number) - 1]),
        Verb::Amount => format!("amount {number}"),
        Verb::Pass | Verb::Redistribute => verb.into(),
        _ => format!("{verb} {card}"),
    }
}
