"""Makes the event that undoes the last ruling."""

from record.decisions.commands import Undo
from record.events.of_record import Undone
from record.session.arbiter import ArbitrationError, RulingRefusal
from record.session.state import State
from record.session.undoing import ruling_name


def undoing(state: State, word: Undo, t_ns: int) -> Undone:
    """The event that undoes the ruling; ArbitrationError where it cannot be undone any more, or is not the last one."""
    last = state.undoable
    if last is None:
        raise ArbitrationError(RulingRefusal.NOTHING_TO_UNDO.said())
    if last.ruling.t_ns != word.ruled_ns:
        raise ArbitrationError(RulingRefusal.OTHER_RULING.said())
    return Undone(t_ns, word.by, ruling_name(last.ruling), word.ruled_ns, word.reason)
