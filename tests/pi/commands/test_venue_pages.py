"""The pages of a hub over a real broker: a board that joins appears, its clock is right after an outage, and revoked it is gone."""

import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from hub.feeds.silence import NAME as ALIVE_NAME
from hub.venue.hall_refused import hall_refused
from hub.wire.carriage import Carriage
from hub.wire.mqtt import MqttLine, MqttLogin
from pi.cli import main
from record.events.of_game import ClockStarted, Pressed
from record.store.journal import ClockRow, Journal
from tests.mosquitto import WITHIN_S, free_port, mosquitto, soon
from tests.pi.commands.test_hub import begin
from tests.pi.commands.test_wired import Start, start

__all__ = ["start"]
AGREES_S = 0.2
ON_ONE_MACHINE_S = 0.1
"""What the network may add, and the test's own asking."""
MAIN_S = 4800
S = 10**9


class Playing(threading.Thread):
    """The service of a board: it gives signs of life, and writes the readings of the running clock."""

    def __init__(self, state: Path, journal: Journal) -> None:
        super().__init__(daemon=True)
        self.state, self.journal, self.ended = state, journal, threading.Event()
        self.writing, self.zero_s, self.pressed_ns = threading.Lock(), time.monotonic(), 0
        journal.append(ClockStarted(0, "white"), 0)

    @property
    def t_ns(self) -> int:
        return round((time.monotonic() - self.zero_s) * S)

    def press(self) -> None:
        """White has moved."""
        with self.writing:
            self.pressed_ns = self.t_ns
            left_ns = MAIN_S * S - self.pressed_ns
            self.journal.append(Pressed(1, self.pressed_ns, "white", left_ns, MAIN_S * S, "black"), self.pressed_ns)

    def run(self) -> None:
        while not self.ended.wait(0.3):
            with self.writing:
                (self.state / ALIVE_NAME).touch()
                self.journal.write_clock(ClockRow(self.t_ns, 1, 1))

    def end(self) -> None:
        self.ended.set()
        self.join(WITHIN_S)


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    state = tmp_path / "board"
    state.mkdir()
    with closing(begin(state, 1, white="Auke", board="12")) as journal:
        made = Playing(state, journal)
        made.start()
        yield made
        made.end()


def test_a_board_appears_agrees_after_an_outage_and_is_gone_once_it_is_revoked(
    tmp_path: Path, playing: Playing, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, port = tmp_path / "hub", free_port()
    hub.mkdir()

    def told(path: str) -> dict:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=WITHIN_S) as answer:
            return json.loads(answer.read())

    def keys() -> list[str]:
        return [board["key"] for board in told("/api/boards")["boards"]]

    def off_s(side: str, since_ns: int) -> float:
        """By how much the clock of that side differs from the board's."""
        state = told("/state")
        shown_s = state["clock"][f"{side}_ns"] / S - state["age_ms"] / 1000
        return shown_s - (MAIN_S - (playing.t_ns - since_ns) / S)

    with mosquitto(hub) as broker:
        start(hub, "hub", "mirror")
        start(hub, "hub", "--port", str(port))
        assert soon(lambda: serves(port))
        assert keys() == []
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(playing.state))
        (tmp_path / "file.json").write_text(broker.enroll("7").written(with_accounts=False))
        assert main(["join", str(tmp_path / "file.json")]) == 0
        start(playing.state, "uplink")
        assert soon(lambda: keys() == ["7"])
        assert soon(lambda: told("/state").get("clock", {}).get("running") == "white" and not told("/state")["no_news"])
        assert soon(lambda: abs(off_s("white", 0)) < AGREES_S + ON_ONE_MACHINE_S), off_s("white", 0)
        broker.end(signal.SIGKILL)
        playing.press()
        assert soon(lambda: told("/state")["no_news"]), "nobody shows a running clock of a board that is cut off"
        broker.start()
        assert soon(lambda: told("/state")["clock"]["running"] == "black"), "the row that came late"
        assert abs(off_s("black", playing.pressed_ns)) < AGREES_S + ON_ONE_MACHINE_S
        assert soon(lambda: told("/boards.json")["boards"][0]["link"] == [])
        with closing(MqttLine(MqttLogin(broker.enroll("8"), "8.pi", ("damcam/8/down/#",)))) as of_8:
            assert soon(lambda: of_8.send("damcam/7/up/rows", b"forged", Carriage()))
            assert soon(lambda: "8 wrote to 'damcam/7/up/rows', which is not its own" in " ".join(map(str, hall_refused(hub / "boards"))))
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(hub))
        assert main(["hub", "revoke", "7"]) == 0
        assert soon(lambda: keys() == [])


def serves(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
