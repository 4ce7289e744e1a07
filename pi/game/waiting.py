"""Rulings on the board made while a press is being read: they wait until the press is ruled, and are judged with it known."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from pi.reading.looking import Answer
from record.decisions.arbitration import Decision, word
from record.decisions.commands import EnterPaper, GameCommand
from record.session.arbiter import ArbitrationError, Word
from record.session.state import State
from rules.errors import Phrase, Sentence

StaleReason = Callable[[], Sentence | None]
"""Why a word has no place any more; None while it has."""
WAITS_NS = 4_000_000_000
"""How long a ruling waits. A press is read within two seconds, and the arbiter's page waits five for an answer.

After this time the ruling is judged by what is known, for example while the board is being looked for.
"""


class WaitRefusal(Phrase):
    """Why a word that waited for the reading of the last press is not obeyed."""

    ENDS = "the service ends before the last press was read, and nothing was ruled: say it again once it is back"
    OVER_MEANWHILE = "the game ended while the last press was being read: rule on it again"


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks of the game, and the function that takes the outcome."""

    word: GameCommand
    answer: Answer
    stale_reason: StaleReason
    command: str
    """The id of the command."""
    presses: int
    """How many presses there were when it was asked."""
    until_ns: int
    """How long it may wait."""
    was_over: bool
    """Whether the game was over when it was asked."""

    def refusal(self, state: State) -> Sentence | None:
        """Return why the request is no longer possible, or None: it is stale, or would resume a game that ended after it was made."""
        return WaitRefusal.OVER_MEANWHILE.said() if state.over and not self.was_over else self.stale_reason()


class WaitingRequests:
    """The waiting requests in the order in which they came."""

    def __init__(self) -> None:
        self._held: deque[Request] = deque()

    @property
    def due_ns(self) -> int | None:
        """When the first request has waited long enough; None when none waits."""
        return self._held[0].until_ns if self._held else None

    def hold(self, request: Request, state: State) -> bool:
        """Hold a ruling on the board while a press is unruled, and any decision behind a waiting one; return whether it is held."""
        waits = bool(state.unruled) and _rests_on_the_board(request.word, state)
        if waits or (self._held and isinstance(request.word, Decision)):
            self._held.append(request)
            return True
        return False

    def next(self, state: State, now_ns: int) -> Request | None:
        """Remove and return the request to be judged now: every press is ruled, another press was made, or its time is up; else None."""
        if self._held and (not state.unruled or len(state.presses) > self._held[0].presses or now_ns >= self._held[0].until_ns):
            return self._held.popleft()
        return None

    def give_up(self) -> None:
        """Answer every waiting request that it will not be judged."""
        while self._held:
            self._held.popleft().answer(WaitRefusal.ENDS.said())


def _rests_on_the_board(said: GameCommand, state: State) -> bool:
    if isinstance(said, EnterPaper):
        return True
    try:
        return isinstance(said, Decision) and said.seq == state.last_seq and word(said.ruling) is not Word.END
    except ArbitrationError:
        return False
