"""Recorded sessions with their truth, picture by picture. Only benchmarks use the truth; the program never reads it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.picture import read_picture

COLOUR = np.array([0, 1, 1, 2, 2])
"""The colour of each Content: 0 empty, 1 white, 2 black."""


@dataclass(frozen=True)
class Picture:
    """One picture and its truth. A square in `either` may still show what stood there before, or a piece that is being moved."""

    path: Path
    contents: np.ndarray
    either: np.ndarray
    hidden: np.ndarray
    """The squares that are known to be covered at least in part."""
    labelled: bool
    """Whether `hidden` is known; otherwise a hand may be anywhere in a picture of a burst."""

    def frame(self) -> Frame:
        return Frame(self.path.name, 0, read_picture(self.path))


@dataclass(frozen=True)
class Session:
    """A recorded session of one board."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def about(self) -> dict:
        return json.loads((self.folder / "session.json").read_text())

    @property
    def size(self) -> int:
        return self.about["board_size"]

    @cached_property
    def start(self) -> tuple[Content, ...]:
        rules = ruleset(self.about["rules"])
        begin = parse_fen(self.about["start_fen"], rules) if "start_fen" in self.about else Position.start(rules)
        return begin.contents()

    def first(self) -> Frame:
        return Frame("frames/0000.jpg", 0, read_picture(self.folder / "frames/0000.jpg"))

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures of all presses, in time order, without the first picture of the session."""
        return tuple(self._pictures())

    def settled(self) -> tuple[Picture, ...]:
        """The last picture of each press."""
        last = {press["frame"] for press in _lines(self.folder / "presses.jsonl")}
        return tuple(one for one in self.pictures if f"frames/{one.path.name}" in last)

    def _pictures(self) -> Iterator[Picture]:
        labels = {Path(line["file"]).name: line for line in _lines(self.folder / "labels.jsonl")}
        fens = {line["seq"]: line["fen"] for line in _lines(self.folder / "truth.jsonl")}
        before = np.array(self.start, int)
        for press in _lines(self.folder / "presses.jsonl"):
            after = self._contents(fens[press["seq"]])
            for name in press.get("burst", [press["frame"]]):
                path = self.folder / name
                label = labels.get(path.name)
                stands = self._contents(label["fen"]) if label else after
                either = np.zeros(len(after), bool) if label or name == press["frame"] else before != after
                hidden = np.zeros(len(after), bool)
                hidden[[square - 1 for square in map(int, label["hidden"] if label else ())]] = True
                yield Picture(path, stands, either, hidden, label is not None)
            before = after

    def _contents(self, fen: str) -> np.ndarray:
        return np.array(parse_fen(fen, ruleset(self.about["rules"])).contents(), int)


def sessions(folders: list[str]) -> list[Session]:
    """The sessions with a truth among these folders and the folders in them, in the order given."""
    found = [one for name in folders for one in (Path(name), *sorted(Path(name).iterdir()))]
    return [Session(one) for one in found if (one / "truth.jsonl").exists() and (one / "presses.jsonl").exists()]


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()] if path.exists() else []
