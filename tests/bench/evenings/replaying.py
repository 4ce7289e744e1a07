"""Replays a recorded session whose pictures are taken again in another light."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.board.ruleset import ruleset
from rules.board.squares import Content
from tests.bench.evenings.camera import taken_in
from tests.bench.evenings.counting import counted
from tests.bench.evenings.light import Change, Moment
from tests.bench.seeing.labelled import Session
from vision.image.geometry import Geometry
from vision.image.picture import read_picture
from vision.watching.watcher import Watcher

SAID = ("rules", "board_size", "start_fen")
"""What of session.json the program is told."""


class ReplayFailed(Exception):
    """damcam replay did not end well."""


def replayed(session: Session, change: Change, seed: int = 0) -> Counter[str]:
    """The counts of the session in that light, as `counting.counted`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(session, folder, change, seed)
        command = [sys.executable, "-P", "-m", "pi", "replay", str(folder), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReplayFailed(f"{session.name}: {done.stderr.strip().splitlines()[-1:]}")
    return counted(_lines(session.folder / "truth.jsonl"), map(json.loads, done.stdout.splitlines()), ruleset(session.about["rules"]))


def _write(session: Session, folder: Path, change: Change, seed: int) -> None:
    """Write the session in another light; its truth stays behind."""
    (folder / "frames").mkdir()
    (folder / "session.json").write_text(json.dumps({key: session.about[key] for key in SAID if key in session.about}))
    for name in ("presses.jsonl", "rulings.jsonl"):
        if (session.folder / name).exists():
            shutil.copyfile(session.folder / name, folder / name)
    geometry = _geometry(session)
    shown = list(_shown(session))
    for number, (name, press, contents) in enumerate(shown):
        image = read_picture(session.folder / name)
        moment = Moment(press / max(shown[-1][1], 1), number, geometry, contents)
        (folder / name).write_bytes(taken_in(image, change(moment), seed + number))


def _shown(session: Session) -> Iterator[tuple[str, int, tuple[Content, ...]]]:
    """Each picture of the session, its press, and what stands on the board in it; pictures of one press show what it left."""
    yield "frames/0000.jpg", 0, session.start
    shown = {one.path.name: tuple(map(Content, one.contents)) for one in session.pictures}
    for press in _lines(session.folder / "presses.jsonl"):
        for name in dict.fromkeys([*press.get("burst", ()), press["frame"]]):
            yield name, press["seq"], shown[Path(name).name]


def _geometry(session: Session) -> Geometry:
    """Where the board lies in the first picture."""
    return Watcher(session.size).begin(session.first(), session.start)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
