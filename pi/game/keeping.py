"""A game and its record. Journal first, then tell: each event goes to disk, and only then to the listeners."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from msgspec import structs

from clock import clock
from clock.clock import ClockState
from pi.game.beginning import described
from pi.game.disk_faults import FULL, OTHERS, UNWRITABLE, cause_of, explained
from record.decisions.ruled_upon import is_ruling, last_ruling
from record.events.as_json import encode
from record.events.of_game import Alerted, ContinuedOnPaper, Event, OfCommand, Ruled, SessionClosed, command_of
from record.events.of_players import MoveEntered
from record.events.of_record import TimeKnown, WritingSuspended
from record.log.errors import LogError
from record.papers.time_of_day import UNSURE
from record.session.paper import fault_that_stands
from record.session.running import RunningGame
from record.session.step import State
from record.store.journal import Journal
from record.store.journal_rows import JournalRows, LastRow
from record.store.latest import ClockRow
from record.store.queue import Queue, QueuedRow
from record.store.reserve import Reserve
from record.telling import remarks
from rules.errors import Sentence
from rules.referee.belief import Belief

PAPER = "paper"
"""The value of `after_a_fault` with which an irregularity that stands puts the rest of the game on paper (regulation C, Art. 5)."""

Tell = Callable[[Event, State], None]
TimeOfDay = Callable[[], str]
"""Returns the time of day as `record.papers.time_of_day` writes it."""


def unsaid(_sentence: str) -> None:
    """Drops the sentence: for a game without a log."""


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """Where a game is written: its journal, and the folder of the journal."""

    journal: Journal
    queue: Queue | None = None
    """Takes the events that the disk does not take; without it LogError is raised."""
    reserve: Reserve | None = None
    """The room on the disk that is given up when it is full."""
    time_of_day: TimeOfDay = lambda: ""
    """Gives the time that is kept with each ruling."""
    write_belief: Callable[[LastRow, Belief], None] = lambda _last, _belief: None
    """Writes what the referee holds after that row of the journal."""
    write_clock: Callable[[ClockRow], None] = lambda _row: None
    """Writes the running clock once a second, for the case of a power cut."""
    tell_row: Callable[[str, int], object] = lambda _game, _row: None
    """Tells the programs that copy the log that this row of the game in the folder of that name is on disk."""

    @property
    def folder(self) -> Path:
        """The game's folder, for the pictures."""
        return self.journal.path.parent


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """Who is told about a game, and in which language."""

    tell: Tell
    """Gets each event once it is on disk, in order, with the state that it led to."""
    lang: str = "en"
    """The language of the alerts."""
    say: Callable[[str], None] = unsaid
    """Writes a sentence to the log."""


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """An event that is to go to disk, with the state that it led to."""

    event: Event
    t_ns: int
    state: State


class KeptGame:
    """A game as it stands, whose events are kept and then told.

    When an event cannot be written, `keep` raises LogError and the event has not happened. With a `writing.queue` the event and all that
    follow go into that queue in memory instead, and nobody is told: the game goes on ahead of the disk, and `retry` writes and tells them
    once the disk takes them. A full disk first gets the room of the reserve. The log gets each cause once. `restore_pending` takes up the
    events that an earlier service left in the queue.

    The time of day is kept with each ruling.
    """

    def __init__(self, writing: Writing, telling: Telling) -> None:
        self._writing, self._tell = writing, telling.tell
        self.journal, self.folder = writing.journal, writing.folder
        self.lang, self.say = telling.lang, telling.say
        self._held: deque[_Unwritten] = deque()
        self._queued, self._is_queue_told = 0, False
        """How many of the first held events are in the queue, and whether the log has why one is not."""
        self._causes: list[str] = []
        self._took_up_ns = 0
        """When this service took the game up, in the game's own time."""
        self.is_whole = True
        """Whether one service has kept the game since it began."""
        self._is_unsure = False
        """Whether a ruling was noted while the time of day was not known, and has been since."""
        self.running = RunningGame()
        """The game now; it includes the events that are in memory alone."""
        self.trouble: Sentence | None = None
        """Why events are in memory alone, with what to do about it; None while none is."""
        self.latest_ns = 0
        """The time of the latest event that was kept, in the game's own time."""
        self.last_ruling = 0
        """The row of the last ruling of a person on disk, where others can know of it; 0 where there is none."""
        self.commands: dict[str, int] = {}
        """The ids of the commands that are done in this game, with the row of the event that each has made."""
        self.command = ""
        """The id of the command that is carried out now; empty between commands, and once it is done."""

    @property
    def state(self) -> State:
        """The state that the events lead to."""
        return self.running.state

    @property
    def clock(self) -> ClockState:
        """The state of the clock."""
        return self.running.clock

    @property
    def belief(self) -> Belief:
        """What the referee holds; SessionError before the opening."""
        return self.running.belief

    @property
    def is_open(self) -> bool:
        """Whether the game is being recorded: opened, and not closed."""
        return self.state.opening is not None and not self.state.closed

    def resume(self, game: RunningGame, latest_ns: int, commands: Mapping[str, int]) -> None:
        """Go on from what the journal holds; `commands` are those that are done by it."""
        self.commands.update(commands)
        self.running, self.latest_ns, self._took_up_ns = game, latest_ns, latest_ns
        self.is_whole = game.state.began_ns is None
        with JournalRows(self.journal.path) as rows:
            self.last_ruling = last_ruling(rows)

    def restore_pending(self, queued: Iterable[QueuedRow]) -> None:
        """Go on from events that an earlier service left in the queue: write and tell them now, or once the disk takes them."""
        for row in queued:
            self.running = self.running.after(row.event)
            self._held.append(_Unwritten(row.event, row.t_ns, self.state))
            self.latest_ns = max(self.latest_ns, row.t_ns)
            if command := command_of(row.event):
                self.commands[command] = self.held_rows[-1]
        self._queued = len(self._held)
        if self._held:
            self._causes.append(remarks.READ_BACK)
            self.retry(self.latest_ns)

    def tell_of_disk(self, t_ns: int, *reasons: str) -> None:
        """Tell the arbiter what there is to say of the disk or the second copy, unless no game is being recorded."""
        if self.is_open:
            self.keep(Alerted(t_ns, tuple(remarks.disk(reason, self.lang) for reason in reasons)), t_ns)

    @property
    def held_rows(self) -> range:
        """The rows of the journal that the events in memory alone will be."""
        first = self.journal.last.row_id + 1
        return range(first, first + len(self._held))

    @contextmanager
    def done_by(self, command: str) -> Iterator[None]:
        """A context in which the event that completes the command of that id has the id."""
        self.command = command
        try:
            yield
        finally:
            self.command = ""

    def keep(self, event: Event, t_ns: int, held: Belief | None = None, *, completes: bool = True) -> None:
        """Write the event to disk, then tell the listeners. `held` is that of `RunningGame.after`.

        `completes` is whether the command that is carried out is done with this event: only then a repeated command may be answered by it.

        When a ruling or an entered move lets an irregularity stand that puts the game on paper, a ContinuedOnPaper event is kept first:
        nobody sees the one without the other. Raises LogError when the event cannot be written, unless there is a `writing.queue`, and
        EventError for one that no row can hold, with nothing changed.
        """
        if is_ruling(event) or (isinstance(event, WritingSuspended) and event.by):
            at = self._writing.time_of_day()
            event, self._is_unsure = structs.replace(event, at=at), self._is_unsure or at.endswith(UNSURE)
        if completes and isinstance(event, OfCommand):
            event, self.command = structs.replace(event, command=self.command), ""
        encode(event)  # before it is held: an event that neither journal nor queue can hold would keep out all that follow
        if isinstance(event, SessionClosed) and self._held:
            self._tell_causes(t_ns)  # nothing is told in a game that is closed
        before = self.running
        game = before.after(event, held)
        first = _first_on_paper(before.state, game.state) if isinstance(event, Ruled | MoveEntered) else None
        if first is not None:
            self.keep(ContinuedOnPaper(t_ns, first), t_ns)
            game = self.running.after(event, game.held)
        self._held.append(_Unwritten(event, t_ns, game.state))
        latest_ns, self.latest_ns = self.latest_ns, max(self.latest_ns, t_ns)
        self.running, row = game, self.held_rows[-1]
        try:
            self._flush()
        except LogError as error:
            if not self._writing.queue:
                self._held.clear()
                self.running, self.latest_ns = before, latest_ns
                raise
            self._hold(error)
        else:
            if self.trouble:
                self._is_written(t_ns)
            elif self._causes:
                self._tell_causes(t_ns)
        if command := command_of(event):
            self.commands[command] = row
        if before.state.began_ns is None and self.state.began_ns is not None:
            with suppress(LogError):  # the event itself is written, and this is tried again
                self.tell_time(t_ns)

    def tell_time(self, t_ns: int, *, in_real_time: bool = False) -> None:
        """Keep what is known of the time of day at `t_ns` of the game, where that is better than what was told before.

        That is the date and the first moment of the game, and the time of day after a ruling had to be noted without. `in_real_time` is as
        in `described`.
        """
        at = self._writing.time_of_day()
        if told := described(self.state, t_ns, at, is_whole=self.is_whole, in_real_time=in_real_time):
            self.keep(told, t_ns)
        if self._is_unsure and not at.endswith(UNSURE) and not self.state.closed:
            self._is_unsure = False
            self.keep(TimeKnown(t_ns, at, self._took_up_ns), t_ns)

    def retry(self, t_ns: int) -> None:
        """Write and tell the events that are in memory alone, and alert on their causes."""
        if self._held:
            try:
                self._flush()
            except LogError as error:
                self._hold(error)
                return
            self._is_written(t_ns)

    def write_clock(self, t_ns: int, *, in_real_time: bool = False) -> None:
        """Write the running clock, the events that are in memory alone, and what comes to be known of the time of day.

        While events are in memory alone, the clock goes beside their queue: it is never ahead of the events on disk.
        """
        if not self.state.opening:
            return
        self.retry(t_ns)
        if not self.state.closed:
            self.tell_time(t_ns, in_real_time=in_real_time)
        if self.clock.running and self.clock.control.main_ns is not None:
            row = ClockRow(t_ns, *clock.left(self.clock, t_ns))
            if not self.trouble:
                self._writing.write_clock(row)
            elif self._writing.queue:
                with suppress(LogError):
                    self._writing.queue.write_clock(row)

    def keep_belief(self) -> None:
        """Write the belief, so that a resumed game is not ruled again; skip it while the belief is ahead of the journal."""
        if not self.trouble:
            self._writing.write_belief(self.journal.last, self.belief)

    def _is_written(self, t_ns: int) -> None:
        """End the trouble: the journal has taken all that was in memory alone, with `retry` or with a later event."""
        self.trouble, self._is_queue_told = None, False
        if self._writing.queue:
            self._writing.queue.clear()
        self.say("what was in memory alone is in the journal now, and told")
        self._tell_causes(t_ns)

    def end(self) -> None:
        """Close the queue, and say in the log what is left in memory; for when the service leaves the game."""
        queue = self._writing.queue
        if not queue:
            return
        if self._queued:
            self.say(
                f"{self._queued} events of this game are in memory alone, in {queue.path}, and are lost when the power fails: make room,"
                " start damcam, and they are put into the journal"
            )
        if lost := len(self._held) - self._queued:
            self.say(f"{lost} events of this game are lost: neither the disk nor a folder in memory took them")
        queue.close()

    def _tell_causes(self, t_ns: int) -> None:
        causes, self._causes = self._causes, []
        if causes:
            self.tell_of_disk(t_ns, *dict.fromkeys(UNWRITABLE if cause == OTHERS else cause for cause in causes))

    def _hold(self, error: LogError) -> None:
        self.trouble = explained(error, self.journal.path)
        self._enqueue()
        if (cause := cause_of(error)) not in self._causes:
            self._causes.append(cause)
            self.say(f"the game goes on in memory alone, and nothing of it is told: {self.trouble}")

    def _enqueue(self) -> None:
        """Put what is held into the queue, and note on disk how much that is."""
        assert self._writing.queue
        try:
            for held in islice(self._held, self._queued, None):
                self._writing.queue.append(self.journal.last, held.event, held.t_ns)
                self._queued += 1
        except LogError as error:
            if not self._is_queue_told:
                self._is_queue_told = True
                self.say(f"what the disk does not take is lost when the service ends: {error}")
        self.journal.note_ahead(len(self._held))

    def _flush(self) -> None:
        while self._held:
            held = self._held[0]
            self._append(held)
            self._writing.tell_row(self.folder.name, self.journal.last.row_id)
            self._held.popleft()
            self._queued = max(0, self._queued - 1)
            if is_ruling(held.event):
                self.last_ruling = self.journal.last.row_id
            self._tell(held.event, held.state)

    def _append(self, held: _Unwritten) -> None:
        """Append the first of the held events to the journal, if need be in the room of the reserve; LogError."""
        ahead = len(self._held) - 1
        try:
            self.journal.append(held.event, held.t_ns, ahead=ahead)
        except LogError as error:
            if cause_of(error) != FULL or not (self._writing.reserve and self._writing.reserve.give_up()):
                raise
            self._causes.append(remarks.RESERVE)
            self.say(f"the room that was reserved on the disk for the record is used now: {explained(error, self.journal.path)}")
            self.journal.append(held.event, held.t_ns, ahead=ahead)


def _first_on_paper(before: State, after: State) -> int | None:
    """Return the press from which the game is noted on paper because an irregularity now stands; None when none does."""
    if after.paper_from is not None or after.opened.about.settings.after_a_fault != PAPER:
        return None
    return fault_that_stands(before.plies, after.plies)
