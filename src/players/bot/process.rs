//! A program that plays, treated as untrusted: every line has a limit in bytes and time, it has as
//! many answers as questions, and no process of it outlives us.

use cards::words::harmless;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer, in bytes.
const ANSWER_BYTES: u64 = 4096;
/// How much of its standard error is shown, in bytes.
const ERROR_BYTES: u64 = 64 << 10;
/// Lines that may wait in either direction: a question, and the line about the game before it.
const WAITING: usize = 2;

/// For how many milliseconds the list of bots is waited for.
const PATIENCE: u32 = 1000;

/// The process groups that are running.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all bots with everything they started. For ways out of the program that drop nothing.
pub fn end_bots() {
    // Not waited for without end: who has the list may be this thread, out of memory for it.
    for _ in 0..PATIENCE {
        if let Ok(mut groups) = RUNNING.try_lock() {
            for group in groups.drain(..) {
                // It may have ended already.
                let _ = killpg(group, Signal::SIGKILL);
            }
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    guard: Child,
    questions: SyncSender<String>,
    answers: Receiver<Result<String, String>>,
    /// Questions asked so far, in all games.
    pub asked: u64,
}

impl Process {
    /// Starts a command, as a shell reads it.
    pub fn start(command: &str) -> Result<Self, String> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec {command}"));
        shell.stdin(Stdio::piped());
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that whatever it starts can be ended with it.
        let started = shell.process_group(0).spawn();
        let mut child = started.map_err(|error| format!("cannot be started: {error}"))?;
        running().push(group_of(&child));
        let guard = guard(group_of(&child));
        let guard = guard.map_err(|error| format!("cannot be watched: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, child.stderr.take()) else {
            return Err("has no standard input, output or error".into());
        };
        let (questions, to_write) = sync_channel(WAITING);
        let (read, answers) = sync_channel(WAITING);
        thread::spawn(move || write_lines(input, &to_write));
        thread::spawn(move || read_lines(output, &read));
        thread::spawn(move || show_errors(errors));
        Ok(Process {
            child,
            guard,
            questions,
            answers,
            asked: 0,
        })
    }

    /// Sends a line.
    pub fn tell(&mut self, line: String) -> Result<(), String> {
        match self.questions.try_send(line) {
            Ok(()) => Ok(()),
            // It has not read what it has answered.
            Err(TrySendError::Full(_)) => Err("does not read its questions".into()),
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    /// Waits for a line.
    pub fn hear(&mut self, limit: Duration) -> Result<String, String> {
        match self.answers.recv_timeout(limit) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("gave no answer within {} seconds", limit.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// How it came to say nothing more. It may live on with its output closed.
    fn ended(&mut self) -> String {
        let until = Instant::now() + Duration::from_secs(2);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("ended in the middle of a game ({status})"),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return "closed its input or output in the middle of a game".into(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = group_of(&self.child);
        // First, for it must not end a group that has been given the same number since.
        let _ = self.guard.kill().and_then(|()| self.guard.wait());
        // It may have ended already.
        let _ = killpg(group, Signal::SIGKILL);
        let _ = self.child.wait();
        running().retain(|other| *other != group);
    }
}

/// Ends a group as soon as nobody holds the guard's input: when we have been killed.
fn guard(group: Pid) -> std::io::Result<Child> {
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("read -r _; kill -KILL -{group}"));
    shell.stdin(Stdio::piped()).stdout(Stdio::null());
    shell.stderr(Stdio::null()).process_group(0).spawn()
}

fn group_of(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed())
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}")
            .and_then(|()| input.flush())
            .is_err()
        {
            break;
        }
    }
}

/// Passes lines on, up to the first that is not acceptable. The queue is bounded, so a bot that
/// writes without end waits.
fn read_lines(output: ChildStdout, lines: &SyncSender<Result<String, String>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(ANSWER_BYTES)
            .read_until(b'\n', &mut line);
        let is_whole = line.last() == Some(&b'\n');
        let heard = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if is_whole => String::from_utf8(line).map_err(|_| "answered no text".into()),
            Ok(bytes) if bytes as u64 == ANSWER_BYTES => {
                Err(format!("answered with more than {ANSWER_BYTES} bytes"))
            }
            Ok(_) => Err("ended in the middle of an answer".into()),
        };
        let is_fault = heard.is_err();
        if lines.send(heard).is_err() || is_fault {
            return;
        }
    }
}

/// Shows the beginning of what it writes to its standard error, and drops the rest.
fn show_errors(mut errors: ChildStderr) {
    let mut shown = BufReader::new(errors.by_ref().take(ERROR_BYTES));
    let mut line = Vec::new();
    while shown
        .read_until(b'\n', &mut line)
        .is_ok_and(|read| read > 0)
    {
        eprintln!("{}", harmless(String::from_utf8_lossy(&line).trim_end()));
        line.clear();
    }
    if shown.into_inner().limit() == 0 {
        eprintln!("(the bot wrote more, which is not shown)");
        let _ = std::io::copy(&mut errors, &mut std::io::sink());
    }
}
