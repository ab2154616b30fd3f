//! The players of a table: each seat with its policy, its memory and its dice.

use super::bot::{Bot, Bots};
use super::deployment::Deployer;
use super::dice::Dice;
use super::learner::Learner;
use super::luck::{Gauge, Luck, Meter};
use super::purchase::{Buyer, Judged, Opinion, PLANS, Plan, Planner, PurchaseMemory};
use super::reaction::Reactor;
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

mod answer;

/// A policy prepared for a card set: everything it needs to know about the cards is computed in
/// advance. Games share it.
#[derive(Clone, Debug)]
pub struct PreparedPolicy {
    name: String,
    buyer: Buyer,
    deployer: Deployer,
    reactor: Reactor,
    wrap_up: WrapUp,
    search: Option<Search>,
    /// What judges the imagined rounds of a search.
    value: Option<Arc<Value>>,
    bots: Option<Bots>,
    learner: Option<Arc<Learner>>,
}

impl PreparedPolicy {
    /// Prepares a policy.
    pub fn new(spec: &PolicySpec, cards: &CardSet) -> Self {
        let learner = spec.networks.as_ref().map(|by| Learner::new(by, cards));
        let search = spec.search.as_ref();
        let value = search.map(|search| Value::new(&search.value.learned().weights, cards));
        PreparedPolicy {
            name: spec.name.clone(),
            buyer: Buyer::new(&spec.purchase, learner.as_ref(), cards),
            deployer: Deployer::new(&spec.deployment),
            reactor: Reactor::new(&spec.reaction),
            wrap_up: spec.wrap_up.clone(),
            search: spec.search.clone(),
            value,
            bots: spec.bot.as_ref().map(Bots::new),
            learner,
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

    /// Whether it weighs what to buy.
    pub fn weighs_purchases(&self) -> bool {
        let weighs = matches!(self.buyer, Buyer::Planned(_) | Buyer::Greedy(_));
        weighs && self.bots.is_none()
    }

    /// Whether a learned value judges what is bought.
    pub fn buys_by_value(&self) -> bool {
        self.buyer.planned().is_some()
    }

    /// The networks that answer, if some do.
    pub(super) fn learner(&self) -> Option<&Arc<Learner>> {
        self.learner.as_ref()
    }

    /// What judges the imagined rounds of a search.
    pub(super) fn value(&self) -> Option<&Arc<Value>> {
        self.value.as_ref()
    }

    /// Plans purchases with the value of imagined rounds; only for players who buy by plan.
    pub(super) fn planner(&self) -> Option<Planner> {
        self.buyer.planned()?;
        Some(Planner {
            value: self.value.clone()?,
            bases: None,
            width: PLAN_WIDTH,
        })
    }

    /// Whether its choices depend on the HP that the base has left.
    pub fn looks_at_base(&self) -> bool {
        let learner = self.learner.as_ref();
        self.looks_into_decks() || learner.is_some_and(|learner| learner.looks_at_base())
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
    dice: Dice,
}

/// The players of one game, answering without search. Created for every game, at almost no cost.
#[derive(Clone, Debug)]
pub(super) struct Seats<'a> {
    policies: &'a [PreparedPolicy],
    memories: [Memory; MAX_PLAYERS],
}

impl<'a> Seats<'a> {
    fn new(policies: &'a [PreparedPolicy], key: GameKey) -> Self {
        assert!(!policies.is_empty(), "a table without players");
        let memory = |seat| Memory {
            purchase: PurchaseMemory::NEW,
            dice: Dice::new(key, seat),
        };
        Seats {
            policies,
            memories: [0, 1, 2, 3].map(memory),
        }
    }

    /// The policy of a seat.
    #[inline]
    pub(super) fn policy(&self, seat: u8) -> &'a PreparedPolicy {
        &self.policies[self.policy_number(seat)]
    }

    /// The number of a seat's policy.
    #[inline]
    pub(super) fn policy_number(&self, seat: u8) -> usize {
        usize::from(seat) % self.policies.len()
    }

    /// The plans that a planner makes for the player who is asked, the best first.
    pub(super) fn plans(&self, view: &View<'_>, planner: &Planner) -> Vec<Judged> {
        let planned = self.policy(view.seat()).buyer.planned();
        planned.map_or(Vec::new(), |planned| {
            planned.plans(view, planner, PLANS).to_vec()
        })
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
            memories: self.memories,
        }
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
        policy.buyer.opinions(view)
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
        let planner = policy.planner();
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
        self.answer(view, decision, options)
    }
}
