"""Recorded sessions with small pictures, and games whose recorder broke."""

import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import pytest

from pi.cli import main
from record.events.of_game import Event
from record.store.journal import Journal
from rules.errors import Sentence
from tests.pi.conftest import SHIPPED
from tests.support.cards import copied_card
from tests.support.commands import refusal
from tests.support.live.table import SECOND, SMALL, Table, quiet, ruled
from vision.image.geometry import Geometry
from vision.image.picture import encode_jpeg, read_picture
from vision.locating.locate import locate

WIDE_PX = (640, 480)
"""Small pictures tell the same, and sooner."""


@pytest.fixture(scope="session")
def small_pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    for path in (SHIPPED / "frames").iterdir():
        (folder / path.name).write_bytes(encode_jpeg(cv2.resize(read_picture(path), WIDE_PX, interpolation=cv2.INTER_AREA), 95))
    return folder


@pytest.fixture
def copied(copied: Callable[..., Path], small_pictures: Path) -> Callable[..., Path]:
    """As for all programs, with smaller pictures; and with the presses after so many alone, in the game as it stood then."""

    def copy(presses: int = 3, after: int = 0, **about: object) -> Path:
        if after:
            about["start_fen"] = json.loads((SHIPPED / "truth.jsonl").read_text().splitlines()[after - 1])["fen"]
        session = copied(presses, **about)
        shutil.copytree(small_pictures, session / "frames", dirs_exist_ok=True)
        if after:
            shutil.copy(session / "frames" / f"{after:04}.jpg", session / "frames" / "0000.jpg")
            lines = (session / "presses.jsonl").read_text().splitlines(keepends=True)
            (session / "presses.jsonl").write_text("".join(lines[after:]))
        return session

    return copy


@pytest.fixture(scope="session")
def geometry(small_pictures: Path) -> Geometry:
    """The board in each of the small pictures."""
    return locate(read_picture(small_pictures / "0010.jpg"), 10).geometry


@pytest.fixture
def replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[dict[str, Any]]]:
    """A function that replays a session into the folder `out`, with these lines of rulings; the rows."""

    def replay(session: Path, *rulings: dict[str, Any], lang: str = "nl") -> list[dict[str, Any]]:
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        if rulings:
            (session / "rulings.jsonl").write_text("".join(json.dumps({"by": "J. Jansen"} | ruling) + "\n" for ruling in rulings))
        assert main(["replay", str(session), "--out", str(tmp_path / "out"), "--json", "--lang", lang]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return replay


@pytest.fixture
def events(tmp_path: Path) -> Callable[[], list[Event]]:
    """The events in the journal of the folder `out`."""

    def read() -> list[Event]:
        with Journal.reader(tmp_path / "out" / "journal.jsonl") as journal:
            return [event for _, event in journal.since(0)]

    return read


@pytest.fixture(scope="session")
def _broken(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    @cache
    def play(count: int) -> Path:
        table = Table(tmp_path_factory.mktemp("broken") / "games", SMALL)
        world = table.world(quiet(8))
        world.run(ruled(world, count))
        world.run_for(2 * SECOND)
        table.close()
        return world.folder

    return play


@pytest.fixture
def cut_off(_broken: Callable[[int], Path], tmp_path: Path) -> Callable[..., Path]:
    """A function that gives a game whose recorder broke after so many presses were read, in the folder `old` or another."""

    def copy(count: int, board: str = "old") -> Path:
        made = _broken(count)
        return copied_card(made, tmp_path / board / "games" / made.name)

    return copy


@pytest.fixture
def new_table(tmp_path: Path) -> Iterator[Table]:
    """The services of the new recorder."""
    table = Table(tmp_path / "new" / "games", SMALL)
    yield table
    table.close()


@pytest.fixture
def import_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command, on the new recorder; what its service then goes on with is in the folder `new`."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    return lambda *words: main(["import", *map(str, words)])


def why(*words: object) -> str:
    """The code or template of the sentence by which `damcam import` refuses, and that of the reason or of what is asked in it."""
    sentence = refusal("import", *words).sentence
    reason = sentence.values.get("why")
    if isinstance(fact := sentence.values.get("fact"), Sentence):
        reason = fact.values.get("why", fact)
    code = sentence.code or sentence.english
    return f"{code} {reason.code or reason.english}".strip() if isinstance(reason, Sentence) else code
