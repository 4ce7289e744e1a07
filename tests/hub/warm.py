"""Starts the pages' server in a process that is forked from one which has imported the program: the import takes longer than most tests.

In that process the standard library is patched by gevent and the modules are there, as in the server's worker; nothing runs.
`tests/hub/test_server.py` starts the server as people do.
"""

import atexit
import faulthandler
import json
import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from typing import IO, NoReturn

from tests.support.waiting import wait_until

LOOKS_EVERY_S = 0.1
"""How long a line of the process is waited for at a time."""


class WarmServers:
    """The process from which servers are forked. `close` ends it; a server that is left ends with it, as with any parent."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", __name__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._statuses: dict[int, int] = {}
        self._read = b""

    def start(self, *words: str) -> "WarmServer":
        """Run `python -m hub` with these words, in this folder and environment."""
        reads, writes = os.pipe()
        asked = {"words": words, "stderr": f"/proc/{os.getpid()}/fd/{writes}", "cwd": os.getcwd(), "environ": dict(os.environ)}
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        number = wait_until(lambda: self._next(LOOKS_EVERY_S), lambda: "no server is started")
        os.close(writes)
        return WarmServer(self, number, os.fdopen(reads, encoding="utf-8"))

    def status(self, pid: int, within_s: float = 0.0) -> int | None:
        """The exit status of that process, as subprocess has it; None where no line about it comes within that time."""
        if pid not in self._statuses:
            self._process.stdin.write(b"\n")
            self._next(within_s)
        return self._statuses.get(pid)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _next(self, within_s: float) -> int | None:
        """Read a line of the process, where one comes in time: the number of a server that has started; None for all else."""
        while b"\n" not in self._read:
            if not select.select([self._process.stdout], [], [], within_s)[0]:
                return None
            if not (came := os.read(self._process.stdout.fileno(), 4096)):
                raise RuntimeError("the process from which servers are forked has ended")
            self._read += came
        line, _, self._read = self._read.partition(b"\n")
        match line.decode().split():
            case [number]:
                return int(number)
            case [number, status]:
                self._statuses[int(number)] = os.waitstatus_to_exitcode(int(status))
        return None


class WarmServer:
    """A server that was started so, with what the tests use of `subprocess.Popen`."""

    def __init__(self, servers: WarmServers, pid: int, stderr: IO[str]) -> None:
        self._servers, self.pid, self.stderr = servers, pid, stderr

    def poll(self) -> int | None:
        return self._servers.status(self.pid)

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        wait_until(lambda: self._servers.status(self.pid, LOOKS_EVERY_S) is not None, lambda: f"the server {self.pid} does not end")
        return self._servers.status(self.pid)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def main() -> NoReturn:
    """Fork servers as standard input asks for them, until it ends; tell their numbers and exit statuses on standard output."""
    signal.signal(signal.SIGCHLD, lambda _number, _frame: _tell_ended())
    fork, set_signal = os.fork, signal.signal  # gevent's own would begin its loop
    from gevent import monkey

    monkey.patch_all()
    import hub.app
    from hub.serve import main as serve

    assert hub.app
    while line := sys.stdin.buffer.readline():
        if not line.strip():
            _tell_ended()  # a signal that came just before the reading began would wait for the next line
            continue
        asked = json.loads(line)
        stderr = os.open(asked["stderr"], os.O_WRONLY)
        if number := fork():
            os.close(stderr)
            os.write(1, f"{number}\n".encode())
            continue
        set_signal(signal.SIGCHLD, signal.SIG_DFL)
        faulthandler.register(signal.SIGXCPU, chain=True)  # ends a server that does not end, and tells what it did
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["environ"])
        os.dup2(stderr, 2)
        for descriptor in (0, 1):
            os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
        _exit_after(partial(serve, asked["words"]))
    os._exit(0)  # the servers end with this process


def _exit_after(serve: Callable[[], int]) -> NoReturn:
    """End this process with the status of the server, or of its worker, which is forked within. Nothing is taken apart: that takes long."""
    try:
        status = serve()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else ended.code is not None
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(status)


def _tell_ended() -> None:
    while True:
        try:
            number, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if number == 0:
            return
        os.write(1, f"{number} {status}\n".encode())


if __name__ == "__main__":
    main()
