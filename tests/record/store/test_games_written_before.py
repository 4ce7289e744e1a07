"""Games and events that an earlier commit wrote are read as they were meant; `tests/data/games_written_before/README.md`."""

import gzip
import json
from pathlib import Path

import pytest

from pi.cli import main
from record.events.as_json import KINDS, decode, encode
from record.papers.game_pdn import rounded_down_pdn
from record.store.folder import JOURNAL_NAME, PDN_NAME, read_folder
from record.store.journal import Journal, fold
from record.store.session_files import write_session
from rules.board.fen import full_fen
from tests.record.session.refolded import running_game

BEFORE = Path(__file__).resolve().parents[2] / "data" / "games_written_before"
GAMES = sorted(path.name for path in BEFORE.iterdir() if path.is_dir())
EXAMPLES = [json.loads(line) for line in (BEFORE / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def unpacked(name: str, folder: Path) -> Path:
    """The game's journal, which may be opened to be written to."""
    path = folder / JOURNAL_NAME
    path.write_bytes(gzip.decompress((BEFORE / name / f"{JOURNAL_NAME}.gz").read_bytes()))
    return path


def then(name: str) -> dict[str, object]:
    return json.loads((BEFORE / name / "then.json").read_text())


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
def test_the_journal_adds_up_to_the_same_game(name, tmp_path):
    with Journal.reader(unpacked(name, tmp_path)) as journal:
        events, state, expected = [event for _, event in journal.since(0)], fold(journal), then(name)
        assert (journal.last_id, journal.checksum(journal.last_id)) == (expected["events"], expected["checksum"])
    assert {key: getattr(state, key) for key in ("result", "article", "closed", "fen")} == {
        key: expected[key] for key in ("result", "article", "closed", "fen")
    }
    shows = state.clock
    assert [shows.running, shows.white_ns, shows.black_ns] == [expected[key] for key in ("running", "white_ns", "black_ns")]
    assert full_fen(running_game(events).belief.position) == expected["position"]
    assert rounded_down_pdn(state) == (BEFORE / name / PDN_NAME).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_record_is_told_as_it_was(name, tmp_path, capfd):
    assert main(["record", str(unpacked(name, tmp_path)), "--json"]) == 0
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert told == [json.loads(line) for line in (BEFORE / name / "record.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("name", GAMES)
def test_the_folder_is_written_as_the_same_recorded_session(name, tmp_path):
    with Journal.reader(unpacked(name, tmp_path)) as journal:
        state = fold(journal)
    write_session(tmp_path, state)
    assert json.loads((tmp_path / "session.json").read_text()) == json.loads((BEFORE / name / "session.json").read_text())
    assert read_folder(BEFORE / name).about == read_folder(tmp_path).about


def test_a_key_that_no_version_knows_is_kept(tmp_path):
    with Journal.reader(unpacked("closed", tmp_path)) as journal:
        about = fold(journal).opened.about
    assert about.others == {"kleur fan it boerd": "griis"}
    assert (about.tags.white, about.tags.site, about.settings.delay) == ("Anke Wit", "", "3 moves")
