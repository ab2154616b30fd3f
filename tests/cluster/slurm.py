#!/usr/bin/env python3
"""Commands through `xenosim cluster slurm` on a real Slurm: what comes out is byte for byte what the
command alone writes, whatever happens on the way.

    python3 tests/cluster/slurm.py target/release/xenosim [CASE ...]

It needs the Debian packages slurmctld, slurmd, slurm-client and munge, and root, because a node
daemon starts tasks as other users. Everything it starts lives in a directory of its own and is gone
at the end.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from slurm_here import Slurm, missing

# Of many parts.
LONG = "simulate --policy random --games {games} --format csv --checkpoint 0"


class Site:
    """The program on a Slurm, in a directory."""

    def __init__(self, program: Path, slurm: Slurm, directory: Path):
        self.program, self.slurm, self.dir = program, slurm, directory
        directory.mkdir()

    def call(self, arguments: str, code: int = 0) -> str:
        """Runs the program; what it said."""
        done = self.slurm.run([str(self.program), *shlex.split(arguments)], check=False, cwd=self.dir)
        said = done.stdout + done.stderr
        if done.returncode != code:
            raise SystemExit(f"xenosim {arguments}\nended with {done.returncode}, not {code}:\n{said}")
        return said

    def submit(self, command: str, name: str, options: str) -> str:
        return self.call(f"cluster slurm {options} -- {command} --out {name}")

    def status(self, name: str) -> dict:
        return json.loads(self.call(f"cluster status {name} --json"))

    def wait_for_result(self, name: str) -> None:
        """Waits until the merge job is through with it."""
        manifest = self.dir / name / "result" / "manifest.json"
        report = self.dir / name / "result" / "report.html"

        def met() -> bool:
            self.slurm.hurry()
            if report.exists() and json.loads(manifest.read_text())["complete"]:
                return True
            if not self.slurm.run(["squeue", "--noheader"]).stdout.strip() and not report.exists():
                log = (self.dir / name / "logs" / "merge.log").read_text()
                raise SystemExit(f"{name}: nothing is in the queue, and there is no result\n{log}")
            return False

        self.slurm.wait_until(met, every=0.5)

    def wait_for_end(self) -> None:
        self.slurm.wait_until(lambda: not self.slurm.run(["squeue", "--noheader"]).stdout.strip())

    def stopping(self, name: str, shards: list[int]) -> str:
        """A header with which the first tasks of some shards stop in the middle of their work: only
        so can they be met there, however busy the machine is."""
        first = f"mkdir {self.dir}/{name}-$SLURM_ARRAY_TASK_ID 2> /dev/null"
        numbers = "|".join(map(str, shards))
        path = self.dir / f"{name}.sh"
        path.write_text("#SBATCH --comment=xenosim\necho hello from the site\n"
                        f'case "$SLURM_ARRAY_TASK_ID" in\n'
                        f"  {numbers}) if {first}; then export XENOSIM_FAULT=40s; fi ;;\nesac\n")
        return f"--header {path}"

    def wait_for_stop(self, name: str, shard: int) -> int:
        """The process that has stopped in the middle of a shard."""

        def stopped() -> bool:
            status = Path(f"/proc/{self.task(name, shard)}/status")
            return status.exists() and "T (stopped)" in status.read_text()

        self.slurm.wait_until(stopped, every=0.1)
        return self.task(name, shard)

    def log(self, name: str, shard: int) -> str:
        return (self.dir / name / "logs" / f"shard-{shard:04}.log").read_text()

    def merge_log(self, name: str) -> str:
        return (self.dir / name / "logs" / "merge.log").read_text()

    def compare(self, command: str, name: str) -> None:
        """Fails unless the result is what the command alone writes."""
        alone = self.dir / f"{name}-alone"
        if not alone.exists():
            self.call(f"{command} --quiet --threads 2 --out {alone}")
        result = self.dir / name / "result"
        expected = sorted(path.name for path in alone.iterdir())
        found = sorted(path.name for path in result.iterdir() if path.name != "report.html")
        assert expected == found, (name, expected, found)
        for file in expected:
            if file != "manifest.json":
                same = (alone / file).read_bytes() == (result / file).read_bytes()
                assert same, f"{name}: {file} differs"

    def task(self, name: str, shard: int) -> int | None:
        """The process that plays a shard, if one does."""
        wanted = ["cluster", "shard", str(self.dir / name), str(shard)]
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().decode().split("\0")[1:5]
                except OSError:
                    continue
                if words == wanted:
                    return int(entry.name)
        return None

    def node_of(self, pid: int) -> str:
        environment = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
        return next(line.split("=")[1] for line in environment if line.startswith("SLURMD_NODENAME="))

    def jobs(self, name: str) -> list[dict]:
        return json.loads((self.dir / name / "cluster.json").read_text())["submissions"]


def undisturbed(site: Site) -> None:
    """Three commands at once, one of them split by a pilot."""
    commands = {
        "simulate": ("simulate --policy random --games 3001 --rounds", "--shards 3"),
        "compare": ("compare --arm more:base-hp=30 --policy random --games 401", "--shards 3"),
        "rank": ("rank ranger research-officer --policy random --games 101 --all-games", "--time 10"),
    }
    for name, (command, options) in commands.items():
        said = site.submit(command, name, options)
        assert "submitted" in said, said
    # The same again submits nothing twice.
    said = site.submit(commands["compare"][0], "compare", "")
    assert "nothing submitted" in said or "everything is done" in said, said
    for name, (command, _) in commands.items():
        site.wait_for_result(name)
        site.compare(command, name)
        status = site.status(name)
        assert status["merge"] == "done" and len(site.jobs(name)) == 1, status
    said = site.submit(commands["rank"][0], "rank", "")
    assert "everything is done" in said, said


def killed_and_preempted(site: Site) -> None:
    """A task is killed, another is preempted: both go on from what they kept."""
    command = LONG.format(games=8000)
    site.submit(command, "killed", "--shards 4 --partition other " + site.stopping("killed", [1, 2]))
    killed, _ = (site.wait_for_stop("killed", shard) for shard in (1, 2))
    status = site.status("killed")
    assert status["counts"]["running"] >= 2, status
    os.kill(killed, signal.SIGKILL)
    job = site.jobs("killed")[0]["job"]
    site.slurm.run(["scontrol", "requeue", f"{job}_2"])
    site.wait_for_result("killed")
    site.compare(command, "killed")
    for shard in (1, 2):
        log = site.log("killed", shard)
        assert "resuming from its checkpoint" in log, log
        assert "hello from the site" in log, log
    assert "resubmitting shard 1:" in site.merge_log("killed")
    # The one that was preempted went on by itself.
    assert all(2 not in one["shards"] for one in site.jobs("killed")[1:])


def node_stopped(site: Site) -> None:
    """The power of a node fails; its shards go on elsewhere."""
    command = LONG.format(games=8001)
    site.submit(command, "node", "--shards 4 " + site.stopping("node", [1, 2, 3, 4]))
    tasks = {shard: site.wait_for_stop("node", shard) for shard in (1, 2, 3, 4)}
    nodes = {shard: site.node_of(pid) for shard, pid in tasks.items()}
    there = [shard for shard in nodes if nodes[shard] == nodes[1]]
    site.slurm.stop_node(nodes[1])
    for shard in nodes.keys() - there:
        os.kill(tasks[shard], signal.SIGCONT)
    site.wait_for_result("node")
    site.compare(command, "node")
    for shard in there:
        log = site.log("node", shard)
        assert "resuming from its checkpoint" in log, (there, log)
    site.slurm.start_node(nodes[1])
    site.slurm.wait_until(lambda: site.slurm.states().get(nodes[1]) == "idle")


def damaged(site: Site) -> None:
    """What two shards have kept is damaged before they are merged."""
    command = LONG.format(games=6000)
    site.submit(command, "damaged", "--shards 3 " + site.stopping("damaged", [3]))
    last = site.wait_for_stop("damaged", 3)
    # The job that merges waits for the last.
    merge = site.jobs("damaged")[0]["merge"]
    site.slurm.run(["scontrol", "hold", merge])
    os.kill(last, signal.SIGCONT)
    site.slurm.wait_until(lambda: site.status("damaged")["counts"]["done"] == 3)
    shards = site.dir / "damaged" / "shards"
    part = shards / "0001" / "parts" / "part-000001.bin"
    part.write_bytes(part.read_bytes()[:-7])
    (shards / "0002" / "manifest.json").write_text("{}")
    site.slurm.run(["scontrol", "release", merge])
    site.wait_for_result("damaged")
    site.compare(command, "damaged")
    said = site.merge_log("damaged")
    for shard in (1, 2):
        assert f"resubmitting shard {shard}:" in said, said


# Bots have ten seconds for an answer.
SLOW_BOT = """\
while IFS= read -r line; do
  [ "$SLURM_ARRAY_TASK_ID" != 1 ] || [ -e {quick} ] || sleep 3
  printf '%s\\n' "$line"
done | python3 {example}
"""


def out_of_time(site: Site) -> None:
    """A task takes longer than it may: it goes on in another one."""
    quick, bot, minute = (site.dir / name for name in ("quick", "slow.sh", "minute.sh"))
    example = Path(__file__).resolve().parents[2] / "policies" / "bots" / "example.py"
    bot.write_text(SLOW_BOT.format(quick=quick, example=example))
    minute.write_text("#SBATCH --time=1\n")
    command = f"simulate --policy 'exec:sh {bot}' --games 6 --format csv --checkpoint 0"
    site.submit(command, "late", f"--shards 2 --header {minute}")
    first = site.jobs("late")[0]["job"]

    def is_late() -> bool:
        return "TIMEOUT" in site.slurm.run(["scontrol", "show", "job", f"{first}_1"], check=False).stdout

    site.slurm.wait_until(is_late)
    quick.write_text("")
    site.wait_for_result("late")
    site.compare(command, "late")
    said = site.merge_log("late")
    assert "resubmitting shard 1:" in said and "TIME LIMIT" in said, said


def merge_killed(site: Site) -> None:
    """The merge is killed while it runs: it is run again by itself."""
    command = "simulate --policy random --games 3001 --rounds --format csv"
    kill = site.dir / "kill.sh"
    pattern = f"merge {site.dir}/merge"
    kill.write_text(f'[ -n "$SLURM_ARRAY_TASK_ID" ] || (until pkill -KILL -f "{pattern}"; do sleep 0.01; done) &\n')
    site.submit(command, "merge", f"--shards 2 --header {kill}")
    site.wait_for_result("merge")
    site.compare(command, "merge")
    assert "Killed" in site.merge_log("merge"), site.merge_log("merge")
    assert len(site.jobs("merge")) == 1


def controller_lost(site: Site) -> None:
    """The controller is lost with its queue: nothing is submitted twice, and --resume goes on."""
    command = LONG.format(games=8002)
    site.submit(command, "lost", "--shards 4 " + site.stopping("lost", [1, 2]))
    for shard in (1, 2):
        site.wait_for_stop("lost", shard)
    site.slurm.lose_controller()
    said = site.call("cluster slurm --resume lost", code=1)
    assert "nothing is submitted" in said, said
    site.slurm.start_controller()
    site.slurm.wait_until(lambda: set(site.slurm.states().values()) == {"idle"})
    site.call("cluster slurm --resume lost")
    site.wait_for_result("lost")
    site.compare(command, "lost")
    assert "resuming from its checkpoint" in site.log("lost", 1), site.log("lost", 1)


def disk_full(site: Site) -> None:
    """The disk of one task is full: it is named, and goes on when there is room."""
    command = LONG.format(games=6000)
    site.call(f"cluster prepare --shards 3 -- {command} --out full")
    small = site.dir / "full" / "shards" / "0002"
    small.mkdir(parents=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(small)]).returncode == 0
    options = "--retries 1"
    if not mounted:
        # No file of that task may be large, which fails in the same place.
        limit = site.dir / "limit.sh"
        limit.write_text('[ "$SLURM_ARRAY_TASK_ID" != 2 ] || { trap "" XFSZ; ulimit -f 16; }\n')
        options += f" --header {limit}"
    try:
        site.submit(command, "full", options)
        site.wait_for_end()
        said = site.merge_log("full")
        assert "error: " in said and "shard 2/3: failed" in said, said
        reason = "the disk is full" if mounted else "cannot write"
        assert reason in said and "after 2 tries" in said, said
        assert "shard 1/3" not in said and "shard 3/3" not in said, said
        status = site.status("full")
        assert status["counts"]["done"] == 2 and status["counts"]["failed"] == 1, status
        assert not (site.dir / "full" / "result").exists()
    finally:
        if mounted:
            subprocess.run(["umount", str(small)], check=True)
    nothing = site.dir / "nothing.sh"
    nothing.write_text("")
    site.call(f"cluster slurm --resume full --header {nothing}")
    site.wait_for_result("full")
    site.compare(command, "full")
    print(f"   (a real disk of 32 kB: {'yes' if mounted else 'no, a limit on the size of files'})")


def learned(site: Site) -> None:
    """Two generations, each played in shards: the merge of the first submits the second."""
    command = ("learn balanced --players 1 --generations 2 --games 60 --epochs 0.5 --judge-games 10 "
               "--format csv")
    site.submit(command, "learned", "--shards 2")
    site.wait_for_result("learned")
    site.compare(command, "learned")


CASES = (undisturbed, killed_and_preempted, node_stopped, damaged, out_of_time, merge_killed, controller_lost,
         disk_full, learned)


def main() -> None:
    cases = {one.__name__: one for one in CASES}
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(cases):
        raise SystemExit(f"{__doc__}\nCases: {' '.join(cases)}")
    program = Path(sys.argv[1]).resolve()
    if absent := missing():
        print(f"left out: {', '.join(absent)} missing: install slurmctld, slurmd, slurm-client, munge")
        return
    if os.geteuid() != 0:
        print("left out: a Slurm with nodes of its own needs root")
        return
    directory = Path(tempfile.mkdtemp(prefix="xenosim-slurm-"))
    started = time.monotonic()
    try:
        with Slurm(directory / "slurm") as slurm:
            site = Site(program, slurm, directory / "work")
            for what in (cases[name] for name in sys.argv[2:] or cases):
                before = time.monotonic()
                what(site)
                print(f"{what.__name__}: equal ({time.monotonic() - before:.0f} s)", flush=True)
    except BaseException:
        print(f"left for a look: {directory}", file=sys.stderr)
        raise
    shutil.rmtree(directory)
    print(f"all equal byte for byte in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
