"""The duty to write in a dossier: each suspension with who and when, and what is to be written up (regulation E, Art. 2)."""

from record.events.of_record import WritingSuspended
from record.papers.rows import reading, when
from record.papers.words import PLAYERS
from record.session.state import State
from record.session.writing import Duty, must_write, writing_of
from record.texts import marked, say

MUST = marked("Both players must write every move.")
SUSPENDED = marked("{side}: suspended after press {seq}, with {left} left, by {by} ({when})")
RESUMED = marked("{side}: must write again after press {seq}, by {by} ({when})")
TO_WRITE_UP = marked("{side}: the moves after press {seq} are to be written up.")


def writing_rows(state: State, lang: str) -> list[str]:
    """The lines on the duty to write; empty where the players need not write."""
    if not must_write(state):
        return []
    due = [one for one in writing_of(state) if one.duty is Duty.TO_WRITE_UP and one.since]
    left_over = [say(lang, TO_WRITE_UP, side=say(lang, PLAYERS[one.side]), seq=one.since.seq) for one in due if one.since]
    return [say(lang, MUST), *(_line(state, event, lang) for event in state.writing), *left_over]


def _line(state: State, event: WritingSuspended, lang: str) -> str:
    left_ns = event.white_ns if event.side == "white" else event.black_ns
    values = {"side": say(lang, PLAYERS[event.side]), "seq": event.seq, "left": reading(left_ns), "by": event.by}
    text = say(lang, SUSPENDED if event.suspended else RESUMED, **values, when=when(state, event, lang))
    return f"{text}: {event.reason}" if event.reason else text
