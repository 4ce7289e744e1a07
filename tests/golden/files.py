"""The golden files: what the program made of recorded sessions, simulated games and events when they were written."""

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.golden import events, outputs
from tests.golden.evidence import replayed
from tests.golden.simulated import GAMES, simulated

GOLDEN = Path(__file__).resolve().parents[1] / "data" / "golden"
SESSIONS = GOLDEN / "evidence"
Lines = Iterator[dict[str, Any]]


def golden() -> dict[str, Callable[[Path], Lines]]:
    """By the name of each golden file what makes its lines in an empty folder."""
    made: dict[str, Callable[[Path], Lines]] = {}
    for number, name in enumerate(GAMES):
        made[f"games/{number:02}-{name}.jsonl"] = lambda folder, number=number: outputs.lines(simulated(number), folder)
    for file in sorted(SESSIONS.glob("*.json")):
        made[f"sessions/{file.stem}.jsonl"] = lambda folder, file=file: outputs.lines(
            replayed(json.loads(file.read_text()), file.stem), folder
        )
    for name in events.EVENTS:
        made[f"events/{name}.jsonl"] = lambda folder, name=name: events.lines(name, folder)
    return made


def text_of(make: Callable[[Path], Lines]) -> str:
    """The text of a golden file."""
    with tempfile.TemporaryDirectory() as folder:
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in make(Path(folder)))
