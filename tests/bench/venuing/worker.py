"""The processes of the bench: started, killed, started again, told what to do, and measured."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ENDS_WITHIN_S = 20.0


class BenchProcess:
    """`python -m MODULE WORDS`, with all that it starts. What it says of trouble goes to the file `log`."""

    def __init__(self, log: Path, module: str, *words: object) -> None:
        self._log, self._words = log, [sys.executable, "-P", "-m", module, *map(str, words)]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        with self._log.open("a") as says:
            self.process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=says, text=True, start_new_session=True
            )

    def until_told(self) -> None:
        """Wait for its next line of output."""
        assert self.process is not None
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError(f"{' '.join(self._words[3:5])} ended: {self._log.read_text()[-2000:]}")

    def do(self, *order: object) -> None:
        """Give an order, and wait until it is done."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(" ".join(map(str, order)) + "\n")
        self.process.stdin.flush()
        self.until_told()

    def kill(self) -> None:
        """End it and all that it started with SIGKILL."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self._gone()

    def end(self) -> None:
        """End it in order: its input ends, and it is told to."""
        if self.process and self.process.poll() is None:
            assert self.process.stdin
            with suppress(OSError):
                self.process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.3)
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(ENDS_WITHIN_S)
        self.kill()

    def _gone(self) -> None:
        assert self.process
        self.process.wait(ENDS_WITHIN_S)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()
        self.process = None


def with_children(pids: Sequence[int]) -> list[int]:
    """These processes and those that they started."""
    found = list(pids)
    for pid in found:
        with suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def cpu_s(pids: Sequence[int]) -> float:
    """The processor time of these processes since their start, in s."""
    tasks = (task for pid in with_children(pids) for task in Path(f"/proc/{pid}").glob("task/*/schedstat"))
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def memory_mb(pids: Sequence[int]) -> float:
    """Their memory in MB; what processes share is counted once."""
    return sum(map(_pss_mb, with_children(pids)))


def _pss_mb(pid: int) -> float:
    """The process's share of memory; none where it has ended, as a program that another one asks something does."""
    with suppress(OSError):
        found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        return int(found[1]) * 1024 / 1e6 if found else 0.0
    return 0.0
