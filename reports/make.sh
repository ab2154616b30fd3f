#!/usr/bin/env bash
# Makes everything under reports/results/ again: `reports/make.sh`, or `reports/make.sh NAME...`
# for some of it. Takes tens of minutes on 2 cores, half of it for the players who search.
#
# Each directory holds the tables (CSV), the manifest with the command, the report as printed and
# its pictures. Only manifest.json and the measured times of `ladder` differ from run to run.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${XENOSIM:-}" ]; then cargo build --release --locked --quiet; fi
xenosim=${XENOSIM:-target/release/xenosim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# make NAME COMMAND...: runs a command into reports/results/NAME.
make() {
  local name=$1; shift
  local out=reports/results/$name
  if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
  echo "== $name: xenosim $*"
  rm -rf "$out"
  mkdir -p reports/results
  "$xenosim" "$@" --out "$out" --format csv > "$scratch/report.txt"
  mv "$scratch/report.txt" "$out/report.txt"
  "$xenosim" report "$out" --svg "$out/pictures" --out "$scratch/report.html" > "$scratch/said"
}

wanted=("$@")

# How hard the game is.
make simulate simulate --players 2 --games 10000 --rows none
make target target --win-rate 40% --players 1-4
make target-balanced target --win-rate 40% --players 1-4 --policy balanced
make target-dreadmire target --win-rate 40% --players 1-4 --rules dreadmire
make target-onslaught target --win-rate 40% --players 1-4 --rules onslaught
for ruling in dreadmire-troops=sheet dreadmire-enemies=eight dreadmire-xenosathem=sheet \
  onslaught-troops=sheet onslaught-troops=nine onslaught-enemies=sheet onslaught-xenosathem=sheet; do
  make "target-$ruling" target --win-rate 40% --players 1-4 --games 500 --rules "${ruling%%-*}" \
    --ruling "$ruling"
done
make target-weapons-research-discount=any-player target --win-rate 40% --players 1-4 --games 500 \
  --rules onslaught --ruling weapons-research-discount=any-player
make target-conjecture=on target --win-rate 40% --players 1-4 --games 500 --rules dreadmire --conjecture on

# Deployment and difficulty, by the players who judge them.
make deployment compare deployment --policies balanced,veteran --games 2000
make difficulty compare difficulty --policies balanced,veteran --players 1,2 --games 1000

# Cards.
make rank rank --players 2 --games 3000
make prowler compare --scan set.prowler.hp=1..6 --players 2 --games 3000

# The same by players who search: few games, with the luck of draws taken off. And cards from the ends of the ranking.
make deployment-strategist compare deployment --policies strategist --players 1,2 --games 100 \
  --adjust luck
make rank-fast rank hydra panic-spider swarm-hound bile-roach hi-ex-grenade hercules martini paratrooper \
  --method ablation --policies balanced,veteran --games 4000

# Rulings, divisions and markets.
make rulings compare rulings --games 1000
make boxes compare boxes --games 1000
make divisions compare divisions --games 1000
make market compare market --players 2 --games 2000

# The players.
make ladder ladder --policies random,pass,greedy,balanced,veteran,strategist --games 1000 --search-games 40 --seed 776001
