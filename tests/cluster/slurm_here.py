"""A real Slurm on this machine: munge, a controller and two virtual nodes, all in one directory.

Nothing outside the directory is touched: keys, sockets, logs, spool and configuration are in it,
and every process that was started is stopped at the end, by its id.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

# Only keeps a broken test from hanging: seconds in which the machine had nothing to do. On a busy
# one, time passes without anything being done here.
PATIENCE = 300
PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"]

CONFIGURATION = """\
ClusterName=virtual
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={dir}/munge.socket
CredType=cred/munge
StateSaveLocation={dir}/state
SlurmctldPidFile={dir}/slurmctld.pid
SlurmctldLogFile={dir}/slurmctld.log
SlurmdSpoolDir={dir}/spool-%n
SlurmdPidFile={dir}/slurmd-%n.pid
SlurmdLogFile={dir}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0,sched_min_interval=0,requeue_delay=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SlurmdTimeout={slurmd_timeout}
KillWait=2
MinJobAge=600
InactiveLimit=0
UnkillableStepTimeout=10
PartitionName=main Nodes=ALL Default=YES MaxTime=60 State=UP
PartitionName=other Nodes=ALL MaxTime=60 State=UP
"""


def missing() -> list[str]:
    """What a Slurm needs and is not here."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def idle() -> float:
    """Seconds for which the processors of this machine have had nothing to do, on average."""
    ticks = Path("/proc/stat").read_text().split(maxsplit=6)
    return (int(ticks[4]) + int(ticks[5])) / os.sysconf("SC_CLK_TCK") / os.cpu_count()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Slurm:
    """Started by `with Slurm(directory) as slurm:`, and stopped at its end."""

    def __init__(self, directory: Path, slots: int = 2, slurmd_timeout: int = 10):
        self.dir = directory
        self.nodes = ["node1", "node2"]
        self.daemons: dict[str, subprocess.Popen] = {}
        self.hurried: dict[str, float] = {}
        self.slots = slots
        self.slurmd_timeout = slurmd_timeout

    def __enter__(self) -> "Slurm":
        try:
            self._configure()
            self._start_munge()
            self.start_controller()
            for node in self.nodes:
                self.start_node(node)
            self.wait_until(lambda: self.states() == {node: "idle" for node in self.nodes})
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_) -> None:
        if "slurmctld" in self.daemons:
            self.run(["scancel", "--user", "root"], check=False)
        for name in list(self.daemons)[::-1]:
            self._stop(name, signal.SIGTERM)

    @property
    def config(self) -> Path:
        return self.dir / "slurm.conf"

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SLURM_CONF": str(self.config)}

    def run(self, command: list[str], check: bool = True, **options) -> subprocess.CompletedProcess:
        """A command that finds this Slurm."""
        options = {"capture_output": True, "text": True} | options
        return subprocess.run(command, env=self.environment, check=check, **options)

    def states(self) -> dict[str, str]:
        shown = self.run(["sinfo", "--noheader", "--Node", "--partition=main", "-o", "%N %t"], check=False)
        return dict(line.split() for line in shown.stdout.splitlines())

    def start_controller(self) -> None:
        """With nothing in its queue."""
        self._start("slurmctld", ["slurmctld", "-D", "-c", "-i", "-f", str(self.config)])

    def lose_controller(self) -> None:
        """As if its power had failed, with everything it knew."""
        controller = self.daemons.pop("slurmctld")
        controller.kill()
        controller.wait()
        shutil.rmtree(self.dir / "state")
        (self.dir / "state").mkdir()

    def start_node(self, node: str) -> None:
        self._start(node, ["slurmd", "-D", "-N", node, "-f", str(self.config)])

    def stop_node(self, node: str) -> None:
        """As if its power had failed: the daemon and everything that it runs, at once."""
        daemon = self.daemons.pop(node)
        daemon.kill()
        for pid in self.processes(node):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        daemon.wait()

    def processes(self, node: str) -> list[int]:
        """What runs on a node: supervisors of tasks first, which must not tell of their death."""
        ours = {f"SLURM_CONF={self.config}".encode(), f"SLURMD_NODENAME={node}".encode()}
        tasks, supervisors = [], set()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if not ours <= set((entry / "environ").read_bytes().split(b"\0")):
                    continue
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if (Path("/proc") / str(parent) / "comm").read_text().startswith("slurmstepd"):
                    supervisors.add(parent)
            except OSError:
                continue
            tasks.append(int(entry.name))
        return [*supervisors, *tasks]

    def wait_until(self, met, every: float = 0.2) -> None:
        end = idle() + PATIENCE
        while not met():
            for name, daemon in self.daemons.items():
                if daemon.poll() is not None:
                    raise SystemExit(f"{name} has ended:\n{self._log(name)}")
            if idle() > end:
                raise SystemExit(f"nothing came of it in {PATIENCE} idle seconds: {self.states()}")
            time.sleep(every)

    def hurry(self) -> None:
        """Slurm lets a requeued job rest for two minutes, which teaches nothing here.

        A few seconds it must have: the credential of its last start is revoked by the second, and
        a task that starts again within that second is refused by its node.
        """
        shown = self.run(["squeue", "--noheader", "--array", "-o", "%i %r"], check=False).stdout
        for line in shown.splitlines():
            job, _, reason = line.partition(" ")
            is_new = time.monotonic() - self.hurried.get(job, float("-inf")) > 10
            if reason.strip("()") == "BeginTime" and is_new:
                self.hurried[job] = time.monotonic()
                self.run(["scontrol", "update", f"JobId={job}", "StartTime=now+3"], check=False)

    def _configure(self) -> None:
        self.dir.mkdir(parents=True, exist_ok=True)
        self.dir.chmod(0o755)
        (self.dir / "state").mkdir()
        host = socket.gethostname().split(".")[0]
        text = CONFIGURATION.format(
            host=host, dir=self.dir, controller=free_port(), slurmd_timeout=self.slurmd_timeout
        )
        for node in self.nodes:
            (self.dir / f"spool-{node}").mkdir()
            text += (
                f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} "
                f"CPUs={self.slots} RealMemory=500\n"
            )
        # More slots than the machine has cores are fine: they are virtual.
        self.config.write_text(text + "SlurmdParameters=config_overrides\n")

    def _start_munge(self) -> None:
        key = self.dir / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self._start(
            "munged",
            ["munged", "--foreground", "--force", f"--key-file={key}",
             f"--socket={self.dir}/munge.socket", f"--pid-file={self.dir}/munged.pid",
             f"--log-file={self.dir}/munged.log", f"--seed-file={self.dir}/munged.seed"],
        )
        self.wait_until((self.dir / "munge.socket").exists)

    def _start(self, name: str, command: list[str]) -> None:
        log = open(self.dir / f"{name}.out", "ab")
        self.daemons[name] = subprocess.Popen(
            command, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        log.close()

    def _stop(self, name: str, how: int) -> None:
        daemon = self.daemons.pop(name)
        if daemon.poll() is None:
            daemon.send_signal(how)
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def _log(self, name: str) -> str:
        return (self.dir / f"{name}.out").read_text(errors="replace")[-3000:]

