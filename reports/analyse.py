#!/usr/bin/env python3
"""The tables of a run in polars, pandas and DuckDB.

    pip install polars pandas pyarrow duckdb
    xenosim simulate --games 20000 --out /tmp/solo
    xenosim compare deployment --games 2000 --out /tmp/deployment
    python3 reports/analyse.py /tmp/solo /tmp/deployment --out /tmp/analysis

Answers three questions, each with another library, and writes a table (Markdown) and a picture (SVG, without any
further package). Read it as a start for questions of your own: every Parquet file is a plain table, and the columns
are described in reports/README.md.
"""

import argparse
from html import escape
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl


def rounds_lost(run: Path) -> pl.DataFrame:
    """polars: in which round games are lost, and what their last round cost."""
    games = pl.scan_parquet(run / "games.parquet")
    return (
        games.filter(~pl.col("won"))
        .group_by(pl.col("rounds_survived").cast(pl.Int64).add(1).alias("round"))
        .agg(pl.len().alias("games"), pl.col("base_damage").mean().alias("base_damage"))
        .with_columns((pl.col("games") / pl.col("games").sum()).alias("share"))
        .sort("round")
        .collect()
    )


def cards_by_wave(run: Path) -> pd.DataFrame:
    """pandas: damage to the base by wave of the card that dealt it, and the worst card of each wave."""
    cards = pd.read_parquet(run / "cards.parquet")
    dealt = cards[cards["base_damage"] > 0].sort_values("base_damage", ascending=False)
    table = dealt.groupby("wave").agg(
        cards=("card", "size"),
        damage_per_game=("base_damage_per_game", "sum"),
        worst_card=("name", "first"),
    )
    return table.reset_index()


def differences(study: Path) -> pd.DataFrame:
    """DuckDB: the table "Which enemy deployment is harder?" of RESULTS.md, straight from the file."""
    file = str(study / "differences.parquet")
    return duckdb.execute(
        """
        select players, policy, arm, measure,
               format('{:+.3f} ({:+.3f} to {:+.3f})', difference, low, high) as difference,
               difference as value, low, high
        from read_parquet(?)
        where measure = 'endurance'
        order by policy, arm, players
        """,
        [file],
    ).df()


def markdown(table: pd.DataFrame) -> str:
    """A table as a repository page shows it."""
    head = "| " + " | ".join(table.columns) + " |\n|" + "---|" * len(table.columns)
    rows = ["| " + " | ".join(shown(value) for value in row) + " |" for row in table.itertuples(index=False)]
    return "\n".join([head, *rows])


def shown(value) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def forest(table: pd.DataFrame) -> str:
    """The differences as a picture: a dot and a line for each row."""
    left, width, row = 190, 420, 24
    low, high = min(0, table["low"].min()), max(0, table["high"].max())
    at = lambda value: left + width * (value - low) / (high - low)
    height = row * len(table) + 30
    marks = [f'<line x1="{at(0):.1f}" x2="{at(0):.1f}" y1="5" y2="{height - 25}" stroke="gray"/>']
    for index, line in enumerate(table.itertuples()):
        y = row * index + 18
        name = escape(f"{line.players} players, {line.policy}: {line.arm}")
        marks.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{name}</text>')
        marks.append(
            f'<g data-value="{line.value!r}" stroke="#0072b2" fill="#0072b2"><line x1="{at(line.low):.1f}" '
            f'x2="{at(line.high):.1f}" y1="{y}" y2="{y}"/><circle cx="{at(line.value):.1f}" cy="{y}" r="4"/></g>'
        )
    marks.append(f'<text x="{left}" y="{height - 6}">difference in endurance (rounds), 95% intervals</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {height}" '
        f'font-family="sans-serif" font-size="12">{"".join(marks)}</svg>\n'
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="a directory of `xenosim simulate`")
    parser.add_argument("study", type=Path, help="a directory of `xenosim compare`")
    parser.add_argument("--out", type=Path, default=Path("analysis"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    found = differences(arguments.study)
    parts = [
        "## Where games are lost",
        markdown(rounds_lost(arguments.run).to_pandas()),
        "## Who damages the base",
        markdown(cards_by_wave(arguments.run)),
        "## Differences to the baseline",
        markdown(found[["players", "policy", "arm", "difference"]]),
    ]
    (arguments.out / "tables.md").write_text("\n\n".join(parts) + "\n")
    (arguments.out / "differences.svg").write_text(forest(found))
    print("\n\n".join(parts))


if __name__ == "__main__":
    main()
