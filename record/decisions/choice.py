"""The choice to go on with what is left of a damaged journal, handed to the service in small files beside it.

Nobody may write into such a journal, so its inbox cannot be used. A choice is taken at most once.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_hex

from record.decisions.inbox import OBEYED, Became
from record.files import write_atomically
from record.store.json_text import JsonError, json_in
from record.telling.sentences import as_json, sentence_in
from rules.errors import Sentence

ASKED_NAME, ANSWER_NAME = "go-on.json", "go-on-answer.json"


@dataclass(frozen=True, slots=True)
class GoOn:
    """Somebody chooses to go on from that row of the journal, the last sound one as it was shown to him."""

    by: str
    row: int
    token: str = ""
    """Names the choice, for its answer."""


def put(game: Path, by: str, row: int) -> GoOn:
    """Hand the choice over; FileError where it cannot be written."""
    choice = GoOn(by, row, token_hex(8))
    write_atomically(game / ASKED_NAME, json.dumps(asdict(choice), ensure_ascii=False))
    return choice


def take(game: Path) -> GoOn | None:
    """The choice that waits, which is taken then; None where there is none that can be read."""
    try:
        told = json_in((game / ASKED_NAME).read_bytes())
        (game / ASKED_NAME).unlink()
        return GoOn(str(told["by"]), int(told["row"]), str(told["token"]))
    except (OSError, JsonError, KeyError, TypeError, ValueError):
        return None


def withdraw(game: Path) -> bool:
    """Withdraw the choice that waits; False where it was taken already."""
    try:
        (game / ASKED_NAME).unlink()
    except OSError:
        return False
    return True


def answer(game: Path, choice: GoOn, became: Became) -> None:
    """Tell the outcome of the choice. A disk that does not take it leaves the asker without an answer."""
    told = as_json(became) if isinstance(became, Sentence) else became
    with suppress(OSError):
        write_atomically(game / ANSWER_NAME, json.dumps({"token": choice.token, "became": told}, ensure_ascii=False))


def answered(game: Path, choice: GoOn) -> Became | None:
    """The outcome of the choice; None as long as there is none."""
    try:
        told = json_in((game / ANSWER_NAME).read_bytes())
        if told["token"] != choice.token:
            return None
        (game / ANSWER_NAME).unlink(missing_ok=True)
        return OBEYED if told["became"] == OBEYED else sentence_in(told["became"])
    except (OSError, JsonError, KeyError, TypeError, ValueError):
        return None
