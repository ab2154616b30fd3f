//! `xenosim replay --watch`: a game on a board in the terminal, while it is played.

use super::{CliError, Game, GameArgs, OneGameArgs, signals};
use game::observe::Observer;
use game::rules::{self, set_up};
use players::interrupt::{abandonable, give_up_searches};
use players::registry::PreparedPolicies;
use reports::board::screen::{Key, Screen};
use reports::board::steps::{Recorder, Step};
use reports::board::table::Table;
use reports::board::text::{Line, Style};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// Steps a second, from slow to fast.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 200.0];
/// How often the screen is updated while nothing happens.
const TICK: Duration = Duration::from_millis(50);

/// How a game is watched.
#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    /// Steps per second at the start
    #[arg(long, value_name = "N", default_value_t = 4.0, value_parser = speed, requires = "watch")]
    speed: f64,
    /// Start paused; keys step
    #[arg(long, requires = "watch")]
    paused: bool,
    /// Hide face-down enemies, as players see them
    #[arg(long, requires = "watch")]
    hidden: bool,
}

fn play(one: &OneGameArgs, game: &Game, players: &PreparedPolicies, observer: &mut impl Observer) {
    let key = one.key();
    let mut state = set_up(&game.set, &game.rules, key);
    let mut table = players.table(key);
    let mut watcher = |state: &_, cards: &_, event: &_| observer.event(state, cards, event);
    rules::play(&game.set, &game.rules, &mut state, &mut table, &mut watcher);
}

fn speed(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.1..=1000.0).contains(number));
    number.ok_or_else(|| "expected a number of steps from 0.1 to 1000".to_string())
}

impl WatchArgs {
    /// Shows a game while it is played.
    pub(super) fn run(&self, one: &OneGameArgs, rules: &GameArgs) -> Result<(), CliError> {
        let game = rules.resolve()?;
        let players = one.players(&game)?;
        let Some(mut screen) = Screen::open()? else {
            let message = "--watch needs a terminal; without it `xenosim replay` prints a game, \
                           and with --html FILE it writes a page";
            return Err(CliError::Usage(message.into()));
        };
        signals::end_with("interrupted".into())?;
        let (sender, steps) = mpsc::channel();
        let result = std::thread::scope(|scope| {
            let (game, players) = (&game, &players);
            scope.spawn(move || {
                // Once the screen is closed, the game is played to its end.
                let mut recorder = Recorder::new(&game.rules, |step| drop(sender.send(step)));
                abandonable(|| play(one, game, players, &mut recorder));
            });
            let shown = self.show(&mut screen, self.watch(game, players, Some(steps)));
            give_up_searches();
            shown
        });
        drop(screen);
        Ok(result?)
    }

    fn watch<'a>(
        &self,
        game: &'a Game,
        players: &PreparedPolicies,
        incoming: Option<Receiver<Step>>,
    ) -> Watch<'a> {
        let names: Vec<&str> = players.names().collect();
        let seats = 0..usize::from(game.rules.players);
        Watch {
            game,
            names: seats
                .map(|seat| names[seat % names.len()].to_string())
                .collect(),
            open: !self.hidden,
            incoming,
            steps: Vec::new(),
            now: 0,
            speed: self.speed,
            playing: !self.paused,
            last: Instant::now(),
        }
    }

    fn show(&self, screen: &mut Screen, mut watch: Watch<'_>) -> std::io::Result<()> {
        loop {
            watch.receive();
            watch.advance();
            screen.draw(&watch.lines(screen.size()))?;
            match screen.key(watch.wait())? {
                Some(Key::Char('q') | Key::Escape | Key::Interrupt) => return Ok(()),
                Some(key) => watch.press(key),
                None => {}
            }
        }
    }
}

/// The game being watched, and the current position in it.
struct Watch<'a> {
    game: &'a Game,
    names: Vec<String>,
    open: bool,
    incoming: Option<Receiver<Step>>,
    steps: Vec<Step>,
    now: usize,
    speed: f64,
    playing: bool,
    last: Instant,
}

impl Watch<'_> {
    /// Reads what has been played so far.
    fn receive(&mut self) {
        let Some(incoming) = &self.incoming else {
            return;
        };
        loop {
            match incoming.try_recv() {
                Ok(step) => self.steps.push(step),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        self.incoming = None;
    }

    fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed)
    }

    fn wait(&self) -> Duration {
        if self.playing {
            TICK.min(self.pause())
        } else {
            TICK
        }
    }

    fn advance(&mut self) {
        while self.playing && self.last.elapsed() >= self.pause() {
            if self.now + 1 >= self.steps.len() {
                // The game is still being played, or over.
                self.playing = self.incoming.is_some();
                self.last = Instant::now();
                return;
            }
            self.now += 1;
            self.last += self.pause();
        }
    }

    fn press(&mut self, key: Key) {
        match key {
            Key::Char(' ') => self.playing = !self.playing,
            Key::Right | Key::Char('l') | Key::Enter => self.step(self.now + 1),
            Key::Left | Key::Char('h') => self.step(self.now.saturating_sub(1)),
            Key::Home | Key::Char('g') => self.step(0),
            Key::End | Key::Char('G') => self.step(usize::MAX),
            Key::Char('n') => self.round(true),
            Key::Char('p') => self.round(false),
            Key::Char('+' | '=') | Key::Up => self.faster(true),
            Key::Char('-') | Key::Down => self.faster(false),
            _ => {}
        }
        self.last = Instant::now();
    }

    fn step(&mut self, to: usize) {
        self.playing = false;
        self.now = to.min(self.steps.len().saturating_sub(1));
    }

    /// To where the next round begins, or this or the previous one.
    fn round(&mut self, next: bool) {
        let starts = |index: &usize| {
            let marks = &self.steps[*index].marks;
            marks.contains(&reports::board::steps::Mark::Round)
        };
        let found = if next {
            (self.now + 1..self.steps.len()).find(starts)
        } else {
            (0..self.now).rev().find(starts)
        };
        self.step(found.unwrap_or(if next { usize::MAX } else { 0 }));
    }

    fn faster(&mut self, up: bool) {
        let next = if up {
            SPEEDS.into_iter().find(|speed| *speed > self.speed)
        } else {
            SPEEDS.into_iter().rev().find(|speed| *speed < self.speed)
        };
        self.speed = next.unwrap_or(self.speed);
    }

    fn lines(&self, (width, height): (usize, usize)) -> Vec<Line> {
        let Some(step) = self.steps.get(self.now) else {
            return vec![Line::plain("The game begins ...")];
        };
        let table = Table {
            state: &step.state,
            cards: &self.game.set,
            rules: &self.game.rules,
            names: &self.names,
            open: self.open,
        };
        let mut lines = table.lines(width);
        lines.push(Line::new(Style::Faint, "─".repeat(width)));
        lines.truncate(height.saturating_sub(3));
        let room = height.saturating_sub(lines.len() + 1);
        lines.extend(self.log(room));
        lines.resize(height - 1, Line::default());
        lines.push(self.footer());
        lines
    }

    /// The last lines of the log, with the newest highlighted.
    fn log(&self, room: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for index in (0..=self.now).rev() {
            let style = if index == self.now {
                Style::Strong
            } else {
                Style::Faint
            };
            let step = self.steps[index].lines.iter().rev();
            lines.extend(step.map(|text| Line::new(style, text.clone())));
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        lines.reverse();
        lines
    }

    fn footer(&self) -> Line {
        let state = match (self.playing, self.incoming.is_some()) {
            (true, _) => format!("{}/s", self.speed),
            (false, true) => "paused".into(),
            (false, false) if self.now + 1 == self.steps.len() => "the end".into(),
            (false, false) => "paused".into(),
        };
        let at = format!(" {}/{} {state} ", self.now + 1, self.steps.len());
        let keys = " space play, arrows step and speed, n/p round, Home/End, q quit";
        Line::new(Style::Chosen, at).with(Style::Faint, keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tests::unturned::{SeenEnemies, text_of};
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Wanted {
        #[arg(long)]
        watch: bool,
        #[command(flatten)]
        watching: WatchArgs,
        #[command(flatten)]
        one: OneGameArgs,
        #[command(flatten)]
        rules: GameArgs,
    }

    #[test]
    fn hidden_enemies_are_not_named_before_they_are_turned_up() {
        for arguments in [
            "--watch --hidden",
            "--watch --hidden --players 2 --rules onslaught --policy random",
            "--watch --hidden --players 4 --rules dreadmire",
        ] {
            let words = std::iter::once("test").chain(arguments.split_whitespace());
            let args = Wanted::parse_from(words);
            assert!(args.watch);
            let game = args.rules.resolve().expect("a game");
            let players = args.one.players(&game).expect("players");
            let mut steps = Vec::new();
            let mut recorder = Recorder::new(&game.rules, |step| steps.push(step));
            play(&args.one, &game, &players, &mut recorder);
            let mut watch = args.watching.watch(&game, &players, None);
            watch.steps = steps;
            let mut seen = SeenEnemies::new(&game.set);
            for now in 0..watch.steps.len() {
                watch.now = now;
                seen.look(&watch.steps[now]);
                for size in [(80, 24), (160, 60)] {
                    seen.check(&text_of(&watch.lines(size)));
                }
            }
        }
    }
}
