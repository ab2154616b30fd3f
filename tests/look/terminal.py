#!/usr/bin/env python3
"""Uses `xenosim play` and `xenosim replay --watch` in a real terminal, by keys.

    python3 tests/look/terminal.py PROGRAM

Needs tmux, which is the terminal: it understands what the program writes and shows the screen as text.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Only keeps a broken test from hanging: on a busy machine, time passes without anything being done.
PATIENCE = 600.0
# Each terminal has a server of its own: a new one must not meet another that is just ending.
opened = 0


def server():
    return f"xenosim-{os.getpid()}-{opened}"


def tmux(*words):
    command = ["tmux", "-L", server(), "-f", "/dev/null", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Terminal:
    """A terminal with a program in it."""

    def __init__(self, command, width, height, environment=""):
        global opened
        opened += 1
        shell = f"{environment} {command}; echo \"exit code $?\"; exec sleep 1000"
        tmux("new-session", "-d", "-x", str(width), "-y", str(height), "sh", "-c", shell)
        self.height = height

    def screen(self):
        return tmux("capture-pane", "-p").rstrip("\n").split("\n")

    def colours(self):
        """What was written, with escapes for colours."""
        return tmux("capture-pane", "-p", "-e")

    def press(self, *keys):
        tmux("send-keys", *keys)

    def resize(self, width, height):
        tmux("resize-window", "-x", str(width), "-y", str(height))

    def wait(self, what, holds):
        """Waits until something holds of the screen, which is returned."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            lines = self.screen()
            if holds("\n".join(lines)):
                return lines
            time.sleep(0.05)
        raise AssertionError(f"{what}: not seen in {PATIENCE} s:\n" + "\n".join(self.screen()))

    def see(self, *words):
        return self.wait(f"{words}", lambda text: all(word in text for word in words))

    def check_restored(self, what):
        """Fails unless the terminal is as it was before the program."""
        check(not any("Round 1" in line for line in self.screen()), f"{what}: the board is left on the screen")
        shown, tty = tmux("display-message", "-p", "#{alternate_on}#{cursor_flag} #{pane_tty}").split()
        modes = subprocess.run(["stty", "-F", tty, "-a"], capture_output=True, text=True, check=True).stdout
        check(shown == "01" and " -icanon" not in modes, f"{what}: the terminal is not restored: {shown}, {modes}")

    def kill(self, signal):
        """Sends a signal to the program."""
        shell = tmux("display-message", "-p", "#{pane_pid}").strip()
        game = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        subprocess.run(["kill", f"-{signal}", *game], check=True)

    def close(self):
        tmux("kill-server")


# What is at the bottom of the screen where a key goes on.
PAUSES = ["press a key to go on", "press a key to read on"]


def begin(terminal):
    """Somebody who begins a game is shown how it goes, then the turns of partners before them."""
    terminal.see("You defend a base")
    terminal.press("x")
    shown = lambda text: "Enter/number choose" in text or any(pause in text for pause in PAUSES)
    while "Enter/number choose" not in "\n".join(terminal.wait("the first question", shown)):
        terminal.press("x")
        time.sleep(0.1)


def check(truth, what):
    if not truth:
        raise AssertionError(what)


def play_whole_game(program, place):
    saved, record = place / "game.json", place / "results.jsonl"
    command = f"{program} play --players 2 --seed 5 --save {saved} --record {record}"
    terminal = Terminal(command, 80, 24)
    begin(terminal)
    terminal.see("Round 1/9", "Player 1:", "Enter/number choose")
    check(len(terminal.screen()) <= 24, "more lines than the terminal has")
    # Choosing, taking back, help and hints.
    before = terminal.see("spend which")
    terminal.press("2")
    terminal.see("has 1 resource")
    terminal.press("u")
    after = terminal.see("taken back")
    check(before[:4] == after[:4], "taking back does not restore the table")
    terminal.press("u")
    terminal.see("nothing to take back")
    # Enter on the answer that ends the phase asks first, and a second Enter is no yes.
    terminal.press("Home", "Enter")
    terminal.see("Nothing more in this phase? y: yes")
    terminal.press("Enter")
    terminal.see("spend which", "Enter/number choose")
    terminal.press("c")
    terminal.see("Militia", "power 2", "any other key goes on")
    terminal.press("x")
    terminal.press("h")
    terminal.see("hint: how far you would come", "%", "<- best")
    terminal.press("L")
    terminal.see("The table is set")
    terminal.press("x")
    # Resizing while running, smaller and larger.
    terminal.resize(200, 60)
    terminal.see("Enter/number choose")
    terminal.resize(80, 24)
    terminal.see("Enter/number choose", "Player 1:")
    # Leaving and coming back.
    terminal.press("2")
    terminal.see("has 1 resource")
    terminal.press("q")
    lines = terminal.see("saved; resume with", "exit code 0")
    check(not any("Round 1" in line for line in lines), "the board is left on the screen")
    check(tmux("display-message", "-p", "#{cursor_flag}").strip() == "1", "the cursor stays hidden")
    terminal.close()
    answers = json.loads(saved.read_text())["answers"]
    check(answers == [1], f"one answer is saved: {answers}")
    terminal = Terminal(f"{program} play --resume {saved} --record {record}", 80, 24)
    terminal.see("has 1 resource", "Player 1:")
    # The policy finishes phase after phase, until the game is over.
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        text = "\n".join(terminal.screen())
        if "The game is over" in text:
            break
        if "Enter/number choose" in text:
            terminal.press("a")
        elif any(pause in text for pause in PAUSES):
            terminal.press("x")
        time.sleep(0.03)
    finish(terminal)
    terminal.see("Policies with the same luck", "answer taken back", "exit code 0")
    terminal.close()
    transcript = json.loads(saved.read_text())
    check(transcript["complete"], "the game is not marked as complete")
    results = [json.loads(line) for line in record.read_text().splitlines()]
    check(len(results) == 1, f"one result is recorded: {results}")
    told = subprocess.run([program, "replay", "--transcript", saved], capture_output=True, text=True, check=True).stdout
    rounds = results[0]["rounds_survived"]
    check(results[0]["won"] or f"The game is lost in round {rounds + 1}:" in told, f"the transcript ends otherwise: {told}")


def finish(terminal):
    """Reads to the end of a game that is over."""
    while "exit code" not in "\n".join(terminal.screen()):
        terminal.press("x")
        time.sleep(0.1)


def play_by_hand(program, place):
    """A whole solo game in which a person presses Enter or a number for every choice."""
    terminal = Terminal(f"{program} play --seed 9 --save {place / 'hand.json'}", 80, 24)
    begin(terminal)
    presses = 0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        text = "\n".join(terminal.screen())
        if "The game is over" in text:
            break
        if "Enter/number choose" in text:
            terminal.press(*(["Down", "Enter"] if presses % 8 != 7 else ["Home", "Enter"]))
            presses += 1
        elif "Nothing more in this phase?" in text:
            terminal.press("y")
        elif any(pause in text for pause in PAUSES):
            terminal.press("x")
        time.sleep(0.02)
    finish(terminal)
    terminal.see("exit code 0")
    terminal.close()
    check(presses > 10, f"only {presses} choices")


def survives_signals(program, place):
    """However the game is ended, every answer is in the file and the terminal is as it was."""
    for signal in ["TERM", "HUP", "INT", "QUIT", "XCPU", "KILL", "closed"]:
        saved = place / f"{signal}.json"
        terminal = Terminal(f"{program} play --players 2 --seed 5 --save {saved}", 80, 24)
        begin(terminal)
        terminal.see("spend which")
        terminal.press("2")
        terminal.see("has 1 resource")
        terminal.wait("saved", lambda _: json.loads(saved.read_text())["answers"] == [1])
        if signal == "closed":
            terminal.close()
        else:
            terminal.kill(signal)
            terminal.see("exit code 137" if signal == "KILL" else "exit code 130")
        if signal not in ["closed", "KILL"]:
            terminal.see("saved; resume with")
            terminal.check_restored(signal)
        if signal != "closed":
            terminal.close()
        check(json.loads(saved.read_text())["answers"] == [1], f"{signal}: the answer is lost")
        # A new game asks before it replaces the old one.
        terminal = Terminal(f"{program} play --save {saved}", 80, 24)
        terminal.see("has a game that is not over. Replace it? [y/N]")
        terminal.press("Enter")
        terminal.see("is kept; resume it with", "exit code 2")
        terminal.close()
        check(json.loads(saved.read_text())["answers"] == [1], f"{signal}: the game was replaced")
        terminal = Terminal(f"cd {place} && cp {saved} xenosim-play.json && {program} play --resume", 80, 24)
        terminal.see("has 1 resource", "Player 1:")
        terminal.close()


def survives_without_memory(program, place):
    """Every frame needs some memory, so an allocation that fails comes after a few seconds."""
    saved = place / "memory.json"
    terminal = Terminal(f"{program} play --players 2 --seed 5 --save {saved}", 80, 24, "XENOSIM_FAULT=100000m")
    begin(terminal)
    terminal.see("spend which")
    terminal.press("2")
    terminal.wait("saved", lambda _: json.loads(saved.read_text())["answers"] == [1])
    terminal.see("error: out of memory", "exit code 1")
    terminal.check_restored("no memory")
    terminal.close()


def watch(program):
    terminal = Terminal(f"{program} replay --watch --players 2 --paused", 80, 24, "NO_COLOR=1")
    terminal.see("Round 1/9", "paused", " 1/")
    check(not re.search(r"\x1b\[[0-9;]*3[0-7]m", terminal.colours()), "colours in spite of NO_COLOR")
    terminal.press("Right")
    terminal.see(" 2/")
    terminal.press("Left")
    terminal.see(" 1/")
    terminal.press("n", "n")
    terminal.see("Round 2/9")
    terminal.press("p")
    terminal.see("Round 1/9")
    terminal.press("Space")
    terminal.see("4/s")
    terminal.press("+", "+")
    terminal.see("16/s")
    terminal.resize(200, 60)
    terminal.see("16/s")
    terminal.press("End")
    terminal.see("the end")
    terminal.resize(80, 24)
    terminal.see("the end")
    terminal.press("q")
    lines = terminal.see("exit code 0")
    check(not any("Lane 1" in line for line in lines), "the board is left on the screen")
    terminal.close()
    # A signal ends it at once, even while a player searches.
    terminal = Terminal(f"{program} replay --watch --policy mastermind --players 2", 80, 24)
    terminal.see("Round 1/9")
    terminal.kill("TERM")
    terminal.see("error: interrupted", "exit code 130")
    terminal.check_restored("watching")
    terminal.close()
    terminal = Terminal(f"{program} replay --watch --players 4 --speed 200", 200, 60)
    terminal.see("the end")
    check("\x1b[" in terminal.colours(), "no style at all")
    terminal.press("q")
    terminal.see("exit code 0")
    terminal.close()


def without_terminal(program):
    for command in ["play", "replay --watch"]:
        run = subprocess.run([program, *command.split()], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        check(run.returncode == 2 and "needs a terminal" in run.stderr, f"{command}: {run.stderr}")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: terminal.py PROGRAM")
    program = shlex.quote(str(Path(sys.argv[1]).resolve()))
    without_terminal(program)
    with tempfile.TemporaryDirectory() as place:
        try:
            play_whole_game(program, Path(place))
            play_by_hand(program, Path(place))
            survives_signals(program, Path(place))
            survives_without_memory(program, Path(place))
            watch(program)
        except BaseException:
            subprocess.run(["tmux", "-L", server(), "kill-server"], capture_output=True)
            raise
    print("the terminal tests passed")


if __name__ == "__main__":
    main()
