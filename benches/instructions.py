#!/usr/bin/env python3
"""Instructions per game and per decision, counted by callgrind.

    python3 benches/instructions.py

Repeatable whatever else the machine is doing. The cost of starting up is taken off by playing
two numbers of games and using the difference.

For the policies that think, the last column says how many of the instructions per decision are
spent in the policy: all that happens between a question and its answer. The games are then
played a second time with callgrind counting only inside `Asked::choose` of `benches/engine.rs`,
through which every question goes (`--toggle-collect`). That function is never inlined, so the
count does not depend on what else the compiler does with the policy's code; it costs about 14
instructions of its own.
"""

import glob
import os
import re
import subprocess
import sys

PLAIN = [("pass", 1), ("pass", 4), ("random", 1), ("random", 2), ("random", 4)]
THINKING = [(policy, players) for policy in ("greedy", "balanced", "expert")
            for players in (1, 2, 4)]
FEW, MANY = 100, 500
QUESTIONS = "*Asked*choose*"


def bench_binary():
    subprocess.run(["cargo", "bench", "--bench", "engine", "--no-run"], check=True,
                   stderr=subprocess.DEVNULL)
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    found = [path for path in glob.glob(f"{target}/release/deps/engine-*")
             if os.access(path, os.X_OK) and not path.endswith(".d")]
    if not found:
        sys.exit("the benchmark `engine` was not built")
    return max(found, key=os.path.getmtime)


def count(binary, policy, players, games, inside=None):
    """The instructions of some games, all or only inside a function, and the decisions made."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    if inside:
        command.append(f"--toggle-collect={inside}")
    command += [binary, "--games", str(games), str(players), policy]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        sys.exit("valgrind is not installed")
    instructions = int(re.search(r"Collected : (\d+)", run.stderr).group(1))
    return instructions, int(run.stdout)


def main():
    binary = bench_binary()
    print(f"{'policy':<8} {'players':>7} {'instructions/game':>18} {'decisions/game':>15} "
          f"{'instructions/decision':>22} {'of these in policy':>19}")
    for policy, players in PLAIN + THINKING:
        few, few_decisions = count(binary, policy, players, FEW)
        many, many_decisions = count(binary, policy, players, MANY)
        games = MANY - FEW
        instructions, decisions = many - few, many_decisions - few_decisions
        inside = ""
        if (policy, players) in THINKING:
            # Nothing is asked before the first game, so there is no start to take off.
            asked, answers = count(binary, policy, players, MANY, QUESTIONS)
            inside = f"{asked / answers:.0f}"
        print(f"{policy:<8} {players:>7} {instructions / games:>18.0f} "
              f"{decisions / games:>15.1f} {instructions / max(decisions, 1):>22.0f} "
              f"{inside:>19}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
