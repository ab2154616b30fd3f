#!/usr/bin/env python3
"""Instructions per game and per decision, counted by callgrind.

    python3 benches/instructions.py            measure and print
    python3 benches/instructions.py --check    fail if something costs 3% more than in budget.json
    python3 benches/instructions.py --save     write budget.json
    python3 benches/instructions.py --start    instructions to start the program

Games are played as `xenosim simulate` plays them: to the last round, and counted. The cost of
starting up is taken off by playing two numbers of games and using the difference. For players who
search, it is the cost of a round that they imagine.

Repeatable whatever else the machine is doing, and a tripwire only: callgrind counts a large copy
once per byte. What a change gains is said in CPU time (see README.md).
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

# Who plays, with how many players, and how many games: two numbers, whose difference counts.
GAMES = {"random": ((1, 2, 4), 50, 250), "veteran": ((1, 2, 4), 4, 20)}
# Who searches, with how many players, and how many games.
SEARCHING = {"strategist": ((1,), 2)}
IMAGINED = "*Imagination*play*"
BUDGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "budget.json")
MARGIN = 0.03


def bench_binary():
    subprocess.run(["cargo", "bench", "--locked", "-p", "players", "--bench", "games", "--no-run"], check=True,
                   stderr=subprocess.DEVNULL)
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    found = [path for path in glob.glob(f"{target}/release/deps/games-*")
             if os.access(path, os.X_OK) and not path.endswith(".d")]
    if not found:
        sys.exit("the benchmark `games` was not built")
    return max(found, key=os.path.getmtime)


def instructions(command, inside=None):
    """The instructions of a command, all or only inside some functions, and what it prints."""
    collect = [f"--toggle-collect={inside}"] if inside else []
    try:
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *collect, *command],
                             capture_output=True, text=True, check=True)
    except FileNotFoundError:
        sys.exit("valgrind is not installed")
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1)), run.stdout


def played(binary, policy, players, games, inside=None):
    """The instructions of some games, the decisions made and the games imagined."""
    found, said = instructions([binary, str(games), str(players), policy], inside)
    return found, *map(int, said.split())


def measured(binary):
    """Who plays, with how many players, instructions per game, and per decision where that says something."""
    for policy, (tables, few, many) in GAMES.items():
        for players in tables:
            less, more = (played(binary, policy, players, games) for games in (few, many))
            found, decisions = more[0] - less[0], more[1] - less[1]
            yield policy, players, found // (many - few), found // decisions
    for policy, (tables, games) in SEARCHING.items():
        for players in tables:
            found, _, imagined = played(binary, policy, players, games, IMAGINED)
            yield policy, players, found // imagined, ""


def report(binary, budget):
    """Prints what is measured; returns how many figures are above a budget."""
    dearer = 0
    print(f"{'policy':<12} {'players':>7} {'instructions/game':>18} {'/decision':>10}")
    for policy, players, found, per_decision in measured(binary):
        remark = ""
        if budget:
            change = found / budget[policy][str(players)] - 1
            dearer += change > MARGIN
            remark = f"  {change:+.1%}" + ("  TOO DEAR" if change > MARGIN else "")
        print(f"{policy:<12} {players:>7} {found:>18,} {per_decision:>10}{remark}", flush=True)
    return dearer


def save(binary):
    budget = {}
    for policy, players, found, _ in measured(binary):
        budget.setdefault(policy, {})[str(players)] = found
    with open(BUDGET, "w") as file:
        json.dump(budget, file, indent=2)
        file.write("\n")


def start():
    """What it takes to start the program, by the built `target/release/xenosim`."""
    program = os.path.abspath(os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release", "xenosim"))
    own = os.path.abspath("data/sets/homebrew")
    for words in (["--version"], ["simulate", "--games", "1"], ["cards", "check"], ["cards", "check", own]):
        with tempfile.TemporaryDirectory() as directory:
            os.chdir(directory)
            found, _ = instructions([program, *words])
            os.chdir("/")
        print(f"{' '.join(words):<60} {found / 1e6:>8.1f} million instructions", flush=True)


def main():
    if "--start" in sys.argv:
        start()
    elif "--save" in sys.argv:
        save(bench_binary())
    elif "--check" in sys.argv:
        with open(BUDGET) as file:
            budget = json.load(file)
        sys.exit(report(bench_binary(), budget) > 0)
    else:
        report(bench_binary(), None)


if __name__ == "__main__":
    main()
