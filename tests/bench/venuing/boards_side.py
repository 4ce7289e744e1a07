"""The boards: their state folders, who plays them, their uplinks, and the network between them and the hub."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

from hub.broker.hall import Hall
from hub.venue.sole_machine import let_go
from pi.machine.joining import join
from pi.uplink.machine_id import NAME as MACHINE
from record.store.folder import GAMES
from tests.bench.venuing.played_board import MOVES, PlayedBoard
from tests.bench.venuing.scale import VenueScale
from tests.bench.venuing.worker import BenchProcess
from tests.free_port import free_port

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
        from tests.bench.venuing.ends import ends_of

        return sum(row for state in self.states.values() for row, _ in ends_of(state).values())

    def enroll(self, key: str, *, again: bool = False) -> None:
        """Enrol the board at the hub, and have it join through its part of the network."""
        made = self._hall.enroll(key, ("127.0.0.1",), again=again)
        join(self.states[key], replace(made, port=self.port_of(key)), again=again)
        (self.states[key] / "damcam.toml").write_text(f'[board]\nstate = "{self.states[key]}"\n')

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
        """Put the card of that board into another Pi, under the same key."""
        player = self._player(key)
        player.do("leave", key)
        self.uplinks[key].end()
        new = self.folder / f"{key}-new"
        shutil.copytree(self.states[key] / GAMES, new / GAMES)
        assert not (new / MACHINE).exists()
        self.states[key] = new
        self.enroll(key, again=True)
        let_go(self._hall.boards / key)
        player.do("enter", self._entry(key))
        self.uplinks[key] = self._own_uplink(key)
        self.uplinks[key].start()

    def rest(self) -> None:
        """Have nobody move any more."""
        for player in self.players:
            player.do("rest")

    def close(self) -> None:
        for one in (*self.players, *self.uplink_processes, self.network):
            one.end()

    def _own_uplink(self, key: str) -> BenchProcess:
        settings = self.states[key] / "damcam.toml"
        return BenchProcess(self._notes / f"log-uplink-{key}", "pi", "uplink", "--settings", settings)

    def _player(self, key: str) -> BenchProcess:
        return self.players[self.keys.index(key) % self._scale.players]

    def _entry(self, key: str) -> str:
        pace_s = self._scale.fast_pace_s if key in self.keys[: self._scale.with_own_page] else self._scale.pace_s
        return f"{key}={self.states[key]}={pace_s}"


def memory_folder() -> str | None:
    """A folder in memory for the boards' disks, where there is one: in a hall each board has a disk of its own."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
