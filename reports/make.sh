#!/usr/bin/env bash
# Makes everything under reports/results/ again: `reports/make.sh`, or `reports/make.sh NAME...`
# for some of it. Takes about a quarter of an hour on 2 cores.
#
# Each directory holds the tables (CSV), the manifest with the command, and the report as printed.
# Only manifest.json, the measured times of `ladder` and all of `bench` differ from run to run.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${XENOSIM:-}" ]; then cargo build --release --quiet; fi
xenosim=${XENOSIM:-target/release/xenosim}
policies=expert,balanced,greedy

# make NAME COMMAND...: runs a command into reports/results/NAME.
make() {
  local name=$1; shift
  local out=reports/results/$name
  if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
  echo "== $name: xenosim $*"
  rm -rf "$out"
  mkdir -p reports/results
  "$xenosim" "$@" --out "$out" --format csv > "reports/results/$name.txt"
  mv "reports/results/$name.txt" "$out/report.txt"
  rm -f "$out/results.json"   # the same as the tables
  pictures "$name"
}

# The pictures of a directory as SVG files, which a repository page shows.
pictures() {
  local page; page=$(mktemp)
  "$xenosim" report "reports/results/$1" --out "$page" --svg "reports/pictures/$1" --quiet
  rm -f "$page"
}

wanted=("$@")
make deployment compare deployment --policies $policies --games 20000
make difficulty compare difficulty --policies $policies --games 10000
make rulings compare rulings --policies $policies --games 5000
make market compare market --games 5000
make divisions compare divisions --games 10000
make sets compare sets --games 5000
make skill compare --arm greedy:policy=greedy --arm expert:policy=expert --baseline greedy \
  --players 1,2,4 --games 100000 --seed 424242
make ladder ladder --players 1,2,4 --games 20000 --search-games 30 --seed 424242
make search ladder --policy expert,rollout --players 1,2,4 --games 120 --search-games 120 --seed 424242
make rank rank --policies $policies --games 3000
make rank-training rank --training on --games 1000
make sensitivity sensitivity --all --games 1000
make selftest selftest --thorough
make stability-seed-2 compare deployment --games 20000 --seed 2
if [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" bench "* ]]; then
  echo "== bench"
  mkdir -p reports/results/bench
  "$xenosim" bench > reports/results/bench/report.txt
fi
