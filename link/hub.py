"""The mirror of the hub: takes what comes on the wire into the state folders of the boards, and sends what the hub says."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import Event
from typing import Protocol

from link.board_socket import BoardSocket
from link.budget import SHUT_OUT_NS, Turns
from link.enrolment import KEY
from link.hub_board import MirroredBoard, not_kept
from link.hub_clock import HubClock
from link.hub_logs import HubLogs
from link.messages import MessageError
from link.mqtt import HubEnd, PacketFrom
from link.status import HUB_NAME, Link
from link.wire import ID, KINDS, AccountsSent, Downward, shown, upward_in, wire_packet
from record.files import UMASK, read_private, try_lock, write_atomically
from record.store.folder import GAMES
from rules.errors import DamcamError, Sentence, _, sentence_of

_log = logging.getLogger(__name__)
LOCK_NAME = "mirror-lock"
CARRIES_EVERY_NS = 50_000_000
"""How often commands are looked for."""
TELLS_EVERY_NS = 1_000_000_000
"""How often it is told how the links are."""
LOOKS_EVERY_NS = 500_000_000
"""How often each board is looked at, for all that is due."""
LOOKS_AT_ONCE = 4
"""Boards that are looked at before what came meanwhile is taken: a row of one board does not wait for the looks at all."""
AT_ONCE = 500
"""Packets that are received before commands are looked for again."""
ACCOUNTS_EVERY_NS = 5_000_000_000


class MirrorError(DamcamError, OSError):
    """The folder of the boards cannot be used."""


class EnrolledBoards(Protocol):
    """Who is enrolled, as `hub.broker.hall.Hall` knows. Both raise DamcamErrors."""

    def has(self, key: str) -> bool:
        """Whether a board with that key is enrolled."""

    def shut_out(self, key: str) -> None:
        """Have the broker end the connection of that board, and let it in no more for SHUT_OUT_NS."""


class Mirror:
    """Mirrors the boards in `folder`, a state folder for each key, over that end of the wire.

    `accounts` is the file of the hub's accounts, which the boards get too. Only one mirror works in a folder: see `sole_mirror`.
    Faulty data of a board cost that board its share of a step, and no other board anything. What it sends beyond its budget is refused;
    once that goes on, it is shut out of the `hall`.
    """

    def __init__(
        self,
        folder: Path,
        wire: HubEnd,
        accounts: Path | None = None,
        clock: HubClock | None = None,
        hall: EnrolledBoards | None = None,
    ) -> None:
        self._hall, self._turns = hall, Turns()
        self._folder, self._wire, self._accounts, self._clock = folder, wire, accounts, clock or HubClock()
        self.hub = _id_in(folder / HUB_NAME)
        """The id of this hub, which is another one where its folder is new."""
        self._boards: dict[str, MirroredBoard] = {}
        self._socket = BoardSocket(folder, self._clock.monotonic_ns)
        """Tells that the mirror lives, and whether and since when it is connected to the broker."""
        self._connection = self._connected_ns = 0
        self._accounts_sent: dict[str, int] = {}
        self._looked_ns = self._carried_ns = self._told_ns = self._clock.monotonic_ns() - TELLS_EVERY_NS
        self._due: list[MirroredBoard] = []
        """The boards that are still to be looked at this time."""
        for path in sorted(folder.iterdir()):
            if path.is_dir() and KEY.fullmatch(path.name):
                self._board(path.name)

    def run(self, ended: Event) -> None:
        """Mirror until ended."""
        try:
            while not ended.is_set():
                self.step(CARRIES_EVERY_NS / 1e9)
        finally:
            self.close()

    def step(self, within_s: float) -> None:
        """Take what comes within that time, and do what is due: all of it after some steps."""
        now_ns = self._clock.monotonic_ns()
        came = self._wire.receive(0 if self._due or self._turns.is_due(now_ns) else within_s)
        now_ns = self._clock.monotonic_ns()
        for _number in range(AT_ONCE):
            if came is None:
                break
            self._put(came, now_ns)
            came = self._wire.receive(0)
        if came is not None:
            self._put(came, now_ns)
        for key, packet in self._turns.round(now_ns):
            self._take(PacketFrom(key, packet))
        self._shut_out()
        if now_ns - self._told_ns >= TELLS_EVERY_NS:
            self._told_ns = now_ns
            self._tell_links(now_ns)
        if now_ns - self._carried_ns >= CARRIES_EVERY_NS:
            self._carried_ns = now_ns
            self._carry()
        if not self._due and now_ns - self._looked_ns >= LOOKS_EVERY_NS:
            self._looked_ns, self._due = now_ns, list(self._boards.values())
        for board in self._due[:LOOKS_AT_ONCE]:
            with board.guarded("what is due"):
                self._look(board, now_ns)
        del self._due[:LOOKS_AT_ONCE]

    def _look(self, board: MirroredBoard, now_ns: int) -> None:
        if not self._wire.connection:
            board.cut()
        board.look()
        self._send_accounts(board, now_ns)

    def _tell_links(self, now_ns: int) -> None:
        """Tell how all links are at once: to look at all boards takes long while a hall catches up."""
        for board in self._boards.values():
            with board.guarded("how its link is"):
                board.see_away()
                board.tell_link()
        if self._connection != self._wire.connection:
            self._connection, self._connected_ns = self._wire.connection, now_ns
        self._socket.put_link(Link(online=bool(self._connection), heard_ns=now_ns, since_ns=self._connected_ns))

    def _carry(self) -> None:
        """Carry the commands for the boards, and serve whoever follows."""
        self._socket.serve(0)
        for board in self._boards.values():
            with board.guarded("its commands"):
                board.carry()

    def close(self) -> None:
        """Close all files and sockets."""
        self._socket.close()
        for board in self._boards.values():
            board.close()

    def _put(self, came: PacketFrom, now_ns: int) -> None:
        """Keep a packet until the turn of its board comes. What came on the topic of no board that is enrolled is passed over."""
        if not KEY.fullmatch(came.key) or not self._is_enrolled(came.key):
            return
        if why := self._turns.put(came.key, came.packet, now_ns):
            self._refuse(came.key, "budget", why)

    def _refuse(self, key: str, reason: str, why: Sentence) -> None:
        """Take note of what is refused of a board, of which nothing may have been taken yet."""
        with suppress(DamcamError, OSError):
            self._board(key).refuse(reason, why)

    def _is_enrolled(self, key: str) -> bool:
        """Whether a board may be here: a revoked one whose folder somebody has deleted is not made anew of what was on its way."""
        if self._hall is None or (key in self._boards and (self._folder / key).exists()):
            return True
        try:
            return self._hall.has(key)
        except DamcamError as error:
            _log.error("board %s: %s", key, error)
            return False

    def _shut_out(self) -> None:
        """Have the broker shut out the boards that went on to send too much: others wait for what it carries of them."""
        for key in self._turns.to_shut_out():
            why = Sentence(
                "",
                _("it went on to send more than a board may, and the broker lets it in no more for {seconds} s each time"),
                {"seconds": SHUT_OUT_NS // 1_000_000_000},
            )
            self._refuse(key, "shut-out", why)
            if self._hall:
                try:
                    self._hall.shut_out(key)
                except DamcamError as error:
                    _log.error("board %s: %s", key, error)

    def _take(self, came: PacketFrom) -> None:
        try:
            board = self._board(came.key)
        except (DamcamError, OSError) as error:
            _log.error("board %s: %s", came.key, not_kept(error))
            return
        with board.guarded(f"its messages of kind {shown(came.packet.kind)}"):
            try:
                message = upward_in(came.packet)
            except MessageError as error:
                board.refuse(f"{came.packet.kind:.40}", error.sentence)
                return
            board.take(message)

    def _board(self, key: str) -> MirroredBoard:
        """The board with that key. One whose folder somebody has deleted begins anew."""
        if key in self._boards and not (self._folder / key).exists():
            gone = self._boards.pop(key)
            self._due = [board for board in self._due if board is not gone]
            gone.close()
        if key not in self._boards:
            post = partial(self._post, key)
            self._boards[key] = MirroredBoard(key, self._folder / key, self.hub, post, self._clock)
        return self._boards[key]

    def _post(self, key: str, message: Downward) -> bool:
        try:
            return self._wire.send(key, wire_packet(message))
        except MessageError as error:
            self._boards[key].refuse(f"own-{KINDS[type(message)]}", error.sentence)
            return False

    def _send_accounts(self, board: MirroredBoard, now_ns: int) -> None:
        """Send the accounts to a board that has others."""
        if self._accounts is None or not board.heard or not board.link.online:
            return
        if now_ns - self._accounts_sent.get(board.key, -ACCOUNTS_EVERY_NS) < ACCOUNTS_EVERY_NS:
            return
        self._accounts_sent[board.key] = now_ns
        pulse = board.heard[0]
        try:
            held, _ = read_private(self._accounts)
            if sha256(held).hexdigest() != pulse.accounts:
                self._post(board.key, AccountsSent(pulse.machine, held.decode()))
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            board.refuse("accounts", sentence_of(error))


@contextmanager
def sole_mirror(folder: Path) -> Iterator[None]:
    """A context in which this process alone mirrors boards in that folder, which is made where it is not there; MirrorError.

    Readers see all that there is of the boards' journals: the folder may be a copy that was put back. What is made inside the context,
    other users cannot read.
    """
    umask = os.umask(UMASK)
    try:
        with _locked(folder):
            for state in sorted(folder.iterdir()):
                HubLogs(state / GAMES).take_up()
            yield
    finally:
        os.umask(umask)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
    except OSError as error:
        raise MirrorError(_("cannot be written to: {why}"), str(folder), why=sentence_of(error)) from error
    try:
        if not try_lock(lock):
            raise MirrorError(Sentence("", _("another damcam mirrors boards there"), remedy=Sentence("", _("end it first"))), str(folder))
        yield
    finally:
        os.close(lock)


def _id_in(path: Path) -> str:
    """The id in that file, which is made where there is none; MirrorError."""
    try:
        if path.exists() and ID.fullmatch(text := path.read_text(encoding="ascii").strip()):
            return text
        write_atomically(path, made := token_hex(16))
    except (OSError, ValueError) as error:
        raise MirrorError(_("cannot be written to: {why}"), str(path), why=sentence_of(error)) from error
    return made
