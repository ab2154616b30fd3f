//! One game of a run, and its record.

use super::decisions::{DecisionRow, Noted};
use super::measure::{DAMAGE_CAP, DamageByRound, Endured};
use super::plan::Plan;
use super::rows::Rows;
use cards::rng::GameKey;
use cards::{KindId, KindSet};
use game::observe::Observer;
use game::observe::tally::{BASE_CAUSES, FinishedGame, GameCounts, Tally};
use game::play::Policy;
use game::rules;
use game::rules::{Layout, Watcher};
use game::state::{GameState, Incidents, MARKET_ROWS, MAX_PLAYERS, Phase, ROUNDS};
use players::Players;
use players::luck::Luck;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which cards a game saw, in all rounds that were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Came on offer in the market.
    pub offered: KindSet,
    /// Were bought.
    pub bought: KindSet,
    /// Were on the board or used; of enemies, were met.
    pub in_play: KindSet,
    /// How many cards came off the deck of each row of the market.
    pub dealt_to_market: [u8; MARKET_ROWS],
}

/// The record of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its index in the run.
    pub game: u64,
    /// Number of players.
    pub players: u8,
    /// Whether the base stood to the end.
    pub won: bool,
    /// Rounds played to their end.
    pub rounds_survived: u8,
    /// Base HP left; 0 when the base fell.
    pub base_hp: u32,
    /// All damage to the base.
    pub base_damage: u32,
    /// Decisions with more than one legal answer.
    pub decisions: u32,
    /// What happened until the base fell, by round and cause.
    pub counts: GameCounts,
    /// Damage to the base by round, including after it fell, if the game was played on.
    pub damage: DamageByRound,
    /// The same damage by round and cause.
    pub causes: [[u32; BASE_CAUSES]; ROUNDS as usize],
    /// Which cards it saw, including after the base fell, if the game was played on.
    pub seen: Seen,
    /// How it would have gone with other bases. Only where the game was played to the end of
    /// round 9, or to the cap.
    pub endured: Option<Endured>,
    /// Incidents in all rounds played.
    pub incidents: Incidents,
    /// The divisions of the players.
    pub divisions: [Option<KindId>; MAX_PLAYERS],
    /// How lucky it was, if measured.
    pub luck: Option<Luck>,
}

impl GameRecord {
    /// Damage to the base in a wave, 1 to 3.
    pub fn wave_damage(&self, wave: usize) -> u32 {
        let rounds = &self.counts.rounds[(wave - 1) * 3..wave * 3];
        rounds.iter().map(|round| round.base_damage).sum()
    }

    /// The round in which the game was lost, 1 to 9.
    pub fn lost_in_round(&self) -> Option<u8> {
        (!self.won).then_some(self.rounds_survived + 1)
    }

    fn new(game: u64, state: &GameState, finished: &FinishedGame) -> Self {
        let won = !state.lost();
        let counts = &finished.at_table;
        let all = &finished.played_on;
        let damage = all.rounds.map(|round| round.base_damage);
        let to_the_end = won || state.plays_on_to().is_some();
        GameRecord {
            game,
            players: state.players(),
            won,
            rounds_survived: if won {
                ROUNDS
            } else {
                state.fell_in_round().clamp(1, ROUNDS) - 1
            },
            base_hp: state.base().max(0) as u32,
            base_damage: counts.played().iter().map(|round| round.base_damage).sum(),
            decisions: counts.played().iter().map(|round| round.decisions).sum(),
            counts: *counts,
            damage,
            causes: all.rounds.map(|round| round.damage_by_cause),
            seen: Seen {
                offered: all.offered,
                bought: all.bought,
                in_play: all.in_play,
                dealt_to_market: all.dealt_to_market,
            },
            endured: to_the_end.then(|| Endured::of(&damage, state.players())),
            incidents: state.incidents(),
            divisions: state.divisions(),
            luck: None,
        }
    }
}

/// Games that this process has played.
pub(crate) static PLAYED: AtomicU64 = AtomicU64::new(0);

/// Plays games of a run one after the other.
pub struct Tabletop<'p> {
    plan: &'p Plan,
    layout: Layout,
    state: GameState,
    /// The decisions of all games so far, if they get rows.
    pub(super) decisions: Vec<DecisionRow>,
}

impl<'p> Tabletop<'p> {
    /// A player of games with the cards of a run.
    pub fn new(plan: &'p Plan) -> Self {
        Tabletop {
            plan,
            layout: Layout::new(&plan.cards, &plan.rules),
            state: GameState::new(GameKey::new(plan.seed, 0), plan.rules.players),
            decisions: Vec::new(),
        }
    }

    /// Plays game number `game` of the run.
    pub fn play(&mut self, game: u64, tally: &mut Tally) -> GameRecord {
        let mut players = self.set_up(game);
        let Plan { cards, rules, .. } = self.plan;
        if let Some(gauge) = &self.plan.gauge {
            players = players.metered(gauge, cards, rules);
        }
        if self.plan.rows == Rows::Decisions {
            let mut noted = Noted {
                players,
                game,
                rows: &mut self.decisions,
            };
            let mut count = |state: &_, cards: &_, event: &_| tally.event(state, cards, event);
            rules::play(cards, rules, &mut self.state, &mut noted, &mut count);
            players = noted.players;
        } else {
            players.play_counted(cards, rules, &mut self.state, tally);
        }
        let finished = tally.finish_game(!self.state.lost());
        let mut record = GameRecord::new(game, &self.state, &finished);
        record.luck = players.luck();
        record
    }

    /// Plays game number `game` of the run for an observer; not optimised for speed.
    pub fn tell(&mut self, game: u64, watcher: Watcher<'_>) -> &GameState {
        let mut table = self.set_up(game);
        let Plan { cards, rules, .. } = self.plan;
        rules::play(cards, rules, &mut self.state, &mut table, watcher);
        &self.state
    }

    /// Plays game number `game` of the run up to its last purchases, without searching, with a
    /// policy that observes its players.
    pub fn ask_buyers<P: Policy>(&mut self, game: u64, behind: impl FnOnce(Players<'p>) -> P) {
        let mut table = behind(self.set_up(game).at_once());
        let Plan { cards, rules, .. } = self.plan;
        let state = &mut self.state;
        let buys = |state: &GameState| {
            let in_last_round = state.round() == ROUNDS;
            !in_last_round || matches!(state.phase(), Phase::Draw | Phase::Purchase)
        };
        while !state.is_over() && buys(state) {
            rules::play_step(cards, rules, state, &mut table, &mut |_, _, _| {});
        }
    }

    /// Plays game number `game` of the run without counting anything.
    pub fn play_unwatched(&mut self, game: u64) -> &GameState {
        let mut players = self.set_up(game);
        let Plan { cards, rules, .. } = self.plan;
        players.play(cards, rules, &mut self.state);
        &self.state
    }

    /// Sets up a game; returns its players.
    fn set_up(&mut self, game: u64) -> Players<'p> {
        let plan = self.plan;
        PLAYED.fetch_add(1, Ordering::Relaxed);
        let key = GameKey::new(plan.seed, game);
        self.layout
            .set_up(&plan.cards, &plan.rules, key, &mut self.state);
        if plan.plays_on && !plan.rules.training {
            let cap = DAMAGE_CAP * u32::from(plan.rules.players);
            self.state.play_on_to(Some(self.state.base() - cap as i32));
        }
        plan.policy.table(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Plan;
    use game::play::{Choice, Decision, View};
    use players::registry;

    fn plan(policy: &str, players: u8) -> Plan {
        let mut plan = Plan::built_in("random", players, 1000).expect("a plan");
        plan.policy = registry::resolve_for(policy, &plan.cards, players).unwrap();
        plan
    }

    fn records(plan: &Plan, games: u64) -> Vec<GameRecord> {
        let mut tally = Tally::new(&plan.cards);
        let mut table = Tabletop::new(plan);
        (0..games)
            .map(|game| table.play(game, &mut tally))
            .collect()
    }

    /// Players whose purchases are noted, with round and seat.
    struct Noted<'a, 'p> {
        players: Players<'p>,
        purchases: &'a mut Vec<(u8, u8, Choice)>,
        questions: &'a mut u32,
    }

    impl Policy for Noted<'_, '_> {
        fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
            let answer = self.players.choose(view, decision, options);
            *self.questions += 1;
            if matches!(decision, Decision::Spend | Decision::Buy) {
                let purchase = (view.round(), view.seat(), options[answer]);
                self.purchases.push(purchase);
            }
            answer
        }
    }

    #[test]
    fn buyers_are_asked_up_to_the_last_purchase_and_no_further() {
        let mut plan = plan("balanced", 2);
        plan.plays_on = true;
        let mut table = Tabletop::new(&plan);
        for game in 0..5 {
            let (mut all, mut heard) = (Vec::new(), Vec::new());
            let (mut all_questions, mut questions) = (0, 0);
            let mut players = Noted {
                players: table.set_up(game).at_once(),
                purchases: &mut all,
                questions: &mut all_questions,
            };
            let (cards, rules) = (&plan.cards, &plan.rules);
            rules::play(
                cards,
                rules,
                &mut table.state,
                &mut players,
                &mut |_, _, _| {},
            );
            table.ask_buyers(game, |players| Noted {
                players,
                purchases: &mut heard,
                questions: &mut questions,
            });
            assert!(all.iter().any(|(round, ..)| *round == ROUNDS));
            assert_eq!(heard, all);
            assert!(questions < all_questions, "{questions} of {all_questions}");
        }
    }

    #[test]
    fn the_base_needed_is_the_smallest_that_wins() {
        for policy in ["random", "pass", "greedy"] {
            for players in [1, 2, 4] {
                let mut on = plan(policy, players);
                assert!(!on.policy.looks_at_base());
                on.plays_on = true;
                let played_on = records(&on, 60);
                for base_hp in [15, 60, 90, 120, 165] {
                    let mut direct = on.clone();
                    direct.plays_on = false;
                    direct.rules.base_hp = base_hp;
                    let base = u32::from(base_hp) * u32::from(players);
                    for (on, direct) in played_on.iter().zip(records(&direct, 60)) {
                        let needed = on.endured.unwrap().needed_hp;
                        assert_eq!(needed <= base, direct.won, "{policy} {players} {base_hp}");
                    }
                }
            }
        }
    }
}
