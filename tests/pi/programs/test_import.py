"""`damcam import`: the game of another board goes on with this one, from its folder, its journal, the second copy
on a stick, or the moves as PDN; also after somebody decided to go on there, or through a link.
"""

import errno
import io
import json
import os
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import pi.programs.import_game
from link import sending
from pi.cli import main
from pi.machine.alone import alone
from pi.machine.game_folders import StateError, folder_of_game
from pi.machine.given_log import ImportRefused
from pi.programs import imported_log
from pi.programs.imported_log import begin_game, is_log
from record.events.about import About, PublicTags
from record.events.of_game import Alerted, ClockStarted, ClockStopped, SessionClosed, SessionOpened, TimesSet
from record.events.of_record import Described, MovesBefore
from record.log.follower import Follower
from record.log.log import Log
from record.log.reading import verify
from record.log.tail import tail_of
from record.papers.game_pdn import export_pdn
from record.session.step import from_events
from record.store.folder import GAMES, JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from record.store.journal_rows import JournalRows
from record.store.latest import ClockRow, Latest, belief_of, clock_of, read_clock, read_latest
from record.store.salvage import continue_game
from record.store.second_copy import SecondCopy
from rules.board.fen import parse_fen
from rules.pdn.check import check_game
from rules.pdn.read import read_games
from tests.pi.programs.conftest import why
from tests.record.session.refolded import running_game
from tests.support.cards import copied_card
from tests.support.commands import refusal
from tests.support.journals import lines_of, row_altered, rows_gone
from tests.support.live.table import SECOND, SMALL, Table, quiet, ruled

ASKED = "{fact}; to {act}, give {option}"
ENDS_EARLY = ASKED + " row {row} of {path} is missing: {tail} says that row {last} was the last that was written"


@pytest.fixture
def taken(tmp_path):
    return tmp_path / "new/games/0001"


def events_of(folder):
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        return [event for _, event in journal.since(0)]


def rows_of(journal):
    with JournalRows(journal) as rows:
        return list(rows.since(0))


def closed(folder):
    """The folder, once its game is closed."""
    with Journal.open(folder / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(10**12), 10**12)
    return folder


def plays_on(table, script):
    """The game goes on with that script, and its record has eight moves."""
    world = table.world(script)
    assert world.state.clock.stopped == "white"
    assert [(alert.code, alert.reason) for alert in table.of(ClockStopped)[-1].alerts] == [("resumed", "taken-over")]
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 8
    has_eight_plies(world)
    return world


def has_eight_plies(world):
    (game,) = read_games(export_pdn(world.state))
    assert check_game(game, world.state.opened.rule_set).plies == 8


def log_of_others(path):
    """A log that is sound, and has no events of a game."""
    with Log.create(path) as log:
        log.append({"what": "sung"}, after=0)
    return path


def half_of(journal):
    """The card has the first half of the file alone."""
    journal.write_bytes(journal.read_bytes()[: journal.stat().st_size // 2])


def lost_its_end(journal, rows=4):
    """The card forgets the last rows; the tail still names the last one."""
    rows_gone(journal, len(lines_of(journal)) - rows + 1)


def test_the_folder_of_a_broken_recorder_goes_on_as_one_game(cut_off, new_table, import_game, tmp_path, taken, capfd):
    old, secret = cut_off(4), tmp_path / "secret"
    assert belief_of(old / JOURNAL_NAME).exists()
    belief_of(old / JOURNAL_NAME).write_bytes(b"forged")
    secret.mkdir()
    (secret / "key").write_text("hidden")
    (old / "frames" / "0009.jpg").symlink_to(secret / "key")
    (old / "more").symlink_to(secret)
    os.mkfifo(old / "frames" / "0010.jpg")
    (old / "a/b/c/d/e").mkdir(parents=True)
    (old / "a/b/c/d/e/file").touch()
    before = {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}
    assert import_game(old) == 0
    assert "0001: 4 moves on the record, White to move; A - B; time control 80m+60s; White 1:" in capfd.readouterr().err
    assert {path: path.read_bytes() for path in before} == before
    assert not any(path.stat().st_mode & 0o027 for path in taken.rglob("*")), "other users read nothing"
    belief, last = read_latest(taken / JOURNAL_NAME).belief, rows_of(taken / JOURNAL_NAME)[-1]
    assert belief
    assert (belief.row_id, belief.checksum) == (last.row_id, last.checksum.hex()), "made here from the rows, so that none is ruled again"
    assert not any(path.is_symlink() or path.is_fifo() or path.name in ("key", "file") for path in taken.rglob("*")), "so do links"
    kept = {path.name for path in (old / "frames").iterdir() if path.is_file() and not path.is_symlink()}
    assert {path.name for path in (taken / "frames").iterdir()} == kept
    world = plays_on(new_table, quiet(8))
    assert [press.seq for press in read_folder(world.folder).presses] == list(range(1, 9))


def test_a_game_whose_clock_stood_tells_too_that_it_goes_on_here(cut_off, new_table, import_game):
    old = cut_off(1)
    with Journal.open(old / JOURNAL_NAME) as journal:
        clock = fold(journal).clock
        journal.append(ClockStopped(clock.since_t_ns + SECOND, clock.white_ns, clock.black_ns), journal.last_t_ns)
    assert import_game(old) == 0
    new_table.world(quiet(1))
    (told,) = new_table.of(Alerted)
    assert [(alert.code, alert.reason) for alert in told.alerts] == [("resumed", "taken-over")]


@pytest.mark.parametrize("rules", ["frisian-2011", "frisian-2019"])
def test_the_rules_of_the_settings_may_have_another_name(cut_off, import_game, monkeypatch, rules):
    monkeypatch.setenv("DAMCAM_BOARD_RULES", rules)
    assert import_game(cut_off(1)) == 0


DIFFERING = {
    "DAMCAM_BOARD_RULES": ("international", "rules frisian in the file, international in the settings"),
    "DAMCAM_GAME_TIME_CONTROL": ("10m", "time control 80m+60s in the file, 10m in the settings"),
    "DAMCAM_GAME_BOARD": ("3", "board 7 in the file, 3 in the settings"),
    "DAMCAM_BOARD_MIRRORED": ("true", "the board lies not mirrored in the file, mirrored in the settings"),
    "DAMCAM_BOARD_CROWNS": ("none", "crowns disc in the file, none in the settings"),
}


@pytest.mark.parametrize("variable", DIFFERING)
def test_where_the_settings_say_otherwise_than_the_log_it_is_refused_until_an_option_accepts_it(
    cut_off, import_game, taken, monkeypatch, variable
):
    value, difference = DIFFERING[variable]
    old = cut_off(1)
    with Journal.open(old / JOURNAL_NAME) as journal:
        journal.append(Described(10**12, "", About(PublicTags(board="7"))), 10**12)
        state = fold(journal)
    monkeypatch.setenv(variable, value)
    refused = refusal("import", old)
    assert isinstance(refused, ImportRefused)
    told = f"the file and the settings of this board differ: {difference}; to take what the file says, give --as-in-file"
    assert str(refused) == told
    assert not list(taken.parent.iterdir())
    assert import_game(old, "--as-in-file") == 0
    with Journal.reader(taken / JOURNAL_NAME) as journal:
        assert fold(journal) == state


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_at_a_terminal_it_asks(cut_off, import_game, taken, monkeypatch, capfd, answer, status):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(answer))
    monkeypatch.setenv("DAMCAM_GAME_TIME_CONTROL", "10m")
    assert import_game(cut_off(1)) == status
    asked = "time control 80m+60s in the file, 10m in the settings. Take what the file says? [y/N] "
    assert asked in (told := capfd.readouterr().err)
    assert ("nothing was imported" in told, taken.exists()) == (status == 1, status == 0)


def test_root_becomes_the_service_before_anything_is_read_and_what_it_makes_is_the_services(
    needs_root, cut_off, import_game, tmp_path, taken, monkeypatch
):
    state, really, done, given = tmp_path / "new", pi.programs.import_game.import_log, [], {}
    state.mkdir()
    os.chown(state, 4711, 4712)
    monkeypatch.setattr("os.chown", lambda path, user, group, follow_symlinks: given.update({path.name: (user, group, follow_symlinks)}))
    for name in ("setgroups", "setgid", "setuid"):
        monkeypatch.setattr(f"os.{name}", lambda given, name=name: done.append((name, given)))
    monkeypatch.setattr("pi.programs.import_game.import_log", lambda *words: done.append("read") or really(*words))
    monkeypatch.setattr("pi.programs.import_game.is_log", lambda source: done.append("begun") or is_log(source))
    assert import_game(cut_off(1)) == 0
    assert done == [("setgroups", []), ("setgid", 4712), ("setuid", 4711), "begun", "read"]
    made = {path.name for path in taken.rglob("*")} | {"lock", "games", "game"}
    assert given == dict.fromkeys(made, (4711, 4712, False))


def test_of_a_journal_alone_that_is_written_meanwhile_each_whole_row_is_taken_and_the_running_clock(cut_off, import_game, tmp_path, taken):
    old = cut_off(2)
    card = tmp_path / "card"
    card.mkdir()
    with Journal.open(old / JOURNAL_NAME) as journal, closing(Latest(old / JOURNAL_NAME)) as latest:
        journal.append(TimesSet(10**12, SECOND, 2 * SECOND, "J. Jansen"), 10**12)
        latest.write_clock(reading := ClockRow(10**12 + SECOND, SECOND, SECOND))
        for path in (old / JOURNAL_NAME, tail_of(old / JOURNAL_NAME), clock_of(old / JOURNAL_NAME)):
            shutil.copy(path, card)
    with (card / JOURNAL_NAME).open("ab") as half:
        half.write(b'{"row":')
    assert import_game(card / JOURNAL_NAME) == 0
    assert from_events(events_of(taken)).clock.black_ns == 2 * SECOND
    assert rows_of(taken / JOURNAL_NAME) == rows_of(old / JOURNAL_NAME)
    assert read_clock(taken / JOURNAL_NAME) == reading


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_copy_that_ends_before_the_row_that_its_tail_names_is_told(cut_off, import_game, tmp_path, taken, capfd, is_whole):
    copy = tmp_path / "copy"
    shutil.copytree(cut_off(2), copy)
    rows = rows_of(copy / JOURNAL_NAME)
    if not is_whole:
        lost_its_end(copy / JOURNAL_NAME, 1)
    assert import_game(copy) == 0
    left = rows if is_whole else rows[:-1]
    assert rows_of(taken / JOURNAL_NAME) == left
    said = f"journal.jsonl ends at row {len(left)}, and journal.jsonl-tail, which was copied with it, names row {len(rows)}"
    assert (said in capfd.readouterr().err) is not is_whole


def test_what_cannot_be_gone_on_with_is_said_and_nothing_is_left(cut_off, import_game, tmp_path, monkeypatch):
    old, times = cut_off(2), ("--white", "1:00:00", "--black", "1:00:00")
    altered, shortened = (copied_card(old, tmp_path / name) / JOURNAL_NAME for name in ("altered", "shortened"))
    row_altered(altered, 3)
    lost_its_end(shortened, 1)
    pdn = tmp_path / "so_far.pdn"
    pdn.write_text("1. 31-27 18-23 *")
    (tmp_path / "link").symlink_to(old)
    huge = cut_off(2, "huge")
    with (huge / "frames" / "huge.jpg").open("wb") as file:
        file.truncate(9_000_000_000)
    monkeypatch.setattr("pi.machine.plain_files.MAX_BYTES", 10_000_000)
    assert refusal("import", huge).sentence.code == "CopyFault.too-much", "its rows are not blamed"
    altered_row = ASKED + " row {row} of {path} does not fit its checksum: it was altered or is damaged"
    knows_already = "a log knows position, clocks and time control: leave these options out, and use damcam rule later"
    for words, code in [
        ((tmp_path / "nothing",), "cannot be read: {why} SystemFault.missing"),
        ((tmp_path / "nothing.jsonl",), NO_JOURNAL),
        ((tmp_path / "link",), NO_JOURNAL),
        ((altered,), altered_row),
        ((altered.parent,), altered_row),
        ((shortened,), ENDS_EARLY),
        ((shortened.parent,), ENDS_EARLY),
        ((log_of_others(tmp_path / "others.jsonl"),), "row {row} of {path} is no event of a game"),
        ((closed(cut_off(1, "closed")),), ASKED + " this game is closed, with the result {result}, and nothing of it goes on"),
        ((old, *times), knows_already),
        ((old, "--time-control", "10m"), knows_already),
        ((), "name what is left of the game: its folder, its journal, a PDN file with the moves so far, or --fen"),
        ((pdn, "--white", "1:00:00"), "both clocks need what they are to show: --white 0:41:10 --black 0:38:55"),
    ]:
        assert why(*words) == code, words
    assert list((tmp_path / "new").glob("games/*")) == []
    assert import_game(old) == 0
    assert why(old) == "StateFault.goes-on"


def test_where_the_journal_is_lost_the_moves_so_far_and_the_clocks_make_one_record(cut_off, new_table, import_game, tmp_path, capfd):
    script = quiet(8)
    (tmp_path / "so_far.pdn").write_text(export_pdn(from_events(events_of(cut_off(5)))), encoding="utf-8")
    times = ("--white", "1:10:00", "--black", "1:05:00", "--by", "J. Jansen")
    assert import_game(tmp_path / "so_far.pdn", *times) == 0
    assert "5 moves on the record, Black to move; A - B; time control 80m+60s; White 1:10:00, Black 1:05:00" in capfd.readouterr().err
    world = new_table.world(script[5:])
    world.stands = script[4].stands
    world._film(world.now_ns_ + 10 * SECOND)
    assert world.state.clock.running is None
    world.play()
    events = [event for _, event in world.journal.since(0)]
    assert [type(event) for event in events[:3]] == [SessionOpened, MovesBefore, TimesSet]
    assert events[0].about.tags.white == "A"
    assert from_events(events) == world.state
    assert running_game(events).belief == world.service.game.belief
    ruled = [(press.side, one.verdict) for press, one in zip(world.state.presses, world.state.rulings, strict=True)]
    assert ruled == [("black", "legal"), ("white", "legal"), ("black", "legal")]
    assert world.state.clock.white_moves == 4
    has_eight_plies(world)
    assert export_pdn(world.state).count("[%clock") == 8
    assert main(["record", str(world.folder)]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["verdict"] for row in rows] == ["on-paper"] * 5 + ["legal"] * 3
    again = read_folder(world.folder)
    assert again.start == parse_fen(rows[4]["fen"], again.rules), "what was recorded here can be replayed"
    assert (world.folder / "frames/0000.jpg").exists()


def test_a_file_of_another_program_is_continued_without_the_tags_that_are_refused(import_game, tmp_path, taken, capfd):
    times = ("--white", "0:10:00", "--black", "0:10:00")
    tags = (
        '[Event "S\u0161n\x07its"]\n[Site "De \u201cBres\u201d"]\n[Date "27-11-2026"]\n[White "\u0160imon"]\n[Black "B"]\n[Round "2\t3"]\n'
    )
    (tmp_path / "SO_FAR.PDN").write_bytes(f"{tags}\n1. 31\u201327 18\u201323 *\n".encode("cp1252"))
    assert import_game(tmp_path / "SO_FAR.PDN", *times) == 0
    opened = events_of(taken)[0]
    assert opened.about.tags.told == {
        "site": "De \u201cBres\u201d",
        "date": "2026.11.27",
        "white": "\u0160imon",
        "black": "B",
        "round": "2 3",
    }
    assert "line 3: the tag Date says 27-11-2026, which is read as 2026.11.27" in (told := capfd.readouterr().err)
    assert "line 1: the tag Event is left out" in told


def test_a_date_that_may_be_several_days_does_not_stop_a_game_and_is_not_in_its_journal(import_game, tmp_path, taken, capfd):
    pdn = tmp_path / "so_far.pdn"
    pdn.write_text('[Date "03-04-2026"]\n[White "A"]\n\n1. 31-27 18-23 *\n', encoding="utf-16")
    assert import_game(pdn, "--white", "0:10:00", "--black", "0:10:00") == 0
    opened, before, _ = events_of(taken)
    assert (opened.about.tags.white, before.moves) == ("A", ("31-27", "18-23"))
    assert opened.about.tags.date not in ("03-04-2026", "2026.04.03", "2026.03.04"), "as where the file has no date"
    assert "line 1: the tag Date is left out: '03-04-2026'" in capfd.readouterr().err


def test_the_position_alone_and_the_position_behind_the_moves(import_game, tmp_path, taken):
    fen = "B:W27,31,32,33,34,35,37,38:B1,2,3,4,5,6,7,8"
    pdn = tmp_path / "so_far.pdn"
    pdn.write_text("1. 31-27 18-23 2. 36-31 *")
    for words, moves in ((("--fen", fen), []), ((pdn, "--fen", fen), ["31-27", "18-23", "36-31"])):
        assert import_game(*words, "--white", "10:00", "--black", "9:00") == 0
        state = from_events(events_of(taken))
        assert ([ply.move for ply in state.plies], state.fen, state.clock.white_ns) == (moves, fen, 600 * SECOND)
        assert (state.clock.white_moves, state.clock.black_moves) == ((2, 1) if moves else (0, 0))
        shutil.rmtree(tmp_path / "new")


def test_a_game_without_a_clock_goes_on_with_the_side_to_move(import_game, taken, monkeypatch):
    monkeypatch.setenv("DAMCAM_GAME_TIME_CONTROL", "simultaan")
    assert why("--fen", "B:W27,31:B1,2", "--white", "1:00", "--black", "1:00").startswith("this game is played without a clock")
    assert import_game("--fen", "B:W27,31:B1,2") == 0
    last = events_of(taken)[-1]
    assert (type(last), last.side) == (ClockStarted, "black")


@pytest.fixture
def stick(tmp_path):
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def copied(folder, stick, board="board-1"):
    """The folder of the second copy of the game in that folder."""
    descriptor = os.open(stick, os.O_RDONLY)
    try:
        with closing(Follower(folder / JOURNAL_NAME)) as follower:
            SecondCopy(board, "0001").bring_up(descriptor, follower)
    finally:
        os.close(descriptor)
    return stick / board / "0001"


def test_the_game_goes_on_from_the_copy_alone(cut_off, new_table, import_game, taken, stick, capfd):
    old = cut_off(4)
    copy = copied(old, stick)
    rows = rows_of(old / JOURNAL_NAME)
    content = {path: path.read_bytes() for path in copy.iterdir()}
    assert import_game(copy) == 0
    told = capfd.readouterr().err
    assert "0001: 4 moves on the record, White to move; A - B; time control 80m+60s; White 1:" in told
    assert f"what the clocks showed after its last row is not beside {copy / JOURNAL_NAME}: look at the clocks before you start one" in told
    assert {path: path.read_bytes() for path in copy.iterdir()} == content
    assert rows_of(taken / JOURNAL_NAME) == rows
    assert not (taken / "frames").exists()
    plays_on(new_table, quiet(8))
    assert [press.seq for press in read_folder(taken).presses] == list(range(1, 9))


@pytest.mark.parametrize("knows", [True, False])
def test_the_recorder_whose_card_lost_the_end_of_its_game_goes_on_from_the_copy(
    cut_off, new_table, import_game, tmp_path, stick, capfd, knows
):
    old = cut_off(4, "new")
    copy, journal = copied(old, stick), old / JOURNAL_NAME
    rows = rows_of(journal)
    lost_its_end(journal)
    if not knows:  # the service went on with what is left, until the arbiter heard of the copy
        journal.with_name(journal.name + "-tail").unlink()
        assert why(copy) == "StateFault.goes-on"
        old.rename(tmp_path / "new" / "damaged-0001")
    assert import_game(copy) == 0
    taken = max((tmp_path / "new/games").iterdir())
    *same, last = rows_of(taken / JOURNAL_NAME)
    assert (same, last.kind) == (rows, "LogRestored") if knows else [*same, last] == rows
    before = (copy / JOURNAL_NAME).read_bytes()
    if not knows:
        assert copied(taken, stick) == copy, "the game has its number again"
        assert (copy / JOURNAL_NAME).read_bytes() == before
        assert [path.name for path in copy.parent.iterdir()] == ["0001"]


def test_a_last_line_that_was_cut_off_costs_that_line_and_a_press_that_was_not_read_is_told_as_such(
    cut_off, new_table, import_game, taken, stick
):
    old = cut_off(4)
    copy = copied_card(copied(old, stick), stick / "0001") / JOURNAL_NAME
    tail_of(copy).unlink()
    lines = lines_of(copy)
    last_press = max(number for number, line in enumerate(lines, 1) if b'"kind":"Pressed"' in line)
    copy.write_bytes(b"".join(lines[: last_press + 1])[:-10])
    assert import_game(copy.parent) == 0
    assert rows_of(taken / JOURNAL_NAME) == rows_of(old / JOURNAL_NAME)[:last_press]
    world = new_table.world(quiet(8))
    world.play()
    assert [one.verdict for one in world.state.rulings][:3] == ["legal"] * 3
    assert [press.seq for press in world.state.presses] == list(range(1, 9))


@pytest.mark.parametrize("is_folder", [True, False])
@pytest.mark.parametrize(
    ("damage", "missing"), [(lambda journal: row_altered(journal, 9), 9), (lambda journal: lost_its_end(journal, 2), -2), (half_of, 0)]
)
def test_the_sound_beginning_of_a_damaged_log_goes_on_if_somebody_agrees(
    cut_off, new_table, import_game, tmp_path, taken, capfd, damage, missing, is_folder
):
    old = copied_card(cut_off(4), tmp_path / "card")
    rows = rows_of(old / JOURNAL_NAME)
    damage(old / JOURNAL_NAME)
    sound = verify(old / JOURNAL_NAME).last.row
    before = {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}
    source = old if is_folder else old / JOURNAL_NAME
    refused = refusal("import", source)
    assert isinstance(refused, ImportRefused)
    first, last = sound + 1, len(rows)
    assert f"; the log is sound up to row {sound}, press " in str(refused)
    lost = f"row {last} is missing" if first == last else f"rows {first} to {last} are missing"
    assert f", and {lost}; to go on from there, give --sound-beginning" in str(refused)
    assert not taken.exists()
    assert import_game(source, "--sound-beginning", "--by", "J. Jansen") == 0
    assert {path: path.read_bytes() for path in before} == before
    assert rows_of(taken / JOURNAL_NAME)[:-1] == rows[:sound]
    (loss,) = from_events(events_of(taken)).losses
    assert (loss.by, loss.row, loss.last_known_row, loss.aside) == ("J. Jansen", sound, len(rows), "set-aside-1")
    assert (taken / "set-aside-1" / JOURNAL_NAME).read_bytes() == before[old / JOURNAL_NAME]
    assert folder_of_game(tmp_path / "new" / GAMES) == taken, "the service goes on with it"


def test_of_a_log_without_its_tail_the_rows_behind_the_damage_tell_how_many_are_missing(cut_off, import_game, tmp_path, capfd):
    log = tmp_path / "damcam-7-0003.jsonl"
    shutil.copy(cut_off(2) / JOURNAL_NAME, log)
    rows = rows_of(log)
    row_altered(log, 4)
    assert f"up to row 3, press 0, and rows 4 to {len(rows)} are missing; to go on from there" in str(refusal("import", log))
    assert import_game(log, "--sound-beginning") == 0
    assert "0003: 0 moves on the record" in capfd.readouterr().err
    assert rows_of(tmp_path / "new/games/0003" / JOURNAL_NAME)[:-1] == rows[:3]


def test_a_log_of_which_no_row_is_sound_or_that_was_closed_is_not_offered(cut_off, import_game, tmp_path, taken):
    nothing, over = copied_card(cut_off(1), tmp_path / "nothing"), closed(copied_card(cut_off(1, "again"), tmp_path / "over"))
    row_altered(nothing / JOURNAL_NAME, 1)
    row_altered(over / JOURNAL_NAME, 3)
    assert why(nothing, "--sound-beginning") == "row {row} of {path} does not fit its checksum: it was altered or is damaged"
    assert why(over, "--sound-beginning").startswith("{why}; a row says that this game was closed")
    assert not taken.exists()


def test_a_last_line_of_a_log_that_was_cut_off_is_told(cut_off, import_game, tmp_path, taken, capfd):
    rows = rows_of(cut_off(2) / JOURNAL_NAME)
    log = tmp_path / "damcam-7-0003.jsonl"
    log.write_bytes((cut_off(2, "again") / JOURNAL_NAME).read_bytes()[:-20])
    assert import_game(log) == 0
    assert rows_of(taken.with_name("0003") / JOURNAL_NAME) == rows[:-1]
    assert f"the last line of {log} is cut off: what came after row {len(rows) - 1} is not in it" in capfd.readouterr().err


def test_a_download_in_a_folder_that_the_services_user_may_not_read_is_not_called_absent(cut_off, import_game, tmp_path, monkeypatch):
    log, really = tmp_path / "damcam-7-0003.jsonl", os.open
    shutil.copy(cut_off(1) / JOURNAL_NAME, log)

    def denied(path, *words, **more):
        if Path(path) == log:
            raise PermissionError(13, "Permission denied")
        return really(path, *words, **more)

    monkeypatch.setattr("os.open", denied)
    assert why(log) == "this may not be read by the user of the service; copy it to a folder that everybody may read, such as /tmp"


@pytest.mark.parametrize(
    ("name", "number"),
    [("0003", "0003"), ("damcam-7-0003.jsonl", "0003"), ("damcam-east-2-0003 (1).jsonl", "0003"), ("so-far.jsonl", "0001")],
)
def test_a_game_keeps_its_number_so_that_a_hub_follows_it(cut_off, import_game, tmp_path, capfd, name, number):
    old, source = cut_off(1), tmp_path / name
    shutil.copytree(old, source) if source.suffix == "" else shutil.copy(old / JOURNAL_NAME, source)
    waiting = tmp_path / "new/games/0002/frames"
    waiting.mkdir(parents=True)
    assert import_game(source) == 0
    kept = ["0003"] if number == "0003" else ["0002", "0003"]
    assert sorted(path.name for path in (tmp_path / "new/games").iterdir()) == kept
    assert (tmp_path / "new/not-begun-0002/frames").exists() == (number == "0003")
    assert "where it comes from" not in capfd.readouterr().err


@pytest.mark.parametrize(("number", "is_advised"), [(errno.EACCES, True), (errno.ENOSPC, False)])
def test_only_where_the_system_denies_it_another_user_is_advised(tmp_path, monkeypatch, number, is_advised):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(imported_log, "give", refuse)
    with pytest.raises(StateError) as caught:
        begin_game([], tmp_path / "games")
    assert (caught.value.sentence.code, bool(caught.value.sentence.remedy)) == ("StateFault.not-put", is_advised)


def test_a_closed_game_is_kept_for_its_number_if_somebody_agrees(cut_off, import_game, tmp_path, capfd):
    """The machine before was lost between two games, and a hub has those of its board."""
    log, games = tmp_path / "damcam-7-0003.jsonl", tmp_path / "new" / GAMES
    shutil.copy(closed(cut_off(1)) / JOURNAL_NAME, log)
    assert "to keep it for its number, give --closed" in str(refusal("import", log))
    assert import_game(log, "--closed") == 0
    assert "0003: 1 move on the record; A - B; closed with the result *; the next game here gets the next number" in capfd.readouterr().err
    assert folder_of_game(games) == games / "0004"


def test_where_the_number_is_not_free_it_gets_the_next_one_and_says_so(cut_off, import_game, tmp_path, stick, capfd):
    closed(copied_card(cut_off(1), tmp_path / "new/games/0005"))
    copy = copied(cut_off(2, "other"), stick)
    assert import_game(copy) == 0
    assert (tmp_path / "new/games/0006" / JOURNAL_NAME).exists()
    assert "it is game 0001 where it comes from and game 0006 here: a hub that has it takes it for another game" in capfd.readouterr().err


def spelt(journal, **changed):
    """Write other rows that fit their checksums, as whoever knows the form can."""
    rows = [row._replace(**{name: change(getattr(row, name)) for name, change in changed.items()}) for row in rows_of(journal)]
    for path in journal.parent.iterdir():
        path.unlink()
    Journal.made_of(journal, rows)


def linked(journal):
    journal.rename(journal.with_name("elsewhere"))
    journal.symlink_to(journal.with_name("elsewhere"))


def piped(journal):
    journal.unlink()
    os.mkfifo(journal)


NO_JOURNAL = "there is no journal; name the folder of a game, which holds {name}, the journal itself, or a PDN file with the moves so far"
FORGED = [
    (linked, NO_JOURNAL),
    (piped, NO_JOURNAL),
    (lambda journal: tail_of(journal).unlink() or journal.write_bytes(b"[" * 1_000_000), "NoGame.not-begun"),
    (
        lambda journal: spelt(journal, kind=lambda _: "NoKind"),
        "row {row} of {path}: {why} an event of kind {kind}, which this version does not know",
    ),
    (
        lambda journal: spelt(journal, text=lambda text: text.replace('"seq":1,', '"seq":{},')),
        "row {row} of {path}: {why} an event of kind {kind} that this version cannot read: {why}",
    ),
    (
        lambda journal: spelt(journal, text=lambda text: text.replace('"W:W', '"W:X')),
        "row {row} of {path}: {why} {text} is neither the pieces of W or B nor a count",
    ),
]


@pytest.mark.parametrize(("forge", "code"), FORGED)
@pytest.mark.parametrize("is_folder", [True, False])
def test_what_somebody_made_of_the_copy_is_refused(cut_off, import_game, tmp_path, stick, forge, code, is_folder):
    copy = copied(cut_off(1), stick)
    forge(copy / JOURNAL_NAME)
    assert why(copy if is_folder else copy / JOURNAL_NAME) == code
    assert list((tmp_path / "new").glob("games/*")) == []


def test_a_further_copy_of_a_game_has_its_number(cut_off, import_game, tmp_path, stick):
    """The card had lost something, and the game went on otherwise, beside the copy that has it."""
    with closing(Table(tmp_path / "second" / GAMES, SMALL)) as table:
        second = table.world([replace(turn, think_ns=turn.think_ns + SECOND) for turn in quiet(4)], until_ruled=2).folder
    copied(cut_off(1), stick)
    copied(second, stick)
    assert import_game((stick / "board-1" / "0001-2").rename(stick / "0004-2")) == 0
    assert rows_of(tmp_path / "new/games/0004" / JOURNAL_NAME) == rows_of(second / JOURNAL_NAME)


@pytest.fixture(scope="module")
def whole_card(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("card") / GAMES, SMALL)
    world = table.world(quiet(4))
    world.run(ruled(world, 2))
    known = len(rows_of(world.journal.path))
    world.run(ruled(world, 4))
    table.close()
    return world.folder, known


@pytest.fixture
def card(whole_card, tmp_path):
    """The folder of a game of which the rows after the second press are lost, on a card."""
    whole, known = whole_card
    folder = copied_card(whole, tmp_path / "card")
    lost_its_end(folder / JOURNAL_NAME, len(rows_of(whole / JOURNAL_NAME)) - known)
    return folder


@pytest.fixture
def goes_on(tmp_path, import_game):
    """The command, on the new recorder; the folder of the game that its service goes on with."""

    def command(source):
        assert import_game(source) == 0
        return folder_of_game(tmp_path / "new" / GAMES)

    return command


@pytest.mark.parametrize("name", ["frames/0003.jpg", "journal-clock"])
def test_what_a_power_cut_left_of_a_confirmed_loss_is_finished_on_the_new_recorder(card, goes_on, monkeypatch, name):
    really = Path.rename

    def rename(path, target):
        if path == card / name:
            raise KeyboardInterrupt
        return really(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with pytest.raises(KeyboardInterrupt):
            continue_game(card, "J. Jansen", "")
    before = {path: path.read_bytes() for path in card.rglob("*") if path.is_file()}
    taken = goes_on(card)
    assert {path: path.read_bytes() for path in card.rglob("*") if path.is_file()} == before
    with Journal.reader(taken / JOURNAL_NAME) as journal:
        assert [loss.by for loss in fold(journal).losses] == ["J. Jansen"]
    assert (taken / "set-aside-1" / name).exists()


@pytest.fixture
def game(tmp_path, card):
    """The folder of that game in the state folder of the board."""
    (tmp_path / "new" / GAMES).mkdir(parents=True)
    return card.rename(tmp_path / "new" / GAMES / "0001")


def test_a_damaged_game_of_this_board_goes_on_from_its_sound_beginning_if_somebody_agrees(tmp_path, game, import_game, capfd, monkeypatch):
    monkeypatch.setattr(sending, "ANSWERED_WITHIN_S", 0.1)
    (tmp_path / "link").symlink_to(game)
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    assert why(tmp_path / "link") == ENDS_EARLY
    with alone(tmp_path / "new"):
        assert import_game(tmp_path / "link", "--sound-beginning") == 1
    assert "nobody took it up" in capfd.readouterr().err, "a link leads not round the lock of the board"
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before
    assert import_game(tmp_path / "link", "--sound-beginning", "--by", "J. Jansen") == 0
    (loss,) = from_events(events_of(game)).losses
    assert (
        f"the game goes on from row {loss.row}, press {loss.seq}; what was there before is in {game / loss.aside}" in capfd.readouterr().err
    )
    assert loss.by == "J. Jansen"
    assert folder_of_game(tmp_path / "new" / GAMES) == game
    assert why(game) == "this game is one of this board already, and its log has lost nothing"


def test_a_copy_of_the_damaged_game_of_this_board_goes_on_under_its_number(whole_card, game, stick, import_game, tmp_path, capfd):
    copy, rows = copied(whole_card[0], stick), rows_of(whole_card[0] / JOURNAL_NAME)
    assert import_game(copy, "--by", "J. Jansen") == 0
    assert f"the game goes on from row {len(rows)}, press 4; what was there before is in {game / 'set-aside-1'}" in capfd.readouterr().err
    *same, last = rows_of(game / JOURNAL_NAME)
    assert (same, last.kind) == (rows, "LogRestored"), "nothing is lost"
    assert [path.name for path in game.parent.iterdir()] == ["0001"]


def test_what_the_copy_of_a_damaged_game_lacks_too_is_asked_and_told(whole_card, game, stick, import_game):
    copy, rows = copied(whole_card[0], stick), rows_of(whole_card[0] / JOURNAL_NAME)
    lost_its_end(copy / JOURNAL_NAME, 1)
    missing = f"; the log is sound up to row {len(rows) - 1}, press 4, and row {len(rows)} is missing; to go on"
    assert missing in str(refusal("import", copy))
    assert import_game(copy, "--sound-beginning") == 0
    (loss,) = from_events(events_of(game)).losses
    assert (loss.row, loss.last_known_row) == (len(rows) - 1, len(rows))
