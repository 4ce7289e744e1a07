"""The real server as a program of its own, as people start it, or as a program that changes something of it first."""

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.support.waiting import WITHIN_S

STRICT = ["-W", "error", "-W", "ignore::ResourceWarning"]  # gunicorn leaves the closing of its listener to the garbage collector
AS_IT_IS = ("-m", "hub")
WITH_TIMES = """
import sys
import hub.serve

hub.serve.HEAD_WITHIN_S, hub.serve.STALL_TIMEOUT_S = map(int, sys.argv[1:3])
hub.serve.main(sys.argv[3:])
"""
"""The server with other deadlines (s): for heads, and for clients that take nothing."""
NEVER = "3600"


def start(folder: Path, *more: str, port: int = 0, program: tuple[str, ...] = AS_IT_IS, stdout: int | None = None) -> subprocess.Popen[str]:
    """Serve the journal in that folder; further words go to the server."""
    command = [sys.executable, "-P", *STRICT, *program, "--journal", str(folder / "journal.jsonl"), "--pictures"]
    return subprocess.Popen([*command, "--port", str(port), *more], stdout=stdout, stderr=subprocess.PIPE, text=True)


def port_of(server: subprocess.Popen[str]) -> int:
    """Return the port that the server says it serves at."""
    assert server.stderr
    line = server.stderr.readline()
    found = re.fullmatch(r"damcam: serving at http://localhost:(\d+)/\n", line)
    assert found, line + server.stderr.read()
    return int(found[1])


@contextmanager
def listening(port: int, path: str = "/events", **headers: str) -> Iterator[http.client.HTTPResponse]:
    """The stream of server-sent events at that address."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=WITHIN_S)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as answer:
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            yield answer
