#!/usr/bin/env python3
"""Writes the tables of RESULTS.md that are made from several directories of results.

    python3 reports/side_by_side.py            after reports/make.sh

Each table stands between `<!-- NAME -->` and `<!-- end of NAME -->` and is replaced there. A table whose results
are missing stays as it is.
"""

import csv
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
POLICIES = ["balanced", "veteran", "strategist"]


def rows(*path):
    with open(HERE.joinpath("results", *path), newline="") as file:
        return list(csv.DictReader(file))


def half(row):
    """Half the width of an interval."""
    return (float(row["high"]) - float(row["low"])) / 2


def figure(row, value, digits=2):
    return f"{float(row[value]):+.{digits}f} ±{half(row):.{digits}f}"


def table(head, lines):
    return "\n".join([f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *lines]])


def players(number):
    return "1 player" if number == "1" else f"{number} players"


def base():
    """The base for 40% wins."""
    found = {policy: {row["players"]: row for row in rows(name, "target.csv")}
             for policy, name in [("balanced", "target-balanced"), ("veteran", "target"), ("strategist", "target-strategist")]}

    def cell(policy, number):
        row = found[policy][number]
        return f"{float(row['value']):g} ±{half(row):g}"

    return [[f"base for 40% wins, HP each, {players(number)}", *[cell(policy, number) for policy in POLICIES]]
            for number in ["1", "2"]]


def effects(name, arms, measure, setting, numbers, what):
    """Differences of some arms by policy."""
    every = [row for folder in [name, f"{name}-strategist"] for row in rows(folder, "differences.csv")]
    found = {(row["policy"], row["players"], row["arm"]): row for row in every
             if row["measure"] == measure and row["setting"] == setting}
    return [[f"{what}: {arm}, {players(number)}", *[figure(found[policy, number, arm], "difference") for policy in POLICIES]]
            for number in numbers for arm in arms]


def headlines():
    lines = base()
    lines += effects("deployment", ["onslaught"], "endurance", "", ["1", "2"], "endurance")
    lines += effects("difficulty", ["fewer-enemies", "more-enemies", "hp-20", "hp-10"], "rounds_survived", "dreadmire",
                     ["1"], "rounds survived")
    return table(["", *[f"`{policy}`" for policy in POLICIES]], lines)


def cards():
    found = {(row["policy"], row["card"]): row for name in ["rank-fast", "rank-strategist"] for row in rows(name, "ranks.csv")}
    names = {row["card"]: (row["type"], row["name"]) for row in rows("rank-fast", "ranks.csv")}

    def cell(policy, card):
        row = found.get((policy, card))
        return figure(row, "strength", 3) if row else "rarely bought"

    lines = [[f"{name} ({kind})", *[cell(policy, card) for policy in POLICIES]] for card, (kind, name) in names.items()]
    return table(["", *[f"`{policy}`" for policy in POLICIES]], lines)


def synergy():
    every = rows("synergy", "contrasts.csv")
    judged = [row for row in every if row["bh_q"]]
    found = [row for row in judged if row["found"] == "true"]
    found.sort(key=lambda row: -abs(float(row["difference"])))
    count = f"Of {len(judged)} pairs that can be judged, {len(found) or 'none'} stand{'s' if len(found) <= 1 else ''} out."
    if not found:
        return count
    shown = found[:10]
    lines = [[f"`{row['card']}` and `{row['partner']}`", figure(row, "difference", 3), f"{float(row['bh_q']):.3f}"]
             for row in shown]
    return f"{count} The largest:\n\n" + table(["pair", "synergy, rounds", "q"], lines)


def main():
    page = HERE / "RESULTS.md"
    text = page.read_text()
    for name, make in [("headlines", headlines), ("cards by player", cards), ("synergies", synergy)]:
        try:
            made = make()
        except FileNotFoundError as missing:
            print(f"{name}: left as it is, {missing.filename} is missing")
            continue
        place = re.compile(f"(<!-- {name} -->\n).*?(\n<!-- end of {name} -->)", re.S)
        text, count = place.subn(lambda match: match[1] + made + match[2], text)
        if count != 1:
            raise SystemExit(f"RESULTS.md has the place for `{name}` {count} times, not once")
    page.write_text(text)


if __name__ == "__main__":
    main()
