#!/usr/bin/env bash
# Makes everything under reports/results/ again: `reports/make.sh`, or `reports/make.sh NAME...`
# for some of it. Takes about four minutes on 2 cores.
#
# Each directory holds the tables (CSV), the manifest with the command, and the report as printed.
# Only manifest.json and the measured times of `ladder` differ from run to run.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${XENOSIM:-}" ]; then cargo build --release --quiet; fi
xenosim=${XENOSIM:-target/release/xenosim}

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
}

wanted=("$@")
make target target --win-rate 40% --players 1-4
make deployment compare deployment --policies veteran,expert --games 2000
make difficulty compare difficulty --games 1000
make prowler compare --arm tough:set.prowler.hp=4 --players 2 --games 4000
make rank rank --players 2 --games 3000
make ladder ladder --policy expert,veteran,strategist --players 1,2 --games 4000 --search-games 150 --seed 424242
