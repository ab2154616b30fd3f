//! The players of a table: each seat with its policy, its memory and its dice.

use super::bot::{Bot, Bots};
use super::deployment::{Deployer, DeploymentMemory};
use super::dice::Dice;
use super::learner::Learner;
use super::luck::{Gauge, Luck, Meter};
use super::model::{Dealings, Profiles, Prospects, Scenes};
use super::purchase::{Buyer, Judged, Opinion, Plan, Planner, PurchaseMemory};
use super::reaction::{KnownAnswers, ReactionMemory, Reactor};
use super::search::{Considered, Effort, PLAN_WIDTH, Searcher};
use super::spec::{PolicySpec, Search, WrapUp};
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use game::play::Resting;
use game::play::{Choice, Decision, Policy, View};
use game::state::MAX_PLAYERS;
use std::sync::Arc;
use value::Value;
use value::source::ValueSource;

mod answer;
#[cfg(test)]
mod tests;

/// A policy prepared for a card set: everything it needs to know about the cards is computed in
/// advance. Games share it.
#[derive(Clone, Debug)]
pub struct PreparedPolicy {
    name: String,
    profiles: Arc<Profiles>,
    buyer: Buyer,
    deployer: Deployer,
    reactor: Reactor,
    wrap_up: WrapUp,
    search: Option<Search>,
    value: Option<Arc<Value>>,
    value_alone: Option<Arc<Value>>,
    bots: Option<Bots>,
    learner: Option<Arc<Learner>>,
}

impl PreparedPolicy {
    /// Prepares a policy.
    pub fn new(spec: &PolicySpec, cards: &CardSet) -> Self {
        let profiles = Profiles::new(cards);
        let value = |of: fn(&Search) -> Option<&ValueSource>| {
            let source = spec.search.as_ref().and_then(of)?;
            Some(Value::new(&source.learned().weights, cards))
        };
        let learner = spec.networks.as_ref().map(|by| Learner::new(by, cards));
        PreparedPolicy {
            name: spec.name.clone(),
            buyer: match &learner {
                Some(learner) => Buyer::by_networks(learner, cards, &profiles),
                None => Buyer::new(&spec.purchase, cards, &profiles),
            },
            deployer: Deployer::new(&spec.deployment, &profiles),
            reactor: Reactor::new(&spec.reaction, cards, &profiles),
            wrap_up: spec.wrap_up.clone(),
            search: spec.search.clone(),
            value: value(|search| search.value.as_ref()),
            value_alone: value(|search| search.value_alone.as_ref()),
            bots: spec.bot.as_ref().map(Bots::new),
            learner,
            profiles: Arc::new(profiles),
        }
    }

    /// The policy's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it another name.
    pub(super) fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// The value that evaluates imagined games of so many players where they stop.
    pub(super) fn value(&self, players: u8) -> Option<&Arc<Value>> {
        let alone = self.value_alone.as_ref().filter(|_| players == 1);
        alone.or(self.value.as_ref())
    }

    /// Whether it weighs what to buy.
    pub fn weighs_purchases(&self) -> bool {
        self.buyer.greedy().is_some() && self.bots.is_none()
    }

    /// Whether a learned value judges what is bought.
    pub fn buys_by_value(&self) -> bool {
        self.buyer
            .greedy()
            .is_some_and(|greedy| greedy.goes_by_value())
    }

    /// Whether purchases can be planned with the value of imagined games.
    pub(super) fn plans(&self, players: u8) -> bool {
        self.value(players).is_some() && self.buyer.greedy().is_some()
    }

    /// Plans purchases with the value of imagined games.
    pub(super) fn planner(&self, players: u8, width: usize) -> Option<Planner> {
        self.buyer.greedy()?;
        Some(Planner {
            value: self.value(players)?.clone(),
            value_alone: None,
            value_first: None,
            bases: None,
            width,
            trust: 0.0,
            cashes_in: false,
            networks: None,
        })
    }

    /// Whether its choices depend on the HP that the base has left.
    pub fn looks_at_base(&self) -> bool {
        match &self.learner {
            _ if self.search.is_some() || self.bots.is_some() => true,
            Some(learner) => learner.looks_at_base(),
            None => self.reactor.looks_at_base(),
        }
    }

    /// Whether it may depend on the contents of the market decks.
    pub fn looks_into_decks(&self) -> bool {
        self.search.is_some() || self.bots.is_some()
    }

    /// Whether it knows what is hidden from players.
    pub fn is_oracle(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.oracle)
    }

    /// How it tries out its choices, if it does.
    pub fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }
}

/// What a seat remembers from one question to the next.
#[derive(Clone, Copy, Debug)]
struct Memory {
    purchase: PurchaseMemory,
    deployment: DeploymentMemory,
    reaction: ReactionMemory,
    dice: Dice,
}

/// What a seat uses to answer: its memory for this kind of question, what the table has already
/// worked out, and its dice.
pub(super) struct Notes<'m, M, L> {
    pub memory: &'m mut M,
    pub looked: &'m mut L,
    pub dice: &'m mut Dice,
}

/// What was worked out in games that one policy imagined, and is often needed again.
#[derive(Clone, Debug)]
pub(super) struct Known {
    answers: KnownAnswers,
}

impl Known {
    /// Nothing yet.
    pub const NOTHING: Known = Known {
        answers: KnownAnswers::NONE,
    };
}

/// The players of one game, answering without search. Created for every game, at almost no cost.
#[derive(Clone, Debug)]
pub(super) struct Seats<'a> {
    policies: &'a [PreparedPolicy],
    /// The policy of every seat.
    by_seat: [&'a PreparedPolicy; MAX_PLAYERS],
    memories: [Memory; MAX_PLAYERS],
    prospects: Prospects,
    scenes: Scenes<'a>,
    dealings: Dealings,
}

impl<'a> Seats<'a> {
    fn new(policies: &'a [PreparedPolicy], key: GameKey) -> Self {
        assert!(!policies.is_empty(), "a table without players");
        let memory = |seat| Memory {
            purchase: PurchaseMemory::NEW,
            deployment: DeploymentMemory::NEW,
            reaction: ReactionMemory::default(),
            dice: Dice::new(key, seat),
        };
        Seats {
            policies,
            by_seat: std::array::from_fn(|seat| &policies[number(policies, seat)]),
            memories: [memory(0), memory(1), memory(2), memory(3)],
            prospects: Prospects::UNKNOWN,
            scenes: Scenes::default(),
            dealings: Dealings::new(),
        }
    }

    /// The policy of a seat.
    #[inline]
    pub(super) fn policy(&self, seat: u8) -> &'a PreparedPolicy {
        self.by_seat[usize::from(seat)]
    }

    /// The number of a seat's policy.
    #[inline]
    pub(super) fn policy_number(&self, seat: u8) -> usize {
        number(self.policies, usize::from(seat))
    }

    /// The plans that a planner makes for the player who is asked, the best first.
    pub(super) fn plans(&self, view: &View<'_>, planner: &Planner) -> Vec<Judged> {
        let greedy = self.policy(view.seat()).buyer.greedy();
        greedy.map_or(Vec::new(), |greedy| greedy.plans(view, planner).to_vec())
    }

    /// The player who is asked adopts a plan.
    pub(super) fn follow(&mut self, view: &View<'_>, plan: Plan) {
        self.memories[usize::from(view.seat())]
            .purchase
            .follow(view, plan);
    }

    /// The plan that a player had before an answer, if the memory after it shows it.
    pub(super) fn plan_after(
        &self,
        view: &View<'_>,
        after: &Seats<'_>,
        answer: Choice,
    ) -> Option<Plan> {
        let memory = &after.memories[usize::from(view.seat())].purchase;
        let mut plan = *memory.plan(view.round())?;
        if let Choice::Buy { kind, .. } = answer {
            plan.cards.push(kind);
        }
        Some(plan)
    }

    /// The same seats with the same memories, all with one policy.
    pub(super) fn all_with(&self, policy: &'a PreparedPolicy) -> Self {
        Seats {
            policies: std::slice::from_ref(policy),
            by_seat: [policy; MAX_PLAYERS],
            memories: self.memories,
            prospects: self.prospects,
            scenes: Scenes::default(),
            dealings: Dealings::new(),
        }
    }
}

/// The number of a seat's policy.
fn number(policies: &[PreparedPolicy], seat: usize) -> usize {
    match policies.len() {
        // Mostly all play alike, and a division takes a while.
        1 => 0,
        policies => seat % policies,
    }
}

/// The players of one game.
#[derive(Clone, Debug)]
pub struct Players<'a> {
    seats: Seats<'a>,
    /// What players who try out their choices need; nothing where nobody does.
    searcher: Option<Box<Searcher>>,
    /// The programs that answer for seats, one for each policy; nothing where none does.
    bots: Vec<Option<Bot>>,
    /// What measures how lucky the game is, where that is asked for.
    meter: Option<Box<Meter<'a>>>,
}

impl<'a> Players<'a> {
    /// The players of a game. The policies take the seats in turn, repeatedly if there are fewer
    /// of them than seats; there must be at least one.
    pub fn new(policies: &'a [PreparedPolicy], key: GameKey) -> Self {
        let searches = policies.iter().any(|policy| policy.search.is_some());
        Players {
            seats: Seats::new(policies, key),
            searcher: searches.then(|| Box::new(Searcher::new(key))),
            bots: if policies.iter().any(|policy| policy.bots.is_some()) {
                policies
                    .iter()
                    .map(|policy| policy.bots.as_ref().map(Bots::seat))
                    .collect()
            } else {
                Vec::new()
            },
            meter: None,
        }
    }

    /// The same players without their searches.
    pub fn at_once(self) -> Self {
        Players {
            searcher: None,
            ..self
        }
    }

    /// The same players, in a game whose luck is measured.
    pub fn metered(self, gauge: &'a Gauge, cards: &'a CardSet, rules: &'a Ruleset) -> Self {
        Players {
            meter: Some(Box::new(Meter::new(gauge, cards, rules))),
            ..self
        }
    }

    /// How lucky the game was, where that was asked for.
    pub fn luck(&self) -> Option<Luck> {
        self.meter.as_ref().map(|meter| meter.luck())
    }
}

impl Players<'_> {
    /// How the player who is asked rates each card that it could pay; nothing if it does not rate
    /// purchases.
    pub fn opinions(&self, view: &View<'_>) -> Vec<Opinion> {
        let policy = self.seats.policy(view.seat());
        let greedy = policy.buyer.greedy();
        greedy.map_or(Vec::new(), |greedy| greedy.opinions(view, &policy.profiles))
    }

    /// What the last search considered; nothing if the question was answered without one.
    pub fn considered(&self) -> &[Considered] {
        let searcher = self.searcher.as_ref();
        searcher.map_or(&[], |searcher| searcher.considered())
    }

    /// The seats and what they need to search, if anybody does.
    pub(super) fn searching(&mut self) -> Option<(&Seats<'_>, &mut Searcher)> {
        let searcher = self.searcher.as_mut()?;
        Some((&self.seats, searcher))
    }

    /// The plan of what to buy that an answer began, if the memory after it shows one.
    pub(crate) fn plan_made(
        &self,
        view: &View<'_>,
        after: &Players<'_>,
        answer: Choice,
    ) -> Option<Plan> {
        self.seats.plan_after(view, &after.seats, answer)
    }

    /// The plans that the player who is asked considers where it searches, the best first.
    pub(crate) fn plans(&self, view: &View<'_>) -> Vec<Judged> {
        let policy = self.seats.policy(view.seat());
        let planner = policy.planner(view.players(), PLAN_WIDTH);
        planner.map_or(Vec::new(), |planner| self.seats.plans(view, &planner))
    }

    /// The search effort of the game so far; nothing if nobody searches.
    pub fn effort(&self) -> Effort {
        let searcher = self.searcher.as_ref();
        searcher.map_or(Effort::default(), |searcher| searcher.effort())
    }

    /// Somebody else at the table has answered, such as a person. Search players must know, to be
    /// able to repeat the game.
    pub fn answered_elsewhere(&mut self, answer: usize) {
        if let Some(searcher) = &mut self.searcher {
            searcher.record(answer);
        }
    }
}

impl Players<'_> {
    /// Answers a question at a table where somebody tries out choices, or where programs play.
    // Not compiled into the place that asks: most tables are without them.
    #[inline(never)]
    fn search_or_ask(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let policy = self.seats.policy_number(view.seat());
        if let Some(Some(bot)) = self.bots.get_mut(policy) {
            let answer = bot.choose(view, decision, options);
            if let Some(searcher) = &mut self.searcher {
                searcher.record(answer);
            }
            return answer;
        }
        match &mut self.searcher {
            None => self.seats.choose(view, decision, options),
            Some(searcher) => searcher.choose(&mut self.seats, view, decision, options),
        }
    }
}

impl Policy for Players<'_> {
    #[inline]
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match self.searcher.is_none() && self.bots.is_empty() {
            true => self.seats.choose(view, decision, options),
            false => self.search_or_ask(view, decision, options),
        }
    }

    #[inline]
    fn rest(&mut self, at: &Resting<'_>) {
        if let Some(searcher) = &mut self.searcher {
            searcher.rest(at);
        }
        if let Some(meter) = &mut self.meter {
            meter.rest(at.with_hidden_cards());
        }
    }

    #[inline]
    fn pause(&mut self, at: &Resting<'_>) {
        if let Some(searcher) = &mut self.searcher {
            searcher.pause(at);
        }
    }
}

impl Policy for Seats<'_> {
    #[inline]
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.answer(view, decision, options, None)
    }
}
