"""A hall on this machine, below one folder: a hub with its broker, boards that have joined it, and an event with one round."""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.access.accounts import Account, Accounts, Role
from hub.access.passwords import hashed
from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import secret_key
from hub.access.tablet_access import FILE_NAME as TABLETS_NAME
from hub.access.tablet_access import Tablets
from hub.boards.board import ServedBoard
from hub.boards.readiness import SILENT
from hub.broker.hall import OWN_MACHINE, Hall
from hub.evening.evening_games import EveningGames
from hub.evening.evening_words import BoardOutcome, start
from link.status import OVER, PLAYING, READY, WAITING
from pi.machine.addresses import ANYWHERE, url, urls
from pi.machine.joining import join
from pi.machine.services import Service
from pi.machine.web_server import PortFault, ServerError, is_free, ports
from pi.setup.loading import PREFIX, toml
from pi.setup.settings import BROKER_PORT, Settings
from record.files import OWNER_ALONE, write_atomically
from rules.errors import DamcamError, Phrase, Sentence
from tournament.events.changes import Entrant, EventMade, Who
from tournament.events.entering import entered
from tournament.events.event_file import append, is_event, make_event, read_event
from tournament.events.making import checked
from tournament.events.pairing import paired
from tournament.events.published import NAMES, settled
from tournament.events.wishes import Wishes

Values = dict[str, str | int]
Sections = dict[str, Values]
"""Settings by their sections."""
PEOPLE: Final = (
    "Jelle de Vries", "Sytske Hoekstra", "Ype Bouma", "Auke Zijlstra", "Durk Postma", "Hiske Bakker", "Wytse Vos", "Nynke Smit",
    "Fokke Dijkstra", "Baukje Visser", "Sjoerd Haitsma", "Tryntsje Boersma", "Klaas Wiersma", "Froukje Miedema", "Gosse Terpstra",
    "Ymkje Bosma",
)  # fmt: skip
"""Made-up players, two for each board."""
ARBITER: Final = "Anke"
EVENT: Final = "rehearsal"
EVENT_NAME: Final = "Rehearsal"
ROUNDS: Final = 5
"""As many as a club evening or two; the organiser's page pairs those after the first."""
FIRST_GAME: Final = "0001"
MISSES: Final = 2
"""The board at which a compulsory capture is missed."""


class HallSays(Phrase):
    """What became of a board or a process."""

    IS_THERE = "board {board} has joined the hub"
    STOPPED = "{name} is stopped, until you type: start {name}"
    RUNS = "{name} runs, as process {pid}"
    NO_ORDER = "type stop NAME or start NAME, with one of {names}"


@dataclass(frozen=True, slots=True)
class Play:
    """What is played: the session at the first board, drawn games at the others, and by how much less than people the players think."""

    session: Path
    speed: float


class RehearsedHall:
    """A hall with so many boards below `folder`, where it goes on with what is there. Its pages listen where those of `settings` would.

    `look` is called again and again: it keeps the processes up, gives the round's names to the boards, and starts the clocks.
    """

    def __init__(self, folder: Path, boards: int, settings: Settings, play: Play, hub_port: int) -> None:
        self.folder, self._settings, self._play = folder.absolute(), settings, play
        self.keys = [str(number) for number in range(1, boards + 1)]
        self.host = settings.web.board_host
        taken: set[int] = set()
        self.hub_port = _free(self.host, hub_port, taken)
        self.board_ports = {key: _free(self.host, settings.web.port + int(key), taken) for key in self.keys}
        self._broker_port = _free(ANYWHERE[0], BROKER_PORT, taken)
        self.hall = Hall(self.folder / "hub")
        self.password = secrets.token_hex(5)
        self.services: list[Service] = []
        self._games: dict[str, EveningGames] = {}
        self._there: set[str] = set()
        self._named: set[str] = set()
        """The boards that have joined, and those that have taken their names: their statuses come later."""

    def set_up(self) -> None:
        """Write what is missing: folders, settings, broker, accounts, enrolments, and the event. DamcamError."""
        for path in (self.hall.folder / "events", self.folder / "logs", *map(self.state, self.keys)):
            path.mkdir(parents=True, exist_ok=True)
        Accounts(self.hall.folder / ACCOUNTS_NAME).put(Account(ARBITER, Role.ARBITER, hashed(self.password)))
        self.hall.init(self._broker_port)
        self._write_settings("hub", {"board": {"state": str(self.hall.folder)}, "hub": {"port": self.hub_port}})
        known = self.hall.keys()
        for key in self.keys:
            values: Sections = {"board": {"state": str(self.state(key))}, "game": {"board": key}}
            self._write_settings(f"board-{key}", values, port=self.board_ports[key])
            made = self.hall.enroll(key, (OWN_MACHINE,), again=key in known)
            join(self.state(key), made, again=True)
        if not is_event(self.event):
            self._make_event()
        self.services = list(self._services())

    @property
    def event(self) -> Path:
        """The file of the event."""
        return self.hall.folder / "events" / EVENT

    def state(self, key: str) -> Path:
        """The state folder of the board."""
        return self.folder / f"board-{key}"

    def start(self) -> None:
        """Start all processes."""
        for service in self.services:
            service.start()
        self._games = {key: EveningGames(ServedBoard.of_state(key, self.hall.boards / key)) for key in self.keys}
        self.write_addresses()

    def look(self, now_ns: int) -> Iterator[Sentence]:
        """Do what is due, and tell it."""
        for service in self.services:
            if told := list(service.look(now_ns)):
                self.write_addresses()
            yield from told
        for key, games in self._games.items():
            with suppress(DamcamError):  # its log is being written to
                games.board.desk.look()
            yield from self._go_on(key, games)

    def order(self, text: str) -> Sentence | None:
        """Do what somebody types, `stop NAME` or `start NAME` with the name of a process; what was done is told."""
        what, _, name = " ".join(text.split()).partition(" ")
        service = next((one for one in self.services if one.name == name), None)
        if not text.strip():
            return None
        if service is None or what not in ("stop", "start"):
            return HallSays.NO_ORDER.said(names=tuple(one.name for one in self.services))
        if what == "stop":
            service.stop()
        elif service.pid is None:
            service.start()
        self.write_addresses()
        return HallSays.STOPPED.said(name=name) if what == "stop" else HallSays.RUNS.said(name=name, pid=service.pid or 0)

    @property
    def steps(self) -> int:
        """How many of the steps to the first moves are done, three for each board."""
        done = (self._phase(key) in (PLAYING, OVER) for key in self.keys)
        return len(self._there) + len(self._named) + sum(done)

    @property
    def plays(self) -> bool:
        """Whether the games of all boards have begun."""
        return all(self._phase(key) in (PLAYING, OVER) for key in self.keys)

    def end(self) -> None:
        """End all processes, boards and hub before the broker."""
        for service in reversed(self.services):
            service.tell_to_end()
        for service in reversed(self.services):
            service.end()
        for games in self._games.values():
            games.board.follower.close()

    def addresses(self) -> dict[str, Any]:
        """What is where, for programs."""
        tablets = Tablets(secret_key(self.hall.folder / SECRET_NAME), self.hall.folder / TABLETS_NAME)
        boards = {
            key: {
                "page": self._at_hub(f"board/{key}"),
                "desk": self._at_hub(f"desk/{key}"),
                "tablet": self._at_hub(f"tablet/{key}?key={tablets.key(key)}"),
                "own": _address(self.host, self.board_ports[key], "/"),
                "settings": str(self.folder / f"board-{key}.toml"),
            }
            for key in self.keys
        }
        pages = {name: self._at_hub(path) for name, path in PAGES.items()}
        signs_in = {"name": ARBITER, "password": self.password}
        return {"pages": pages, "sign_in": signs_in, "boards": boards, "processes": {one.name: one.pid for one in self.services}}

    def write_addresses(self) -> None:
        """Keep them in the file hall.json, which its owner alone can read."""
        write_atomically(self.folder / "hall.json", msgspec.json.format(msgspec.json.encode(self.addresses())), mode=OWNER_ALONE)

    def _at_hub(self, path: str) -> str:
        return _address(self.host, self.hub_port, f"/{path}")

    def _phase(self, key: str) -> str:
        games = self._games[key]
        return games.phase if games.game == FIRST_GAME else PLAYING

    def _go_on(self, key: str, games: EveningGames) -> Iterator[Sentence]:
        """Give the board its names, or start its clock, in the first game."""
        phase = self._phase(key)
        if phase != SILENT and key not in self._there:
            self._there.add(key)
            yield HallSays.IS_THERE.said(board=key)
        if phase not in (SILENT, WAITING) or games.tags().get("white"):
            self._named.add(key)
        if phase == WAITING and key not in self._named:
            if (outcome := self._give(key, games)).is_done:
                self._named.add(key)
                yield outcome.said
        elif phase == READY and (outcome := start(games, games.game, ARBITER)).is_done:
            yield outcome.said

    def _give(self, key: str, games: EveningGames) -> BoardOutcome:
        from hub.organiser.boards_given import give_boards

        event = read_event(self.event)
        game = event.state.rounds[0].games[int(key) - 1]
        return give_boards(event, 1, {(game.white, game.black, 0): key}, {}, ARBITER, {key: games})[1][0]

    def _make_event(self) -> None:
        who = Who(ARBITER)
        make_event(self.event, checked(EventMade("F", "", "", EVENT_NAME, ROUNDS, "")), who)
        event = append(read_event(self.event), settled(read_event(self.event).state.settled, NAMES), who)
        people = [Entrant(name.split()[0].lower(), name) for name in PEOPLE[: 2 * len(self.keys)]]
        event = append(event, entered(event.state, people), who)
        append(event, paired(event.state, Wishes())[0], who)

    def _write_settings(self, name: str, values: Sections, port: int | None = None) -> None:
        web = self._settings.web
        pages: Values = {"host": self.host, "picture": web.picture, "delay": web.delay, "trusted_proxies": web.trusted_proxies}
        lines = []
        for section, keys in (values | {"web": pages | (Values(port=port) if port else {})}).items():
            lines += [f"[{section}]", *(f"{key} = {toml(value)}" for key, value in keys.items()), ""]
        write_atomically(self.folder / f"{name}.toml", "\n".join(lines))

    def _services(self) -> Iterator[Service]:
        """The processes, those that the others need first."""
        hub = self.folder / "hub.toml"
        yield self._service("broker", "damcam", "hub", "broker", f"--port={self._broker_port}", f"--settings={hub}")
        yield self._service("mirror", "damcam", "hub", "mirror", f"--settings={hub}")
        yield self._service("hub", "damcam", "hub", "--no-broker", "--no-mirror", f"--settings={hub}")
        for key in self.keys:
            own = self.folder / f"board-{key}.toml"
            more = [f"--seed={key}", f"--speed={self._play.speed}"]
            more += [f"--session={self._play.session.absolute()}"] if key == self.keys[0] else []
            more += ["--misses"] if int(key) == MISSES else []
            yield self._service(f"board-{key}", "damcam.rehearsed", str(own), *more)
            yield self._service(f"pages-{key}", "damcam", "pages", f"--settings={own}")
            yield self._service(f"uplink-{key}", "damcam", "uplink", f"--settings={own}")

    def _service(self, name: str, *words: str) -> Service:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        return Service(name, words, self.folder / "logs" / name, environment)


PAGES: Final = {
    "hub": "",
    "wall": "wall",
    "before": "before",
    "evening": "evening",
    "desk": "desk",
    "event": f"organise/{EVENT}",
    "standings": f"tournaments/{EVENT}",
}
"""The pages of the hub by what they are for."""


def _address(host: str, port: int, path: str) -> str:
    return (urls(host, port, path) or [url("localhost", port, path)])[0]


def _free(host: str, asked: int, taken: set[int]) -> int:
    """The first port from `asked` on that is free and not taken, which is taken then; ServerError."""
    for port in ports(asked):
        if port not in taken and is_free(host, port):
            taken.add(port)
            return port
    raise ServerError(PortFault.NONE_FREE.said(PortFault.ANOTHER_PORT.said(), first=asked, last=ports(asked)[-1], host=host))
