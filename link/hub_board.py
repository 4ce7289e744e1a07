"""One board elsewhere, as the hub sees it: what comes from it goes into its state folder here, and the hub's answers go back.

The pages follow that folder as if the board recorded there: journals, the sign of life, and pictures. They follow its status too.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any

from msgspec import structs

from link.asked_pictures import AskedPictures
from link.board_socket import BoardSocket
from link.budget import Room
from link.forgetting import Forgetting
from link.hub_clock import BoardsClock, HubClock
from link.hub_commands import MirroredCommands, no_such_game
from link.hub_logs import HubLogs
from link.live_view import LiveView
from link.messages import MessageError, ViewWanted
from link.sole_machine import SoleMachine
from link.status import OTHER_MACHINE, Link
from link.wire import (
    Acknowledged,
    BoardStatus,
    CommandOutcome,
    Downward,
    Games,
    MachineRefused,
    Picture,
    PicturesWanted,
    Presence,
    Pulse,
    Rows,
    Upward,
    View,
)
from record.events.as_json import KINDS
from record.log.errors import LogError
from record.store.folder import ALIVE_NAME, GAMES, numbered
from record.store.journal_rows import JournalRows, LastRow, RawRow
from record.store.latest import Latest
from record.store.mirror_mark import MARK_NAME
from record.telling.sentences import shortened
from rules.errors import DamcamError, Sentence, _, sentence_of

_log = logging.getLogger(__name__)
CLOCK_EVERY_NS = 10_000_000_000
"""How often the readings of a running clock are written: a recorder that goes on from the mirror begins with them."""
ACKNOWLEDGES_EVERY_NS = 5_000_000_000
"""How often a board is told how far its game is on disk here, where its pulses say the same."""
LATE_NS = 2_000_000_000
"""The age from which a pulse is no sign of life any more."""
AWAY_NS = 4_000_000_000
"""A board that was not heard for so long cannot be reached."""
GONE_NS = 30_000_000_000
"""Once a board was not heard for so long, its card may go on in another machine."""
ASKS_EVERY_NS = 500_000_000
ZERO_MOVES_NS = 20_000_000
"""By how much the time of a game must be told otherwise until the pages hear it anew."""
SIGNS_EVERY_NS = 900_000_000
"""How often the sign of life is given: at each pulse, and not with the rows between two."""
FAULTY_NS = 90_000_000_000
"""For so long the board is marked after it had this process meet an error that nobody expected."""
MAX_KINDS = 20
"""So many of those errors are logged. A kind is the type of the error, and the line that raised it."""
MAX_REFUSED = 20
"""So many different refusals are told."""
REFUSES_EVERY_NS = 10_000_000_000


class MirroredBoard:
    """The board with that key, mirrored in the folder `state`. `post` sends a message to it, and says whether it was sent."""

    def __init__(
        self,
        key: str,
        state: Path,
        hub: str,
        post: Callable[[Downward], bool],
        clock: HubClock,
    ) -> None:
        self.key, self.state, self._post, self._clock = key, state, post, clock
        state.mkdir(parents=True, exist_ok=True)
        self._mark()
        self._sole = SoleMachine(state)
        self.link = Link(machine=self._sole.machine)
        self._logs, self._hub = HubLogs(state / GAMES), hub
        self._room = Room(*self._logs.taken(), clock.monotonic_ns())
        self.socket = BoardSocket(state, clock.monotonic_ns)
        self._commands = MirroredCommands(self.socket, self._logs, post)
        self._pictures = AskedPictures(state, self._logs)
        self._forgetting = Forgetting(state, post)
        self._live_view = LiveView(state, partial(self.socket.report, ViewWanted), post)
        self._clocks = BoardsClock()
        self.heard: tuple[Pulse, int] | None = None
        """The last pulse, and when it came."""
        self._faulty_ns, self._logged = 0, set[tuple[str, str, int]]()
        self._clock_ns = self._signed_ns = self._refused_ns = self._asked_ns = self._acknowledged_ns = -CLOCK_EVERY_NS
        self._began_ns = clock.monotonic_ns()
        self.tell_link()
        self._begin()

    def _begin(self) -> None:
        """Take up what an earlier mirror left undone in the newest game."""
        with self.guarded("what an earlier mirror left"), suppress(DamcamError, OSError):
            for folder in numbered(self.state / GAMES)[-1:]:
                self._logs.drop_pictures(folder.name)
                with JournalRows(self._logs.journal(folder.name)) as rows:
                    self._see(folder.name, rows.since(0))

    def _mark(self) -> None:
        """Mark the folder as a mirror, to whose journals nobody else adds rows, where the mark is not there."""
        with suppress(OSError):
            if not (self.state / MARK_NAME).exists():
                (self.state / MARK_NAME).touch()

    @contextmanager
    def guarded(self, work: str) -> Iterator[None]:
        """A context for this board's share of the work for all boards. No error leaves it: one is logged, and marks the board."""
        try:
            yield
        except Exception as error:
            self._faulty_ns = self._clock.monotonic_ns()
            self._link(faulty=True)
            place = (extract_tb(error.__traceback__) or [None])[-1]
            kind = type(error).__name__, place.filename if place else "", (place.lineno or 0) if place else 0
            if kind not in self._logged and len(self._logged) < MAX_KINDS:
                self._logged.add(kind)
                _log.exception("board %s: its data are faulty, and %s goes on without it", self.key, work)

    def take(self, message: Upward) -> None:
        """Take a message that came on the topics of this board."""
        if isinstance(message, Presence):
            if message.machine != self._sole.machine:
                return  # of a machine that is gone; a pulse follows from one that is there
            if message.online:
                self._sole.connects()
        try:
            if not self._sole.accepts(message.machine):
                self._refuse_machine(message)
                return
            if message.machine != self.link.machine:
                self._link(machine=message.machine, refused={why: said for why, said in self.link.refused.items() if why != OTHER_MACHINE})
            self._take(message)
        except (DamcamError, OSError) as error:
            self._not_kept(error)

    def _take(self, message: Upward) -> None:
        match message:
            case Presence():
                self._present(message)
            case Pulse():
                self._pulse(message)
            case Games():
                self._acknowledge(*message.games)
            case Rows():
                self._rows(message)
            case BoardStatus():
                self._status(message)
            case Picture():
                if why := self._room.refuses_more():
                    self.refuse("room", why)
                elif self._pictures.take(message):
                    self._room.grew(len(message.data))
                if self._pictures.absent != self.link.absent:
                    self._link(absent=self._pictures.absent)
                    self.tell_link()
            case View():
                self._live_view.take(message, self._clock.monotonic_ns())
            case CommandOutcome():
                if not self._commands.answer(message, self._clock.monotonic_ns()) and (why := self._forgetting.answer(message)):
                    self.refuse(f"forget-{message.id}", why)

    def refuse(self, reason: str, said: Sentence) -> None:
        """Take note of what is refused, and log it once for each reason. The texts of the board in it are cut off where they are long."""
        if reason not in self.link.refused and len(self.link.refused) < MAX_REFUSED:
            said = shortened(said, str)
            self._link(refused={**self.link.refused, reason: said})
            _log.warning("board %s: %s", self.key, said)

    def carry(self) -> None:
        """Carry the commands that came, and their outcomes."""
        try:
            self._commands.look(self._clock.monotonic_ns(), self.heard if self.link.online else None)
        except (DamcamError, OSError) as error:
            self._not_kept(error)

    def look(self) -> None:
        """Do what is due: carry commands, ask for pictures, tell how the link is."""
        now_ns = self._clock.monotonic_ns()
        self._mark()
        self.see_away()
        while self.socket.pictures_wanted:
            self._pictures.want(self.socket.pictures_wanted.popleft())
        self._live_view.look(self.link.machine if self.link.online and not self.link.behind else "", now_ns)
        self.carry()
        try:
            if self._is_gone:
                self._sole.let_card_move()
            if now_ns - self._asked_ns >= ASKS_EVERY_NS and self.link.online and not self.link.behind and self.heard:
                self._asked_ns = now_ns
                self._forgetting.look(self.heard[0].machine, now_ns)
                self._ask_pictures(now_ns)
        except (DamcamError, OSError) as error:
            self._not_kept(error)

    def _ask_pictures(self, now_ns: int) -> None:
        for game, names in self._pictures.to_ask(now_ns, self._forgetting.games).items():
            self._post(PicturesWanted(self.link.machine, game, names))

    def tell_link(self) -> None:
        """Tell how the link is, and whether the board's data are faulty."""
        if self.link.faulty and self._clock.monotonic_ns() - self._faulty_ns > FAULTY_NS:
            self._link(faulty=False)
        self.socket.put_link(self.link)

    def see_away(self) -> None:
        """Take note that the board cannot be reached, where it was not heard for so long."""
        if self.heard and self._clock.monotonic_ns() - self.heard[1] > AWAY_NS:
            self.cut()

    def cut(self) -> None:
        """Take note that the board cannot be reached."""
        if self.link.online:
            self._link(online=False)
            self.tell_link()

    def close(self) -> None:
        self.socket.close()

    def _present(self, presence: Presence) -> None:
        if not presence.online:  # that it is there its pulse tells
            self.cut()

    def _pulse(self, pulse: Pulse) -> None:
        now_ns = self._clock.monotonic_ns()
        last = self.heard[0] if self.heard else None
        if last and last.boot == pulse.boot and pulse.number <= last.number:
            return  # repeated, or overtaken by a later one
        self._clocks.hear(pulse, now_ns, self._clock.utc_ms())
        self.heard = pulse, now_ns
        zero = self._zero_ns(pulse)
        is_news = not self.link.online or (pulse.game, zero) != (self.link.game, self.link.zero_ns)
        self._link(online=True, heard_ns=now_ns, slow_ms=self._clocks.slow_ms, game=pulse.game, zero_ns=zero)
        if is_news:
            self.tell_link()
        if pulse.game:
            self._begin_game(pulse)
            self._answer(pulse, now_ns)
        journal = self._logs.journal(pulse.game)
        if pulse.clock and now_ns - self._clock_ns >= CLOCK_EVERY_NS and not self.link.behind and journal.exists():
            self._clock_ns = now_ns
            with closing(Latest(journal)) as latest:
                latest.write_clock(pulse.clock, flush=False)  # the board sends newer ones soon
        self._sign()

    def _zero_ns(self, pulse: Pulse) -> int | None:
        """When the time of the pulse's game was nought by the hub's clock; as before where that has hardly moved."""
        known = self.link.zero_ns if pulse.game == self.link.game else None
        if pulse.zero_ns is None or self._clocks.offset_ns is None:
            return known
        zero_ns = pulse.zero_ns + self._clocks.offset_ns
        return zero_ns if known is None or abs(known - zero_ns) > ZERO_MOVES_NS else known

    def _begin_game(self, pulse: Pulse) -> None:
        """Make the journal of a game for which the board waits: commands for it, such as its names, are sent from here then."""
        if pulse.last.row_id == 0 and pulse.game == f"{int(pulse.game):04}" and self._has_room(pulse.game):
            self._logs.begin(pulse.game)

    def _has_room(self, game: str, *, is_other: bool = False) -> bool:
        """Whether rows of that game may be kept; `is_other` where they begin another log of it."""
        is_new = is_other or not self._logs.journal(game).exists()
        why = self._room.refuses_more() or (self._room.refuses_game(self._clock.monotonic_ns()) if is_new else None)
        if why:
            self.refuse("room", why)
        return why is None

    def _answer(self, pulse: Pulse, now_ns: int) -> None:
        """Acknowledge the game of a pulse: where the board has it otherwise than this disk, and else now and then."""
        is_due = self.link.trouble or now_ns - self._acknowledged_ns >= ACKNOWLEDGES_EVERY_NS
        if is_due or self._logs.end(pulse.game) != pulse.last:
            self._acknowledged_ns = now_ns
            self._acknowledge(pulse.game)

    def _sign(self) -> None:
        """Give the sign of life for the pages, as long as the board gives it and the hub lacks none of its rows."""
        if self.heard is None:
            return
        pulse, heard_ns = self.heard
        end = self._logs.end(pulse.game) if pulse.game else LastRow(0, b"")
        self._link(behind=max(0, pulse.last.row_id - end.row_id))
        is_whole = end.row_id > pulse.last.row_id or end == pulse.last
        now_ns = self._clock.monotonic_ns()
        if pulse.alive and is_whole and now_ns - heard_ns < LATE_NS and now_ns - self._signed_ns >= SIGNS_EVERY_NS:
            self._signed_ns = now_ns
            (self.state / ALIVE_NAME).touch()

    def _rows(self, message: Rows) -> None:
        if self.heard is None:
            return  # its pulse comes within a second, and tells which games it has and how old these rows are
        game, newest = message.game, self.heard[0].game
        if newest and int(game) == int(newest) + 1:
            return  # it has just begun, and the next pulse tells so
        if game != f"{int(game):04}" or not newest or int(game) > int(newest):
            self.refuse(f"game-{game}", no_such_game(game))
            return
        if not self._has_room(game, is_other=message.instead_of is not None):
            return
        if why := self._room.refuses_longer(message.rows[-1].row_id, self._logs.size(game)):
            self.refuse("long", why)
            return
        try:
            new = self._logs.append(message)
            self._room.grew(sum(len(row.text) for row in new))
            self._see(game, new)
            self._link(trouble=None)
        except MessageError as error:
            self.refuse(f"rows-{game}", error.sentence)
        self._acknowledge(game)
        self._sign()
        if not self.link.behind:
            self._ask_pictures(self._clock.monotonic_ns())

    def _see(self, game: str, rows: Iterable[RawRow]) -> None:
        """Take note of the pictures of alerts in these rows, and of a row of a kind that this version does not know."""
        for row in rows:
            self._pictures.see(game, row)
            if row.kind not in KINDS and not self.link.too_old:
                text = _("this hub is too old for row {row} of game {game}, of kind {kind}: it is kept, and not shown")
                self._link(too_old=Sentence("", text, {"row": row.row_id, "game": game, "kind": row.kind}))

    def _acknowledge(self, *games: str) -> None:
        """Tell the board how far these games are on disk; one that cannot be read is left out."""
        ends = {}
        for game in games:
            try:
                ends[game] = self._logs.end(game)
            except LogError as error:
                self.refuse(f"damaged-{game}", error.sentence)
        self._post(Acknowledged(self.link.machine, self._hub, ends, self.link.trouble))

    def _status(self, message: BoardStatus) -> None:
        self.socket.put(structs.replace(message.status, t_ns=self._clock.monotonic_ns() - message.age_ms * 1_000_000))

    def _not_kept(self, error: DamcamError | OSError) -> None:
        if (trouble := not_kept(error)) != self.link.trouble:
            _log.error("board %s: %s", self.key, trouble)
        self._link(trouble=trouble)
        if self.heard:
            self._acknowledge()

    @property
    def _is_gone(self) -> bool:
        """Whether the machine that may send was not heard for long."""
        return self._clock.monotonic_ns() - (self.heard[1] if self.heard else self._began_ns) > GONE_NS

    def _refuse_machine(self, message: Upward) -> None:
        said = other_machine(self.key, has_same_card=self._sole.has_card_of(message.machine))
        self.refuse(OTHER_MACHINE, said)
        now_ns = self._clock.monotonic_ns()
        if isinstance(message, Pulse) and now_ns - self._refused_ns >= REFUSES_EVERY_NS:
            self._refused_ns = now_ns
            self._post(MachineRefused(message.machine, said))

    def _link(self, **changes: Any) -> None:
        self.link = structs.replace(self.link, **changes)


def not_kept(error: DamcamError | OSError) -> Sentence:
    """What is said of a board of which the hub can keep nothing more."""
    return Sentence("", _("the hub cannot keep what this board sends: {why}"), {"why": sentence_of(error)})


def other_machine(key: str, *, has_same_card: bool = False) -> Sentence:
    """Why nothing of a machine is taken under that key, which another one has, and what to do."""
    if has_same_card:
        text = _("two machines have the same card, or a copy of it, and send under the key {key}: nothing of the second is taken")
        do = _("give it a card of its own: delete machine-id and enrolment.json there, and enrol it under another key")
    else:
        text = _("another machine sends under the key {key}, and nothing of it is taken")
        do = _("give one of the two another key; where it replaces the first: make a new file at the hub, under Boards, and join with it")
    return Sentence("", text, {"key": key}, Sentence("", do))
