//! The answer of a run: how hard the game is, where it is lost, and what players do.

mod cards;
mod difficulty;
mod losses;

pub use difficulty::{chart_bases, players_text};

use super::habits::Habit;
use super::plan::Plan;
use super::results::{self, win_rate};
use super::stop::{LEVEL, StopReason, target_error_text};
use super::totals::Totals;
use ::cards::words::Word;
use answers::{Answer, Game, Number, Section, Table, Unit, counted, grouped};
use statistics::looks::Look;

/// What a run has come to.
pub(super) struct Played<'a> {
    pub(super) plan: &'a Plan,
    pub(super) totals: &'a Totals,
    pub(super) habits: &'a [Habit],
    pub(super) look: Look,
    pub(super) reason: StopReason,
    /// The arguments that request the run.
    pub(super) arguments: &'a [String],
}

/// What the tables show, in the order in which they are worth reading.
const TABLES: [(&str, &str); 6] = [
    ("curve", "The win rate at every base."),
    ("targets", "The base for some win rates."),
    (
        "habits",
        "What the players do with each card for sale, as shares of games: it was on offer, a \
         player could have paid for it, it was bought, it was on the board or used, and copies \
         were bought but not used. For a card that is rarely bought, the reason is at the end of \
         the row.",
    ),
    (
        "cards",
        "Every card over all games. The win rate with a card does not measure its strength: late \
         cards appear only in games that last.",
    ),
    ("damage", "Damage to the base by round and cause."),
    ("summary", "Every estimate with its interval."),
];

impl Played<'_> {
    /// The answer.
    pub(super) fn answer(&self) -> Answer {
        let mut answer = Answer::new("simulate", self.title());
        answer.complete = self.reason != StopReason::Interrupted;
        answer.ending = self.reason.word().into();
        answer.warnings.extend(self.interrupted());
        answer.warnings.extend(self.plan.warnings());
        let difficulty = difficulty::Difficulty::new(self);
        answer.headline = difficulty.sentences();
        if self.totals.games > 0 {
            self.add_figures(&mut answer);
            for section in difficulty.sections() {
                answer.section(section);
            }
            for section in self.losses().into_iter().chain(self.cards()) {
                answer.section(section);
            }
            answer.games = self.games();
        }
        answer.notes = self.notes();
        answer.reproduce.facts = self.facts();
        answer.tables = TABLES
            .iter()
            .map(|(name, about)| Table::named(name, about))
            .collect();
        answer
    }

    fn title(&self) -> String {
        let rules = &self.plan.rules;
        let players = counted(rules.players.into(), "player");
        let base = match rules.training {
            true => "training".into(),
            false => format!("base of {}", self.hp_each(u32::from(rules.base_hp))),
        };
        format!("{players}, {}, {base}", self.plan.policy.name())
    }

    /// HP of each player.
    fn hp_each(&self, base: u32) -> String {
        match self.plan.rules.players {
            1 => format!("{base} HP"),
            _ => format!("{base} HP each"),
        }
    }

    /// ", per player" unless there is only one.
    fn per_player(&self, before: &str) -> &'static str {
        match (self.plan.rules.players, before) {
            (1, _) => "",
            (_, ",") => ", per player",
            _ => " per player",
        }
    }

    fn interrupted(&self) -> Option<String> {
        let requested = grouped(self.plan.planned_games());
        (self.reason == StopReason::Interrupted)
            .then(|| format!("INTERRUPTED: incomplete, {requested} games were requested"))
    }

    fn notes(&self) -> Vec<String> {
        let shard = self.plan.shard;
        let shard = shard.map_or(String::new(), |shard| format!(", shard {shard} only"));
        let mut notes = vec![format!(
            "{}, seed {}{shard}; 95% intervals in brackets, valid however often one looks",
            counted(self.totals.games, "game"),
            self.plan.seed
        )];
        let target = self.plan.stop.target.map(target_error_text);
        notes.extend(target.and_then(|target| match self.reason {
            StopReason::Interrupted => None,
            StopReason::TargetError => Some(format!(
                "stopped when the error of the win rate was at most {target}"
            )),
            _ => Some(format!(
                "all games were played before the error of the win rate was at most {target}"
            )),
        }));
        notes
    }

    /// Means of a game: how long it lasts, and more as details.
    fn add_figures(&self, answer: &mut Answer) {
        let training = self.plan.rules.training;
        if let Some(rate) = win_rate(self.totals, self.look).filter(|_| !training) {
            answer.figure("win_rate", "Win rate", Number::of(&rate, Unit::Share));
            self.add_adjusted(answer, "win_rate", Unit::Share);
        }
        for (title, name, detail) in [
            ("Endurance", "endurance", false),
            ("Rounds survived", "rounds_survived", false),
            ("Base needed", "needed_hp", true),
            ("Base damage", "base_damage", true),
            ("Decisions", "decisions", true),
        ] {
            // Training games cannot be lost, so rounds survived say nothing there.
            let mean = self
                .mean(name)
                .filter(|_| !training || name != "rounds_survived");
            if let Some(mean) = mean {
                let figure = answer.figure(name, title, mean);
                figure.note = self.spread(name);
                figure.detail = detail;
                self.add_adjusted(answer, name, Unit::Amount);
            }
        }
    }

    /// The same mean adjusted for luck, if requested.
    fn add_adjusted(&self, answer: &mut Answer, name: &str, unit: Unit) {
        let adjusted = self.totals.adjusted(name);
        let Some(adjusted) = adjusted else {
            return;
        };
        let estimate = adjusted.estimate(self.look.level(LEVEL), results::scale(name));
        let detail = answer.figures.last().is_some_and(|figure| figure.detail);
        let name = format!("{name}_adjusted");
        let figure = answer.figure(&name, "  luck-adjusted", Number::of(&estimate, unit));
        figure.note = format!(", as with {:.1} times as many games", adjusted.gain);
        figure.detail = detail;
    }

    /// The mean of a measure, if all games have it.
    fn mean(&self, measure: &str) -> Option<Number> {
        let played_on = self.totals.all_played_on();
        let moments = self.totals.moments_of(measure);
        let moments = moments.or_else(|| played_on?.moments_of(measure))?;
        let mean = results::mean(measure, moments, self.look)?;
        Some(Number::of(&mean, Unit::Amount))
    }

    fn spread(&self, measure: &str) -> String {
        let quantile = |q| self.totals.base_damage.quantile(q);
        match (measure, quantile(0.1), quantile(0.5), quantile(0.9)) {
            ("base_damage", Some(low), Some(median), Some(high)) => {
                format!(", median {median}, 80% of games from {low} to {high}")
            }
            ("endurance", ..) => " of 9 rounds, at bases of 10 to 95 HP".into(),
            ("needed_hp", ..) if self.plan.rules.players > 1 => " HP in total".into(),
            _ => String::new(),
        }
    }

    /// A share of all games.
    fn share(&self, games: u64) -> Number {
        Number::new(games as f64 / self.totals.games as f64, Unit::Share)
    }

    fn games(&self) -> Vec<Game> {
        let named = self.totals.examples.named().into_iter();
        let games = named.map(|(what, game)| Game {
            what: what.into(),
            arguments: replay_arguments(self.arguments, game),
        });
        games.collect()
    }

    fn facts(&self) -> Vec<(String, String)> {
        let played = self.plan.configuration();
        let plain = [
            ("Cards", played.cards),
            ("Card data", played.cards_fingerprint),
            ("Players", played.players.to_string()),
            ("Policy", played.policy),
            ("Policy data", played.policy_fingerprint),
            ("Seed", played.seed.to_string()),
            ("Games", grouped(self.totals.games)),
        ];
        let plain = plain
            .into_iter()
            .map(|(name, value)| (name.to_string(), value));
        let switches = played.switches.into_iter();
        let switches = switches.map(|(name, value)| (format!("Rule: {name}"), value));
        plain.chain(switches).collect()
    }
}

/// How fast games were played.
pub(super) fn speed(games_per_second: f64, seconds: f64, threads: usize) -> Section {
    let threads = match threads {
        0 => "all shards together".to_string(),
        threads => counted(threads as u64, "thread"),
    };
    let games = grouped(games_per_second.round() as u64);
    let text = format!("{games} games/s ({seconds:.1} s, {threads})");
    Section::new("Speed").say(text).detail()
}

/// The arguments of the run that determine the game, with the number of one game.
pub fn replay_arguments(arguments: &[String], game: u64) -> Vec<String> {
    // Each of these is followed by a value, which says how many games are played and kept.
    const OF_RUNS: [&str; 9] = [
        "--adjust",
        "--games",
        "--rows",
        "--format",
        "--out",
        "--target-error",
        "--shard",
        "--play-on",
        "--checkpoint",
    ];
    let mut arguments = arguments.iter().skip(1);
    let mut words = Vec::new();
    while let Some(argument) = arguments.next() {
        if OF_RUNS.contains(&argument.as_str()) {
            arguments.next();
        } else if argument != "--rounds" && argument != "--html" {
            words.push(argument.clone());
        }
    }
    words.extend(["--game".to_string(), game.to_string()]);
    words
}
