"""What is ruled on the board while a press is being read: it waits until that is ruled, and is then judged by what the press was."""

from collections import deque
from dataclasses import dataclass

from pi.reading.looking import Answer
from record.decisions.arbitration import Decision, word
from record.decisions.inbox import AnyWord, EnterPaper
from record.session.arbiter import ArbitrationError, Word
from record.session.state import State
from rules.errors import Phrase, Sentence

WAITS_NS = 4_000_000_000
"""A press is read in two seconds, and whoever rules waits five for his answer. After this, as where the camera is looked for, what he ruled
is judged by what is known."""


class WaitRefusal(Phrase):
    """Why a word that waited for the last press to be read is not obeyed."""

    ENDS = "the service ends before the last press was read, and nothing was ruled: say it again once it is back"
    OVER_MEANWHILE = "the game ended while the last press was being read: rule on it again"


@dataclass(frozen=True, slots=True)
class WaitingWord:
    """A word that waits, and whom to answer."""

    said: AnyWord
    answer: Answer
    presses: int
    until_ns: int
    was_over: bool

    def refusal(self, state: State) -> Sentence | None:
        """Why it has no place any more, if it has none: a ruling would take up again a game that ended after it was said."""
        return WaitRefusal.OVER_MEANWHILE.said() if state.over and not self.was_over else None


class WaitingWords:
    """The words that wait, in their order."""

    def __init__(self) -> None:
        self._held: deque[WaitingWord] = deque()

    @property
    def due_ns(self) -> int | None:
        """When the first has waited long enough."""
        return self._held[0].until_ns if self._held else None

    def hold(self, said: AnyWord, answer: Answer, state: State, now_ns: int) -> bool:
        """Whether the word is to wait; what stops or sets the clock, or ends the game, does not, unless an earlier one is to come first."""
        waits = bool(state.unruled) and _rests_on_the_board(said, state)
        if waits or (self._held and isinstance(said, Decision)):
            self._held.append(WaitingWord(said, answer, len(state.presses), now_ns + WAITS_NS, state.over))
            return True
        return False

    def next(self, state: State, now_ns: int) -> WaitingWord | None:
        """The word to be judged now: every press is ruled, or another was made, or it has waited long enough."""
        if self._held and (not state.unruled or len(state.presses) > self._held[0].presses or now_ns >= self._held[0].until_ns):
            return self._held.popleft()
        return None

    def give_up(self) -> None:
        """Answer all that wait: nobody will judge them."""
        while self._held:
            self._held.popleft().answer(WaitRefusal.ENDS.said())


def _rests_on_the_board(said: AnyWord, state: State) -> bool:
    if isinstance(said, EnterPaper):
        return True
    try:
        return isinstance(said, Decision) and said.seq == state.last_seq and word(said.ruling) is not Word.END
    except ArbitrationError:
        return False
