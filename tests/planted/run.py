#!/usr/bin/env python3
"""Plants faults and asks `xenosim balance` to repair them.

    python3 tests/planted/run.py PROGRAM [GAMES]

Ten times, three printed figures are changed at random by 1 or 2. The goals are the win rates of the printed game, with
one and with two players at bases where it wins 40%; any figure may be changed by up to 2. A repair counts if it has at
most three changes and, from fresh seeds, ends no farther from the goals than the planted repair (the printed game) by
more than chance: both are compared with the same luck, and the interval of their difference must not exclude that.
"""

import csv
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
GAMES = sys.argv[2] if len(sys.argv) > 2 else "100"
JUDGED = "4000"
BASES = {1: 48, 2: 28}
TYPES = {"troop": "troop", "equipment": "item", "instant": "item", "enemy": "enemy", "boss": "enemy"}


def xenosim(*words):
    return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout


def figures():
    """Every figure that is a plain number, as card, field and value."""
    for card in map(json.loads, xenosim("cards", "list", "--json").splitlines()):
        if card["class"] not in TYPES or not card.get("copies"):
            continue
        if card["class"] in ("troop", "enemy", "boss"):
            yield from ((card["id"], field, card[field]) for field in ("power", "hp"))
        if card.get("for_sale"):
            yield card["id"], "cost", card["cost"]


def planted(luck, known):
    faults = {}
    while len(faults) < 3:
        card, field, value = luck.choice(known)
        changed = value + luck.choice([-2, -1, 1, 2])
        if changed >= (1 if field == "hp" else 0) and card not in {name for name, _ in faults}:
            faults[card, field] = changed
    return faults


def rows(file):
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def judged(place, patch, repair, seed):
    """How far the printed game and the repaired one end from 40%, with fresh luck, and how sure their difference is."""
    worst = {"printed": 0.0, "repaired": 0.0}
    slack = 0.0
    for players, base in BASES.items():
        out = place / f"judged{players}"
        xenosim("compare", "--arm", "printed:", "--baseline", "printed", "--arm",
                f"repaired:patch={patch},patch={repair}", "--players", players, "--base-hp", base, "--measure", "win-rate",
                "--games", JUDGED, "--seed", seed, "--format", "csv", "--quiet", "--out", out)
        for row in rows(out / "arms.csv"):
            if row["measure"] == "win_rate":
                worst[row["arm"]] = max(worst[row["arm"]], abs(float(row["value"]) - 0.4))
        found = [row for row in rows(out / "differences.csv") if row["measure"] == "win_rate"]
        slack = max(slack, (float(found[0]["high"]) - float(found[0]["low"])) / 2)
    return worst["printed"], worst["repaired"], slack


def main():
    luck, known, good = random.Random(2026), list(figures()), 0
    for number in range(1, 11):
        faults = planted(luck, known)
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            patch = place / "faults.toml"
            patch.write_text("".join(f"[{card}]\n{field} = {value}\n" for (card, field), value in faults.items()))
            goals = [f"40%:players={players},base-hp={base}" for players, base in BASES.items()]
            xenosim("balance", "--goal", goals[0], "--goal", goals[1], "--patch", patch, "--change",
                    "power=2,hp=2,cost=2", "--games", GAMES, "--seed", number, "--confirm", "none", "--format", "csv",
                    "--quiet", "--out", place / "b")
            repair = place / "b" / "set-1.toml"
            said = repair.read_text().splitlines()[0].lstrip("# ") if repair.exists() else "nothing"
            printed, repaired, slack = judged(place, patch, repair, 9000 + number) if repair.exists() else (0, 1, 0)
            is_good = repaired <= printed + slack
            good += is_good
            planted_text = ", ".join(f"{card}.{field}={value}" for (card, field), value in faults.items())
            print(f"{number}: planted {planted_text}; repaired by {said}: off by {repaired:.3f} (printed {printed:.3f}, "
                  f"±{slack:.3f}): {'good' if is_good else 'WORSE'}", flush=True)
    print(f"{good} of 10 repairs are at least as good as the planted ones")
    sys.exit(good < 8)


if __name__ == "__main__":
    main()
