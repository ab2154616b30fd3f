#!/usr/bin/env python3
"""Checks that `reports/analysis.ipynb` runs and says what the CSV tables say.

    python3 tests/look/analysis.py PROGRAM

Needs polars and altair; where they are missing, says so and is left out.
"""

import csv
import json
import os
import sys
import tempfile
from pathlib import Path

REPORTS = Path(__file__).resolve().parents[2] / "reports"


def rows(file):
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def endurance(study):
    wanted = [row for row in rows(study / "differences.csv") if row["measure"] == "endurance"]
    assert wanted, f"{study}: no differences"
    return wanted


def published():
    """The table of differences in RESULTS.md is that of the published tables."""
    page = (REPORTS / "RESULTS.md").read_text()
    for row in endurance(REPORTS / "results" / "deployment"):
        figures = "{:+.3f} ({:+.3f} to {:+.3f})".format(*(float(row[name]) for name in ("difference", "low", "high")))
        line = "| " + " | ".join([row["players"], row["policy"], row["arm"], figures]) + " |"
        assert line in page, f"RESULTS.md lacks {line}"


def executed(place, program):
    """The names that the cells of the notebook leave behind."""
    os.environ.update(XENOSIM=str(program), XENOSIM_OUT=str(place), XENOSIM_GAMES="800")
    cells = json.loads((REPORTS / "analysis.ipynb").read_text())["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "the notebook is kept without outputs"
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    return names


def drawn(chart):
    """All rows of data that a chart draws."""
    return [row for data in chart.to_dict()["datasets"].values() for row in data]


def main():
    published()
    try:
        import altair, polars  # noqa: F401
    except ImportError as missing:
        print(f"left out: {missing}")
        return
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        names = executed(place, Path(sys.argv[1]).resolve())
        lost = [int(row["rounds_survived"]) + 1 for row in rows(place / "solo" / "games.csv") if row["won"] == "false"]
        wanted = {number: lost.count(number) for number in set(lost)}
        assert dict(names["lost"].select("round", "games").iter_rows()) == wanted, names["lost"]
        assert {row["round"]: row["games"] for row in drawn(names["rounds"])} == wanted
        dealt = [row for row in rows(place / "solo" / "cards.csv") if float(row["base_damage"] or 0) > 0]
        for wave, cards, damage, worst in names["waves"].iter_rows():
            of_wave = [row for row in dealt if int(row["wave"]) == wave]
            assert cards == len(of_wave) and worst in {row["name"] for row in of_wave}
            assert abs(damage - sum(float(row["base_damage_per_game"]) for row in of_wave)) < 1e-6
        known = sorted(float(row["difference"]) for row in endurance(place / "deployment"))
        assert sorted(names["differences"]["difference"]) == known
        assert sorted({row["difference"] for row in drawn(names["forest"])}) == known
    print("the notebook agrees with the tables")


if __name__ == "__main__":
    main()
