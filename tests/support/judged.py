"""Lines for `damcam judge` whose answer holds an alert."""

import json
from math import log

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset

SURE, SLIGHT = log(0.9999), log(0.0001 / 4)


def irregular_press() -> str:
    """The lines of a game in which White sets his man on 31 on square 12, which it cannot reach (27d)."""
    start, after = "W:W31:B20", parse_fen("B:W12:B20", ruleset("frisian")).contents()
    log_p = [[SURE if content == seen else SLIGHT for content in range(5)] for seen in after]
    lines = {"rules": "frisian", "fen": start}, {"seq": 1, "side": "white", "log_p": log_p}
    return "".join(f"{json.dumps(line)}\n" for line in lines)
