"""Brings commands of the hub to the board's service, and its outcomes back to the hub.

The service alone decides: it does a command once, within its life, and says the same whenever it is asked again. This process answers by
itself only where it alone could have brought the command and never did. What was not done is remembered here: the hub asks again before an
answer has reached it, and the service, which remembers only what it did, might do it then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hub.wire.downward import MAX_LIFE_MS, WordGiven
from hub.wire.upward import AnswerTold
from link.board_socket import MS, CommandCall
from link.handing import NotTaken
from link.messages import Accepted, Command, Expired, MessageError, Outcome, Refused
from pi.uplink.beat import Beat
from record.decisions.outcome import OBEYED, WITHDRAWN, Became
from record.decisions.words import WordError, decoded
from record.log.errors import LogError
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal_rows import JournalRows
from record.telling.sentences import sentence_in
from rules.errors import Sentence

ANSWERED_WITHIN_NS = 30_000_000_000
"""How long the service may take to carry out a command after its life; a search for the board takes longest."""
REMEMBERED = 256
"""How many commands that were not done are remembered. A hub gives a board a few in a minute, and each lives a minute at most."""


@dataclass(slots=True)
class _Brought:
    """A command on its way to the service."""

    game: str
    call: CommandCall
    is_ours: bool
    """Whether this process alone could have brought it."""


class BroughtCommands:
    """The commands for the board with that state folder. `send` sends an answer to the hub."""

    def __init__(self, state: Path, beat: Beat, send: Callable[[AnswerTold], bool], monotonic_ns: Callable[[], int]) -> None:
        self._state, self._beat, self._send, self._now_ns = state, beat, send, monotonic_ns
        self._brought: dict[str, _Brought] = {}
        self._not_done: dict[str, AnswerTold] = {}
        """The answers to the latest commands that were not done, by their ids."""

    @property
    def are_asked(self) -> bool:
        """Whether the hub waits for an outcome."""
        return bool(self._brought)

    def take(self, given: WordGiven, machine: str) -> None:
        """Take a command, or the question for its outcome."""
        if given.word in self._brought:
            return
        if told := self._not_done.get(given.word):
            self._send(told)
            return
        ends_ns = self._ends_ns(given)
        left_ms = 0 if ends_ns is None else min(MAX_LIFE_MS, max(0, (ends_ns - self._now_ns()) // MS))
        try:
            command = Command(given.word, given.game, decoded(given.kind, given.json), left_ms, given.row, was_sent=given.again)
            call = CommandCall(self._state, command, self._now_ns)
        except (WordError, MessageError) as error:
            self._send(AnswerTold(machine, given.word, error.sentence))
            return
        self._brought[given.word] = _Brought(given.game, call, is_ours=ends_ns is not None and not given.again)

    def look(self, machine: str) -> None:
        """Go on with what is on its way, and answer what is decided. LogError where the disk fails."""
        for word, brought in list(self._brought.items()):
            outcome, after_ns = brought.call.step(), self._now_ns() - brought.call.until_ns
            became = None if outcome is None else _became(outcome)
            if became is None and after_ns >= 0 and brought.is_ours and not brought.call.was_sent:
                became = WITHDRAWN
            elif became is None and after_ns > ANSWERED_WITHIN_NS:
                became = NotTaken.NO_ANSWER.said()
            if became is not None:
                self._leave(word)  # where the answer is lost, the hub asks again
                told = AnswerTold(machine, word, became, self._row(brought.game, outcome), _held(outcome))
                if became == WITHDRAWN or isinstance(outcome, Refused):
                    self._remember(told)
                self._send(told)

    def close(self) -> None:
        for word in list(self._brought):
            self._leave(word)

    def _remember(self, told: AnswerTold) -> None:
        self._not_done[told.word] = told
        while len(self._not_done) > REMEMBERED:
            del self._not_done[next(iter(self._not_done))]

    def _leave(self, word: str) -> None:
        self._brought.pop(word).call.close()

    def _ends_ns(self, given: WordGiven) -> int | None:
        """When the command ends by this machine's clock, at the latest: the hub heard the pulse no sooner than it was sent."""
        sent_ns = self._beat.sent_ns(given.boot, given.pulse)
        return None if sent_ns is None else sent_ns + (given.since_ms + given.left_ms) * MS

    def _row(self, game: str, outcome: Outcome | None) -> int:
        """The last row on disk of the game, where the command is done: its event is there, or before. Of one that is held, its own."""
        if not isinstance(outcome, Accepted):
            return 0
        if outcome.held:
            return outcome.row
        try:
            with JournalRows(self._state / GAMES / game / JOURNAL_NAME) as rows:
                return rows.last_id
        except LogError:
            return 0


def _held(outcome: Outcome | None) -> Sentence | None:
    return sentence_in(outcome.held) if isinstance(outcome, Accepted) and outcome.held else None


def _became(outcome: Outcome) -> Became:
    if isinstance(outcome, Accepted):
        return OBEYED
    return WITHDRAWN if isinstance(outcome, Expired) else outcome.sentence
