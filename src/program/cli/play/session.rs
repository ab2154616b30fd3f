//! What the person sees and does.

use super::Seating;
use super::desk::{self, Answer, News, Question, Reply};
use super::hint::{self, Hint};
use super::signals::is_told_to_end;
use super::transcript::Transcript;
use crate::cli::CliError;
use cards::text;
use game::observe::Describe;
use game::state::GameState;
use players::interrupt::{abandonable, give_up_searches};
use reports::board::screen::{Key, Screen};
use reports::board::table::Table;
use reports::board::text::{Line, Style, wrapped};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

const TICK: Duration = Duration::from_millis(40);

/// How a session ended.
pub(super) enum Ending {
    /// The game is over.
    Over(Box<GameState>),
    /// The person left.
    Quit,
}

/// What to do after a key.
enum Next {
    Stay,
    Answer(Reply),
    Undo,
    Quit,
}

/// What is shown instead of the board.
enum Overlay {
    Cards,
    Log,
}

/// A person in a game.
pub(super) struct Session<'a> {
    seating: &'a Seating,
    transcript: Transcript,
    answers: Vec<Answer>,
    /// How many answers are in the file.
    saved: Option<usize>,
    log: Vec<String>,
    question: Option<Question>,
    cursor: usize,
    typed: String,
    hint: Option<Hint>,
    overlay: Option<Overlay>,
    scroll: usize,
    message: String,
}

impl<'a> Session<'a> {
    /// A new session.
    pub(super) fn new(seating: &'a Seating, transcript: Transcript) -> Self {
        Session {
            seating,
            transcript,
            answers: Vec::new(),
            saved: None,
            log: Vec::new(),
            question: None,
            cursor: 0,
            typed: String::new(),
            hint: None,
            overlay: None,
            scroll: 0,
            message: String::new(),
        }
    }

    /// The game so far.
    pub(super) fn into_transcript(self) -> Transcript {
        self.transcript
    }

    /// Plays until the game is over or the person leaves.
    pub(super) fn run(&mut self, screen: &mut Screen, file: &Path) -> Result<Ending, CliError> {
        loop {
            let past = self.transcript.answers.clone();
            let (news_to, news) = mpsc::channel();
            let (replies_to, replies) = mpsc::channel();
            let seating = self.seating;
            let next = std::thread::scope(|scope| {
                scope.spawn(move || {
                    abandonable(|| desk::play(seating, past, news_to, replies));
                });
                let result = self.follow(screen, file, &news, &replies_to);
                if !matches!(result, Ok(None)) {
                    give_up_searches();
                }
                // The rules wait for an answer: without a listener, they play to the end.
                drop(replies_to);
                drop(news);
                result
            });
            self.note_answers();
            if let Some(ending) = next? {
                self.transcript.complete = matches!(ending, Ending::Over(_));
                return Ok(ending);
            }
        }
    }

    /// Follows one playing of the game. `None`: an answer was taken back, so it starts again.
    fn follow(
        &mut self,
        screen: &mut Screen,
        file: &Path,
        news: &Receiver<News>,
        replies: &Sender<Reply>,
    ) -> Result<Option<Ending>, CliError> {
        self.answers.clear();
        self.log.clear();
        self.question = None;
        loop {
            if is_told_to_end() {
                return Ok(Some(Ending::Quit));
            }
            match self.listen(news) {
                Some(Ending::Quit) => return Ok(Some(Ending::Quit)),
                Some(over) => {
                    self.last_look(screen)?;
                    return Ok(Some(over));
                }
                None => self.keep(file),
            }
            screen.draw(&self.lines(screen.size()))?;
            let Some(key) = screen.key(TICK)? else {
                continue;
            };
            match self.press(key, file)? {
                Next::Stay => {}
                Next::Answer(reply) => {
                    self.question = None;
                    self.hint = None;
                    self.message.clear();
                    if replies.send(reply).is_err() {
                        return Ok(Some(Ending::Quit));
                    }
                }
                Next::Undo => return Ok(None),
                Next::Quit => return Ok(Some(Ending::Quit)),
            }
        }
    }

    /// Reads all messages up to the next question.
    fn listen(&mut self, news: &Receiver<News>) -> Option<Ending> {
        while self.question.is_none() {
            match news.recv_timeout(TICK) {
                Ok(News::Step(step)) => self.log.extend(step.lines),
                Ok(News::Answered(answer)) => self.answers.push(answer),
                Ok(News::Ask(question)) => {
                    self.question = Some(question);
                    self.cursor = 0;
                    self.typed.clear();
                }
                Ok(News::Over(state)) => return Some(Ending::Over(state)),
                Err(mpsc::RecvTimeoutError::Timeout) => return None,
                Err(mpsc::RecvTimeoutError::Disconnected) => return Some(Ending::Quit),
            }
        }
        None
    }

    /// Shows the end of the log until a key is pressed.
    fn last_look(&mut self, screen: &mut Screen) -> io::Result<()> {
        loop {
            let (_, height) = screen.size();
            let from = self.log.len().saturating_sub(height - 1);
            let mut lines: Vec<Line> = self.log[from..].iter().map(Line::plain).collect();
            lines.push(Line::new(Style::Chosen, " The game is over: press a key "));
            screen.draw(&lines)?;
            match screen.key(TICK)? {
                Some(Key::Resized) => {}
                None if !is_told_to_end() => {}
                None => return Ok(()),
                Some(_) => return Ok(()),
            }
        }
    }

    fn press(&mut self, key: Key, file: &Path) -> Result<Next, CliError> {
        if self.overlay.is_some() {
            self.press_overlay(key);
            return Ok(Next::Stay);
        }
        let Some(question) = &self.question else {
            let leaves = matches!(key, Key::Interrupt | Key::Char('q'));
            return Ok(if leaves { Next::Quit } else { Next::Stay });
        };
        let last = question.options.len() - 1;
        match key {
            Key::Up => self.cursor = self.cursor.checked_sub(1).unwrap_or(last),
            Key::Down => {
                self.cursor = if self.cursor == last {
                    0
                } else {
                    self.cursor + 1
                }
            }
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = last,
            Key::PageUp => self.cursor = self.cursor.saturating_sub(5),
            Key::PageDown => self.cursor = (self.cursor + 5).min(last),
            Key::Enter => return Ok(Next::Answer(Reply::Index(self.cursor))),
            Key::Backspace => drop(self.typed.pop()),
            Key::Char(digit @ '0'..='9') => return Ok(self.type_digit(digit)),
            Key::Char('a') => return Ok(Next::Answer(Reply::Policy)),
            Key::Char('u') => return Ok(self.undo()),
            Key::Char('h') => self.ask_advisor(),
            Key::Char('c') => self.show(Overlay::Cards),
            Key::Char('L') => self.show(Overlay::Log),
            Key::Char('s') => {
                self.save(file)?;
                self.message = format!("saved to {}", file.display());
            }
            Key::Char('q') | Key::Interrupt => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::Stay)
    }

    fn press_overlay(&mut self, key: Key) {
        match key {
            Key::Up => self.scroll = self.scroll.saturating_sub(1),
            Key::Down => self.scroll += 1,
            Key::PageUp => self.scroll = self.scroll.saturating_sub(10),
            Key::PageDown | Key::Char(' ') => self.scroll += 10,
            Key::Home => self.scroll = 0,
            Key::Resized => {}
            _ => self.overlay = None,
        }
    }

    fn show(&mut self, overlay: Overlay) {
        // Show the newest lines of the log.
        self.scroll = match overlay {
            Overlay::Cards => 0,
            Overlay::Log => usize::MAX,
        };
        self.overlay = Some(overlay);
    }

    /// A number chooses an answer as soon as it is unambiguous.
    fn type_digit(&mut self, digit: char) -> Next {
        let count = self
            .question
            .as_ref()
            .map_or(0, |question| question.options.len());
        self.typed.push(digit);
        let number: usize = self.typed.parse().unwrap_or(0);
        if number == 0 || number > count {
            self.typed.clear();
            return Next::Stay;
        }
        self.cursor = number - 1;
        if number * 10 > count {
            return Next::Answer(Reply::Index(number - 1));
        }
        Next::Stay
    }

    /// Undoes the person's last answer of this phase.
    fn undo(&mut self) -> Next {
        let Some(question) = &self.question else {
            return Next::Stay;
        };
        let moment = question.moment();
        let of_person = |answer: &Answer| answer.by_person && answer.moment == moment;
        match self.answers.iter().rposition(of_person) {
            Some(last) => {
                self.answers.truncate(last);
                self.transcript.answers = self.answers.iter().map(|answer| answer.index).collect();
                self.message = "undone".into();
                Next::Undo
            }
            None => {
                self.message = "nothing to undo in this phase".into();
                Next::Stay
            }
        }
    }

    /// Takes the answers over into the transcript, unless those that it has are still being
    /// repeated.
    fn note_answers(&mut self) {
        if self.answers.len() >= self.transcript.answers.len() {
            self.transcript.answers = self.answers.iter().map(|answer| answer.index).collect();
        }
    }

    fn save(&mut self, file: &Path) -> Result<(), CliError> {
        self.note_answers();
        self.transcript.save(file, self.seating)?;
        self.saved = Some(self.transcript.answers.len());
        Ok(())
    }

    /// Saves the game when the person is asked, with all answers before.
    fn keep(&mut self, file: &Path) {
        let is_saved = self.saved == Some(self.answers.len());
        if self.question.is_none() || is_saved {
            return;
        }
        if let Err(error) = self.save(file) {
            self.message = format!("not saved: {error}");
            self.saved = Some(self.answers.len());
        }
    }

    fn ask_advisor(&mut self) {
        if let Some(question) = &self.question {
            let past: Vec<u16> = self.answers.iter().map(|answer| answer.index).collect();
            self.hint = Some(hint::hint(self.seating, &past, question));
        }
    }

    fn table<'b>(&'b self, state: &'b GameState) -> Table<'b> {
        Table {
            state,
            cards: &self.seating.game.set,
            rules: &self.seating.game.rules,
            names: &self.seating.names,
            open: false,
        }
    }

    fn lines(&self, (width, height): (usize, usize)) -> Vec<Line> {
        let Some(question) = &self.question else {
            let from = self.log.len().saturating_sub(height - 1);
            let mut lines: Vec<Line> = self.log[from..].iter().map(Line::plain).collect();
            lines.push(Line::new(Style::Faint, "the others are thinking ..."));
            return lines;
        };
        if let Some(overlay) = &self.overlay {
            return self.overlay_lines(overlay, question, width, height);
        }
        let mut lines = self.table(&question.state).lines(width);
        // The question and three answers must always fit.
        lines.truncate(height.saturating_sub(6));
        let spare = height.saturating_sub(lines.len() + question.options.len() + 3);
        let news = self.log.len().saturating_sub(spare.min(6));
        lines.push(Line::new(Style::Faint, "─".repeat(width)));
        lines.extend(
            self.log[news..]
                .iter()
                .map(|line| Line::new(Style::Faint, line.trim())),
        );
        let words = Describe::new(&question.state, &self.seating.game.set);
        let asked = words.decision(&question.decision);
        let seat = format!("Player {}: ", u16::from(question.seat) + 1);
        lines.push(Line::new(Style::Strong, format!("{seat}{asked}")));
        let room = height.saturating_sub(lines.len() + 1);
        lines.extend(self.options(question, room));
        lines.resize(height - 1, Line::default());
        lines.push(self.footer());
        lines
    }

    /// As many answers as fit, around the cursor.
    fn options(&self, question: &Question, room: usize) -> Vec<Line> {
        let words = Describe::new(&question.state, &self.seating.game.set);
        let count = question.options.len();
        let first = self
            .cursor
            .saturating_sub(room.saturating_sub(1))
            .min(count.saturating_sub(room));
        let shown = (first..count).take(room).map(|index| {
            let choice = words.choice(question.seat, &question.decision, &question.options[index]);
            let style = if index == self.cursor {
                Style::Chosen
            } else {
                Style::Plain
            };
            let line = Line::new(style, format!(" {:>2} {choice} ", index + 1));
            self.with_hint(line, index)
        });
        shown.collect()
    }

    fn with_hint(&self, line: Line, index: usize) -> Line {
        let Some(hint) = &self.hint else {
            return line;
        };
        let line = match hint.worth[index] {
            Some(worth) => {
                let chance = worth.error.map(|error| format!(" (±{:.2})", 1.96 * error));
                let shown = worth.scale.show(worth.mean);
                let shown = format!("  {shown}{}", chance.unwrap_or_default());
                line.with(Style::Faint, shown)
            }
            None => line,
        };
        if index == hint.advice {
            let names: Vec<&str> = self.seating.advisor.names().collect();
            return line.with(Style::Alert, format!("  <- {}", names.join(",")));
        }
        line
    }

    fn overlay_lines(
        &self,
        overlay: &Overlay,
        question: &Question,
        width: usize,
        height: usize,
    ) -> Vec<Line> {
        let all: Vec<Line> = match overlay {
            Overlay::Log => self.log.iter().map(Line::plain).collect(),
            Overlay::Cards => self.card_lines(question, width),
        };
        let room = height - 1;
        let from = self.scroll.min(all.len().saturating_sub(room));
        let mut lines: Vec<Line> = all.into_iter().skip(from).take(room).collect();
        lines.resize(room, Line::default());
        let footer = " arrows scroll, any other key goes back ";
        lines.push(Line::new(Style::Chosen, footer));
        lines
    }

    fn card_lines(&self, question: &Question, width: usize) -> Vec<Line> {
        let set = &self.seating.game.set;
        let mut lines = Vec::new();
        for id in self.table(&question.state).visible_kinds() {
            let kind = set.kind(id);
            let head = Line::new(Style::Strong, kind.name.clone());
            lines.push(head.with(Style::Faint, format!("  {}", text::full_figures(set, kind))));
            for sentence in text::card_texts(set, kind) {
                let wrapped = wrapped(&sentence, width - 2).into_iter();
                lines.extend(wrapped.map(|line| Line::plain(format!("  {line}"))));
            }
        }
        lines
    }

    fn footer(&self) -> Line {
        let keys = " Enter/number choose, u undo, c cards, h hint, a auto, L log, s save, q quit";
        let line = Line::new(Style::Faint, keys);
        if self.message.is_empty() {
            return line;
        }
        Line::new(Style::Alert, format!(" {} ", self.message)).with(Style::Faint, keys)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{arbitrary, seating};
    use super::*;
    use crate::cli::unturned::{SeenEnemies, text_of};

    /// Everything that the person can look at now.
    fn screens(session: &mut Session<'_>) -> String {
        let mut lines = session.lines((80, 24));
        lines.extend(session.lines((160, 60)));
        for overlay in [Overlay::Cards, Overlay::Log] {
            session.overlay = Some(overlay);
            lines.extend(session.lines((100, 2000)));
        }
        session.overlay = None;
        text_of(&lines)
    }

    #[test]
    fn no_screen_or_file_names_an_enemy_before_it_is_turned_up() {
        let place = tempfile::tempdir().expect("a directory");
        let file = place.path().join("game.json");
        for (seed, arguments) in [
            (1, ""),
            (2, "--players 2 --rules onslaught"),
            (3, "--players 3 --rules dreadmire"),
            (
                4,
                "--players 2 --sets hive,homebrew --enemies-from hive,homebrew",
            ),
        ] {
            let seating = seating(arguments, seed);
            let mut session = Session::new(&seating, Transcript::new(seed, Vec::new()));
            let mut seen = SeenEnemies::new(&seating.game.set);
            let (news_to, news) = mpsc::channel();
            let (replies_to, replies) = mpsc::channel();
            std::thread::scope(|scope| {
                let desk = &seating;
                scope.spawn(move || desk::play(desk, Vec::new(), news_to, replies));
                for (asked, message) in news.iter().enumerate() {
                    match message {
                        News::Step(step) => {
                            seen.look(&step);
                            session.log.extend(step.lines);
                        }
                        News::Answered(answer) => session.answers.push(answer),
                        News::Ask(question) => {
                            let reply = arbitrary(asked, &question);
                            session.question = Some(question);
                            seen.check(&screens(&mut session));
                            session.save(&file).expect("saved");
                            let saved = std::fs::read_to_string(&file).expect("a saved game");
                            SeenEnemies::new(&seating.game.set).check(&saved);
                            replies_to.send(reply.expect("an answer")).expect("a game");
                        }
                        News::Over(_) => break,
                    }
                    seen.check(&session.log.join("\n"));
                }
            });
        }
    }
}
