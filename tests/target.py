#!/usr/bin/env python3
"""Compares the base that `target` finds with a direct search on another seed.

    python3 tests/target.py PROGRAM [--policy NAME] [--games N]

The search plays games that end with their base, base by base, until it has the smallest whole base per player
that wins 40%. Prints a row of a table for each number of players; the exit code is 1 where the two are more
than 1 HP per player apart.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

WANTED = 0.4


def run(program, *arguments):
    with tempfile.TemporaryDirectory() as scratch:
        command = [program, *arguments, "--json", "--out", str(Path(scratch) / "out")]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def search(program, options, players, start):
    rates = {}

    def rate(base):
        if base not in rates:
            rates[base] = run(program, "simulate", "--players", str(players), "--play-on", "off", "--rows", "none",
                              "--base-hp", str(base), "--seed", "2", *options)["win_rate"]["value"]
        return rates[base]

    base = start
    while rate(base) < WANTED:
        base += 1
    while rate(base - 1) >= WANTED:
        base -= 1
    return base, rates[base]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--policy", default="veteran")
    parser.add_argument("--games", type=int, default=10_000, help="games of each base of the search")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    same = ["--policy", args.policy, "--threads", str(args.threads)]
    wrong = False
    for players in [1, 2, 3, 4]:
        found = run(args.program, "target", "--players", str(players), *same)["settings"][0]
        base = found["base_for_wanted"]
        direct, rate = search(args.program, [*same, "--games", str(args.games)], players, round(base))
        wrong |= abs(direct - base) > 1
        print(f"| {players} | {base:g} ({found['base_for_wanted_low']:g} to {found['base_for_wanted_high']:g}) "
              f"| {direct} ({rate:.1%} won) |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
