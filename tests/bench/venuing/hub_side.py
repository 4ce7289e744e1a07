"""The hub: a real Mosquitto, the mirror and the pages."""

import signal
import time
from pathlib import Path

from werkzeug.security import generate_password_hash

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.access.accounts import Account, Accounts, Role
from tests.bench.venuing.worker import BenchProcess, cpu_s, memory_mb
from tests.support.attacking import Browser
from tests.support.free_port import free_port
from tests.support.mosquitto import Mosquitto, soon

PASSWORD = "oer it fjild"
MANY = 100_000
"""All who look come from one address here."""


class HubSide:
    """The hub with its folder, and the notes of its mirror below `notes`."""

    def __init__(self, folder: Path, notes: Path) -> None:
        folder.mkdir()
        Accounts(folder / ACCOUNTS_NAME).put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
        self.broker = Mosquitto(folder)
        self.hall, self.port = self.broker.hall, free_port()
        mirror = notes / "mirrored", "--hub", folder
        pages = (f"--boards={self.hall.boards}", f"--port={self.port}", f"--secret-key={folder / 'secret'}", "--outlive")
        limits = f"--arbiters={folder / ACCOUNTS_NAME}", f"--listeners-per-client={MANY}", f"--requests-per-client={MANY}"
        self.mirror = BenchProcess(notes / "log-mirror", "tests.bench.venuing.noted_mirror", *mirror)
        self.pages = BenchProcess(notes / "log-pages", "hub", *pages, *limits)

    def start(self) -> None:
        self.broker.start()
        self.mirror.start()
        self.start_pages()

    def start_pages(self) -> None:
        self.pages.start()
        assert soon(self._answer), "the pages of the hub do not answer"

    def sign_in(self) -> str:
        """The cookie of an arbiter who has signed in."""
        status, cookie = Browser(self.port).sign_in("Anke", PASSWORD)
        assert status == 303, status
        return cookie

    @property
    def pids(self) -> list[int]:
        return [pid for pids in self._pids_of_each().values() for pid in pids]

    def cpu_s(self) -> float:
        """The processor time of broker, mirror and pages, in s."""
        return cpu_s(self.pids)

    def cpu_of_each_s(self) -> dict[str, float]:
        return {name: cpu_s(pids) for name, pids in self._pids_of_each().items()}

    def _pids_of_each(self) -> dict[str, list[int]]:
        """The processes of broker, mirror and pages."""
        of_each = {"mirror": self.mirror.process, "pages": self.pages.process}
        return {"broker": self.broker.pids, **{name: [process.pid] for name, process in of_each.items() if process}}

    def memory_mb(self) -> float:
        """Their memory, in MB."""
        return memory_mb(self.pids)

    def restart_broker(self, number: int, away_s: float) -> None:
        """End the broker with that signal, and start it again after a while."""
        self.broker.end(number)
        time.sleep(away_s)
        self.broker.start()

    def close(self) -> None:
        self.pages.end()
        self.mirror.end()
        self.broker.end(signal.SIGTERM)

    def _answer(self) -> bool:
        try:
            return Browser(self.port).get("/wall", Accept="text/html")[0] == 200
        except OSError:
            return False
