"""The real service when its journal has lost what was told: it waits for the arbiter, changes nothing before, and then goes on."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from pi.cli import main
from record.events.as_json import encode
from record.events.of_game import ClockStopped
from record.log.tail import tail_of
from record.papers.game_pdn import export_pdn
from record.session.state import State
from record.store.folder import ALIVE_NAME, JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.salvage import lost_in, sound_rows
from tests.pi.conftest import wait_for_touches
from tests.pi.programs.desk import Desk
from tests.support.cards import copied_card
from tests.support.journals import lines_of, rows_gone
from tests.support.live.lives import GAME, Gone, Life, adopt, on_disk
from tests.support.live.people import People
from tests.support.live.table import calm
from tests.support.waiting import WITHIN_S, wait_until

COMMAND = [sys.executable, "-P", "-m", "tests.support.live.remote"]
SCRIPT = calm(4)

pytestmark = pytest.mark.usefixtures("system")


def kill(life: Life, presses: int) -> None:
    """Kill the service once so many presses are read."""
    with suppress(Gone):
        assert life.waits(lambda: len(life.state.rulings) >= presses, WITHIN_S)
        life.kill()


@pytest.fixture(scope="module")
def killed(system, tmp_path_factory) -> tuple[Path, Path, list[list[str]]]:
    """The state folder of a service that was killed in its game, the game as it was at an earlier kill, and what was told."""
    state, older = tmp_path_factory.mktemp("killed") / "state", tmp_path_factory.mktemp("older") / "game"
    state.mkdir()
    adopt()
    told: list[list[str]] = []
    for presses in (1, 3):
        life = Life([*COMMAND, str(state)], on_disk(state / GAME)[1], state.with_name("log"))
        killing = Thread(target=kill, args=(life, presses))
        killing.start()
        assert not People(SCRIPT, state / GAME, len(life.state.presses)).play(life)
        killing.join()
        life.end()
        told += life.told
        if not older.exists():
            copied_card((state / GAME).parent, older)
    return state, older, told


@pytest.fixture
def state(killed, tmp_path) -> Path:
    return copied_card(killed[0], tmp_path / "state")


def test_all_that_a_service_told_before_it_was_killed_is_in_its_journal(killed, state):
    """It was killed in two presses, and went on from the first."""
    events, after = on_disk(state / GAME)
    assert [list(encode(event)) for event in events[: len(killed[2])]] == killed[2]
    assert len(after.presses) >= 3
    assert after.losses == ()


@contextmanager
def served(state: Path, before: State) -> Iterator[tuple[Life, Path]]:
    log = state.with_name("log")
    life = Life([*COMMAND, str(state)], before, log)
    try:
        yield life, log
    finally:
        life.end()


def files(game: Path) -> dict[str, bytes]:
    return {path.relative_to(game).as_posix(): path.read_bytes() for path in game.rglob("*") if path.stat().st_size and path.is_file()}


def flip(path: Path, place: float) -> None:
    """Flip a bit at that part of the file."""
    content = bytearray(path.read_bytes())
    content[int(len(content) * place)] ^= 1
    path.write_bytes(content)


def end_cut_off(game: Path, _: Path) -> None:
    journal = game / JOURNAL_NAME
    os.truncate(journal, journal.stat().st_size * 2 // 3)


def row_taken_out(game: Path, _: Path) -> None:
    middle = len(lines_of(game / JOURNAL_NAME)) // 2
    rows_gone(game / JOURNAL_NAME, middle, middle)


def older_put_there(game: Path, older: Path) -> None:
    (game / JOURNAL_NAME).write_bytes((older / JOURNAL_NAME).read_bytes())


def test_what_was_told_before_two_kills_is_on_disk_and_the_clock_stood_in_between(killed):
    state, older, told = killed
    events = on_disk(state / GAME)[0]
    assert [list(encode(event)) for event in events[: len(told)]] == told
    at_the_first_kill = len(on_disk(older / JOURNAL_NAME)[0])
    assert 0 < at_the_first_kill < len(told)
    assert isinstance(events[at_the_first_kill], ClockStopped), "no player is charged with the time without a service"


def test_a_bit_that_flips_in_the_log_is_told_and_the_game_goes_on_as_the_arbiter_chooses_at_the_desk(killed, state):
    _, _, told = killed
    game = (state / GAME).parent
    flip(game / JOURNAL_NAME, 0.6)
    before, sound = files(game), list(sound_rows(game / JOURNAL_NAME))
    assert 0 < len(sound) < len(told)
    with served(state, sound[-1].after) as (life, log), closing(Desk(state, state.parent)) as desk:
        wait_until(lambda: desk.page.has("lost-says"))
        lost = desk.page["lost-says"]
        assert f"row {len(sound) + 1} of {game / JOURNAL_NAME} does not fit its checksum" in lost
        wait_until(lambda: "--sound-beginning" in log.read_text())
        assert lost in log.read_text()
        assert desk.public.get("/api/boards/1").json["phase"] == "withheld"
        assert "32-28" not in desk.public.get("/").get_data(as_text=True)
        wait_for_touches(state / ALIVE_NAME)  # it has looked for a choice meanwhile
        assert life.told == [], "nothing goes on"
        assert {name: content for name, content in files(game).items() if before.get(name) != content} == {}, "and nothing is changed"
        assert desk.rule("stop-clock", 0).status_code == 409
        assert desk.recover(game.name, f"{len(sound)} ").status_code == 200
        assert People(SCRIPT, state / GAME, len(life.state.presses)).play(life)
    assert "Traceback" not in log.read_text()
    events, after = on_disk(state / GAME)
    (loss,) = after.losses
    assert (loss.by, loss.row, loss.last_known_row) == ("Anke", len(sound), len(told))
    assert [list(encode(event)) for event in events[: len(sound)]] == told[: len(sound)]
    assert [ruling.verdict for ruling in after.rulings] == ["legal"] * len(SCRIPT)
    assert lost_in(game) is None
    kept = set(files(game / loss.aside).values())
    gone = {name for name, content in before.items() if content not in kept | set(files(game).values())}
    gone -= {name for name in gone if name.endswith(".new")}  # what the kill left half written
    assert {name for name in gone if not name.startswith(("frames/", "drawn/"))} == set(), "but dropped pictures"
    assert list((game / loss.aside / "frames").iterdir()), "but those of the lost presses are kept"
    assert f"after press {loss.seq} had been lost" in " ".join(export_pdn(after).split())


def test_the_desk_shows_what_another_log_has_and_the_game_goes_on_with_it(killed, state):
    game = (state / GAME).parent
    whole = (game / JOURNAL_NAME).read_bytes()
    flip(game / JOURNAL_NAME, 0.6)
    sound = list(sound_rows(game / JOURNAL_NAME))
    with Journal.reader(killed[0] / GAME) as journal:
        after = fold(journal)
    with served(state, after) as (life, log), closing(Desk(state, state.parent)) as desk:
        wait_until(lambda: desk.page.has("given-log"))
        beginning = f"the sound beginning of the journal: up to row {len(sound)}, press {sound[-1].after.last_seq}"
        assert desk.page.logs == {f"{len(sound)} ": beginning}
        assert [desk.give(log).status_code for log in (b"x" * 100_000, whole)] == [200, 200]
        _, (given, says) = wait_until(lambda: desk.page.logs.items() if len(desk.page.logs) > 1 else None)
        assert says == f"the file that was given: up to row {len(lines_of(killed[0] / GAME))}, press {after.last_seq}"
        assert desk.recover(game.name, f"{len(sound)} /etc/passwd").status_code == 409
        assert desk.recover(game.name, given).status_code == 200
        wait_until(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told) or not life.state.clock.running)
        wait_until(lambda: desk.boards.first.is_recording)
        assert desk.give(whole).status_code == 409
    assert "Traceback" not in log.read_text()
    events, state_after = on_disk(state / GAME)
    assert [list(encode(event)) for event in events[: len(killed[2])]] == killed[2], "all that was told"
    assert state_after.losses == ()
    assert not (state / "given.jsonl").exists()


@pytest.mark.parametrize("lose", [end_cut_off, row_taken_out, older_put_there])
@pytest.mark.usefixtures("long")
def test_each_other_loss_waits_too_and_goes_on_by_the_command(killed, state, lose, capfd, monkeypatch):
    game = (state / GAME).parent
    lose(game, killed[1])
    before, sound = files(game), list(sound_rows(game / JOURNAL_NAME))
    assert 0 < len(sound) < len(killed[2])
    with served(state, sound[-1].after) as (life, log):
        wait_until(lambda: "nothing of this game goes on or is changed until the arbiter has confirmed" in log.read_text())
        assert {name: content for name, content in files(game).items() if before.get(name) != content} == {}
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(state))
        assert main(["import", str(game), "--sound-beginning", "--by", "J. Jansen"]) == 0
        assert f"the game goes on from row {len(sound)}" in capfd.readouterr().err
        wait_until(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told) or not life.state.clock.running)
    (loss,) = on_disk(state / GAME)[1].losses
    assert (loss.by, loss.row) == ("J. Jansen", len(sound))
    assert "Traceback" not in log.read_text()


@pytest.mark.usefixtures("long")
def test_when_the_log_is_back_the_game_goes_on_by_itself(killed, state, tmp_path):
    game = (state / GAME).parent
    (game / JOURNAL_NAME).rename(tmp_path / JOURNAL_NAME)
    before = files(game)
    with Journal.reader(killed[0] / GAME) as journal:
        whole = fold(journal)
    with served(state, whole) as (life, log):
        wait_until(lambda: "nothing of this game goes on" in log.read_text())
        assert "damcam import" in log.read_text()
        assert {name: content for name, content in files(game).items() if before.get(name, b"") != content} == {}
        (tmp_path / JOURNAL_NAME).rename(game / JOURNAL_NAME)
        wait_until(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told))
    events, after = on_disk(state / GAME)
    assert [list(encode(event)) for event in events[: len(killed[2])]] == killed[2]
    assert after.losses == ()


@pytest.mark.usefixtures("long")
def test_without_the_file_of_the_last_row_a_whole_journal_goes_on(killed, state):
    game = (state / GAME).parent
    tail_of(game / JOURNAL_NAME).unlink()
    with Journal.reader(killed[0] / GAME) as journal:
        whole = fold(journal)
    with served(state, whole) as (life, _):
        wait_until(lambda: any(kind == ClockStopped.__name__ for kind, _ in life.told))
    assert on_disk(state / GAME)[1].losses == ()
