"""Runs servers as processes, and measures the processor time and memory of their workers."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class Served:
    """A server started as `python` with these arguments; it listens on `port`."""

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen([sys.executable, "-P", *words], stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        told = self._process.stderr.readline()
        found = re.search(r"serving at http://localhost:(\d+)/", told)
        if found is None:
            raise RuntimeError(f"no server: {told}{self._process.communicate()[1]}")
        self.port = int(found[1])

    @property
    def worker(self) -> Path:
        """The folder in /proc of the process that serves."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return Path("/proc", children[0])

    def cpu_s(self) -> float:
        """The processor time of the worker since its start, in s."""
        return sum(int(task.read_text().split()[0]) for task in self.worker.glob("task/*/schedstat")) / 1e9

    def rss_mb(self) -> float:
        """The resident memory of the worker in MB, with shared memory."""
        return int(re.search(r"VmRSS:\s+(\d+)", (self.worker / "status").read_text())[1]) * 1024 / 1e6

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)


@contextmanager
def served(*words: str) -> Iterator[Served]:
    """Run the server while the context lasts."""
    server = Served(words)
    try:
        yield server
    finally:
        server.stop()
