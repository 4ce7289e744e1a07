"""A process of its own that pairs the next round of the event whose question stands on standard input, while the pages go on.

The question is a JSON object: the file, the number of its last row, the wishes, and who asks; without `by` the round is proposed alone. The
answer is one too: `round`, `pairs`, `free`, and `told`, the sentences of what was done; or `error`, the sentence of why nothing was.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from hub.events.changes import RoundPaired, Who
from hub.events.event_file import KeptEvent, append, read_event
from hub.events.pairing import paired
from hub.events.telling import change_said
from hub.events.wishes import Wishes
from hub.organiser.meanwhile import check_rows
from record.telling.sentences import as_json
from rules.errors import DamcamError, Sentence

NICE = 10


def main() -> int:
    """Answer the question, with less right to the processor than the pages and the boards."""
    os.nice(NICE)
    print(json.dumps(_answer(json.load(sys.stdin))))
    return 0


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        event = read_event(Path(asked["path"]))
        check_rows(event, asked["rows"])
        round_, told = paired(event.state, Wishes((), tuple(asked["absent"]), asked["bye"], asked["anyway"]))
        if asked["by"]:
            told = _write(event, round_, asked["by"], told)
    except DamcamError as error:
        return {"error": as_json(error.sentence)}
    pairs = [[game.white, game.black] for game in round_.games]
    return {"round": round_.round, "pairs": pairs, "free": list(round_.free), "told": [as_json(one) for one in told]}


def _write(event: KeptEvent, round_: RoundPaired, by: str, told: list[Sentence]) -> list[Sentence]:
    append(event, round_, Who(by))
    return [change_said(round_, {one.id: one.shown for one in event.state.entrants}), *told]


if __name__ == "__main__":
    sys.exit(main())
