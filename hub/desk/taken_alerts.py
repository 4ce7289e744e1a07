"""Which arbiter sees to which alert, for the other arbiters: a file of the hub, which outlasts a restart. No record tells of it."""

import time
from pathlib import Path
from typing import Any

from hub.access.private_json import PrivateJson
from hub.web.errors import Refused
from rules.errors import Phrase

FILE_NAME = "alerts-taken.json"
"""The file's name, beside the accounts."""
KEPT = 500
"""Alerts that are kept, the latest: more than an evening of a hall has."""


class NotGiven(Phrase):
    """Why it is not noted who sees to an alert."""

    TAKEN_MEANWHILE = "{by} has taken this alert meanwhile."
    GIVEN_BACK = "Nobody has this alert any more."
    SETTLED = "This alert waits no longer."
    NOT_WRITTEN = "It could not be written down: {why}"


class TakenAlerts:
    """The content of the file; a damaged one holds nothing. An alert is named `BOARD/GAME/ID`."""

    def __init__(self, path: Path) -> None:
        self._file = PrivateJson(path)

    def all(self) -> dict[str, str]:
        """Who has taken each alert."""
        taken = self._file.read().get("taken")
        return {str(one): str(told["by"]) for one, told in taken.items() if _is_entry(told)} if isinstance(taken, dict) else {}

    def give(self, alert: str, by: str, was: str) -> None:
        """Note that `by` sees to that alert, empty for nobody, where it was `was` until now; Refused (409) where it was not. OSError."""
        now_s = round(time.time())

        def given(held: dict[str, Any]) -> dict[str, Any]:
            taken = {one: told for one, told in _entries(held).items() if _is_entry(told)}
            other = str(taken.get(alert, {}).get("by", ""))
            if other != was:
                raise Refused(409, NotGiven.TAKEN_MEANWHILE.said(by=other) if other else NotGiven.GIVEN_BACK.said())
            taken.pop(alert, None)
            if by:
                taken[alert] = {"by": by, "at_s": now_s}
            return {"taken": dict(list(taken.items())[-KEPT:])}

        self._file.change(given)


def _entries(held: dict[str, Any]) -> dict[str, Any]:
    taken = held.get("taken")
    return taken if isinstance(taken, dict) else {}


def _is_entry(told: object) -> bool:
    return isinstance(told, dict) and isinstance(told.get("by"), str)
