#!/usr/bin/env python3
"""Compares the win-rate curve of games played on with games played directly at five bases.

    python3 tests/curve.py PROGRAM                     greedy, balanced and veteran; 1, 2 and 4 players
    python3 tests/curve.py PROGRAM veteran 2 --games 1000

The bases are those at which the curve wins about 5, 25, 50, 75 and 95% of the games. Both sorts of games
have the same seed, so every game can be compared with itself: for policies that do not look at the base
not one may differ. For the others the difference of the win rates must be within the sampling
error of a run (a 95% interval). The exit code is 1 where that does not hold.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

SHARES = [0.05, 0.25, 0.5, 0.75, 0.95]


def play(program, policy, players, games, out, more):
    command = [program, "simulate", "--policy", policy, "--players", str(players), "--games", str(games),
               "--format", "csv", "--json", "--out", str(out), *more]
    said = subprocess.run(command, check=True, capture_output=True).stdout
    with open(out / "games.csv", newline="") as file:
        return json.loads(said), list(csv.DictReader(file))


def bases(needed, players):
    """Whole bases per player that win about the wanted shares."""
    ordered = sorted(needed)
    found = [ordered[min(int(share * len(ordered)), len(ordered) - 1)] for share in SHARES]
    return [max(1, round(total / players)) for total in found]


def compare(program, policy, players, games, threads):
    """Whether the policy looks at the base, as the tool says; and the bases with the win rate of the curve, that
    of direct play and the share of games that differ."""
    rows = []
    more = ["--threads", str(threads)]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        said, on = play(program, policy, players, games, scratch / "on", more)
        needed = [int(game["needed_hp"]) for game in on]
        for base in bases(needed, players):
            _, direct = play(program, policy, players, games, scratch / str(base),
                          [*more, "--play-on", "off", "--base-hp", str(base)])
            by_curve = [total <= base * players for total in needed]
            played = [game["won"] == "true" for game in direct]
            differ = sum(a != b for a, b in zip(by_curve, played))
            rows.append((base, sum(by_curve) / games, sum(played) / games, differ / games))
    return said["played_on"]["looks_at_base"], rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("policy", nargs="?")
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    wrong = False
    for policy in [args.policy] if args.policy else ["greedy", "balanced", "veteran"]:
        for players in [args.players] if args.players else [1, 2, 4]:
            largest, most, allowed = 0.0, 0.0, 0.0
            looks, rows = compare(args.program, policy, players, args.games, args.threads)
            for base, curve, direct, differ in rows:
                error = 1.96 * math.sqrt(direct * (1 - direct) / args.games)
                gap = direct - curve
                off = abs(gap) > error if looks else differ > 0
                wrong |= off
                print(f"{policy}, {players} players, base {base} each: curve {curve:.2%}, direct {direct:.2%}, "
                      f"difference {gap:+.2%} (±{error:.2%}), games that differ {differ:.2%}"
                      f"{'  OFF' if off else ''}", flush=True)
                if abs(gap) >= largest:
                    largest, allowed = abs(gap), error
                most = max(most, differ)
            print(f"| `{policy}` | {players} | {args.games:,} | {largest:.2%} (±{allowed:.2%}) | {most:.2%} |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
