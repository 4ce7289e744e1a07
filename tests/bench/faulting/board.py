"""A board that faults are played on: the service of `damcam run` with its pages in its own process, two players, and an arbiter."""

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hub.access.accounts import FILE_NAME as ARBITERS
from hub.access.accounts import Account, Accounts, Role
from record.events.as_json import decode
from record.events.of_game import Event, Ruled
from rules.irregularity import Verdict
from tests.bench.live.killing import lost_and_changed
from tests.support.attacking import Browser
from tests.support.free_port import free_port
from tests.support.live.lives import GAME, Life, on_disk
from tests.support.live.people import People
from tests.support.live.table import calm
from tests.support.signing import KEPT

SCRIPT = calm(40)
"""The game that is played at every board. No fault goes on for longer."""
GIVES_UP_S = 60.0
FRESH_MS = 4000
"""A picture that is not older shows that the camera works: the service reports its age every second or two."""


class LiveBoard:
    """The service on that state folder, with its game so far. A context manager that ends the service."""

    def __init__(self, state: Path, orders: Path | None = None) -> None:
        state.mkdir(parents=True, exist_ok=True)
        if not (state / ARBITERS).exists():  # else the disk may be full
            Accounts(state / ARBITERS).put(Account("Anke", Role.ARBITER, KEPT))
        self.state, self.game, self.log = state, state / GAME.parent, state.with_name(f"{state.name}.log")
        events, before = on_disk(state / GAME)
        self._first, self.port = len(events), free_port()
        web = {"port": self.port}
        self._began_s = time.monotonic()
        self.life = Life(serving(state, web, orders), before, self.log)
        self.people = People(SCRIPT, state / GAME, len(before.presses))
        self.browser = Browser(self.port)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.life.end()

    def begin(self) -> float:
        """Wait until the pages show the board with a fresh picture; the seconds from the start of the service until then."""
        self.people.show(self.life)
        self.wait_until(self.is_back)
        back_s = time.monotonic() - self._began_s
        self.people.sit_down(self.life)
        return back_s

    def turn(self) -> Ruled:
        """The ruling of the next turn, which is played now."""
        self.people.turn()
        self.people.wait_for_rulings()
        return self.life.state.rulings[-1]

    def plays_on(self) -> str:
        """What is wrong with the next turn; nothing if it is read as it is played."""
        ruled = self.turn()
        return "" if ruled.verdict == Verdict.LEGAL else f"the next move was ruled {ruled.verdict}"

    def is_back(self) -> bool:
        """Whether the pages show the position on record, with news, and a fresh picture."""
        if not self.life.state.opening:
            return False
        shown, age_ms = self.shown(), self.json("/ready.json").get("picture_age_ms")
        return shown.get("fen") == self.life.state.fen and not shown["no_news"] and age_ms is not None and age_ms < FRESH_MS

    def shown(self) -> dict[str, Any]:
        """What the public page shows; nothing if it does not answer."""
        return self.json("/api/boards/1").get("game") or {}

    def json(self, path: str) -> dict[str, Any]:
        with suppress(OSError, HTTPException, ValueError):
            status, text, _, _ = self.browser.get(path)
            if status == 200:
                told: dict[str, Any] = json.loads(text)
                return told
        return {}

    def wait_until(self, holds: Callable[[], bool], within_s: float = GIVES_UP_S) -> float:
        """The seconds until that holds; TimeoutError if it never does."""
        began_s = time.monotonic()
        while not holds():
            if time.monotonic() - began_s > within_s:
                raise TimeoutError(f"it does not hold after {within_s:.0f} s: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)
        return time.monotonic() - began_s

    @property
    def told(self) -> list[Event]:
        """The events that this service told."""
        return [decode(*words) for words in self.life.told]

    def alerts(self) -> list[str]:
        """The alerts that this service told, as the arbiter reads them."""
        return [alert.text for event in self.told for alert in getattr(event, "alerts", ())]

    def lost_and_changed(self) -> tuple[int, int]:
        """How many events that this service told are not on record now, or with another content."""
        return lost_and_changed(on_disk(self.state / GAME)[0], [(self._first, self.life)])


def serving(state: Path, web: dict[str, Any] | None = None, orders: Path | None = None) -> list[str]:
    """The command that lets a service run on that folder."""
    told = json.dumps({"state": str(state), "web": web or {"port": free_port()}, "orders": orders and str(orders)})
    return [sys.executable, "-P", "-m", "tests.bench.faults", "--serve", told]
