"""JSON that another program or a person wrote: a session's files, another board, the board's service, or a page."""

import json
from collections.abc import Callable
from typing import Any

from rules.errors import DamcamError, Phrase


class JsonFault(Phrase):
    """Why a text is not used."""

    NOT_JSON = "no JSON from line {line}, character {column} on"
    NOT_UTF_8 = "its bytes are not UTF-8"
    TOO_DEEP = "it is nested too deeply"
    TOO_LONG = "it holds a number of too many digits"
    NO_NUMBER = "{value} is no number of JSON"
    HALF_A_PAIR = "it holds half of a surrogate pair, which is not a character"


class JsonError(DamcamError, ValueError):
    """A text that is no JSON, or holds what no file and no page can show."""


def _no_json(value: str) -> None:
    """NaN and the infinities, which Python takes."""
    raise JsonError(JsonFault.NO_NUMBER.said(value=value))


JsonPairs = list[tuple[str, Any]]
"""The keys and values of an object as they stand, a key perhaps twice."""


def json_in(text: bytes | str, *, finite: bool = False, object_of: Callable[[JsonPairs], Any] | None = None) -> Any:
    """The value of the JSON text; JsonError where it cannot be used, and if `finite` where it holds NaN or an infinity.

    `object_of` makes each object; what it raises as a DamcamError goes on. Without it a key that is there twice has its last value.
    """
    try:
        value = json.loads(text, parse_constant=_no_json if finite else None, object_pairs_hook=object_of)
        json.dumps(value, ensure_ascii=False).encode()
    except DamcamError:
        raise
    except json.JSONDecodeError as error:
        raise JsonError(JsonFault.NOT_JSON.said(line=error.lineno, column=error.colno)) from error
    except RecursionError as error:
        raise JsonError(JsonFault.TOO_DEEP.said()) from error
    except UnicodeEncodeError as error:
        raise JsonError(JsonFault.HALF_A_PAIR.said()) from error
    except UnicodeDecodeError as error:
        raise JsonError(JsonFault.NOT_UTF_8.said()) from error
    except ValueError as error:  # Python limits the digits of a number
        raise JsonError(JsonFault.TOO_LONG.said()) from error
    return value
