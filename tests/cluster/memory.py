#!/usr/bin/env python3
"""Merging many shards takes no more memory than merging few, and time that grows with them.

    python3 tests/cluster/memory.py target/release/xenosim [SHARDS]

Plays the same games in 10, 100 and 1000 shards (or SHARDS), merges them, compares what comes out
byte for byte, and fails if the peak of memory grows.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# A thousand manifests kept in memory would be more than this.
ROOM_KB = 2048
COMMANDS = {
    "simulate": "simulate --policy pass --games 20000 --format csv,parquet",
    "compare": "compare --arm more:base-hp=30 --policy pass --games 5000 --format csv",
}


def merge(program: str, shards: list[str], out: str) -> tuple[int, float]:
    """Merges; the peak of memory in kB and the processor time in seconds."""
    child = os.posix_spawn(program, [program, "merge", *shards, "--quiet", "--out", out], os.environ)
    _, status, usage = os.wait4(child, 0)
    assert status == 0, out
    return usage.ru_maxrss, usage.ru_utime + usage.ru_stime


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with tempfile.TemporaryDirectory(prefix="xenosim-memory-") as place:
        os.chdir(place)
        for name, command in COMMANDS.items():
            peaks = {}
            for count in sorted({10, 100, most}):
                shards = [f"{name}-{number}of{count}" for number in range(1, count + 1)]

                def play(number: int) -> None:
                    arguments = [*command.split(), "--shard", f"{number}/{count}", "--threads", "1",
                                 "--quiet", "--out", shards[number - 1]]
                    subprocess.run([program, *arguments], check=True)

                # They wait for the disk more than they play.
                with ThreadPoolExecutor(8) as pool:
                    list(pool.map(play, range(1, count + 1)))
                peaks[count], seconds = merge(program, shards, f"{name}-{count}")
                print(f"{name}: {count} shards: {peaks[count] / 1024:.1f} MB, {seconds:.2f} s", flush=True)
            first = Path(f"{name}-10")
            for other in (Path(f"{name}-{count}") for count in peaks):
                for file in first.iterdir():
                    if file.name != "manifest.json":
                        assert file.read_bytes() == (other / file.name).read_bytes(), (other, file)
            growth = peaks[most] - peaks[10]
            if growth > ROOM_KB:
                raise SystemExit(f"{name}: merging {most} shards took {growth} kB more than merging 10")


if __name__ == "__main__":
    main()
