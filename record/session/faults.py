"""Why an event has no place in a session, as sentences of the errors that `record.session.step` raises."""

from rules.errors import Phrase


class SessionFault(Phrase):
    """Why an event is out of place."""

    NOT_BEGUN = "the session has not begun: its first event must be SessionOpened"
    NO_BELIEF = "the session has not begun: the referee holds nothing yet"
    CLOSED = "the session was closed with {result}; {event} comes after that"
    BEFORE_OPENING = "{event} comes before SessionOpened, which must be the first"
    OPENED_TWICE = "the session was opened before; another game is another session"
    NOT_OPENED = "the session cannot be opened: {why}"
    OTHER_SIZE = "board_size is {size}; {rules} is played on {expected} x {expected}"
    NOT_CLOSED = "pictures are dropped before the session was closed; those of a running game stay"
    MOVES_TOO_LATE = "the moves before the recording come first of all, and once"
    UNEQUAL_BEFORE = "moves before the recording: {moves}, positions: {positions}, readings of the clocks: {readings}"


class PressFault(Phrase):
    """Why a press, or the ruling of a press, is out of order."""

    AFTER_THE_END = "press {seq} comes after the arbiter ended the game with {result}"
    NOT_UPWARDS = "press {seq} comes after press {last}: presses are numbered upwards, each once"
    NEVER_MADE = "a ruling of press {seq}, which was never made"
    OF_THE_OTHER = "press {seq} was made by {side}, and is ruled as one by {other}"
    NOTHING_TO_AMEND = "press {seq} is not ruled yet: there is nothing to amend"
    RULED_BEFORE = "press {seq} was ruled before; a change must say that it amends"
    RULED_TOO_EARLY = "press {seq} is ruled before press {first}; presses are ruled in their order"
