#!/usr/bin/env python3
"""What games cost, by player and number of players; what tables and merging cost.

    python3 benches/scale.py target/release/xenosim cost      a game's processor time
    python3 benches/scale.py target/release/xenosim tables    sizes of tables by --rows
    python3 benches/scale.py target/release/xenosim linear    10^4 to 10^6 games of one player
    python3 benches/scale.py target/release/xenosim merge     merging 10^6 games from 10 and 100 shards

Everything is played on one thread and measured in processor time, so that others on the machine count
for little. benches/SCALE.md says what came out.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

# By policy: how many games take long enough to be measured and short enough to be waited for.
POLICIES = {
    "random": 40_000,
    "greedy": 20_000,
    "balanced": 10_000,
    "veteran": 5_000,
    "strategist": 12,
    "mastermind": 3,
}


class Cost:
    """What a command took."""

    def __init__(self, program: str, arguments: str):
        child = os.posix_spawn(program, [program, *arguments.split()], os.environ)
        _, status, usage = os.wait4(child, 0)
        if status:
            raise SystemExit(f"xenosim {arguments}: ended with {status}")
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024


def simulate(program: str, options: str, out: str = "o") -> Cost:
    shutil.rmtree(out, ignore_errors=True)
    return Cost(program, f"simulate --threads 1 --quiet --out {out} {options}")


def size(directory: str, *names: str) -> float:
    """Megabytes of files in a directory, and in those within it."""
    files = [path for path in Path(directory).rglob("*") if path.is_file()]
    chosen = [path for path in files if not names or path.name in names]
    return sum(path.stat().st_size for path in chosen) / 1e6


def cost(program: str) -> None:
    empty = min(simulate(program, "--policy pass --games 1 --rows none").seconds for _ in range(5))
    print(f"to start: {empty * 1e3:.0f} ms\n")
    print("| player | " + " | ".join(f"{n} player{'s' * (n > 1)}" for n in range(1, 5)) + " |")
    print("|---|---:|---:|---:|---:|")
    for policy, games in POLICIES.items():
        cells = []
        for players in range(1, 5):
            count = max(games // players, 2)
            took = simulate(program, f"--policy {policy} --players {players} --games {count} --rows none")
            cells.append(f"{(took.seconds - empty) / count * 1e3:.3g} ms")
        print(f"| `{policy}` | " + " | ".join(cells) + " |", flush=True)


def tables(program: str) -> None:
    games = 100_000
    print("| options | CSV | Parquet | CPU time |\n|---|---:|---:|---:|")
    for options in ["--rows all --rounds", "--rows all", "--rows 1/100", "--rows none"]:
        sizes, took = [], []
        for form in ("csv", "parquet"):
            one = simulate(program, f"--policy random --games {games} --format {form} {options}")
            took.append(one.seconds)
            sizes.append(size("o", f"games.{form}", f"rounds.{form}", f"cards.{form}", f"summary.{form}",
                              f"curve.{form}", f"targets.{form}"))
        print(f"| `{options}` | {sizes[0]:.2f} MB | {sizes[1]:.2f} MB | {took[0]:.1f} and {took[1]:.1f} s |",
              flush=True)


def linear(program: str) -> None:
    print("| games | rows | CPU time | per game | peak memory | on disk |\n|---:|---|---:|---:|---:|---:|")
    for rows in ("none", "all"):
        for games in (10_000, 100_000, 1_000_000):
            took = simulate(program, f"--policy random --games {games} --rows {rows}")
            print(f"| {games:.0e} | {rows} | {took.seconds:.2f} s | {took.seconds / games * 1e6:.1f} µs "
                  f"| {took.megabytes:.0f} MB | {size('o'):.1f} MB |", flush=True)


def merge(program: str) -> None:
    print("| shards | rows | CPU time of merging | peak memory | shards on disk |")
    print("|---:|---|---:|---:|---:|")
    for rows in ("none", "all"):
        for count in (10, 100):
            parts = [f"s{number}" for number in range(1, count + 1)]
            for number, part in enumerate(parts, 1):
                simulate(program, f"--policy random --games 1000000 --rows {rows} --shard {number}/{count}", part)
            shutil.rmtree("m", ignore_errors=True)
            took = Cost(program, f"merge {' '.join(parts)} --quiet --out m")
            disk = sum(size(part) for part in parts)
            print(f"| {count} | {rows} | {took.seconds:.2f} s | {took.megabytes:.0f} MB | {disk:.0f} MB |",
                  flush=True)
            for part in parts:
                shutil.rmtree(part)


def main() -> None:
    wanted = {"cost": cost, "tables": tables, "linear": linear, "merge": merge}
    if len(sys.argv) != 3 or sys.argv[2] not in wanted:
        raise SystemExit(__doc__)
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="xenosim-scale-") as place:
        os.chdir(place)
        wanted[sys.argv[2]](program)


if __name__ == "__main__":
    main()
