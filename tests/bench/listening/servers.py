"""The servers as processes of their own, and what the worker of each takes of processor and memory."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class Served:
    """A server that was started with these words behind `python`; `port` is where it listens."""

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
        """The process that serves, in /proc."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return Path("/proc", children[0])

    def cpu_s(self) -> float:
        """Of the worker, since it began."""
        return sum(int(task.read_text().split()[0]) for task in self.worker.glob("task/*/schedstat")) / 1e9

    def rss_mb(self) -> float:
        """What the worker has in memory, with what it shares with others."""
        return int(re.search(r"VmRSS:\s+(\d+)", (self.worker / "status").read_text())[1]) * 1024 / 1e6

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)


@contextmanager
def served(*words: str) -> Iterator[Served]:
    """Until left."""
    server = Served(words)
    try:
        yield server
    finally:
        server.stop()
