"""`damcam take-over` of a second copy: the card is lost, and the game goes on from what is on the stick."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi.cli import main
from record.events.of_game import SessionClosed
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal
from record.store.journal_rows import JournalRows
from record.store.second_copy import SecondCopy
from tests.bench.live.table import Table, calm
from tests.pi.programs.test_take_over import cut_off

NAME = "board-1-0001.jsonl"


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[[str], Table]]:
    made: list[Table] = []

    def table(name: str) -> Table:
        made.append(Table(tmp_path / name / "games"))
        return made[-1]

    yield table
    for one in made:
        one.close()


@pytest.fixture
def take_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    return lambda *words: main(["take-over", *map(str, words)])


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def copied(folder: Path, stick: Path, board: str = "board-1") -> Path:
    """The second copy of the game in that folder."""
    descriptor = os.open(stick, os.O_RDONLY)
    try:
        with JournalRows(folder / JOURNAL_NAME) as rows:
            SecondCopy(board, "0001").bring_up(descriptor, rows)
    finally:
        os.close(descriptor)
    return stick / f"{board}-0001.jsonl"


def rows_of(journal: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(journal)) as connection:
        return connection.execute("SELECT id, t_ns, kind, json, checksum FROM events ORDER BY id").fetchall()


@pytest.mark.parametrize("given", ["file", "folder"])
def test_the_game_goes_on_from_the_copy_alone(tables, take_over, tmp_path, stick, capfd, given):
    old = cut_off(tables("old"), 4)
    copy = copied(old.folder, stick)
    rows, pdn, presses = rows_of(old.folder / JOURNAL_NAME), (old.folder / "game.pdn").read_text(), len(old.state.presses)
    content = copy.read_bytes()
    assert take_over(copy if given == "file" else stick) == 0
    told = capfd.readouterr().err
    assert "0001: 4 moves on the record, White to move; White 1:" in told
    assert f"{len(rows)} rows were taken from {copy}; pictures are not in it, nor the clocks after its last row" in told
    assert copy.read_bytes() == content
    taken = tmp_path / "new/games/0001"
    assert rows_of(taken / JOURNAL_NAME) == rows
    assert (taken / "game.pdn").read_text() == pdn
    assert [press.seq for press in read_folder(taken).presses] == list(range(1, presses + 1))
    assert not (taken / "frames").exists()

    world = tables("new").world(calm(8))
    assert world.state.clock.stopped == "white"
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 8
    capfd.readouterr()
    assert main(["check", str(world.folder / "game.pdn"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["plies"] == 8


def lost_its_end(journal: Path) -> None:
    """The card forgets the last four rows; the small file beside the journal still names the last."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_stay")
        connection.execute("DELETE FROM events WHERE id > (SELECT max(id) - 4 FROM events)")
        connection.execute("UPDATE tail SET (row_id, checksum) = (SELECT id, checksum FROM events ORDER BY id DESC LIMIT 1)")


@pytest.mark.parametrize("knows", [True, False])
def test_the_recorder_whose_card_lost_the_end_of_its_game_goes_on_from_the_copy(tables, take_over, tmp_path, stick, capfd, knows):
    old = cut_off(tables("new"), 4)
    copy, journal = copied(old.folder, stick), old.folder / JOURNAL_NAME
    rows = rows_of(journal)
    lost_its_end(journal)
    if not knows:  # the service went on with what is left, until the arbiter heard of the copy
        journal.with_name(journal.name + "-tail").unlink()
        for name in ("presses.jsonl", "game.pdn"):
            (old.folder / name).unlink()
        assert take_over(copy) == 1
        assert "a game goes on there already" in capfd.readouterr().err
        old.folder.rename(tmp_path / "new" / "damaged-0001")
    assert take_over(copy) == 0
    assert "4 moves on the record" in capfd.readouterr().err
    taken = max((tmp_path / "new/games").iterdir())
    assert rows_of(taken / JOURNAL_NAME) == rows
    before = copy.read_bytes()
    if not knows:
        assert copied(taken, stick) == copy, "the game has its number again"
        assert copy.read_bytes() == before


def test_a_press_that_was_not_read_before_the_card_was_lost_is_told_as_such(tables, take_over, tmp_path, stick):
    old = cut_off(tables("old"), 4)
    copy = copied(old.folder, stick)
    lines = copy.read_bytes().splitlines(keepends=True)
    last_press = max(number for number, line in enumerate(lines) if b'"kind":"Pressed"' in line)
    copy.write_bytes(b"".join(lines[: last_press + 1]))
    assert take_over(copy) == 0
    world = tables("new").world(calm(8))
    world.play()
    assert [one.verdict for one in world.state.rulings][:3] == ["legal"] * 3
    assert [press.seq for press in world.state.presses] == list(range(1, 9))


def test_a_last_line_that_was_cut_off_costs_that_line(tables, take_over, tmp_path, stick, capfd):
    old = cut_off(tables("old"), 3)
    copy = copied(old.folder, stick)
    copy.write_bytes(copy.read_bytes()[:-10])
    rows = rows_of(old.folder / JOURNAL_NAME)
    assert take_over(copy) == 0
    assert f"{len(rows) - 1} rows were taken from {copy}, whose last line is cut off" in capfd.readouterr().err
    assert rows_of(tmp_path / "new/games/0001" / JOURNAL_NAME) == rows[:-1]


def test_a_line_that_was_altered_is_told_with_what_to_do_which_works(tables, take_over, tmp_path, stick, capfd):
    old = cut_off(tables("old"), 3)
    copy = copied(old.folder, stick)
    lines = copy.read_bytes().splitlines(keepends=True)
    altered = json.loads(lines[6]) | {"t_ns": 1}
    copy.write_bytes(b"".join((*lines[:6], json.dumps(altered).encode() + b"\n", *lines[7:])))
    assert take_over(copy) == 1
    told = capfd.readouterr().err
    assert f"{copy}: line 7 is damaged or was altered: what follows row 5 cannot be trusted" in told
    assert f"head -n 6 {copy} > so-far.jsonl" in told
    assert list((tmp_path / "new/games").iterdir()) == []
    (stick / "so-far.jsonl").write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:6]))
    assert take_over(stick / "so-far.jsonl") == 0
    assert len(rows_of(tmp_path / "new/games/0001" / JOURNAL_NAME)) == 5


def forged(copy: Path, what: str) -> None:
    """Spoil the copy as somebody who has the stick may."""
    content = copy.read_bytes()
    copy.unlink()
    match what:
        case "link":
            copy.with_name("elsewhere").write_bytes(content)
            copy.symlink_to(copy.with_name("elsewhere"))
        case "pipe":
            os.mkfifo(copy)
        case "nonsense":
            copy.write_bytes(b"[" * 1_000_000)
        case "newer":
            copy.write_bytes(content.replace(b'"version":1', b'"version":2', 1))
        case "empty":
            copy.write_bytes(content.splitlines(keepends=True)[0])
        case "no game":
            head = content.splitlines(keepends=True)[0]
            copy.write_bytes(head + rechained(content.splitlines()[1:], lambda row: row | {"kind": "NoKind"}))
        case "no press":
            head = content.splitlines(keepends=True)[0]
            copy.write_bytes(
                head + rechained(content.splitlines()[1:], lambda row: row | {"json": row["json"].replace('"seq":1,', '"seq":{},')})
            )
        case "no position":
            head = content.splitlines(keepends=True)[0]
            copy.write_bytes(head + rechained(content.splitlines()[1:], lambda row: row | {"json": row["json"].replace('"W:W', '"W:X')}))
        case "no event":
            head = content.splitlines(keepends=True)[0]
            copy.write_bytes(head + rechained(content.splitlines()[1:], lambda row: row | {"json": "[" * 100_000}))


def rechained(lines, changed) -> bytes:
    """Rows that fit their checksums, as whoever knows the form can write them."""
    from record.store.versions import chained

    checksum, out = b"", []
    for line in lines:
        row = changed(json.loads(line))
        checksum = chained(checksum, row["row"], row["t_ns"], row["kind"], row["json"])
        out.append(json.dumps(row | {"checksum": checksum.hex()}).encode() + b"\n")
    return b"".join(out)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("link", "this is no plain file"),
        ("pipe", "this is no plain file"),
        ("nonsense", "this is no second copy of a game"),
        ("newer", "written by a newer damcam"),
        ("empty", "no row of a game is in it"),
        ("no game", "row 1 of"),
        ("no event", "row 1 of"),
        ("no press", ""),
        ("no position", ""),
    ],
)
def test_what_somebody_made_of_the_copy_is_refused_with_a_sentence(tables, take_over, tmp_path, stick, capfd, what, sentence):
    old = cut_off(tables("old"), 1)
    copy = copied(old.folder, stick)
    forged(copy, what)
    assert take_over(copy) == 1
    told = capfd.readouterr().err
    assert sentence in told
    assert str(copy) in told
    assert "Traceback" not in told
    assert list((tmp_path / "new").glob("games/*")) == []


def test_a_closed_game_and_one_of_several_are_told(tables, take_over, tmp_path, stick, capfd):
    old = cut_off(tables("old"), 1)
    with Journal.open(old.folder / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(10**12), 10**12)
    copied(old.folder, stick, "board-1")
    copied(old.folder, stick, "board-2")
    (stick / "presses.jsonl").write_text('{"seq": 1}\n')
    (stick / "link.jsonl").symlink_to(stick / NAME)
    assert take_over(stick) == 1
    told = capfd.readouterr().err
    assert f"there are copies of several games: {NAME}, board-2-0001.jsonl; name one of these files" in told
    assert take_over(stick / NAME) == 1
    assert "this game is closed" in capfd.readouterr().err
    assert take_over(stick / "presses.jsonl") == 1
    assert "this is no second copy of a game" in capfd.readouterr().err
