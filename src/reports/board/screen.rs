//! The terminal: lines out, keys in, and its state restored afterwards.

use super::text::{Line, Style};
use cards::words::harmless;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue, terminal};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::fd::AsFd;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A key that the board knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// The first of something.
    Home,
    /// The last of something.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// Ctrl-C.
    Interrupt,
    /// The terminal has another size now.
    Resized,
}

/// More than a frame usually takes.
const FRAME_BYTES: usize = 1 << 16;

/// Whether the terminal is taken over.
static OPEN: AtomicBool = AtomicBool::new(false);

/// The terminal while the board is shown.
pub struct Screen {
    /// Not the standard stream: what is left of a frame must not follow the program's last words.
    out: BufWriter<File>,
    colour: bool,
}

impl Screen {
    /// Takes over the terminal. `None`: there is none.
    pub fn open() -> io::Result<Option<Self>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        RESTORES_ON_PANIC.call_once(restore_on_panic);
        let mut screen = Screen {
            out: BufWriter::with_capacity(FRAME_BYTES, terminal()?),
            colour: wanted,
        };
        OPEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        execute!(screen.out, EnterAlternateScreen, cursor::Hide)?;
        Ok(Some(screen))
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        let (columns, rows) = terminal::size().unwrap_or((80, 24));
        (usize::from(columns).max(20), usize::from(rows).max(6))
    }

    /// Shows lines from the top; what does not fit is left out.
    pub fn draw(&mut self, lines: &[Line]) -> io::Result<()> {
        let (columns, rows) = self.size();
        queue!(self.out, BeginSynchronizedUpdate)?;
        for row in 0..rows {
            queue!(self.out, cursor::MoveTo(0, row as u16))?;
            if let Some(line) = lines.get(row) {
                self.line(&line.fitted(columns))?;
            }
            queue!(self.out, Clear(ClearType::UntilNewLine))?;
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        // Unless it has been given back: the program is about to end.
        match OPEN.load(Ordering::SeqCst) {
            true => self.out.flush(),
            false => Ok(()),
        }
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        for (style, text) in &line.0 {
            self.style(*style)?;
            queue!(
                self.out,
                Print(harmless(text)),
                SetAttribute(Attribute::Reset)
            )?;
        }
        Ok(())
    }

    fn style(&mut self, style: Style) -> io::Result<()> {
        let (attribute, colour) = match style {
            Style::Plain => (None, None),
            Style::Strong => (Some(Attribute::Bold), None),
            Style::Faint => (Some(Attribute::Dim), None),
            Style::Friend => (None, Some(Color::Blue)),
            Style::Foe => (None, Some(Color::Yellow)),
            Style::Alert => (Some(Attribute::Bold), Some(Color::Red)),
            Style::Chosen => (Some(Attribute::Reverse), None),
        };
        if let Some(attribute) = attribute {
            queue!(self.out, SetAttribute(attribute))?;
        }
        if let Some(colour) = colour.filter(|_| self.colour) {
            queue!(self.out, SetForegroundColor(colour))?;
        }
        Ok(())
    }

    /// The next key, if one comes within this time.
    pub fn key(&mut self, wait: Duration) -> io::Result<Option<Key>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => pressed(key),
            Event::Resize(..) => Some(Key::Resized),
            _ => None,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

static RESTORES_ON_PANIC: Once = Once::new();

/// The message of a panic must not be lost with the screen that it is written to.
fn restore_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        before(info);
    }));
}

/// The descriptor of the standard stream, without its lock and its buffer.
fn terminal() -> io::Result<File> {
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Gives the terminal back if it is taken over. Needs no memory, because there may be none left.
pub fn restore() {
    if !OPEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Nothing more can be done for a terminal that is gone.
    let _ = terminal()
        .and_then(|mut out| execute!(out, ResetColor, cursor::Show, LeaveAlternateScreen));
    let _ = terminal::disable_raw_mode();
}

fn pressed(key: KeyEvent) -> Option<Key> {
    Some(match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Key::Interrupt,
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}
