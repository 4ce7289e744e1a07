"""The boards: their state folders, who plays them, their uplinks, and the network between them and the hub."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from hub.broker.hall import Hall
from pi.machine.joining import join
from record.files import write_private
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from tests.bench.venuing.ends import ends_of
from tests.bench.venuing.played_board import MOVES, PlayedBoard
from tests.bench.venuing.scale import VenueScale
from tests.bench.venuing.worker import BenchProcess
from tests.support.free_port import HERE, free_port

HAS_WITHIN_S, ANSWERS_WITHIN_S = 20.0, 2.0
"""How long the hub may take to have all of a board; it asks for answers each second."""
PARTS = 5
"""Parts of the hall, each of which the network may leave by itself."""


class BoardsSide:
    """The boards of a hall of that scale, below `folder`; the notes of who plays them go below `notes`."""

    def __init__(self, folder: Path, notes: Path, scale: VenueScale, hall: Hall, port: int) -> None:
        self.folder, self._notes, self._scale, self._hall = folder, notes, scale, hall
        self.keys = [str(number) for number in range(1, scale.boards + 1)]
        self.states = {key: folder / key for key in self.keys}
        self.ports = [free_port() for _ in range(PARTS)]
        self.network = BenchProcess(notes / "log-network", "tests.bench.venuing.cut_proxy", port, *self.ports)
        self.players: list[BenchProcess] = []
        self.uplinks: dict[str, BenchProcess] = {}
        """The processes of uplinks, by the keys of their boards."""
        self.own_keys = self.keys[: scale.own_uplinks]
        """The boards whose uplink has a process to itself."""
        self.before: dict[str, Path] = {}
        """The state folder of the lost Pi of each board that another one has taken over."""
        self.replaced, self.revoked = self.own_keys[-1], self.keys[-1]

    def play_day(self) -> int:
        """Write a day's games into each board's folder; the number of rows that the hall has then."""
        days = self.folder / "days"
        for number in range(min(len(MOVES), len(self.keys))):
            day = PlayedBoard(days / str(number), str(number), 60.0)
            for _ in range(self._scale.day_games):
                day.play_whole()
                day.close()
                day._begin(day.game + 1)
            day.close()
            shutil.rmtree(day.journal_path.parent)
        for at, state in enumerate(self.states.values()):
            shutil.copytree(days / str(at % len(MOVES)), state)
        shutil.rmtree(days)
        return self.rows()

    def rows(self) -> int:
        return sum(row for state in self.states.values() for row, _ in ends_of(state).values())

    def enroll(self, key: str) -> None:
        """Enrol the board at the hub, and have it join through its part of the network."""
        made = self._hall.enroll(key, (HERE,))
        join(self.states[key], replace(made, port=self.port_of(key)), again=False)
        self._settings(self.states[key])

    def port_of(self, key: str) -> int:
        """The port of the network by which that board reaches the hub."""
        return self.ports[int(key) % PARTS]

    def start_players(self) -> None:
        for number in range(self._scale.players):
            words = [self._entry(key) for key in self.keys[number :: self._scale.players]]
            player = BenchProcess(self._notes / f"log-players-{number}", "tests.bench.venuing.players", self._notes / "played", *words)
            player.start()
            self.players.append(player)
        for player in self.players:
            player.until_told()

    def start_uplinks(self) -> None:
        for key in self.own_keys:
            self.uplinks[key] = self._own_uplink(key)
        others = self.keys[len(self.own_keys) :]
        for number in range(self._scale.uplinks):
            keys = others[number :: self._scale.uplinks]
            states = [self.states[key] for key in keys]
            made = BenchProcess(self._notes / f"log-uplinks-{number}", "tests.bench.venuing.uplinks", *states)
            self.uplinks |= dict.fromkeys(keys, made)
        for uplink in self.uplink_processes:
            uplink.start()

    @property
    def uplink_processes(self) -> list[BenchProcess]:
        return list({id(uplink): uplink for uplink in self.uplinks.values()}.values())

    def replace(self, key: str) -> None:
        """Have another Pi take that board over from the hub, with an empty card, with the log that the hub's desk gives."""
        player = self._player(key)
        player.do("leave", key)
        self._until_hub_has(key)
        self.uplinks[key].end()
        new, file = self.folder / f"{key}-new", self.folder / f"{key}.json"
        (new / GAMES).mkdir(parents=True)
        newest = numbered(self._hall.boards / key / GAMES)[-1]
        log = self.folder / f"damcam-{key}-{newest.name}.jsonl"
        shutil.copy(newest / JOURNAL_NAME, log)
        write_private(file, replace(self._hall.enroll(key, (HERE,), again=True), port=self.port_of(key)).written())
        _damcam("join", file, "--settings", self._settings(new))
        _damcam("import", log, "--as-in-file", "--closed", "--settings", self._settings(new))
        self.before[key], self.states[key] = self.states[key], new
        player.do("enter", self._entry(key))
        self.uplinks[key] = self._own_uplink(key)
        self.uplinks[key].start()

    def _until_hub_has(self, key: str) -> None:
        """Wait until the hub has all rows and answers of that board: what it lacks is lost with the card."""
        until_s = time.monotonic() + HAS_WITHIN_S
        while ends_of(self.states[key]) != ends_of(self._hall.boards / key) and time.monotonic() < until_s:
            time.sleep(0.1)
        time.sleep(ANSWERS_WITHIN_S)

    def rest(self) -> None:
        """Have nobody move any more."""
        for player in self.players:
            player.do("rest")

    def close(self) -> None:
        for one in (*self.players, *self.uplink_processes, self.network):
            one.end()

    def _own_uplink(self, key: str) -> BenchProcess:
        return BenchProcess(self._notes / f"log-uplink-{key}", "pi", "uplink", "--settings", self._settings(self.states[key]))

    def _settings(self, state: Path) -> Path:
        """The settings of the board with that state folder, which are written."""
        path = state / "damcam.toml"
        path.write_text(f'[board]\nstate = "{state}"\n')
        return path

    def _player(self, key: str) -> BenchProcess:
        return self.players[self.keys.index(key) % self._scale.players]

    def _entry(self, key: str) -> str:
        pace_s = self._scale.fast_pace_s if key in self.keys[: self._scale.with_own_page] else self._scale.pace_s
        return f"{key}={self.states[key]}={pace_s}"


def _damcam(*words: object) -> None:
    subprocess.run([sys.executable, "-P", "-m", "pi", *map(str, words)], check=True, capture_output=True)


def memory_folder() -> str | None:
    """A folder in memory for the boards' disks, where there is one: in a hall each board has a disk of its own."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
