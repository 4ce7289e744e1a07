"""What was refused in the hall and of no board that is known: a small file beside the boards' folders, which the mirror writes.

The pages read it. It is of this start of the mirror.
"""

import json
import logging
from contextlib import suppress
from pathlib import Path

from hub.venue.link import MAX_BYTES
from hub.venue.small_file import write_small
from record.store.json_text import json_in
from record.telling.sentences import as_json, sentence_in
from rules.errors import Sentence

_log = logging.getLogger(__name__)
NAME = "refused.json"
MAX_REFUSED = 20
"""So many different refusals are told."""


class HallRefused:
    """What the mirror refuses in that folder of boards, each reason once. What an earlier mirror left is gone."""

    def __init__(self, boards: Path) -> None:
        self._path, self._told = boards / NAME, dict[str, Sentence]()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def refuse(self, reason: str, said: Sentence) -> None:
        """Take note of what is refused, and log it once for each reason."""
        if reason in self._told or len(self._told) >= MAX_REFUSED:
            return
        self._told[reason] = said
        _log.warning("%s", said)
        with suppress(OSError):
            write_small(self._path, json.dumps([as_json(one) for one in self._told.values()], ensure_ascii=False).encode(errors="replace"))


def hall_refused(boards: Path) -> tuple[Sentence, ...]:
    """What the mirror of that folder of boards refused of nobody whom it knows; nothing where it has not said so."""
    try:
        with (boards / NAME).open("rb") as file:
            told = json_in(file.read(MAX_BYTES))
        return tuple(map(sentence_in, told)) if isinstance(told, list) else ()
    except (OSError, ValueError):
        return ()
