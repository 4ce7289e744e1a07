"""The event with which the arbiter suspends a player's duty to write, or takes that back (regulation E, Art. 2)."""

from msgspec.structs import replace

from clock.clock import left
from record.decisions.commands import ResumeWriting, SuspendWriting
from record.events.of_record import WritingSuspended
from record.papers.rows import reading
from record.session.arbiter import ArbitrationError
from record.session.state import State
from record.session.writing import LAST_NS, must_write, suspended
from record.telling.sentences import side_word
from rules.errors import Phrase


class WritingRefusal(Phrase):
    """Why the duty to write is not suspended, or not taken up again."""

    NO_DUTY = "the players of this game need not write: only juniors must (E 2)"
    OVER = "the game is over: what was not written is written up now (E 2)"
    SUSPENDED_ALREADY = "{side}'s duty to write is suspended already"
    NOT_SUSPENDED = "{side}'s duty to write is not suspended"
    TOO_EARLY = "{side} has {left} left: the duty to write is suspended in the last 5 minutes alone (E 2)"
    NO_CLOCK = "this game is played without a clock: nobody is in the last 5 minutes (E 2)"


def suspending(state: State, word: SuspendWriting | ResumeWriting, t_ns: int) -> WritingSuspended:
    """The event of the word; ArbitrationError where the text does not allow it, or it changes nothing."""
    side, is_suspended = side_word(word.side), suspended(state, word.side) is not None
    if not must_write(state):
        raise ArbitrationError(WritingRefusal.NO_DUTY.said())
    if state.over:
        raise ArbitrationError(WritingRefusal.OVER.said())
    now_ns = max(t_ns, state.clock.since_t_ns)
    white_ns, black_ns = left(state.clock, now_ns)
    event = WritingSuspended(t_ns, state.last_seq, word.side, word.by, white_ns, black_ns, reason=word.reason)
    if isinstance(word, ResumeWriting):
        if not is_suspended:
            raise ArbitrationError(WritingRefusal.NOT_SUSPENDED.said(side=side))
        return replace(event, suspended=False)
    if is_suspended:
        raise ArbitrationError(WritingRefusal.SUSPENDED_ALREADY.said(side=side))
    if state.clock.control.main_ns is None:
        raise ArbitrationError(WritingRefusal.NO_CLOCK.said())
    own_ns = white_ns if word.side == "white" else black_ns
    if own_ns > LAST_NS:
        raise ArbitrationError(WritingRefusal.TOO_EARLY.said(side=side, left=reading(own_ns)))
    return event
