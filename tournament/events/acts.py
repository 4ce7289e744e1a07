"""The table of acts: what is done to an event, by a command of `damcam event` and by a form of its page. See `tournament.events.act`."""

from collections.abc import Mapping
from typing import Final

from tournament.events.act import Act
from tournament.events.appeal_acts import APPEAL, COMMISSION, VERDICT
from tournament.events.contest_acts import MARK, ORDER, PROBLEM
from tournament.events.correcting import CORRECT, REMOVE
from tournament.events.drawing import DRAW
from tournament.events.entering import ENTER
from tournament.events.line_ups import LINE_UP
from tournament.events.pairing import PAIR
from tournament.events.play_off_acts import PLAY_OFF
from tournament.events.published import PUBLISH
from tournament.events.result_acts import COLOURS, RESULT
from tournament.events.rounds import ROUNDS
from tournament.events.starting import START
from tournament.events.time_control import TIME_CONTROL
from tournament.events.withdrawing import DECIDE, RETURN, UNDO, WITHDRAW

ACTS: Final[Mapping[str, Act]] = {
    act.name: act
    for act in (
        *(ENTER, CORRECT, REMOVE, LINE_UP, DRAW),
        *(PAIR, RESULT, COLOURS, WITHDRAW, RETURN, START, TIME_CONTROL, ROUNDS, PLAY_OFF, DECIDE),
        *(APPEAL, COMMISSION, VERDICT),
        *(PROBLEM, MARK, ORDER),
        *(PUBLISH, UNDO),
    )
}
"""The acts by their names, in the order in which the command line lists them."""
