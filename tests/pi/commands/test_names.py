"""`damcam names`: before a game, while it goes on, and afterwards."""

from pathlib import Path

import pytest

from pi.cli import main
from record.decisions.inbox import OBEYED
from record.decisions.words import Describe
from record.events.about import About
from record.events.of_game import Arbitrated, SessionClosed, SessionOpened
from record.session.step import from_events
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.bench.live.table import Table, calm, ruled
from tests.record.session.refolded import running_game

ABOUT = {"white": "Jele", "black": "Sytske", "event": "Cup"}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    folder = tmp_path / "games" / "0001"
    folder.mkdir(parents=True)
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1, About.of(ABOUT)), 0)
    return folder


def test_a_running_game_is_told_by_its_service(game, taking) -> None:
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["names", "Jelle  de Vries", "Sytske", "--board", "3", "--by", "J"]) == 0
    assert got == [Describe("J", About.of({"white": "Jelle de Vries", "black": "Sytske", "board": "3"}))]


@pytest.mark.parametrize("over", [SessionClosed(3, "1-0"), Arbitrated(3, 0, "end", "J", "W:W31-50:B1-20", result="1-0")])
def test_a_game_that_is_over_is_left_alone_unless_it_is_named(game, taking, capfd, over) -> None:
    """Whoever enters the next round's names must not give them to the game before."""
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(over, 3)
    with taking(game / JOURNAL_NAME, OBEYED) as got:
        assert main(["names", "Next", "Round", "--lang", "en"]) == 1
    assert got == []
    assert "this game is over, and its names stay as they are; the next game takes names once damcam waits for it" in capfd.readouterr().err
    with Journal.reader(game / JOURNAL_NAME) as journal:
        assert [type(event).__name__ for _, event in journal.since(0)] == ["SessionOpened", type(over).__name__]
    assert not (game / "game.pdn").exists()


def test_the_next_game_that_waits_takes_the_names(game, taking, capfd) -> None:
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(3, "1-0"), 3)
    waiting = game.with_name("0002")
    waiting.mkdir()
    Journal.create(waiting / JOURNAL_NAME).close()
    with taking(waiting / JOURNAL_NAME, OBEYED) as got:
        assert main(["names", "Jelle", "Sytske", "--by", "J", "--lang", "en"]) == 0
    assert got == [Describe("J", About.of({"white": "Jelle", "black": "Sytske"}))]
    assert capfd.readouterr().err == f"damcam: the next game, {waiting}: White: Jelle; Black: Sytske\n"


def test_the_record_of_a_closed_game_is_written_anew(game, capfd) -> None:
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(3, "1-0"), 3)
    assert main(["names", "Jelle", "Sytske", "--event", "", "--date", "2026.11.21", "--game", str(game), "--lang", "en"]) == 0
    changes = "White: Jelle (before: Jele); Black: Sytske; Event removed (before: Cup); Date: 2026.11.21"
    assert capfd.readouterr().err == f"damcam: {game}: {changes}\n"
    tags = (game / "game.pdn").read_text().splitlines()
    assert {'[White "Jelle"]', '[Black "Sytske"]', '[Event "?"]', '[Date "2026.11.21"]', '[Result "1-0"]'} <= set(tags)
    assert '"white": "Jelle"' in (game / "session.json").read_text()


@pytest.mark.parametrize(
    ("words", "ended", "sentence"),
    [
        (["Jelle"], 2, "1 name; both players were expected"),
        ([], 2, "nothing is set"),
        (["A", "B", "--date", "today"], 1, "date is 'today'; a date such as 2026.11.21"),
        (["A", "x" * 101], 1, "a line of 100 characters"),
        (["--round", "3", "--game", "/nowhere"], 1, "there is no journal"),
    ],
)
def test_what_cannot_be_told_gets_a_sentence(game, capfd, words, ended, sentence) -> None:
    assert main(["names", *words]) == ended
    assert sentence in capfd.readouterr().err


def test_the_service_begins_a_game_under_the_names_that_it_was_told_and_takes_others_later(tmp_path) -> None:
    table = Table(tmp_path / "games")
    world = table.world(calm(2))
    world.queue.put(Describe("J", About.of({"white": "Jele", "round": "3"})))
    world.run(ruled(world, 1))
    assert world.state.opened.about.flat == {"white": "Jele", "black": "B", "round": "3"}
    world.queue.put(Describe("J", About.of({"white": "Jelle"})))
    world.play()
    events = [event for _, event in world.journal.since(0)]
    assert from_events(events).opened.about.tags.white == "Jelle"
    assert running_game(events).belief == world.service.loop.game.belief
    assert '[White "Jelle"]' in (world.folder / "game.pdn").read_text()
    assert '"white": "Jelle"' in (world.folder / "session.json").read_text()
    table.close()
