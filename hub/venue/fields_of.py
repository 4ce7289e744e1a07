"""The fields of an event that may be of a newer board."""

import json
from typing import Any


def fields_of(text: str) -> dict[str, Any]:
    """The fields of an event, also of one that this version does not know; none where they cannot be read."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
