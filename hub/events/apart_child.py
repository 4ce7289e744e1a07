"""The process of `hub.events.apart`: a question `pair` as JSON on standard input, its answer as JSON on standard output.

It gives way to every other process, so that pages and boards go before it.
"""

import json
import os
import sys
from typing import Any

from hub.events.asking import asked
from hub.events.faults import TournamentError
from record.telling.sentences import as_json

NICE = 10


def main() -> int:
    """Answer the question."""
    os.nice(NICE)
    print(json.dumps(_answer(json.load(sys.stdin))))
    return 0


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    try:
        answer = asked(question)
    except TournamentError as error:
        return {"error": as_json(error.sentence)}
    return {**answer, "warnings": [as_json(one) for one in answer["warnings"]]}


if __name__ == "__main__":
    sys.exit(main())
