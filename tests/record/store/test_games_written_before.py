"""Games and events of an earlier commit are read as they were meant, in short too; `tests/data/games_written_before/README.md`."""

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pi.cli import main
from record.events.about import About
from record.events.as_json import KINDS, decode, encode
from record.events.of_game import Arbitrated, ContinuedOnPaper, PaperMoves, SessionClosed
from record.events.of_record import Described, MovesBefore
from record.papers.game_pdn import export_pdn
from record.store.folder import JOURNAL_NAME, PDN_NAME, read_folder
from record.store.in_short import in_short
from record.store.journal import Journal, fold
from record.store.journal_faults import JournalError
from record.store.session_files import write_session
from rules.board.fen import full_fen
from tests.record.conftest import game_of
from tests.record.session.refolded import running_game
from tests.record.store.conftest import altered

BEFORE = Path(__file__).resolve().parents[2] / "data" / "games_written_before"
CLOCK = re.compile(r"\[%clock [^]]*\]")
GAMES = sorted(path.name for path in BEFORE.iterdir() if path.is_dir())
EXAMPLES = [json.loads(line) for line in (BEFORE / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def unpacked(name: str, folder: Path) -> Path:
    """The game's journal, which may be opened to be written to."""
    path = folder / JOURNAL_NAME
    path.write_bytes(gzip.decompress((BEFORE / name / f"{JOURNAL_NAME}.gz").read_bytes()))
    return path


def agrees(short, state):
    assert (short.result, short.over, short.tags) == (state.result, state.over, state.opened.about.tags)
    assert short.is_played is state.is_played


def test_there_is_an_example_of_each_kind_of_event_and_more_than_one_game():
    assert {kind for kind, _ in EXAMPLES} == set(KINDS)
    assert GAMES == ["closed", "cut_off", "elsewhere", "paper", "ruled"]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_an_event_is_read_and_written_as_it_was(kind, text):
    event = decode(kind, text)
    again, written = encode(event)
    assert (again, json.loads(written)) == (kind, json.loads(text))
    assert decode(again, written) == event


@pytest.mark.parametrize("name", GAMES)
def test_the_journal_adds_up_to_the_same_game_and_the_folder_is_written_as_the_same_recorded_session(name, tmp_path):
    with Journal.reader(unpacked(name, tmp_path)) as journal:
        events, state = [event for _, event in journal.since(0)], fold(journal)
        clock = {"running": state.clock.running, "white_ns": state.clock.white_ns, "black_ns": state.clock.black_ns}
        found = {
            "events": journal.last_id,
            "checksum": journal.checksum(journal.last_id),
            **{key: getattr(state, key) for key in ("result", "article", "closed", "fen")},
            **clock,
            "position": full_fen(running_game(events).belief.position),
        }
    agrees(in_short(tmp_path / JOURNAL_NAME), state)
    expected = json.loads((BEFORE / name / "then.json").read_text())
    assert found == {key: expected[key] for key in found}
    written = (BEFORE / name / PDN_NAME).read_text(encoding="utf-8")
    assert CLOCK.sub("", export_pdn(state)) == CLOCK.sub("", written), "version 0.1 rounded clocks down"
    write_session(tmp_path, state)
    assert json.loads((tmp_path / "session.json").read_text()) == json.loads((BEFORE / name / "session.json").read_text())
    assert read_folder(BEFORE / name).about == read_folder(tmp_path).about


@pytest.mark.parametrize("name", GAMES)
def test_the_record_is_told_as_it_was(name, tmp_path, capfd):
    assert main(["record", str(unpacked(name, tmp_path)), "--json"]) == 0
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert told == [json.loads(line) for line in (BEFORE / name / "record.jsonl").read_text().splitlines()]


def test_a_key_that_no_version_knows_is_kept(tmp_path):
    with Journal.reader(unpacked("closed", tmp_path)) as journal:
        about = fold(journal).opened.about
    assert about.others == {"kleur fan it boerd": "griis"}
    assert (about.tags.white, about.tags.site, about.settings.delay) == ("Anke Wit", "", "3 moves")


S = 1_000_000_000
OPENED, *PRESSED = game_of(1)
OPENED = replace(OPENED, about=About.of({"white": "Anna", "event": "Open", "delay": "3 moves"}))
AFTER = PRESSED[-1].fen
END = Arbitrated(6 * S, 1, "end", "Anke", AFTER, result="1-0", article="20.2")
BACK = Arbitrated(7 * S, 1, "to-move", "Anke", AFTER)
ON_PAPER = Arbitrated(6 * S, 1, "paper", "Anke", AFTER)
ENTERED = PaperMoves(8 * S, "Anke", ("19-23",), ("W:W28,31,33-50:B1-18,20,23",), (0,), "0-1")
RECORD = Arbitrated(9 * S, 1, "record", "Anke", AFTER)
CLOSED = SessionClosed(10 * S)


@pytest.fixture
def written(tmp_path):
    """Writes these events as a journal."""

    def write(*events):
        with Journal.create(tmp_path / "journal.sqlite") as journal:
            for event in events:
                journal.append(event, getattr(event, "t_ns", 0))
        return tmp_path / "journal.sqlite"

    return write


@pytest.mark.parametrize(
    "events",
    [
        (),
        PRESSED,
        (*PRESSED, END),
        (*PRESSED, END, CLOSED),
        (*PRESSED, END, BACK),
        (*PRESSED, END, BACK, CLOSED),
        (*PRESSED, ON_PAPER, ENTERED),
        (*PRESSED, ON_PAPER, ENTERED, CLOSED),
        (*PRESSED, ON_PAPER, ENTERED, RECORD),
        (*PRESSED, ContinuedOnPaper(6 * S, 1), SessionClosed(10 * S, "draw"), ENTERED),
        (*PRESSED, SessionClosed(10 * S, "void")),
        (*PRESSED, SessionClosed(10 * S, "0-1")),
        (SessionClosed(10 * S, "0-1"),),
        (SessionClosed(10 * S, "0-1", "20.4"),),
        (replace(ON_PAPER, seq=0), SessionClosed(10 * S, "0-1")),
        (MovesBefore(0, "Anke", ("32-28",), ("B:W28,31,33-50:B1-20",), (None,)), SessionClosed(10 * S, "0-1")),
    ],
)
def test_it_agrees_with_the_whole_game(written, events):
    path = written(OPENED, *events)
    short = in_short(path)
    with Journal.reader(path) as journal:
        agrees(short, fold(journal))
    assert short.delay == "3 moves"


def test_every_naming_is_told_and_before_the_opening_there_is_no_game(tmp_path, written):
    Journal.create(tmp_path / "empty").close()
    assert in_short(tmp_path / "empty") is None
    path = written(OPENED, Described(0, "Anke", About.of({"white": "Anne", "round": "3"})))
    assert [(tags.white, tags.event, tags.round) for tags in in_short(path).named] == [("Anna", "Open", None), ("Anne", "Open", "3")]


@pytest.mark.parametrize("spoil", ["UPDATE events SET json = '{' WHERE id = 1", "DROP TABLE events"])
def test_what_cannot_be_read_is_told(written, spoil):
    path = written(OPENED)
    altered(path, spoil)
    with pytest.raises(JournalError):
        in_short(path)
    path.write_bytes(b"no journal")
    with pytest.raises(JournalError):
        in_short(path)
