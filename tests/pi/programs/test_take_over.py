"""`damcam take-over`: another recorder's game goes on with this one, from its folder, its journal, or what the arbiter knows of it."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi.cli import main
from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame
from record.events.of_game import ClockStarted, SessionOpened, TimesSet
from record.events.of_record import MovesBefore
from record.session.step import from_events
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from rules.board.fen import parse_fen
from tests.bench.live.table import SECOND, Table, calm, ruled
from tests.bench.live.world import World
from tests.record.session.refolded import running_game

Run = Callable[..., int]


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
def take_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, on the new recorder; what its service then goes on with is in the folder `new`."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    return lambda *words: main(["take-over", *map(str, words)])


def cut_off(table: Table, count: int) -> World:
    """A game whose recorder broke after so many presses were read."""
    world = table.world(calm(8))
    world.run(ruled(world, count))
    world.run_for(2 * SECOND)
    world.close()
    return world


def test_the_folder_of_a_broken_recorder_goes_on_as_one_game(tables, take_over, tmp_path, capfd):
    old = cut_off(tables("old"), 4)
    before = {path: path.read_bytes() for path in old.folder.rglob("*") if path.is_file()}
    assert take_over(old.folder) == 0
    assert "0001: 4 moves on the record, White to move; White 1:" in capfd.readouterr().err
    assert {path: path.read_bytes() for path in old.folder.rglob("*") if path.is_file()} == before
    table = tables("new")
    world = table.world(calm(8))
    assert world.state.clock.stopped == "white"
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 8
    assert [press.seq for press in read_folder(world.folder).presses] == list(range(1, 9))
    assert main(["check", str(world.folder / "game.pdn"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["plies"] == 8


@pytest.mark.parametrize(("rules", "refused"), [("frisian-2011", False), ("frisian-2019", False), ("international", True)])
def test_a_game_of_the_rules_that_the_settings_name_is_taken_however_they_name_them(
    tables, take_over, tmp_path, monkeypatch, capfd, rules, refused
):
    old = cut_off(tables("old"), 1)
    monkeypatch.setenv("DAMCAM_BOARD_RULES", rules)
    assert take_over(old.folder) == refused
    assert ("this is a game of frisian, and the settings say international" in capfd.readouterr().err) == refused


def test_what_root_makes_is_the_services(needs_root, tables, take_over, tmp_path, monkeypatch):
    old, state, given = cut_off(tables("old"), 1), tmp_path / "new", {}
    state.mkdir()
    monkeypatch.setattr("os.chown", lambda path, user, group, follow_symlinks: given.update({path.name: (user, group, follow_symlinks)}))
    assert take_over(old.folder) == 0
    made = {path.name for path in (state / "games/0001").rglob("*")} | {"lock", "games", "game"}
    assert given == dict.fromkeys(made, (state.stat().st_uid, state.stat().st_gid, False))


def test_what_sqlite_had_not_moved_into_the_journal_is_taken_along(tables, take_over, tmp_path):
    old = cut_off(tables("old"), 2)
    card = tmp_path / "card"
    card.mkdir()
    with Journal.open(old.folder / JOURNAL_NAME) as journal:
        journal.append(TimesSet(10**12, SECOND, 2 * SECOND, "J. Jansen"), 10**12)
        for path in old.folder.glob(f"{JOURNAL_NAME}*"):
            shutil.copy(path, card)
    assert take_over(card / JOURNAL_NAME) == 0
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        assert fold(journal).clock.black_ns == 2 * SECOND


INBOX = "CREATE TABLE inbox (id INTEGER PRIMARY KEY, kind TEXT, json TEXT, answer TEXT);"
"""As journals had it before version 4."""
FALSE_RESULT = """CREATE TRIGGER {name} AFTER {what} BEGIN
    INSERT INTO inbox (kind, json) VALUES ('CloseGame', '{{"by": "nobody"}}'); END"""


@pytest.mark.parametrize(
    "act",
    [
        INBOX + FALSE_RESULT.format(name="a", what="UPDATE ON clock"),
        INBOX + FALSE_RESULT.format(name="b", what="INSERT ON events"),
        INBOX + "INSERT INTO inbox (kind, json) VALUES ('CloseGame', '{}')",
        "CREATE TABLE more (x)",
        "CREATE VIEW tables AS SELECT * FROM events",
        "CREATE INDEX by_kind ON events (kind)",
    ],
)
def test_nothing_but_the_rows_of_a_foreign_journal_comes_along(tables, take_over, tmp_path, act):
    old = cut_off(tables("old"), 3)
    before = spoiled(old.folder / JOURNAL_NAME, tmp_path / "before.sqlite")
    assert take_over(spoiled(before, tmp_path / "card.sqlite", act)) == 0
    taken, own = tmp_path / "new/games/0001" / JOURNAL_NAME, tmp_path / "own.sqlite"
    Journal.create(own).close()
    schemas, rows = [], []
    for path in (taken, own, before):
        with closing(sqlite3.connect(path)) as connection:
            schemas.append(connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall())
            rows.append(connection.execute("SELECT * FROM events").fetchall())
    with Inbox(taken) as inbox:
        assert inbox.last == 0
    assert schemas[0] == schemas[1]
    assert rows[0] == rows[2]


def test_words_on_a_foreign_card_stay_there(tables, take_over, tmp_path):
    old = cut_off(tables("old"), 3)
    with Inbox(old.folder / JOURNAL_NAME) as inbox:
        assert inbox.put(CloseGame("nobody")) == 1
    assert take_over(old.folder) == 0
    with Inbox(tmp_path / "new/games/0001" / JOURNAL_NAME) as inbox:
        assert inbox.last == 0


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
ENDLESS += "SELECT i AS id, 1 AS t_ns, '' AS kind, '' AS json, x'' AS checksum FROM n"


@pytest.mark.parametrize(
    ("acts", "sentence"),
    [
        (("ALTER TABLE events RENAME TO others", "CREATE VIEW events AS SELECT * FROM others"), "journal"),
        (("ALTER TABLE events RENAME TO others", f"CREATE VIEW events AS {ENDLESS}"), "journal"),
        (("ALTER TABLE events RENAME TO others", "CREATE VIRTUAL TABLE events USING fts5(id, t_ns, kind, json, checksum)"), "journal"),
        (("ALTER TABLE tail RENAME TO others", f"CREATE VIEW tail AS SELECT id AS row_id, checksum FROM ({ENDLESS})"), None),
        (("PRAGMA user_version = 99",), "version 99"),
        (("PRAGMA application_id = 1",), "journal"),
    ],
)
def test_a_foreign_schema_is_never_run(tables, take_over, tmp_path, capfd, acts, sentence):
    old = cut_off(tables("old"), 2)
    card = spoiled(old.folder / JOURNAL_NAME, tmp_path / "card.sqlite", *acts)
    assert take_over(card) == (1 if sentence else 0)
    told = capfd.readouterr().err
    assert (sentence or "2 moves on the record") in told
    assert "Traceback" not in told


def test_links_pipes_and_devices_of_a_card_stay_there(tables, take_over, tmp_path, capfd):
    old = cut_off(tables("old"), 2)
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("hidden")
    (old.folder / "frames" / "0009.jpg").symlink_to(secret / "key")
    (old.folder / "more").symlink_to(secret)
    os.mkfifo(old.folder / "frames" / "0010.jpg")
    deep = old.folder / "a/b/c/d/e"
    deep.mkdir(parents=True)
    (deep / "file").touch()
    assert take_over(old.folder) == 0
    taken = tmp_path / "new/games/0001"
    assert not any(path.is_symlink() or path.is_fifo() or path.name in ("key", "file") for path in taken.rglob("*"))
    assert {path.name for path in (taken / "frames").iterdir()} == {
        path.name for path in (old.folder / "frames").iterdir() if path.is_file() and not path.is_symlink()
    }
    assert not any(path.stat().st_mode & 0o027 for path in taken.rglob("*")), "other users read nothing"


@pytest.mark.parametrize("what", ["folder", "journal"])
def test_a_link_in_the_place_of_the_game_is_not_followed(tables, take_over, tmp_path, capfd, what):
    old = cut_off(tables("old"), 2)
    link = tmp_path / "link"
    link.symlink_to(old.folder if what == "folder" else old.folder / JOURNAL_NAME)
    assert take_over(link) == 1
    assert "there is no journal" in capfd.readouterr().err


def test_more_files_than_a_game_has_are_not_copied(tables, take_over, tmp_path, capfd, monkeypatch):
    old = cut_off(tables("old"), 2)
    with (old.folder / "frames" / "huge.jpg").open("wb") as file:
        file.truncate(9_000_000_000)
    monkeypatch.setattr("pi.programs.plain_files.MAX_BYTES", 10_000_000)
    assert take_over(old.folder) == 1
    assert "there is more in it than a game has" in capfd.readouterr().err
    assert list((tmp_path / "new/games").iterdir()) == []


def test_root_becomes_the_service_before_anything_is_read(needs_root, tables, take_over, tmp_path, monkeypatch):
    old, state, done = cut_off(tables("old"), 1), tmp_path / "new", []
    state.mkdir()
    os.chown(state, 4711, 4712)
    for name in ("setgroups", "setgid", "setuid"):
        monkeypatch.setattr(f"os.{name}", lambda given, name=name: done.append((name, given)))
    monkeypatch.setattr("pi.programs.take_over.copy_game", lambda *_: done.append("read") or old.folder)
    assert take_over(old.folder) == 0
    assert done == [("setgroups", []), ("setgid", 4712), ("setuid", 4711), "read"]


def spoiled(journal, copy, *acts):
    """A copy of the journal in which that was done."""
    shutil.copy(journal, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        for act in acts:
            connection.executescript(act)
    return copy


def test_what_cannot_be_gone_on_with_is_said_and_nothing_is_left(tables, take_over, tmp_path, capfd):
    old = cut_off(tables("old"), 2)
    altered = "DROP TRIGGER events_stand", "UPDATE events SET t_ns = t_ns + 1 WHERE id = 3"
    damaged = spoiled(old.folder / JOURNAL_NAME, tmp_path / "damaged.sqlite", *altered)
    shortened = "DROP TRIGGER events_stay", "DELETE FROM events WHERE id = (SELECT max(id) FROM events)"
    cut = spoiled(old.folder / JOURNAL_NAME, tmp_path / "cut.sqlite", *shortened)
    world = tables("closed").world(calm(1))
    world.play()
    world.close()
    pdn = tmp_path / "so_far.pdn"
    pdn.write_text("1. 31-27 18-23 2. 47-42 *")
    over = tmp_path / "over.pdn"
    over.write_text("1. 31-27 18-23 2. 36-31 1-0")
    times = ("--white", "1:00:00", "--black", "1:00:00")
    for words, sentence in [
        ((tmp_path / "nothing",), "there is no journal"),
        ((damaged,), f"row 3 of {damaged} does not fit its checksum"),
        ((cut,), f"of {cut} is missing"),
        ((world.folder,), "this game is closed"),
        ((pdn, *times), "47-42"),
        ((over, *times), "the game is over, its result is 1-0"),
        (("--fen", "W:W31:B20"), "both clocks"),
        (("--fen", "W:W31:B20", "--white", "0:00", "--black", "1:00"), "more than zero"),
    ]:
        assert take_over(*words) == 1
        assert sentence in capfd.readouterr().err
    for words, sentence in [
        ((old.folder, *times), "a journal knows position and clocks"),
        ((), "name what is left of the game"),
        ((over, "--white", "1:00:00"), "both clocks"),
    ]:
        assert take_over(*words) == 2
        assert sentence in capfd.readouterr().err
    assert list((tmp_path / "new").glob("games/*")) == []
    assert take_over(old.folder) == 0
    assert take_over(old.folder) == 1
    assert "a game goes on there already" in capfd.readouterr().err


def test_where_the_journal_is_lost_the_moves_so_far_and_the_clocks_make_one_record(tables, take_over, tmp_path, capfd):
    script = calm(8)
    old = cut_off(tables("old"), 5)
    shutil.copy(old.folder / "game.pdn", tmp_path / "so_far.pdn")
    times = ("--white", "1:10:00", "--black", "1:05:00", "--by", "J. Jansen")
    assert take_over(tmp_path / "so_far.pdn", *times) == 0
    assert "5 moves on the record, Black to move; White 1:10:00, Black 1:05:00" in capfd.readouterr().err
    table = tables("new")
    world = table.world(script[5:])
    world.stands = script[4].stands
    world._film(world.now_ns_ + 10 * SECOND)
    assert world.state.clock.running is None
    world.play()
    events = [event for _, event in world.journal.since(0)]
    assert [type(event) for event in events[:3]] == [SessionOpened, MovesBefore, TimesSet]
    assert events[0].about.tags.white == "A"
    assert from_events(events) == world.state
    assert running_game(events).belief == world.service.loop.game.belief
    assert [(press.side, one.verdict) for press, one in zip(world.state.presses, world.state.rulings, strict=True)] == [
        ("black", "legal"),
        ("white", "legal"),
        ("black", "legal"),
    ]
    assert world.state.clock.white_moves == 4
    capfd.readouterr()
    assert main(["check", str(world.folder / "game.pdn"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["plies"] == 8
    text = (world.folder / "game.pdn").read_text()
    assert text.count("[%clock") == 8
    assert main(["record", str(world.folder)]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["verdict"] for row in rows] == ["on-paper"] * 5 + ["legal"] * 3
    again = read_folder(world.folder)
    assert again.start == parse_fen(rows[4]["fen"], again.rules), "what was recorded here can be replayed"
    assert (world.folder / "frames/0000.jpg").exists()


def test_the_position_alone_and_the_position_behind_the_moves(tables, take_over, tmp_path):
    fen = "B:W27,31,32,33,34,35,37,38:B1,2,3,4,5,6,7,8"
    pdn = tmp_path / "so_far.pdn"
    pdn.write_text("1. 31-27 18-23 2. 36-31 *")
    times = ("--white", "10:00", "--black", "9:00")
    assert take_over("--fen", fen, *times) == 0
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        state = fold(journal)
    assert (state.opened.start_fen, state.fen, state.clock.white_ns, state.plies) == (fen, fen, 600 * SECOND, ())
    shutil.rmtree(tmp_path / "new")
    assert take_over(pdn, "--fen", fen, *times) == 0
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        state = fold(journal)
    assert ([ply.move for ply in state.plies], state.fen) == (["31-27", "18-23", "36-31"], fen)
    assert (state.clock.white_moves, state.clock.black_moves) == (2, 1)


def test_a_game_without_a_clock_goes_on_with_the_side_to_move(take_over, tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("DAMCAM_GAME_TIME_CONTROL", "simultaan")
    assert take_over("--fen", "B:W27,31:B1,2", "--white", "1:00", "--black", "1:00") == 1
    assert "played without a clock" in capfd.readouterr().err
    assert take_over("--fen", "B:W27,31:B1,2") == 0
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        events = [event for _, event in journal.since(0)]
    assert (type(events[-1]), events[-1].side) == (ClockStarted, "black")
