"""Events of each regulation at random, played by the command `damcam event`: the commands, what they answer, and what is exported."""

import io
import json
import random
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from pi.cli import main

EVENTS: dict[str, tuple[list[str], int]] = {
    "a-ek": (["--competition", "A", "--class", "EK"], 5),
    "a-2": (["--competition", "A", "--class", "2"], 7),
    "b-1": (["--competition", "B", "--group", "I"], 6),
    "c-kk": (["--competition", "C", "--class", "KK"], 8),
    "c-haa": (["--competition", "C", "--class", "HAA"], 8),
    "d-ha": (["--competition", "D", "--class", "HA"], 12),
    "d-3": (["--competition", "D", "--class", "3"], 8),
    "e": (["--competition", "E", "--class", "jeugd"], 5),
    "f": (["--competition", "F", "--rounds", "4"], 11),
    "g": (["--competition", "G"], 5),
    "h": (["--competition", "H"], 0),
}
"""What each event is made with, and how many enter."""
SWISS = ("d-ha", "f")
SAYS_ITSELF = ("c-kk", "c-haa", *SWISS)
"""The events whose regulation says what becomes of the games of who withdraws."""
TEAM_BOARDS = {"b-1": 8, "g": 4}
ROUNDS = 9
"""More than any of the events has: a round too many is refused."""
MAX_OPEN = 12
"""More than the play-offs and decisions that an event needs."""
PROBLEMS = {"p1": "W:W28,32:B12,17", "p2": "W:W28,33,39:B13,18,22", "p3": "W:WK46,32:B5,13,19"}
DATED = ("--date", "2026-10-03")


def lines(name: str, folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of the event of that name, played in the empty `folder`."""
    return _Arbiter(name, folder).play()


class _Arbiter:
    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.file, self.folder = name, folder / f"{name}.event", folder
        self.chance = random.Random(name)

    def play(self) -> Iterator[dict[str, Any]]:
        made, count = EVENTS[self.name]
        yield self._run("new", *made, "--name", self.name, *DATED)
        if self.name == "h":
            yield from self._contest()
        else:
            yield from self._championship([f"p{number}" for number in range(1, count + 1)])
        yield self._run("log")
        for form in ("csv", "trf", "trf26", "pdn"):
            yield from self._exported(form)

    def _championship(self, ids: list[str]) -> Iterator[dict[str, Any]]:
        yield self._run("enter", *ids)
        if self.name not in ("b-1", "c-kk", "c-haa"):
            yield self._run("draw", "--seed", "4")
        for number in range(1, ROUNDS):
            paired = self._run("pair", *self._absent(number, ids))
            yield paired
            if paired["status"]:
                break
            pairs = [pair for row in paired["rows"] for pair in row["pairs"]]
            for pair in pairs:
                yield self._run("result", str(number), *self._result(pair))
            if number == 2:
                yield from self._corrected(pairs[0])
                yield self._run("withdraw", ids[-1], "--reason", "ill", *(() if self.name in SAYS_ITSELF else ("--games", "lapse")))
            yield self._run("standings")
        yield from self._settled()
        yield self._run("crosstable")
        yield self._run("sheets")

    def _absent(self, number: int, ids: list[str]) -> list[str]:
        return ["--absent", ids[1]] if number == 1 and self.name in (*SWISS, "c-haa") else []

    def _result(self, pair: dict[str, Any]) -> list[str]:
        if boards := TEAM_BOARDS.get(self.name):
            halves = self.chance.randint(0, 2 * boards)
            return [pair["first"], pair["second"], f"{halves / 2:g}-{boards - halves / 2:g}"]
        is_default = self.chance.random() < 0.1
        result = self.chance.choice(("1-0", "0-1") if is_default else ("1-0", "0-1", "draw"))
        return [pair["white"], pair["black"], result, *(["--default"] if is_default else [])]

    def _corrected(self, pair: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield self._run("result", "2", *self._result(pair), "--reason", "misread")
        yield self._run("undo")

    def _settled(self) -> Iterator[dict[str, Any]]:
        """Play-offs and decisions of the arbiter, until nothing is open that needs one."""
        for _ in range(MAX_OPEN):
            standings = self._run("standings")
            yield standings
            groups = [group for row in standings["rows"] for group in row.get("groups", [row])]
            needed = [left for group in groups for left in group["open"] if left["needs"] != "nothing"]
            if not needed:
                break
            if needed[0]["needs"] == "arbiter":
                yield self._run("decide", *needed[0]["ids"], "--reason", "by lot")
            else:
                game = needed[0]["next"][0]
                white, black = game.get("players") or game.values()
                won = {"b-1": "5-3", "g": "3-1"}.get(self.name, "1-0")
                yield self._run("play-off", white, black, won)

    def _contest(self) -> Iterator[dict[str, Any]]:
        for id, fen in PROBLEMS.items():
            yield self._run("problem", id, fen, "--author", "A. Bouma", "--nodes", "2000")
            yield self._run("mark", id, "J. Jansen", str(self.chance.randint(10, 20) / 2))
        yield self._run("order", "p2", "p1=p3", "--reason", "the jury")
        yield self._run("standings")

    def _run(self, task: str, *words: str) -> dict[str, Any]:
        """Run a command: its status, its rows, and where it refuses, the sentence."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main(["event", task, str(self.file), *words, "--json"])
        rows = [_undated(json.loads(line)) for line in out.getvalue().splitlines()]
        why = {"error": err.getvalue().replace(str(self.folder), "").splitlines()[-1:]} if status else {}
        return {"task": [task, *words], "status": status, "rows": rows, **why}

    def _exported(self, form: str) -> Iterator[dict[str, Any]]:
        out = self.folder / form
        written = self._run("export", "--as", form, "--out", str(out))
        for file in sorted(out.iterdir()) if not written["status"] else ():
            yield {"file": file.name, "lines": file.read_text("utf-8").splitlines()}


def _undated(row: dict[str, Any]) -> dict[str, Any]:
    """The row without the moment, the person and the path, which differ from run to run."""
    return {key: value for key, value in row.items() if key not in ("at", "by", "event", "file")}
