"""Journal first, then tell: each event goes to disk, then into the record, and only then to whoever listens."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pi.game.held_events import cause_of, explained, put_aside
from record.events.of_game import Alerted, ContinuedOnPaper, Event, Ruled
from record.events.of_players import MoveEntered
from record.papers.disputes import Word
from record.papers.game_pdn import export_pdn
from record.session.paper import fault_that_stands
from record.session.step import Effect, State, WriteRecord, step
from record.store.files import FileError, write_atomically
from record.store.folder import PDN_NAME
from record.store.journal import Journal, JournalError
from record.telling import remarks

Tell = Callable[[Event, State], None]
Later = Callable[[str, Callable[[], None]], None]
"""Does what takes a moment and is not waited for, soon and elsewhere; of two by the same name the latter alone may be done."""

TimeOfDay = Callable[[], str]
"""What time it is, as `record.papers.time_of_day` writes it."""


def at_once(_name: str, job: Callable[[], None]) -> None:
    """`Later` where nobody is in a hurry."""
    job()


def unsaid(_sentence: str) -> None:
    """Where there is no log."""


def unnoted() -> str:
    """`TimeOfDay` where a game is not played now."""
    return ""


AFTER_A_FAULT, PAPER = "after_a_fault", "paper"
"""In what is known of a game: whether an irregularity that stands puts the rest of it on paper (regulation C, Art. 5)."""


@dataclass(frozen=True, slots=True)
class _Held:
    """An event that is to go to disk, and what it made of the game."""

    event: Event
    t_ns: int
    state: State
    effects: tuple[Effect, ...]


class Keeper:
    """Keeps the events of one game. `tell` is called with each once it is on disk, in their order, with the state that it led to.

    What cannot be written is a JournalError and has not happened; or, where it `holds`, it is held back with all that follows, in memory
    and untold, while the game goes on: `state` then runs ahead of the disk, and `retry` writes and tells it when it can be. `say` is told
    so for the log, once for each cause; what is still held at the end goes aside (`put_aside`).
    The record follows from the journal and is nobody's haste: it is written `later`. With what somebody rules the `time_of_day` is kept.
    """

    def __init__(
        self,
        journal: Journal,
        folder: Path,
        tell: Tell,
        lang: str = "en",
        *,
        holds: bool = False,
        later: Later = at_once,
        time_of_day: TimeOfDay = unnoted,
        say: Callable[[str], None] = unsaid,
    ) -> None:
        self._journal, self._folder, self._tell, self._lang, self._holds = journal, folder, tell, lang, holds
        self._later, self._time_of_day, self._say = later, time_of_day, say
        self._held: deque[_Held] = deque()
        self._causes: list[str] = []
        self._record_is_old = False
        self.state = State()
        """What the game has come to."""
        self.trouble = ""
        """Why events are held back, while they are, and what to do about it."""
        self.latest_ns = 0
        """The latest of what was kept, in the game's own time."""

    def take_up(self, state: State, latest_ns: int) -> None:
        """Go on from what the journal holds; the record is written anew, for the power may have gone between the two."""
        self.state, self.latest_ns = state, latest_ns
        self._write_record(state)

    def keep(self, event: Event, t_ns: int) -> None:
        """On disk first; then the record is written and the listeners are told.

        Where a ruling, or a move that is entered, lets an irregularity stand that puts the game on paper, that is kept first: nobody sees
        the one without the other.
        """
        if isinstance(event, Word) and event.by:
            event = replace(event, at=self._time_of_day())
        before = self.state
        state, effects = step(before, event)
        if isinstance(event, Ruled | MoveEntered) and state.paper_from is None and state.opened.about.get(AFTER_A_FAULT) == PAPER:
            first = fault_that_stands(before.plies, state.plies)
            if first is not None:
                self.keep(ContinuedOnPaper(t_ns, first), t_ns)
                state, effects = step(self.state, event)
        self._held.append(_Held(event, t_ns, state, effects))
        latest_ns, self.latest_ns = self.latest_ns, max(self.latest_ns, t_ns)
        self.state = state
        try:
            self._flush()
        except JournalError as error:
            if not self._holds:
                self._held.clear()
                self.state, self.latest_ns = before, latest_ns
                raise
            self._hold(error)

    def retry(self, t_ns: int) -> None:
        """Write and tell what was held back, and the record where it could not be written; and say that it was so, and why."""
        if self.trouble:
            try:
                self._flush()
            except JournalError as error:
                self._hold(error)
                return
            causes, self._causes, self.trouble = self._causes, [], ""
            self._say("what was held back is in the journal now, and told")
            self.keep(Alerted(t_ns, tuple(remarks.disk(cause, self._lang) for cause in causes)), t_ns)
        if self._record_is_old:
            self._write_record(self.state)

    def put_aside(self) -> None:
        """The game is left: what the journal did not take goes into a file beside it."""
        if self._held:
            put_aside([(held.event, held.t_ns) for held in self._held], self._folder, self._say)
            self._held.clear()

    def _hold(self, error: JournalError) -> None:
        self.trouble = explained(error, self._journal.path)
        if (cause := cause_of(error)) not in self._causes:
            self._causes.append(cause)
            self._say(f"the game goes on, but nothing of it is kept, nor told: {self.trouble}")

    def _flush(self) -> None:
        while self._held:
            held = self._held[0]
            self._journal.append(held.event, held.t_ns)
            self._held.popleft()
            if WriteRecord() in held.effects:
                self._write_record(held.state)
            self._tell(held.event, held.state)

    def _write_record(self, state: State) -> None:
        def write() -> None:
            try:
                write_atomically(self._folder / PDN_NAME, export_pdn(state))
            except FileError:
                if not self._holds:
                    raise
                self._record_is_old = True

        self._record_is_old = False
        self._later("record", write)
