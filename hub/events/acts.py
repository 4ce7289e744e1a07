"""The table of acts: what is done to an event, by a command of `damcam event` and by a form of its page. See `hub.events.act`."""

from collections.abc import Mapping
from typing import Final

from hub.events.act import Act
from hub.events.appeal_acts import APPEAL, COMMISSION, VERDICT
from hub.events.contest_acts import MARK, ORDER, PROBLEM
from hub.events.correcting import CORRECT, REMOVE
from hub.events.drawing import DRAW
from hub.events.entering import ENTER
from hub.events.line_ups import LINE_UP
from hub.events.pairing import PAIR
from hub.events.published import PUBLISH
from hub.events.result_acts import COLOURS, PLAY_OFF, RESULT
from hub.events.rounds import ROUNDS
from hub.events.starting import START
from hub.events.time_control import TIME_CONTROL
from hub.events.withdrawing import DECIDE, UNDO, WITHDRAW

ACTS: Final[Mapping[str, Act]] = {
    act.name: act
    for act in (
        *(ENTER, CORRECT, REMOVE, LINE_UP, DRAW),
        *(PAIR, RESULT, COLOURS, WITHDRAW, START, TIME_CONTROL, ROUNDS, PLAY_OFF, DECIDE),
        *(APPEAL, COMMISSION, VERDICT),
        *(PROBLEM, MARK, ORDER),
        *(PUBLISH, UNDO),
    )
}
"""The acts by their names, in the order in which the command line lists them."""
