#!/usr/bin/env python3
"""Breaks the statistics on purpose, one way at a time, and sees whether anything notices.

    python3 tests/mutants/run.py            all of them
    python3 tests/mutants/run.py holm z     those whose name contains one of the words

The sources are copied to `target/mutants` and patched there. First the tests of the module that is
broken run, then all tests of its crate, then those of runs and studies; then `selftest`, by itself. A way that neither
catches is a hole: the exit code is 1. Takes about a minute for
each; the first one builds everything, in `target/mutants-build`: a build shared with the tree would be taken for that of the tree.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATISTICS = "src/statistics/"
RUNS = "src/runs/"
STUDIES = "src/studies/"

# Name, file, what stands there, what is put in its place.
MUTANTS = [
    ("z of one side", STATISTICS + "lib.rs",
     "normal_quantile(1.0 - 0.5 * self.alpha())", "normal_quantile(1.0 - self.alpha())"),
    ("Bonferroni forgotten", STATISTICS + "lib.rs",
     "self.alpha() / count.max(1) as f64", "self.alpha() / count.clamp(1, 1) as f64"),
    ("covariance halved", STATISTICS + "paired.rs", "- 2 * self.products", "- self.products"),
    ("covariance forgotten", STATISTICS + "paired.rs", "- 2 * self.products", "- 0 * self.products"),
    ("sign of a paired difference", STATISTICS + "paired.rs",
     "self.sum_b - self.sum_a", "self.sum_a - self.sum_b"),
    ("sign of a difference of wins", STATISTICS + "paired.rs",
     "self.only_b as f64 - self.only_a as f64", "self.only_a as f64 - self.only_b as f64"),
    ("a sure interval when no pair differs", STATISTICS + "paired.rs",
     "            return reach;\n", "            return 0.0;\n"),
    ("no imagined differences", STATISTICS + "mean.rs", "2.0 * size * size", "0.0 * size * size"),
    ("differing pairs not counted", STATISTICS + "paired.rs",
     "self.differing += u64::from(a != b);", "self.differing += 1;"),
    ("mid-p without the half", STATISTICS + "paired.rs",
     "(2.0 * up_to_observed - at_observed)", "(2.0 * up_to_observed)"),
    ("degrees of freedom of a variance", STATISTICS + "mean.rs",
     "self.squared_deviations() / (self.count - 1) as f64",
     "self.squared_deviations() / (self.count + 1) as f64"),
    ("standard error of a value", STATISTICS + "mean.rs",
     "(variance / self.count as f64).sqrt()", "(variance / (self.count as f64 / 2.0)).sqrt()"),
    ("squares lost in a merge", STATISTICS + "mean.rs",
     "        self.sum_squares += other.sum_squares;\n", ""),
    ("a quantile one place down", STATISTICS + "mean.rs",
     "(q.clamp(0.0, 1.0) * self.count as f64).ceil()",
     "(q.clamp(0.0, 1.0) * self.count as f64).floor()"),
    ("Holm without steps", STATISTICS + "multiple.rs",
     "(p_values.len() - position) as f64", "p_values.len() as f64"),
    ("Holm without a family", STATISTICS + "multiple.rs",
     "(p_values.len() - position) as f64", "1.0"),
    ("Holm not in order", STATISTICS + "multiple.rs",
     "largest_so_far.max((remaining", "0f64.max((remaining"),
    ("Benjamini-Hochberg off by one", STATISTICS + "multiple.rs",
     "family / (position + 1) as f64", "family / (position + 2) as f64"),
    ("looks that do not pay for looking", STATISTICS + "looks.rs",
     "Level(1.0 - self.share() * level.alpha())", "level"),
    ("p-values that do not pay for looking", STATISTICS + "looks.rs",
     "(p_value / self.share()).min(1.0)", "p_value"),
    ("early looks that share one share", STATISTICS + "looks.rs",
     "Look::Early(number) => EARLY * part(number)", "Look::Early(_) => EARLY"),
    ("raised games looked at as if planned", STUDIES + "compare/stop.rs",
     "raises => Look::Raised(raises),", "_ => Look::Planned,"),
    ("an arm settled early judged as if planned", STUDIES + "compare/stop.rs",
     "Look::at(games, planned)", "self.end"),
    ("precision without the look", STATISTICS + "precision.rs",
     "above.max(below) <= self.0", "above.min(below) <= self.0"),
    ("estimates not shrunken", STATISTICS + "shrink.rs",
     "spread / (spread + variance) * (value - centre)", "(value - centre)"),
    ("a fair cost from the wrong end", STUDIES + "card/fair.rs",
     "low + (high - low) * before / (before - after)", "high - (high - low) * before / (before - after)"),
    ("a fair cost where nobody buys", STUDIES + "card/fair.rs",
     "one.bought >= LEAST_SHARE", "one.bought >= 0.0"),
    ("a base rounded down", STUDIES + "target/tables.rs",
     "base_hp.div_ceil(u32::from(self.players))", "base_hp / u32::from(self.players)"),
    ("values compared by separate intervals", STUDIES + "target/mod.rs",
     " || beyond.min(sum) > 0.0", ""),
    ("calibration on the games of the test", STUDIES + "compare/calibrate.rs",
     "plan.seed.wrapping_add(OTHER_SEED)", "plan.seed"),
    ("errors of pairs too small", STATISTICS + "mean.rs",
     "(variance / self.count as f64).sqrt()", "(variance / (self.count as f64 * 1.2)).sqrt()"),
    ("games to tell without the square", STUDIES + "compare/results.rs",
     "(LEVEL.z() * error / value).powi(2)", "(LEVEL.z() * error / value).abs()"),
    ("capped games of an arm dropped", STUDIES + "compare/sums.rs",
     "        self.capped += u64::from(arm.capped);\n", ""),
    ("capped games of the baseline dropped", STUDIES + "compare/sums.rs",
     "        self.capped += u64::from(ended.capped);\n", ""),
    ("bases of endurance for two players at most", RUNS + "sim/measure.rs",
     "twice < **base * players", "twice < **base * players.min(2)"),
    ("players that clearly differ called alike", STUDIES + "compare/results.rs",
     "Agreement::Agree | Agreement::Unclear if differ", "Agreement::Agree | Agreement::Unclear if !differ && differ"),
    ("ranks that do not pay for looking", STUDIES + "compare/order.rs",
     "looks.p_of_pair(apart.games, p)", "p"),
    ("peers that are not divided by their number", STUDIES + "compare/contrast.rs",
     "            divisor: count,", "            divisor: 1,"),
    ("the family forgotten", STUDIES + "compare/results.rs",
     "let (level, measure) = (design.family_level(), design.measure);",
     "let (level, measure) = (LEVEL, design.measure);"),
    ("tiers between cards that may have changed places", STATISTICS + "ranks.rs",
     "Some(tier) if best <= Some(worst) => tier.push(*item),",
     "Some(tier) if best < Some(worst) => tier.push(*item),"),
    ("a second seed that does not pay for its look", STUDIES + "compare/store.rs",
     "stop.raises += study.stop.raises + 1;", "stop.raises += study.stop.raises;"),
    ("games of two seeds not added", STUDIES + "compare/store.rs",
     "for (here, sums) in state.sums.iter_mut().zip(&kept) {\n                here.add",
     "for (here, sums) in state.sums.iter_mut().zip(&kept).skip(number) {\n                here.add"),
    ("a band for one point", STATISTICS + "band.rs",
     "(2.0 / level.alpha()).ln() / (2.0 * count as f64)",
     "(2.0 / level.alpha()).ln() / (4.0 * count as f64)"),
    ("degrees of freedom of chi-square", STATISTICS + "uniformity.rs",
     "(rows_used - 1) * (columns_used - 1)", "rows_used * columns_used"),
    ("half of Kolmogorov's distance", STATISTICS + "uniformity.rs",
     ".max((i + 1) as f64 / n - uniform)", ".max(i as f64 / n - uniform)"),
    ("a verdict across the margin", STATISTICS + "verdict.rs",
     "interval.high < -margin.0", "interval.high < margin.0"),
    ("ranks of pairs turned round", STATISTICS + "ranks.rs",
     "        sets[larger].worst -= 1;", "        sets[smaller].worst -= 1;"),
    ("luck added, not taken off", STATISTICS + "control.rs",
     "(self.outcome as f64 - taken)", "(self.outcome as f64 + taken)"),
    ("luck fitted on the same games", STATISTICS + "control.rs",
     "[(even, odd.multiples()), (odd, even.multiples())]",
     "[(even, even.multiples()), (odd, odd.multiples())]"),
    ("luck whose mean is not zero", STATISTICS + "control.rs",
     "let control = i64::from(*control);", "let control = i64::from(*control) + 1;"),
    ("luck not taken off the mean", STATISTICS + "control.rs",
     "*sum as f64 * times", "*sum as f64 * times * 0.0"),
    ("luck not taken off the variance", STATISTICS + "control.rs",
     "variance += share * share * half.variance(multiples)",
     "variance += share * share * half.variance(&[0.0 * multiples[0]; CONTROLS])"),
    ("luck lost in a merge", STATISTICS + "control.rs",
     "            add(&mut to.with_outcome, &from.with_outcome);\n", ""),
    ("shards that overlap", RUNS + "sim/shard.rs",
     "border(self.number - 1)..border(self.number)",
     "border(self.number - 1)..(border(self.number) + 1).min(games)"),
    ("wins lost in a merge", RUNS + "sim/totals.rs",
     "        self.wins += other.wins;\n", "        self.wins = other.wins;\n"),
    ("a base that falls one point late", RUNS + "sim/measure.rs",
     "needed_hp: total.min(cap) + 1", "needed_hp: total.min(cap)"),
    ("endurance with the base at zero", RUNS + "sim/measure.rs",
     "twice < **base * players", "twice <= **base * players"),
    ("luck that depends on the rules", RUNS + "sim/game.rs",
     "let key = GameKey::new(plan.seed, game);\n        self.layout",
     "let key = GameKey::new(plan.seed ^ u64::from(plan.rules.base_hp), game);\n        self.layout"),
    ("a win-rate curve one point off", RUNS + "sim/curve.rs",
     "won.get_mut(needed.max(0) as usize)", "won.get_mut(needed.max(0) as usize + 1)"),
]


def copy_sources(to: Path) -> None:
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = {name for name in files.stdout.decode().split("\0") if name}
    for old in [path for path in to.rglob("*") if path.is_file()]:
        # A file that has moved must not stay beside the new one.
        if str(old.relative_to(to)) not in names:
            old.unlink()
    for name in sorted(names):
        if (ROOT / name).is_file():
            target = to / name
            target.parent.mkdir(parents=True, exist_ok=True)
            text = (ROOT / name).read_bytes()
            # What is the same keeps its time and is not built again.
            if not target.is_file() or target.read_bytes() != text:
                target.write_bytes(text)


def tests_fail(sources: Path, package: str, words: list[str]) -> bool | None:
    """Whether a test fails; nothing if the sources cannot be built."""
    environment = dict(os.environ, CARGO_TARGET_DIR=os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target" / "mutants-build")), RUST_BACKTRACE="0")
    command = ["cargo", "test", "--release", "--locked", "-q", "-p", package, "--lib"]
    build = subprocess.run(command + ["--no-run"], cwd=sources, env=environment, capture_output=True)
    if build.returncode != 0:
        return None
    tests = subprocess.run(command + ["--"] + words, cwd=sources, env=environment, capture_output=True)
    return tests.returncode != 0


def selftest_fails(sources: Path) -> bool:
    """Whether `selftest`, as a user runs it, fails."""
    return tests_fail(sources, "studies", ["--ignored", "the_whole_selftest_passes"]) or False


def caught_by(sources: Path, file: str) -> str | None:
    module = Path(file).stem
    statistics = [("statistics", [f"{module}::"]), ("statistics", [])]
    runs = ("runs", [])
    studies = ("studies", ["selftest", "compare", "rank", "target", "card"])
    of_statistics = file.startswith(STATISTICS) and module != "lib"
    rounds = statistics if of_statistics else statistics[1:] if file.startswith(STATISTICS) else []
    for package, words in [*rounds, runs, studies]:
        failed = tests_fail(sources, package, words)
        if failed is None:
            raise SystemExit("a mutant does not build: put it right in tests/mutants/run.py")
        if failed:
            return f"the tests of {' '.join([package, *words[:1]])}"
    return None


def main() -> None:
    words = sys.argv[1:]
    chosen = [m for m in MUTANTS if not words or any(word in m[0] for word in words)]
    survivors, by_selftest = [], 0
    sources = ROOT / "target" / "mutants"
    copy_sources(sources)
    for name, file, old, new in chosen:
        path = sources / file
        text = path.read_text()
        if text.count(old) != 1:
            raise SystemExit(f"{name}: {file} has the place {text.count(old)} times, not once")
        started = time.time()
        path.write_text(text.replace(old, new))
        try:
            caught = caught_by(sources, file)
            checked = selftest_fails(sources)
        finally:
            # Newer than the build of the mutant, so that it is built again.
            path.write_text(text)
        seconds = time.time() - started
        by_selftest += checked
        verdict = "caught" if caught or checked else "NOT CAUGHT"
        who = " and ".join(filter(None, [caught, "selftest" if checked else None])) or "nobody"
        print(f"{verdict}  {name}: {who} ({seconds:.0f} s)", flush=True)
        if not (caught or checked):
            survivors.append(name)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} caught, {by_selftest} of them by selftest")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
