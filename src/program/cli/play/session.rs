//! What the person does.

use super::Seating;
use super::desk::{self, Answer, News, Question, Reply};
use super::face::Entry;
use super::hint::Hint;
use super::transcript::Transcript;
use crate::cli::CliError;
use game::state::GameState;
use players::interrupt::{abandonable, give_up_searches};
use reports::board::screen::{Key, Screen};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
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
pub(super) enum Next {
    Stay,
    Answer(Reply),
    Undo,
    Quit,
}

/// What is shown instead of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    Cards,
    Log,
    Help,
}

/// Something to be read before the game goes on.
pub(super) struct Pause {
    /// What it is about.
    pub(super) title: String,
    /// The first line of the log that belongs to it.
    pub(super) from: usize,
    /// Pages that have been read.
    pub(super) page: usize,
}

/// A person in a game.
pub(super) struct Session<'a> {
    pub(super) seating: &'a Seating,
    transcript: Transcript,
    pub(super) answers: Vec<Answer>,
    /// How many answers were given when something hidden was last seen.
    pub(super) seen: usize,
    /// How many answers are in the file.
    saved: Option<usize>,
    pub(super) log: Vec<String>,
    /// Lines of the log that were on the screen.
    pub(super) told: usize,
    /// Where the fight that goes on begins in the log.
    fight: Option<usize>,
    pub(super) pause: Option<Pause>,
    pub(super) question: Option<Question>,
    pub(super) entries: Vec<Entry>,
    pub(super) cursor: usize,
    pub(super) typed: String,
    /// Whether the person is asked if the phase is really to end.
    pub(super) confirms: bool,
    pub(super) hint: Option<Hint>,
    pub(super) overlay: Option<Overlay>,
    pub(super) scroll: usize,
    pub(super) message: String,
    over: Option<Box<GameState>>,
}

impl<'a> Session<'a> {
    /// A new session. Somebody who begins a game is shown how it goes.
    pub(super) fn new(seating: &'a Seating, transcript: Transcript) -> Self {
        let begins = transcript.answers.is_empty();
        Session {
            seating,
            transcript,
            answers: Vec::new(),
            seen: 0,
            saved: None,
            log: Vec::new(),
            told: 0,
            fight: None,
            pause: None,
            question: None,
            entries: Vec::new(),
            cursor: 0,
            typed: String::new(),
            confirms: false,
            hint: None,
            overlay: begins.then_some(Overlay::Help),
            scroll: 0,
            message: String::new(),
            over: None,
        }
    }

    /// The game so far.
    pub(super) fn into_transcript(self) -> Transcript {
        self.transcript
    }

    /// Plays until the game is over or the person leaves.
    pub(super) fn run(&mut self, screen: &mut Screen, file: &Path) -> Result<Ending, CliError> {
        loop {
            let course = &self.transcript.course(self.seating);
            let (news_to, news) = mpsc::channel();
            let (replies_to, replies) = mpsc::channel();
            let seating = self.seating;
            let next = std::thread::scope(|scope| {
                scope.spawn(move || {
                    abandonable(|| desk::play(seating, course, news_to, replies));
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
        (self.seen, self.told) = (0, 0);
        (self.question, self.pause, self.fight) = (None, None, None);
        loop {
            if !self.listen(news) {
                return Ok(Some(Ending::Quit));
            }
            self.keep(file);
            let size = screen.size();
            screen.draw(&self.lines(size))?;
            let Some(key) = screen.key(TICK)? else {
                continue;
            };
            match self.press(key, size, file)? {
                Next::Stay => {}
                Next::Answer(reply) => {
                    if !matches!(reply, Reply::Hint) {
                        self.question = None;
                        self.hint = None;
                        self.told = self.log.len();
                        self.message.clear();
                    }
                    if replies.send(reply).is_err() {
                        return Ok(Some(Ending::Quit));
                    }
                }
                Next::Undo => return Ok(None),
                Next::Quit => return Ok(Some(self.over.take().map_or(Ending::Quit, Ending::Over))),
            }
        }
    }

    /// Reads all messages up to the next question or pause; whether anybody is still there to send
    /// them.
    fn listen(&mut self, news: &Receiver<News>) -> bool {
        while self.pause.is_none() && (self.question.is_none() || self.is_waiting_for_hint()) {
            match news.recv_timeout(TICK) {
                Ok(message) => self.hear(message),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        true
    }

    /// Takes a message in.
    pub(super) fn hear(&mut self, message: News) {
        match message {
            News::Step(step) => self.log.extend(step.lines),
            News::Seen => self.seen = self.answers.len(),
            News::Answered(answer) => self.answers.push(answer),
            News::Hint(hint) => {
                self.cursor = hint.advice;
                self.hint = Some(hint);
                self.message.clear();
            }
            News::Fight => self.fight = Some(self.log.len()),
            // What a partner did before a question was read with the question.
            News::Pause(title) if self.has_news() => self.stop_for(title),
            News::Pause(_) => {}
            News::Ask(question) => {
                self.entries = self.entries_of(&question);
                self.cursor = self.first_cursor(&question);
                self.question = Some(question);
                self.typed.clear();
                self.confirms = false;
            }
            News::Over(state) => {
                self.stop_for("The game is over".into());
                self.over = Some(state);
            }
        }
    }

    /// Stops for something to read, unless it belongs to answers that are only repeated.
    fn stop_for(&mut self, title: String) {
        let from = self.fight.take().unwrap_or(self.told);
        if self.answers.len() < self.transcript.answers.len() {
            self.told = self.log.len();
        } else {
            self.pause = Some(Pause {
                title,
                from,
                page: 0,
            });
        }
    }

    fn has_news(&self) -> bool {
        self.fight.unwrap_or(self.told) < self.log.len()
    }

    fn is_waiting_for_hint(&self) -> bool {
        self.message == THINKING
    }

    /// What a key does on a screen of this size.
    fn press(&mut self, key: Key, size: (usize, usize), file: &Path) -> Result<Next, CliError> {
        if key == Key::Resized {
            return Ok(Next::Stay);
        }
        if self.overlay.is_some() {
            self.press_overlay(key);
            return Ok(Next::Stay);
        }
        if self.pause.is_some() {
            return Ok(self.read_on(key, size));
        }
        let leaves = matches!(key, Key::Interrupt | Key::Char('q'));
        if self.question.is_none() || self.is_waiting_for_hint() {
            return Ok(if leaves { Next::Quit } else { Next::Stay });
        }
        if std::mem::take(&mut self.confirms) {
            let yes = matches!(key, Key::Char('y' | 'Y'));
            return Ok(if yes { self.chosen() } else { Next::Stay });
        }
        self.message.clear();
        let last = self.entries.len() - 1;
        match key {
            Key::Up => self.cursor = self.cursor.checked_sub(1).unwrap_or(last),
            Key::Down => self.cursor = (self.cursor + 1) % (last + 1),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = last,
            Key::PageUp => self.cursor = self.cursor.saturating_sub(5),
            Key::PageDown => self.cursor = (self.cursor + 5).min(last),
            Key::Enter => return Ok(self.choose()),
            Key::Backspace => drop(self.typed.pop()),
            Key::Char(digit @ '0'..='9') => return Ok(self.type_digit(digit)),
            Key::Char('a') => return Ok(Next::Answer(Reply::Policy)),
            Key::Char('u') => return Ok(self.undo()),
            Key::Char('h') => {
                self.message = THINKING.into();
                self.hint = None;
                return Ok(Next::Answer(Reply::Hint));
            }
            Key::Char('c') => self.show(Overlay::Cards),
            Key::Char('L') => self.show(Overlay::Log),
            Key::Char('?') => self.show(Overlay::Help),
            Key::Char('s') => {
                self.save(file)?;
                self.message = format!("saved to {}", file.display());
            }
            _ if leaves => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::Stay)
    }

    /// Turns a page of what happened, or goes on.
    fn read_on(&mut self, key: Key, size: (usize, usize)) -> Next {
        if matches!(key, Key::Interrupt | Key::Char('q')) {
            return Next::Quit;
        }
        if let Some(pause) = &mut self.pause {
            pause.page += 1;
        }
        if self.unread(size).0.is_some() {
            return Next::Stay;
        }
        self.pause = None;
        self.told = self.log.len();
        match self.over {
            Some(_) => Next::Quit,
            None => Next::Stay,
        }
    }

    fn press_overlay(&mut self, key: Key) {
        match key {
            Key::Up => self.scroll = self.scroll.saturating_sub(1),
            Key::Down => self.scroll += 1,
            Key::PageUp => self.scroll = self.scroll.saturating_sub(10),
            Key::PageDown | Key::Char(' ') => self.scroll += 10,
            Key::Home => self.scroll = 0,
            _ => self.overlay = None,
        }
    }

    fn show(&mut self, overlay: Overlay) {
        // Show the newest lines of the log.
        self.scroll = if overlay == Overlay::Log {
            usize::MAX
        } else {
            0
        };
        self.overlay = Some(overlay);
    }

    /// A number chooses an answer as soon as it is unambiguous.
    fn type_digit(&mut self, digit: char) -> Next {
        let count = self.entries.len();
        self.typed.push(digit);
        let number: usize = self.typed.parse().unwrap_or(0);
        if number == 0 || number > count {
            self.typed.clear();
            return Next::Stay;
        }
        self.cursor = number - 1;
        match number * 10 > count {
            true => self.choose(),
            false => Next::Stay,
        }
    }

    /// Gives the answer under the cursor, after asking if that gives up the phase.
    fn choose(&mut self) -> Next {
        self.typed.clear();
        self.confirms = self.gives_up();
        if self.confirms {
            return Next::Stay;
        }
        self.chosen()
    }

    fn chosen(&self) -> Next {
        Next::Answer(self.entries[self.cursor].reply)
    }

    /// Takes the person's last answer back, unless something hidden has been seen since.
    fn undo(&mut self) -> Next {
        let of_person = |answer: &Answer| answer.by_person;
        let last = self.answers.iter().rposition(of_person);
        match last.filter(|last| *last >= self.seen) {
            Some(last) => {
                self.answers.truncate(last);
                self.transcript.answers = self.answers.iter().map(|answer| answer.index).collect();
                let taken_back = &mut self.transcript.taken_back;
                *taken_back = taken_back.saturating_add(1);
                self.message = "taken back".into();
                self.hint = None;
                Next::Undo
            }
            None => {
                self.message = match last {
                    Some(_) => "a card has been turned since your last answer".into(),
                    None => "nothing to take back".into(),
                };
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

    pub(super) fn save(&mut self, file: &Path) -> Result<(), CliError> {
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
}

/// Shown while a hint is worked out.
pub(super) const THINKING: &str = "thinking ...";

#[cfg(test)]
mod tests {
    use super::super::tests::{arbitrary, seating};
    use super::*;
    use crate::cli::tests::unturned::{SeenEnemies, text_of};

    /// Everything that the person can look at now.
    fn screens(session: &mut Session<'_>) -> String {
        session.overlay = None;
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
            let course = Transcript::new(seed, Vec::new()).course(&seating);
            let (news_to, news) = mpsc::channel();
            let (replies_to, replies) = mpsc::channel();
            std::thread::scope(|scope| {
                let (desk, course) = (&seating, &course);
                scope.spawn(move || desk::play(desk, course, news_to, replies));
                for (asked, message) in news.iter().enumerate() {
                    let reply = match &message {
                        News::Step(step) => {
                            seen.look(step);
                            None
                        }
                        News::Ask(question) => arbitrary(asked, question),
                        News::Over(_) => break,
                        _ => None,
                    };
                    session.hear(message);
                    seen.check(&session.log.join("\n"));
                    let is_pause = session.pause.is_some();
                    if is_pause || reply.is_some() {
                        seen.check(&screens(&mut session));
                    }
                    session.pause = None;
                    if let Some(reply) = reply {
                        session.save(&file).expect("saved");
                        let saved = std::fs::read_to_string(&file).expect("a saved game");
                        SeenEnemies::new(&seating.game.set).check(&saved);
                        session.question = None;
                        replies_to.send(reply).expect("a game");
                    }
                }
            });
        }
    }

    #[test]
    fn a_phase_is_not_given_up_without_asking_and_answers_are_taken_back_up_to_a_turned_card() {
        let seating = seating("", 4);
        let mut session = Session::new(&seating, Transcript::new(4, Vec::new()));
        let course = Transcript::new(4, Vec::new()).course(&seating);
        let file = tempfile::NamedTempFile::new().expect("a file");
        let (news_to, news) = mpsc::channel();
        let (replies_to, replies) = mpsc::channel();
        std::thread::scope(|scope| {
            let (desk, course) = (&seating, &course);
            scope.spawn(move || desk::play(desk, course, news_to, replies));
            let wait = |session: &mut Session<'_>| {
                session.question = None;
                while session.question.is_none() && session.pause.is_none() {
                    session.hear(news.recv().expect("news"));
                }
            };
            wait(&mut session);
            let press = |session: &mut Session<'_>, key| {
                session.press(key, (80, 24), file.path()).expect("a key")
            };
            // The first key only closes the page of help.
            assert!(matches!(press(&mut session, Key::Enter), Next::Stay));
            press(&mut session, Key::Home);
            assert!(matches!(press(&mut session, Key::Enter), Next::Stay));
            assert!(session.confirms);
            assert!(text_of(&session.lines((80, 24))).contains("Nothing more in this phase?"));
            assert!(matches!(press(&mut session, Key::Enter), Next::Stay));
            assert!(!session.confirms, "Enter does not say yes");
            assert!(matches!(press(&mut session, Key::Char('u')), Next::Stay));
            assert_eq!(session.message, "nothing to take back");
            press(&mut session, Key::Char('2'));
            replies_to.send(Reply::Index(1)).expect("a game");
            wait(&mut session);
            let (answers, seen) = (session.answers.len(), session.seen);
            assert!(answers == 1 && seen == 0);
            session.seen = 1;
            assert!(matches!(press(&mut session, Key::Char('u')), Next::Stay));
            assert!(session.message.contains("a card has been turned"));
            session.seen = 0;
            assert!(matches!(press(&mut session, Key::Char('u')), Next::Undo));
            assert_eq!(session.transcript.taken_back, 1);
            assert!(session.transcript.answers.is_empty());
            drop(replies_to);
        });
    }
}
