#!/usr/bin/env python3
"""Runs the blocks of reports/CLUSTER.md that are marked as tested, as they stand.

    python3 tests/cluster/page.py target/release/xenosim

GNU parallel is the real one. In place of ssh there is a script that runs the command here, as a login
would (in the home directory, with a shell named), and notes for which machine it was.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).parents[2] / "reports" / "CLUSTER.md"

SSH = """#!/bin/sh
# ssh [options] host command: the command, here.
while [ "${1#-}" != "$1" ]; do shift; done
echo "$1" >> "$MACHINES"
shift
[ "$1" != -- ] || shift
export SHELL=/bin/sh
cd "$HOME" && exec sh -c "$*"
"""

# What each block must come to: the directory of its results, and the command alone.
EXPECTED = [
    ("many/result", "simulate --policy random --games 8000"),
    ("wide/result", "compare --arm more:base-hp=30 --policy random --games 2000"),
    ("whole", "simulate --policy random --games 6000 --seed 7"),
]


def main() -> None:
    if shutil.which("parallel") is None:
        print("left out: GNU parallel is missing: install the package parallel")
        return
    program = Path(sys.argv[1]).resolve()
    blocks = re.findall(r"<!-- tested -->\n```sh\n(.*?)```", PAGE.read_text(), re.S)
    assert len(blocks) == len(EXPECTED), len(blocks)
    with tempfile.TemporaryDirectory(prefix="xenosim-page-") as place:
        bin_directory = Path(place) / "bin"
        bin_directory.mkdir()
        (bin_directory / "xenosim").symlink_to(program)
        ssh = bin_directory / "ssh"
        ssh.write_text(SSH)
        ssh.chmod(0o755)
        machines = Path(place) / "machines"
        environment = {
            **os.environ,
            "PATH": f"{bin_directory}:{os.environ['PATH']}",
            "HOME": place,
            "PARALLEL_SSH": str(ssh),
            "PARALLEL_HOME": place,
            "MACHINES": str(machines),
        }
        for block, (result, alone) in zip(blocks, EXPECTED):
            work = Path(place) / result.split("/")[0].join(["in-", ""])
            work.mkdir()
            subprocess.run(["sh", "-ec", block], cwd=work, env=environment, check=True,
                           stdout=subprocess.DEVNULL)
            subprocess.run([program, *alone.split(), "--quiet", "--out", "alone"], cwd=work, check=True)
            for file in (work / "alone").iterdir():
                if file.name != "manifest.json":
                    same = file.read_bytes() == (work / result / file.name).read_bytes()
                    assert same, f"{result}: {file.name} differs"
            print(f"{result}: equal")
        named = set(machines.read_text().split())
        assert {"node1", "node2"} <= named, named


if __name__ == "__main__":
    main()
