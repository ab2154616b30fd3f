#!/usr/bin/env python3
"""Instructions per game and per decision, counted by callgrind.

    python3 benches/instructions.py            measure and print
    python3 benches/instructions.py --check    fail if a game costs 3% more than in budget.json
    python3 benches/instructions.py --save     write budget.json
    python3 benches/instructions.py --search   instructions per game that players imagine
    python3 benches/instructions.py --start    instructions to start the program

Repeatable whatever else the machine is doing. The cost of starting up is taken off by playing
two numbers of games and using the difference. The line "all" is of as many games at each of the
tables above it.

For the policies that think, the last column says how many of the instructions per decision are
spent in the policy: all that happens between a question and its answer. The games are then
played a second time with callgrind counting only inside `Asked` of `benches/games.rs`, through
which every question goes (`--toggle-collect`). Its functions are never inlined, so the count does
not depend on what else the compiler does with the policy's code; they cost about 14 instructions
of their own.

`random seat-by-seat` is `random` where the table does not go round again in purchase and deployment
(`--together seat-by-seat`): shorter games.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

THINKING = ("greedy", "balanced", "expert")
TABLES = {policy: (1, 2, 4) for policy in ("pass", "random") + THINKING}
TABLES["random seat-by-seat"] = (1, 2, 4)
FEW, MANY = 100, 500
# All functions of `Asked`: callgrind takes one pattern only.
QUESTIONS = "<games::Asked*"
IMAGINED = "*Imagination*play*"
# Who searches, and how many games at each table.
SEARCHING, SEARCHED = "strategist", {1: 2, 2: 1}
# What continuous integration holds to: a game must not become dearer by more than the margin.
BUDGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "budget.json")
BUDGETED = {"random": (1, 2, 4), "random seat-by-seat": (1, 2, 4), "expert": (1, 2, 4)}
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


def count(binary, policy, players, games, inside=None):
    """The instructions of some games, all or only inside some functions; the decisions made and the
    games imagined."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    if inside:
        command.append(f"--toggle-collect={inside}")
    command += [binary, str(games), str(players), *policy.split()]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        sys.exit("valgrind is not installed")
    instructions = int(re.search(r"Collected : (\d+)", run.stderr).group(1))
    decisions, playouts = map(int, run.stdout.split())
    return instructions, decisions, playouts


def line(policy, players, games, instructions, decisions, inside=""):
    print(f"{policy:<20} {players:>7} {instructions / games:>18.0f} {decisions / games:>15.1f} "
          f"{instructions / max(decisions, 1):>22.0f} {inside:>19}".rstrip(), flush=True)


def per_game(binary, policy, players):
    """Instructions of one game, start-up taken off."""
    few = count(binary, policy, players, FEW)[0]
    many = count(binary, policy, players, MANY)[0]
    return (many - few) // (MANY - FEW)


def budgeted(binary):
    return {policy: {str(players): per_game(binary, policy, players) for players in tables}
            for policy, tables in BUDGETED.items()}


def check(binary):
    with open(BUDGET) as file:
        budget = json.load(file)
    dearer = 0
    for policy, tables in budgeted(binary).items():
        for players, found in tables.items():
            allowed = budget[policy][players]
            change = found / allowed - 1
            dearer += change > MARGIN
            remark = "  TOO DEAR" if change > MARGIN else ""
            print(f"{policy:<20} {players:>7} players {found:>12,} instructions per game, budget "
                  f"{allowed:>12,} ({change:+.1%}){remark}")
    sys.exit(dearer > 0)


def save(binary):
    found = budgeted(binary)
    with open(BUDGET, "w") as file:
        json.dump(found, file, indent=2)
        file.write("\n")


def search(binary):
    """What an imagined game costs players who search."""
    for players, games in SEARCHED.items():
        inside, decisions, playouts = count(binary, SEARCHING, players, games, IMAGINED)
        print(f"{SEARCHING} {players} players {playouts:>9,} imagined games for {decisions} decisions, "
              f"{inside / playouts:>9,.0f} instructions each", flush=True)


def start():
    """What it takes to start the program, by the built `target/release/xenosim`."""
    program = os.path.abspath(os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release", "xenosim"))
    own = os.path.abspath("data/sets/homebrew")
    for words in (["--version"], ["simulate", "--games", "1"], ["cards", "check"], ["cards", "check", own]):
        with tempfile.TemporaryDirectory() as directory:
            run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *words],
                                 capture_output=True, text=True, check=True, cwd=directory)
        instructions = int(re.search(r"Collected : (\d+)", run.stderr).group(1))
        print(f"{' '.join(words):<60} {instructions / 1e6:>8.1f} million instructions", flush=True)


def main():
    if "--start" in sys.argv:
        start()
        return
    binary = bench_binary()
    if "--search" in sys.argv:
        search(binary)
        return
    if "--check" in sys.argv:
        check(binary)
    if "--save" in sys.argv:
        save(binary)
        return
    print(f"{'policy':<20} {'players':>7} {'instructions/game':>18} {'decisions/game':>15} "
          f"{'instructions/decision':>22} {'of these in policy':>19}")
    games = MANY - FEW
    for policy, tables in TABLES.items():
        total = [0, 0]
        for players in tables:
            few, few_decisions, _ = count(binary, policy, players, FEW)
            many, many_decisions, _ = count(binary, policy, players, MANY)
            instructions, decisions = many - few, many_decisions - few_decisions
            total = [total[0] + instructions, total[1] + decisions]
            inside = ""
            if policy in THINKING:
                # Nothing is asked before the first game, so there is no start to take off.
                asked, answers, _ = count(binary, policy, players, MANY, QUESTIONS)
                inside = f"{asked / answers:.0f}"
            line(policy, players, games, instructions, decisions, inside)
        line(policy, "all", games * len(tables), *total)


if __name__ == "__main__":
    main()
