//! What the players do with each card for sale: in how many games it was on offer, payable, bought,
//! used and wasted, and why it is rarely bought.

use super::game::Tabletop;
use super::plan::Plan;
use super::totals::Totals;
use cards::words::Word;
use cards::{CardSet, Kind, KindId};
use game::observe::tally::{CardCount, CardCounts};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::state::MAX_PLAYERS;
use players::Players;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// A card bought in a smaller share of the games in which it was payable needs a reason.
pub const HARDLY_EVER: f64 = 0.01;
/// Games that are played again to find the reason.
const ASKED_GAMES: u64 = 60;

/// What the players do with one card.
#[derive(Clone, Debug)]
pub struct Habit {
    /// The card.
    pub kind: KindId,
    counts: CardCounts,
    games: u64,
    /// Why it is rarely bought; empty otherwise.
    pub reason: String,
}

impl Habit {
    fn share(&self, count: CardCount) -> f64 {
        self.counts.get(count) as f64 / self.games.max(1) as f64
    }

    /// The share of games in which it was on offer.
    pub fn offered(&self) -> f64 {
        self.share(CardCount::GamesOffered)
    }

    /// The share of games in which a player could have paid for it.
    pub fn payable(&self) -> f64 {
        self.share(CardCount::GamesPayable)
    }

    /// The share of games in which it was bought.
    pub fn bought(&self) -> f64 {
        self.share(CardCount::GamesBought)
    }

    /// The share of games in which it was put on the board or used.
    pub fn used(&self) -> f64 {
        self.share(CardCount::GamesInPlay)
    }

    /// The share of games in which copies of it were wasted.
    pub fn wasted(&self) -> f64 {
        self.share(CardCount::GamesWasted)
    }

    /// The share in which it was bought, of the games in which it was payable.
    pub fn bought_of_payable(&self) -> Option<f64> {
        let bought = self.counts.get(CardCount::GamesBought);
        // Reductions pay for cards that the resources in hand could not.
        let payable = self.counts.get(CardCount::GamesPayable).max(bought);
        (payable > 0).then(|| bought as f64 / payable as f64)
    }

    /// Whether it is rarely bought.
    pub fn is_neglected(&self) -> bool {
        self.bought_of_payable().unwrap_or(0.0) < HARDLY_EVER
    }
}

/// What the players do with every card that is for sale, in the order of the card set.
pub fn habits(plan: &Plan, totals: &Totals) -> Vec<Habit> {
    let all = plan.cards.iter().zip(&totals.cards);
    let sold = all.filter(|((_, kind), _)| kind.market_row().is_some() && kind.copies > 0);
    let mut habits: Vec<Habit> = sold
        .map(|((kind, _), counts)| Habit {
            kind,
            counts: *counts,
            games: totals.games,
            reason: String::new(),
        })
        .collect();
    if totals.games == 0 {
        return habits;
    }
    let mut opinions = None;
    for habit in habits.iter_mut().filter(|habit| habit.is_neglected()) {
        let plainly = if habit.counts.get(CardCount::GamesOffered) == 0 {
            Some("never on offer".into())
        } else if habit.counts.get(CardCount::GamesPayable) == 0 {
            let cost = plan.cards.kind(habit.kind).cost;
            Some(format!("nobody ever had {cost} resources for it"))
        } else if !plan.policy.weigh_purchases() {
            Some("this policy does not evaluate cards".into())
        } else {
            None
        };
        habit.reason = plainly.unwrap_or_else(|| {
            let opinions = opinions.get_or_insert_with(|| ask(plan, ASKED_GAMES.min(totals.games)));
            opinions[habit.kind.index()].reason(plan)
        });
    }
    habits
}

/// How players rated a card when they could have paid for it.
#[derive(Clone, Copy, Debug, Default)]
struct Opinions {
    moments: u32,
    worth: f64,
    /// The worth of the best other payable card.
    best_other: f64,
    outclassed: u32,
}

impl Opinions {
    fn reason(&self, plan: &Plan) -> String {
        if self.moments == 0 {
            return format!("not payable in the first {ASKED_GAMES} games");
        }
        if 2 * self.outclassed > self.moments {
            return "a better troop on offer costs no more".into();
        }
        let mean = |sum: f64| sum / f64::from(self.moments);
        let (worth, other) = (mean(self.worth), mean(self.best_other));
        let unit = match plan.policy.buy_by_value() {
            true => "rounds",
            false => "points",
        };
        match worth > 0.0 {
            true => format!("worth {worth:+.2} {unit}, another card {other:+.2}"),
            false => format!("not worth buying: {worth:+.2} {unit}"),
        }
    }
}

/// Asks the players of the first games how they rate every payable card.
fn ask(plan: &Plan, games: u64) -> Vec<Opinions> {
    let mut opinions = vec![Opinions::default(); plan.cards.kinds.len()];
    let mut table = Tabletop::new(plan);
    for game in 0..games {
        table.ask_buyers(game, |players| Asked {
            players,
            opinions: &mut opinions,
            asked_in: [0; MAX_PLAYERS],
        });
    }
    opinions
}

/// Players whose ratings are recorded once a round, before they buy.
struct Asked<'a, 'p> {
    players: Players<'p>,
    opinions: &'a mut [Opinions],
    /// The round in which each player was asked last.
    asked_in: [u8; MAX_PLAYERS],
}

impl Asked<'_, '_> {
    fn note(&mut self, view: &View<'_>) {
        let found = self.players.opinions(view);
        for one in &found {
            let others = found.iter().filter(|other| other.kind != one.kind);
            let best = others.map(|other| other.worth).fold(0.0, f64::max);
            let here = &mut self.opinions[one.kind.index()];
            here.moments += 1;
            here.worth += one.worth;
            here.best_other += best;
            here.outclassed += u32::from(one.outclassed);
        }
    }
}

impl Policy for Asked<'_, '_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let asked_in = &mut self.asked_in[usize::from(view.seat())];
        if matches!(decision, Decision::Spend | Decision::Buy) && *asked_in != view.round() {
            *asked_in = view.round();
            self.note(view);
        }
        self.players.choose(view, decision, options)
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }
}

/// What the players do with a card, and the card.
struct Row<'a> {
    kind: &'a Kind,
    habit: &'a Habit,
}

fn columns<'a>() -> Vec<Declared<Row<'a>>> {
    columns![Row<'a>;
        ("card", Text, "The card.", row => row.kind.id.as_str()),
        ("name", Text, "Its name.", row => row.kind.name.as_str()),
        ("class", Text, "Its class.", row => row.kind.class.word()),
        ("wave", U8, "Its wave.", row => row.kind.wave),
        ("cost", U8, "Its cost.", row => row.kind.cost),
        ("offered", F64, "Share of games in which it was on offer.", row => row.habit.offered()),
        ("payable", F64, "Share of games in which a player could have paid for it.",
            row => row.habit.payable()),
        ("bought", F64, "Share of games in which it was bought.", row => row.habit.bought()),
        ("used", F64, "Share of games in which it was on the board or used.",
            row => row.habit.used()),
        ("wasted", F64, "Share of games in which copies were wasted.", row => row.habit.wasted()),
        ("bought_of_payable", F64, "Share bought, of the games in which a player could have paid \
            for it.",
            row => row.habit.bought_of_payable()),
        ("offered_per_game", F64, "Copies that were on offer.",
            row => row.habit.share(CardCount::Offered)),
        ("bought_per_game", F64, "Copies bought.", row => row.habit.share(CardCount::Bought)),
        ("deployed_per_game", F64, "Times it was put on the board.",
            row => row.habit.share(CardCount::Deployed)),
        ("used_per_game", F64, "Times an ability of it was used.",
            row => row.habit.share(CardCount::Used)),
        ("wasted_per_game", F64, "Copies bought and not used.",
            row => row.habit.share(CardCount::Wasted)),
        ("reason", Text, "Why it is rarely bought.", row => row.habit.reason.as_str()),
    ]
}

/// The same as a table.
pub fn habits_table(habits: &[Habit], cards: &CardSet) -> Result<Table, ExportError> {
    let rows = habits.iter().map(|habit| Row {
        kind: cards.kind(habit.kind),
        habit,
    });
    declared_table(&columns(), rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::batch::play_chunk;

    fn played(policy: &str, players: u8, games: u64) -> (Plan, Totals) {
        let mut plan = Plan::built_in(policy, players, games).expect("a plan");
        plan.plays_on = true;
        let totals = play_chunk(&plan, 0..games).totals;
        (plan, totals)
    }

    #[test]
    fn shares_are_in_order_and_a_card_that_is_not_bought_has_a_reason() {
        for policy in ["veteran", "balanced", "pass"] {
            for players in [1, 2] {
                let (plan, totals) = played(policy, players, 300);
                let habits = habits(&plan, &totals);
                assert!(habits.len() > 40, "{}", habits.len());
                for habit in &habits {
                    let name = &plan.cards.kind(habit.kind).id;
                    assert!(habit.payable() <= habit.offered(), "{name}");
                    assert!(habit.wasted() <= habit.bought(), "{name}");
                    assert!(
                        habit.used() > habit.bought() - habit.wasted() - 1e-9,
                        "{name}"
                    );
                    let neglected = habit.is_neglected();
                    assert_eq!(neglected, !habit.reason.is_empty(), "{policy} {name}");
                }
                let neglected = habits.iter().filter(|habit| habit.is_neglected());
                match policy {
                    "pass" => assert_eq!(neglected.count(), habits.len()),
                    // Rules of thumb leave more lying than the player that learned.
                    "balanced" => assert!(neglected.count() < habits.len() / 3),
                    _ => assert!(neglected.count() < habits.len() / 8),
                }
            }
        }
    }

    #[test]
    fn what_nobody_can_pay_is_distinguished_from_what_nobody_wants() {
        let (mut plan, _) = played("veteran", 1, 1);
        let cards = &mut plan.cards;
        let (dear, gone) = (cards.find("ranger").unwrap(), cards.find("katana").unwrap());
        cards.kinds[dear.index()].cost = 200;
        let mut totals = play_chunk(&plan, 0..100).totals;
        let found = |totals: &Totals, kind: KindId| {
            let all = habits(&plan, totals);
            let found = all.into_iter().find(|habit| habit.kind == kind);
            found.unwrap().reason
        };
        assert!(found(&totals, dear).contains("nobody ever had 200 resources"));
        totals.cards[gone.index()] = CardCounts::default();
        assert_eq!(found(&totals, gone), "never on offer");
    }
}
