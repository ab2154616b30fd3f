//! Where two games with the same key diverge: both are played again and their events compared.

use super::design::{Design, Stratum};
use super::sums::{PairSums, StratumSums};
use cards::CardSet;
use game::observe::{Describe, Event, Json, Log, Observer};
use game::state::GameState;
use runs::lifecycle::command_line;
use runs::sim::game::Tabletop;
use runs::sim::plan::Plan;

/// Events that show the whole table or a pile, hidden cards included. They differ from the start
/// where a card was added, while what happens is still the same.
const OVERVIEWS: [&str; 2] = ["game-started", "shuffled"];
/// Fields that describe the state rather than what happens.
const STANDINGS: [&str; 2] = ["n", "base"];

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// The round.
    pub round: u8,
    /// The event as in the JSON log, without the state after it.
    pub key: String,
    /// The event for people.
    pub text: String,
}

/// Two games with the same key that ended differently.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the arm.
    pub arm: usize,
    /// The game.
    pub game: u64,
    /// How the baseline's game ended, and the arm's.
    pub ends: [GameEnd; 2],
    /// Events that both games share before they diverge.
    pub shared: usize,
    /// The last of them.
    pub before: Option<Happening>,
    /// What comes next in each game; `None` if it is over.
    pub next: [Option<Happening>; 2],
    /// The arguments of `replay` that show each game.
    pub replays: [Vec<String>; 2],
}

/// The command that replays a game.
pub fn replay_command(arguments: &[String]) -> String {
    let mut words = vec!["replay".to_string()];
    words.extend_from_slice(arguments);
    command_line(&words)
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Whether the base stood.
    pub won: bool,
    /// The round it ended in, 1 to 9.
    pub round: u8,
    /// Base HP at the end.
    pub base: i32,
}

impl GameEnd {
    /// The end as text.
    pub fn text(&self) -> String {
        if self.won {
            format!("won with base {}", self.base)
        } else {
            format!("lost in round {}", self.round)
        }
    }
}

/// Explains some games of every arm that ended differently, at most `most` of each.
pub fn explain(
    design: &Design,
    sums: &[StratumSums],
    most: usize,
    cards_arguments: &[String],
) -> Vec<Explanation> {
    let mut all = Vec::new();
    for (stratum, sums) in sums.iter().enumerate() {
        for (index, pair) in sums.arms.iter().enumerate() {
            let place = &design.strata[stratum];
            let of_game = |game| explain_game(place, (stratum, index + 1), game, cards_arguments);
            all.extend(examples(pair, most).into_iter().map(of_game));
        }
    }
    all
}

/// Games that flipped, alternating both ways; other games that differ only if none flipped.
fn examples(pair: &PairSums, most: usize) -> Vec<u64> {
    let (up, down) = (&pair.won_by_arm, &pair.won_by_baseline);
    let longest = up.len().max(down.len());
    let in_turn = (0..longest).flat_map(|i| [up.get(i), down.get(i)]);
    let flipped: Vec<&u64> = in_turn.flatten().collect();
    let others = pair.otherwise_different.iter();
    let others = others.filter(|_| flipped.is_empty());
    let all = flipped.iter().copied().chain(others);
    all.take(most).copied().collect()
}

/// Plays a game as baseline and as arm and finds where they diverge.
fn explain_game(
    place: &Stratum,
    (stratum, arm): (usize, usize),
    game: u64,
    cards_arguments: &[String],
) -> Explanation {
    let games = [0, arm].map(|arm| recorded(&place.plans[arm], game));
    let [baseline, other] = games.each_ref().map(|(happenings, _)| happenings);
    let shared = first_difference(baseline, other);
    let replay = |index: usize| {
        let mut arguments = Vec::new();
        let seed = place.plans[index].seed;
        for (name, number) in [("--seed", seed), ("--game", game)] {
            arguments.extend([name.to_string(), number.to_string()]);
        }
        arguments.extend(cards_arguments.iter().cloned());
        arguments.extend(place.choices[index].arguments());
        arguments
    };
    Explanation {
        stratum,
        arm,
        game,
        ends: games.each_ref().map(|(_, end)| *end),
        shared,
        before: shared.checked_sub(1).map(|last| baseline[last].clone()),
        next: [baseline, other].map(|happenings| happenings.get(shared).cloned()),
        replays: [0, arm].map(replay),
    }
}

/// How many events two games share before they diverge.
pub fn first_difference(a: &[Happening], b: &[Happening]) -> usize {
    let pairs = a.iter().zip(b);
    pairs.take_while(|(a, b)| a.key == b.key).count()
}

/// Plays a game as it is played at the table and writes down what happens.
pub fn recorded(plan: &Plan, game: u64) -> (Vec<Happening>, GameEnd) {
    let plan = &Plan {
        plays_on: false,
        ..plan.clone()
    };
    let mut recorder = Recorder {
        log: Log::new(Vec::new(), &plan.rules),
        happenings: Vec::new(),
    };
    let mut table = Tabletop::new(plan);
    let state = table.tell(game, &mut |state, cards, event| {
        recorder.event(state, cards, event);
    });
    let end = GameEnd {
        won: !state.lost(),
        round: state.round().clamp(1, game::state::ROUNDS),
        base: state.base(),
    };
    (recorder.happenings, end)
}

/// Records every event, in both logs.
struct Recorder<'a> {
    log: Log<'a, Vec<u8>>,
    happenings: Vec<Happening>,
}

impl Observer for Recorder<'_> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        self.log.event(state, cards, event);
        // The log collects moves; here each is written at once.
        self.log.catch_up(state, cards);
        let told = self.log.take();
        let told: Vec<&str> = told
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .collect();
        let Some(key) = key(state, cards, event) else {
            return;
        };
        self.happenings.push(Happening {
            round: state.round(),
            key,
            text: if told.is_empty() {
                plain_text(state, cards, event)
            } else {
                told.join("; ")
            },
        });
    }
}

/// What makes an event the same in two games; `None` for those that only show the state.
fn key(state: &GameState, cards: &CardSet, event: &Event) -> Option<String> {
    let mut json = Json::new(Vec::new());
    json.event(state, cards, event);
    let line = json.finish().ok()?;
    let mut fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&line).ok()?;
    let name = fields.get("event")?.as_str()?;
    if OVERVIEWS.contains(&name) {
        return None;
    }
    for standing in STANDINGS {
        fields.remove(standing);
    }
    serde_json::to_string(&fields).ok()
}

/// Text for what the log leaves out.
fn plain_text(state: &GameState, cards: &CardSet, event: &Event) -> String {
    let words = Describe::new(state, cards);
    match *event {
        Event::Moved { kind, from, to, .. } => format!(
            "{} goes from {} to {}",
            words.kind(kind),
            words.place(from),
            words.place(to)
        ),
        other => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::design::samples::design;
    use super::super::play::samples::played;
    use super::super::stop::StopRule;
    use super::*;

    #[test]
    fn the_first_difference_is_real_and_the_first() {
        let design = design(&["tougher:set.charger.hp=2"], 400);
        let (sums, _) = played(&design, &StopRule::fixed(400), 2);
        let all = explain(&design, &sums, 3, &[]);
        assert!(!all.is_empty());
        for one in &all {
            let stratum = &design.strata[one.stratum];
            let (baseline, _) = recorded(&stratum.plans[0], one.game);
            let (arm, _) = recorded(&stratum.plans[one.arm], one.game);
            let key = |happening: &Happening| happening.key.clone();
            let keys = |all: &[Happening]| all.iter().map(key).collect::<Vec<_>>();
            let (baseline_keys, arm_keys) = (keys(&baseline), keys(&arm));
            assert!(baseline_keys[..one.shared] == arm_keys[..one.shared]);
            assert_ne!(baseline_keys.get(one.shared), arm_keys.get(one.shared));
            assert_ne!(one.ends[0], one.ends[1]);
            // A changed HP of the Charger can only show where a Charger has turned up.
            let before = baseline[..one.shared].iter();
            let charger =
                |h: &Happening| h.key.contains("\"turned-up\"") && h.key.contains("charger");
            assert!(before.clone().any(charger), "game {}", one.game);
        }
    }

    #[test]
    fn flips_in_both_directions_alternate() {
        let pair = PairSums {
            won_by_arm: vec![5, 6, 7],
            won_by_baseline: vec![1],
            otherwise_different: vec![0],
            ..PairSums::default()
        };
        assert_eq!(examples(&pair, 3), [5, 1, 6]);
        let unflipped = PairSums {
            otherwise_different: vec![4, 9],
            ..PairSums::default()
        };
        assert_eq!(examples(&unflipped, 1), [4]);
    }
}
