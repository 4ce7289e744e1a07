"""A hall with a real broker: boards with real journals and uplinks, whose words the service's own code carries out, and the mirror."""

import threading
from contextlib import closing
from pathlib import Path

import numpy as np

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.feeds.silence import NAME as ALIVE_NAME
from hub.venue.link import is_cut_off, read_link
from hub.venue.mirror import Mirror
from hub.wire.mqtt_halves import MqttBoardHalf, MqttHubHalf
from hub.wire.packets import packet_of
from hub.wire.upward import Presence
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink import Uplink
from record.events.of_game import Alert, FlagFell, Ruled
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal, fold
from tests.hub.conftest import Game, Service
from tests.hub.venue.world import last
from tests.support.mosquitto import Mosquitto
from tests.support.waiting import WITHIN_S, wait_until
from vision.image.picture import encode_jpeg

ALIVE_EVERY_S = 0.3
PICTURE = encode_jpeg(np.full((240, 240, 3), 120, np.uint8))


class SlowService(Service):
    """A service that carries out what it has taken once it is `free`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.free = threading.Event()
        self.free.set()

    def answer(self, word: object) -> object:
        self.free.wait(WITHIN_S)
        return super().answer(word)


class LiveBoard:
    """A board of the hall with that key, which plays from the beginning."""

    def __init__(self, folder: Path, key: str, broker: Mosquitto) -> None:
        self.state = folder / f"board-{key}"
        self.accounts, self.path = self.state / ACCOUNTS_NAME, self.state / GAMES / "0001"
        self.path.mkdir(parents=True)
        self.game = Game(self.path).open(board=key, event="Frysk Kampioenskip", white=f"Jelle {key}", black=f"Sytske {key}")
        self.service = SlowService(self.game)
        self._enrolment = broker.enroll(key)
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._sign, self._send)]

    def start(self) -> None:
        self.service.start()
        for thread in self._threads:
            thread.start()

    def fault(self) -> int:
        """Black makes a quiet move although a capture was compulsory; the row that tells it."""
        game = self.game
        game.move("white", 32, 28)
        before = game.fen("B")
        game.press("black")
        game.black = (game.black - {19}) | {24}
        after = game.fen("W")
        told = Alert("27c-missed", "27c, 10", (19, 24), "19-24 is a quiet move.", side="black", before=before, after=after)
        (game.folder / "frames").mkdir(exist_ok=True)
        for name in ("drawn/0002.jpg", "frames/0002.jpg"):
            (game.folder / name).write_bytes(PICTURE)
        kept = ("frames/0002.jpg", "frames/gone.jpg")
        ruled = Ruled(2, "black", "27c-missed", "19-24", after, 0.99, (told,), drawn="drawn/0002.jpg", pictures=kept)
        return game.journal.append(ruled, game.t_ns)

    def flag(self) -> int:
        """Black's flag falls; the row that tells it."""
        told = Alert("flag", "20.5", (), "It fell.", "at once", side="black")
        with Journal.reader(self.path / JOURNAL_NAME) as journal:
            clock = fold(journal).clock
        t_ns = clock.since_t_ns + (clock.black_ns or 0)
        return self.game.journal.append(FlagFell(t_ns, "black", clock.white_ns or 0, 0, (told,)), t_ns)

    def events(self, kind: type) -> list[object]:
        """The events of that kind in the board's own journal."""
        with Journal.reader(self.path / JOURNAL_NAME) as journal:
            return [event for _, event in journal.since(0) if isinstance(event, kind)]

    def close(self) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(WITHIN_S)
        self.service.stop()
        self.game.journal.close()

    def _sign(self) -> None:
        while not self._ended.wait(ALIVE_EVERY_S):
            (self.state / ALIVE_NAME).touch()

    def _send(self) -> None:
        machine = machine_id(self.state)
        with closing(MqttBoardHalf(self._enrolment, machine, packet_of(Presence(machine, False)))) as half:
            Uplink(self.state, half, self.accounts).run(self._ended)


class LiveHall:
    """The hub's side: the mirror, and the boards, over that broker."""

    def __init__(self, folder: Path, broker: Mosquitto, keys: tuple[str, ...]) -> None:
        self.broker = broker
        broker.hall.boards.mkdir(exist_ok=True)
        self.boards = {key: LiveBoard(folder, key, broker) for key in keys}
        self._ended = threading.Event()
        self._mirroring = threading.Thread(target=self._mirror, daemon=True)

    def start(self) -> None:
        self._mirroring.start()
        for board in self.boards.values():
            board.start()
        self.becomes_whole()

    def becomes_whole(self) -> None:
        """Wait until the hub reaches all boards, and has their rows and accounts."""
        wait_until(lambda: all(map(self._is_whole, self.boards)), lambda: {key: read_link(self.state(key)) for key in self.boards})

    def state(self, key: str) -> Path:
        """The state folder of that board at the hub."""
        return self.broker.hall.boards / key

    def _is_whole(self, key: str) -> bool:
        link, board = read_link(self.state(key)), self.boards[key]
        mirror = self.state(key) / GAMES / "0001" / JOURNAL_NAME
        if link is None or is_cut_off(link) or link.behind or not mirror.exists() or last(mirror) != last(board.path / JOURNAL_NAME):
            return False
        return not (self.broker.hall.folder / ACCOUNTS_NAME).exists() or board.accounts.exists()

    def close(self) -> None:
        for board in self.boards.values():
            board.close()
        self._ended.set()
        self._mirroring.join(WITHIN_S)

    def _mirror(self) -> None:
        hall = self.broker.hall
        with closing(MqttHubHalf(hall.own(), "mirror")) as half:
            wait_until(lambda: half.connection or self._ended.is_set(), lambda: half.trouble)
            Mirror(hall.boards, half, hall.folder / ACCOUNTS_NAME).run(self._ended)
