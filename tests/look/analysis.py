#!/usr/bin/env python3
"""Checks that `reports/analyse.py` says what the CSV tables say.

    python3 tests/look/analysis.py PROGRAM

Needs polars, pandas, pyarrow and duckdb; where they are missing, says so and is left out.
"""

import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def rows(file):
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def line(row):
    """A difference as the script writes it."""
    figures = "{:+.3f} ({:+.3f} to {:+.3f})".format(*(float(row[name]) for name in ("difference", "low", "high")))
    return "| " + " | ".join([row["players"], row["policy"], row["arm"], figures]) + " |"


def published(reports):
    """The table of differences in RESULTS.md is what the script makes of the published tables."""
    page = (reports / "RESULTS.md").read_text()
    wanted = [row for row in rows(reports / "results" / "deployment" / "differences.csv") if row["measure"] == "endurance"]
    assert wanted, "no differences were published"
    for row in wanted:
        assert line(row) in page, f"RESULTS.md lacks {line(row)}"


def main():
    try:
        import duckdb, pandas, polars, pyarrow  # noqa: F401
    except ImportError as missing:
        print(f"left out: {missing}")
        return
    program = Path(sys.argv[1]).resolve()
    script = Path(__file__).resolve().parents[2] / "reports" / "analyse.py"
    published(script.parent)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        run, study, out = place / "run", place / "study", place / "out"
        subprocess.run([program, "simulate", "--games", "800", "--out", run, "--quiet"], check=True)
        subprocess.run([program, "compare", "deployment", "--games", "100", "--out", study, "--quiet"], check=True)
        subprocess.run([sys.executable, script, run, study, "--out", out], check=True, stdout=subprocess.DEVNULL)
        text = (out / "tables.md").read_text()
        lost = [row for row in rows(run / "games.csv") if row["won"] == "false"]
        for number in range(1, 10):
            count = sum(int(row["rounds_survived"]) + 1 == number for row in lost)
            if count:
                assert re.search(rf"^\| {number} \| {count} \| ", text, re.MULTILINE), f"round {number}: {count}\n{text}"
        wanted = [row for row in rows(study / "differences.csv") if row["measure"] == "endurance"]
        for row in wanted:
            assert line(row) in text, f"{line(row)}\n{text}"
        picture = (out / "differences.svg").read_text()
        drawn = sorted(float(value) for value in re.findall(r'data-value="([^"]+)"', picture))
        assert drawn == sorted(float(row["difference"]) for row in wanted), picture
    print("the analysis agrees with the tables")


if __name__ == "__main__":
    main()
