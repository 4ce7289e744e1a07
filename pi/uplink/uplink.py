"""The uplink of a board: tells the hub what is recorded here, and brings its commands. The board's service knows nothing of it."""

import logging
import select
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event

from hub.access.accounts import Accounts
from link.board import SentRows
from link.board_socket import BoardCall
from link.messages import FollowRows, Outcome, UplinkReport
from link.mqtt import BoardEnd
from link.status import Level
from link.wire import (
    MAX_GAMES,
    MAX_PICTURE,
    AccountsSent,
    Acknowledged,
    CommandOutcome,
    CommandSent,
    ForgetAsked,
    Games,
    MachineRefused,
    Packet,
    Picture,
    PicturesWanted,
    Presence,
    Pulse,
    Upward,
    ViewAsked,
    downward_in,
    wire_packet,
)
from pi.checks.checks import of_trouble, ok
from pi.checks.uplink import NAME, HubLinkSays
from pi.uplink.beat import Beat, BoardClock
from pi.uplink.command_receiver import CommandReceiver
from pi.uplink.forgetting import forget
from pi.uplink.machine_id import machine_id
from pi.uplink.sent_view import SentView
from record.log.errors import LogDamaged
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal_rows import LastRow
from record.store.latest import read_clock
from rules.errors import DamcamError, Sentence, _, sentence_of

_log = logging.getLogger(__name__)
LOOKS_EVERY_S = 0.1
"""How often the log is looked at without word of the service, which tells of each row that is on disk: it may be another version, and
other programs append rows too. A command for a service that is not there is tried again as often."""
AT_ONCE = 100
PULSE_EVERY_NS = 1_000_000_000
READY_EVERY_NS = REPORT_EVERY_NS = 2_000_000_000
GAMES_EVERY_NS = 5_000_000_000
"""After so long the hub is told again which games are here, where it has not said how far it has one of them; then after twice as long."""
ALL_AGAIN_NS = 300_000_000_000


class Uplink:
    """The uplink of the board with that state folder, over that end of the wire. `accounts` is the file of the accounts here."""

    def __init__(self, state: Path, wire: BoardEnd, accounts: Path, clock: BoardClock | None = None) -> None:
        self._state, self._wire, self._accounts, self._clock = state, wire, accounts, clock or BoardClock()
        self.machine = machine_id(state)
        self._beat = Beat(state, self.machine, accounts, self._clock)
        self._rows = SentRows(state / GAMES, self.machine, self._send, self._say)
        self._commands = CommandReceiver(state, self._beat, self._answer, self._clock.monotonic_ns)
        self._service = BoardCall(state)
        self._view = SentView(state, self.machine, self._clock, self._service.tell, self._send)
        self._wanted: list[tuple[str, str]] = []
        self._connection, self._hub = 0, ""
        self._beat_ns = self._ready_ns = self._report_ns = -ALL_AGAIN_NS
        self._games_ns = 0
        self._games_told = 0
        """How often the hub was told which games are here, since it or the network was away."""
        self._told = ""
        """The game of which the last pulse told."""
        self._said: set[str] = set()
        self._hub_row = "", 0
        """A game whose log is damaged here, and the last row that the hub has of it."""
        self.refused: Sentence | None = None
        """Why the hub takes nothing of this machine; None where it does."""
        self.hub_trouble: Sentence | None = None
        """Why the hub cannot keep more at present, as it says."""

    def run(self, ended: Event) -> None:
        """Send and bring until ended."""
        try:
            while not ended.is_set():
                self.step(LOOKS_EVERY_S)
            self._send(Presence(self.machine, False))
        finally:
            self.close()

    @property
    def descriptors(self) -> list[int]:
        """What can be waited for until there is something to do: the wire, the board's service, and its answers to commands."""
        found = (self._wire.descriptor, self._service.descriptor)
        return [descriptor for descriptor in found if descriptor is not None] + self._commands.descriptors

    def step(self, within_s: float) -> None:
        """Wait for at most that time, take what came, and send what is due. What cannot be done is logged once, and done later."""
        if within_s > 0:
            wait_for(self.descriptors, within_s)
        if (connection := self._wire.connection) != self._connection:
            self._connection = connection
            if connection:
                self._begin()
        came = self._wire.receive(0)
        for _number in range(AT_ONCE):
            if came is None:
                break
            self._do(partial(self._take, came))
            came = self._wire.receive(0)
        if came is not None:
            self._do(partial(self._take, came))
        now_ns = self._clock.monotonic_ns()
        self._do(self._commands.look)
        self._hear_of_rows()
        self._beat.is_alive()
        self._do(self._see_clock)
        if self._connection:
            self._do(partial(self._tell, now_ns))
        if now_ns - self._report_ns >= REPORT_EVERY_NS:
            self._report_ns = now_ns
            self._do(lambda: self._service.tell(self._report()))

    def close(self) -> None:
        """Close all files."""
        self._service.close()
        self._commands.close()
        self._rows.close()

    def _hear_of_rows(self) -> None:
        """Take the word of rows on disk, all of which are sent now, and ask for it where the service is there anew."""
        while self._service.receive():
            pass
        if not self._service.is_connected:
            self._service.tell(FollowRows())

    def _begin(self) -> None:
        """A connection begins: nothing is known of what the hub has."""
        self._rows.close()
        self._wanted.clear()
        self._beat_ns = self._ready_ns = -ALL_AGAIN_NS
        self._games_told = 0
        self._send(Presence(self.machine, online=True))

    def _tell(self, now_ns: int) -> None:
        games = self._rows.games()
        newest = games[0] if games else ""
        if newest != self._told:
            self._games_told = 0
        if (now_ns - self._beat_ns >= PULSE_EVERY_NS or newest != self._told) and self._send(self._pulse(newest)):
            self._beat_ns, self._told = now_ns, newest
        if games and now_ns >= self._games_due_ns(games):
            self._games_ns, self._games_told = now_ns, self._games_told + 1
            self._tell_games(games)
        if now_ns - self._ready_ns >= READY_EVERY_NS:
            self._ready_ns = now_ns
            if status := self._beat.status():
                self._send(status)
        if self._wanted and self._send(self._picture(*self._wanted[0])):
            del self._wanted[0]
        try:
            self._rows.work(games, now_ns)  # the last, for a damaged log ends it
        except LogDamaged:
            self._hub_row = games[0], self._rows.hub_row(games[0])
            raise

    def _games_due_ns(self, games: list[str]) -> int:
        """When the hub is to be told next which games are here."""
        if self._games_told == 0:
            return 0
        lacking = any(map(self._rows.lacks, games))
        return self._games_ns + (min(GAMES_EVERY_NS << (self._games_told - 1), ALL_AGAIN_NS) if lacking else ALL_AGAIN_NS)

    def _pulse(self, game: str) -> Pulse:
        return self._beat.pulse(game, self._rows.end(game) if game else LastRow(0, b""))

    def _tell_games(self, games: list[str]) -> None:
        for first in range(0, len(games), MAX_GAMES):
            ends = {}
            for game in games[first : first + MAX_GAMES]:
                with suppress(DamcamError):
                    ends[game] = self._rows.end(game)
            self._send(Games(self.machine, ends))

    def _see_clock(self) -> None:
        games = self._rows.games()
        if games:
            reading = read_clock(self._state / GAMES / games[0] / JOURNAL_NAME)
            self._beat.time.see(games[0], reading, self._clock.monotonic_ns())

    def _take(self, packet: Packet) -> None:
        message = downward_in(packet)
        if message.machine != self.machine:
            return
        match message:
            case Acknowledged():
                self._acknowledged(message, self._clock.monotonic_ns())
            case CommandSent():
                self._commands.take(message)
            case PicturesWanted(game=game):
                self._wanted += [(game, name) for name in message.names if (game, name) not in self._wanted][:AT_ONCE]
            case ViewAsked():
                self._view.take(message)
            case AccountsSent():
                self._take_accounts(message.text)
            case ForgetAsked():
                self._answer(message.id, forget(self._state, message.game, message.by))
            case MachineRefused():
                self.refused = Sentence("", _("the hub takes nothing of this board: {why}"), {"why": message.why})
                self._say(self.refused)

    def _acknowledged(self, message: Acknowledged, now_ns: int) -> None:
        self.refused = None
        self.hub_trouble = Sentence("", _("the hub: {why}"), {"why": message.trouble}) if message.trouble else None
        if self.hub_trouble:
            self._say(self.hub_trouble)
        if self._hub and message.hub != self._hub:
            self._rows.close()
            self._games_told = 0
        self._hub = message.hub
        there = self._rows.games()
        for game, last in message.games.items():
            if game in there:
                self._rows.acknowledge(game, last, now_ns)

    def _report(self) -> UplinkReport:
        """How the link to the hub is."""
        why = self.refused or self.hub_trouble or self._wire.trouble or HubLinkSays.NOT_YET.said()
        is_well = self._connection and not (self.refused or self.hub_trouble)
        check = ok(NAME, HubLinkSays.CONNECTED.said()) if is_well else of_trouble(Level.WARN, NAME, why)
        return UplinkReport(check, *self._hub_row)

    def _take_accounts(self, text: str) -> None:
        """Take over the hub's accounts, so that an arbiter can sign in here while the network is gone."""
        try:
            Accounts(self._accounts).take(text)
        except DamcamError as error:
            self._say(Sentence("", _("the accounts of the hub were not taken over: {why}"), {"why": error.sentence}))

    def _picture(self, game: str, name: str) -> Picture:
        data = b""
        path = self._state / GAMES / game / name
        with suppress(OSError):
            if path.is_file() and path.stat().st_size <= MAX_PICTURE:
                data = path.read_bytes()[:MAX_PICTURE]
        return Picture(self.machine, game, name, data)

    def _send(self, message: Upward) -> bool:
        return self._wire.send(wire_packet(message))

    def _answer(self, id: str, outcome: Outcome) -> None:
        self._send(CommandOutcome(self.machine, id, outcome))

    def _do(self, work: Callable[[], None]) -> None:
        """Do it; what fails is logged once, and comes again by itself."""
        try:
            work()
        except (DamcamError, OSError) as error:
            self._say(sentence_of(error))

    def _say(self, said: Sentence) -> None:
        if str(said) not in self._said:
            self._said.add(str(said))
            _log.warning("%s", said)


def wait_for(descriptors: Iterable[int], within_s: float) -> set[int]:
    """Wait until there is something to read at one of them, for at most that time; return those where there is."""
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return {descriptor for descriptor, _ in poll.poll(1000 * within_s)}
