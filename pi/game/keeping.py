"""Journal first, then tell: each event goes to disk, then into the record, and only then to whoever listens."""

from collections import deque
from dataclasses import dataclass, replace

from pi.game.held_events import cause_of, explained, put_aside
from pi.game.writing import Telling, Writing
from record.events.of_game import Alerted, ContinuedOnPaper, Event, Ruled
from record.events.of_players import MoveEntered
from record.papers.disputes import Word
from record.papers.game_pdn import export_pdn
from record.session.paper import fault_that_stands
from record.session.running import RunningGame
from record.session.step import Effect, State, WriteRecord
from record.store.files import FileError, write_atomically
from record.store.folder import PDN_NAME
from record.store.journal import JournalError
from record.telling import remarks
from rules.errors import Sentence
from rules.referee.belief import Belief

PAPER = "paper"
"""Of the settings kept with a game: an irregularity that stands puts the rest of it on paper (regulation C, Art. 5)."""


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """An event that is to go to disk, and what it made of the game."""

    event: Event
    t_ns: int
    state: State
    effects: tuple[Effect, ...]


class Keeper:
    """Keeps the events of one game and tells them. It holds the game itself: what its events add up to, and what the referee holds.

    An event that cannot be written is a JournalError and has not happened. Where `writing` holds events back, it is held in memory with all
    that follow, and nobody is told: the game goes on, `game` runs ahead of the disk, and `retry` writes and tells the events once it can.
    The log is told of each cause once; `put_aside` takes what is still held at the end.
    The record follows from the journal, so it may be written later. With what somebody rules the time of day is kept.
    """

    def __init__(self, writing: Writing, telling: Telling) -> None:
        self._writing, self._telling = writing, telling
        self._journal = writing.journal
        self._held: deque[_Unwritten] = deque()
        self._causes: list[str] = []
        self._record_is_old = False
        self.game = RunningGame()
        """What the game has come to."""
        self.trouble: Sentence | None = None
        """Why events are held back, while they are, and what to do about it."""
        self.latest_ns = 0
        """The latest of what was kept, in the game's own time."""

    @property
    def state(self) -> State:
        """What the events add up to."""
        return self.game.state

    def take_up(self, game: RunningGame, latest_ns: int) -> None:
        """Go on from what the journal holds; the record is written anew, for the power may have gone between the two."""
        self.game, self.latest_ns = game, latest_ns
        self._write_record(game.state)

    def ignore(self) -> None:
        """A press counts for nothing, and is counted as such; nothing of it goes to disk."""
        self.game = replace(self.game, ignored=self.game.ignored + 1)

    def lies(self, *, turned: bool) -> None:
        """The board was found, and lies right or wrong."""
        self.game = replace(self.game, turned=turned)

    def keep(self, event: Event, t_ns: int, held: Belief | None = None) -> None:
        """On disk first; then the record is written and the listeners are told. `held` is as of `RunningGame.after`.

        Where a ruling, or a move that is entered, lets an irregularity stand that puts the game on paper, that is kept first: nobody sees
        the one without the other.
        """
        if isinstance(event, Word) and event.by:
            event = replace(event, at=self._writing.time_of_day())
        before = self.game
        game, effects = before.after(event, held)
        first = _first_on_paper(before.state, game.state) if isinstance(event, Ruled | MoveEntered) else None
        if first is not None:
            self.keep(ContinuedOnPaper(t_ns, first), t_ns)
            game, effects = self.game.after(event, game.held)
        self._held.append(_Unwritten(event, t_ns, game.state, effects))
        latest_ns, self.latest_ns = self.latest_ns, max(self.latest_ns, t_ns)
        self.game = game
        try:
            self._flush()
        except JournalError as error:
            if not self._writing.holds:
                self._held.clear()
                self.game, self.latest_ns = before, latest_ns
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
            causes, self._causes, self.trouble = self._causes, [], None
            self._telling.say("what was held back is in the journal now, and told")
            self.keep(Alerted(t_ns, tuple(remarks.disk(cause, self._telling.lang) for cause in causes)), t_ns)
        if self._record_is_old:
            self._write_record(self.state)

    def put_aside(self) -> None:
        """The game is left: what the journal did not take goes into a file beside it."""
        if self._held:
            put_aside([(held.event, held.t_ns) for held in self._held], self._writing.folder, self._telling.say)
            self._held.clear()

    def _hold(self, error: JournalError) -> None:
        self.trouble = explained(error, self._journal.path)
        if (cause := cause_of(error)) not in self._causes:
            self._causes.append(cause)
            self._telling.say(f"the game goes on, but nothing of it is kept, nor told: {self.trouble}")

    def _flush(self) -> None:
        while self._held:
            held = self._held[0]
            self._journal.append(held.event, held.t_ns)
            self._held.popleft()
            if WriteRecord() in held.effects:
                self._write_record(held.state)
            self._telling.tell(held.event, held.state)

    def _write_record(self, state: State) -> None:
        def write() -> None:
            try:
                write_atomically(self._writing.folder / PDN_NAME, export_pdn(state))
            except FileError:
                if not self._writing.holds:
                    raise
                self._record_is_old = True

        self._record_is_old = False
        self._writing.later("record", write)


def _first_on_paper(before: State, after: State) -> int | None:
    """The press from which the game is noted on paper, where that follows from an irregularity that has come to stand."""
    if after.paper_from is not None or after.opened.about.settings.after_a_fault != PAPER:
        return None
    return fault_that_stands(before.plies, after.plies)
