"""What a process costs from its start to its end, measured from outside."""

import os
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Row = dict[str, str | float]


@dataclass(frozen=True, slots=True)
class Cost:
    """One process from start to end, with the children it waited for."""

    wall_s: float
    cpu_s: float
    memory_mb: float
    """Largest resident set of the process itself."""


class ProcessFailedError(Exception):
    """A measured process ended with another status than 0."""


def to_installed(folder: Path) -> Mapping[str, str]:
    """Give an environment in which programs have bytecode, as installed ones have; a checkout may have none.

    It is made in the first run of each command, which must not be counted.
    """
    return os.environ | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}


def run_process(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end; its standard output is lost. The environment is ours unless another is given.

    Raises:
        ProcessFailedError: it did not end well.
    """
    begin = time.perf_counter()
    process = os.posix_spawn(
        command[0],
        tuple(command),
        os.environ if environment is None else environment,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    memory_mb = 0.0
    while True:
        # The kernel's own maximum begins with what the parent had when it made the child.
        memory_mb = max(memory_mb, _find_peak_mb(process))
        time.sleep(0.01)
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if ended and status:
            raise ProcessFailedError(f"{Path(command[0]).name} ended with status {status}")
        if ended:
            return Cost(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, memory_mb)


def compare(what: str, field: str, ours: Sequence[Cost], theirs: Sequence[Cost], reference: str, target: str) -> Row:
    """Give the medians of one field side by side; `field` ends in its unit."""
    unit = field.rpartition("_")[2].replace("mb", "MB")
    value, other = (statistics.median(getattr(cost, field) for cost in costs) for costs in (ours, theirs))
    return {
        "what": what,
        "value": round(value, 2),
        "unit": unit,
        "reference": f"{reference} {other:.2f} {unit}",
        "ratio": round(value / other, 2),
        "target": target,
    }


def _find_peak_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)
