"""A board that waits for a game takes over the game of another one, whose log comes in parts: with its clocks, names and position."""

import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from clock.clock import left
from hub.desk.take_over import parts_of
from link.messages import Accepted, Outcome, Refused, new_id
from pi.game import taking_over
from pi.game.live_game import drive, tasks_beside
from pi.game.service import ServiceRefusal
from pi.game.taking_over import GivenGames, TakeOverRefusal
from pi.programs.taken_over import take_over
from record.decisions import commands, next_game
from record.decisions.commands import PrepareGame, TakeOver
from record.decisions.outcome import OBEYED, Became
from record.events.about import About
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import JournalRows, LastRow
from record.store.latest import ClockRow, Latest, read_clock
from tests.support.board_service import PutCommands
from tests.support.journals import row_altered
from tests.support.live.table import SECOND, SMALL, Table, quiet, ruled
from tests.support.live.world import World

SCRIPT = quiet(6)
ABOUT = About.of({"white": "Jelle de Vries", "black": "Sytske Hoekstra", "event": "Frysk Kampioenskip", "round": "3", "board": "7"})


@pytest.fixture
def dead(tmp_path: Path) -> World:
    """A board that was switched off in its game, after four presses."""
    table = Table(tmp_path / "dead" / "games", replace(SMALL, about=ABOUT))
    world = table.world(SCRIPT)
    world.run(ruled(world, 4))
    world.run_for(3 * SECOND)
    table.close()
    return world


@pytest.fixture
def spare(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "spare" / "games", SMALL)
    yield made
    made.close()


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hub.desk.take_over.MAX_PART", 700)


def parts(world: World) -> list[TakeOver]:
    clock = read_clock(world.folder / JOURNAL_NAME)
    assert clock
    return list(parts_of(world.folder / JOURNAL_NAME, "7", "Anke", clock))


def settled(table: Table, world: World) -> None:
    """What the service does between two games."""
    world.close()
    given = world.board.given.take()
    assert given
    take_over(world.board, given, table.folder.parent, SMALL)


@pytest.mark.usefixtures("short_parts")
def test_the_game_goes_on_as_it_stood(dead: World, spare: Table) -> None:
    waiting, sent = spare.world([]), parts(dead)
    assert len(sent) > 2
    answers = [waiting.ask(word) for word in sent]
    assert answers == [[OBEYED]] * (len(sent) - 1) + [[]], "the last one is answered once the game is imported"
    settled(spare, waiting)
    assert answers[-1] == [OBEYED]
    goes_on = spare.world(SCRIPT)
    ours, theirs = goes_on.state, dead.state
    assert goes_on.folder.name == "0001"
    assert (goes_on.folder / JOURNAL_NAME).read_bytes().startswith((dead.folder / JOURNAL_NAME).read_bytes())
    assert (ours.opened.about.tags, ours.opened.time_control) == (ABOUT.tags, theirs.opened.time_control)
    assert (len(ours.presses), str(goes_on.service.game.belief.position)) == (4, str(dead.service.game.belief.position))
    clock = read_clock(dead.folder / JOURNAL_NAME)
    assert clock
    assert (ours.clock.running, left(ours.clock, clock.t_ns)) == (None, (clock.white_ns, clock.black_ns))
    goes_on.run(ruled(goes_on, 6))
    assert [ply.move for ply in goes_on.state.plies][:4] == [ply.move for ply in theirs.plies]


def test_a_board_with_a_game_of_its_own_takes_none(dead: World, spare: Table) -> None:
    world = spare.world([])
    world.run(lambda: world.service.begun)
    assert world.ask(parts(dead)[0]) == [ServiceRefusal.HAS_A_GAME.said()]
    assert not world.board.given.is_complete


def changed(text: bytes) -> TakeOver:
    return TakeOver("Anke", "damcam-7-0001.jsonl", 1, 1, b64encode(text).decode(), (0, 0, 0))


@pytest.mark.parametrize("data", [b"", b"no zip", zlib.compress(b"x" * 60)[:-3]], ids=["nothing", "no zip", "cut off"])
def test_what_is_no_log_is_refused_and_the_board_waits_on(spare: Table, data: bytes) -> None:
    waiting = spare.world([])
    assert waiting.ask(changed(data)) == [TakeOverRefusal.NOT_READ.said()]
    assert waiting.ask(structs.replace(changed(data), data="%")) == [TakeOverRefusal.NOT_READ.said()]
    assert not waiting.board.given.is_complete


def test_a_log_that_unpacks_to_very_much_is_refused(spare: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking_over, "MAX_BYTES", 10_000)
    assert spare.world([]).ask(changed(zlib.compress(b"x" * 10_001))) == [TakeOverRefusal.NOT_READ.said()]


def test_the_rows_of_no_game_of_a_closed_one_and_of_other_rules_are_refused_with_the_reason(dead: World, spare: Table) -> None:
    journal = dead.folder / JOURNAL_NAME
    whole = journal.read_bytes()
    row_altered(journal, 5)
    logs = {"damaged": journal.read_bytes(), "no game": b'{"row":1}\n', "other rules": whole}
    for name, log in logs.items():
        waiting = spare.world([])
        answers = waiting.ask(changed(zlib.compress(log)))
        waiting.close()
        given = waiting.board.given.take()
        assert given
        ours = replace(SMALL, mirrored=True) if name == "other rules" else SMALL
        take_over(waiting.board, given, spare.folder.parent, ours)
        assert len(answers) == 1, name
        assert answers[0] != OBEYED, name
        assert not waiting.board.given.is_complete
        left = {path.name for path in spare.folder.parent.iterdir()} - {next_game.NAME}
        assert left == {"games"}, "nothing is left of it"
        assert spare.world([]).state.opening is None, "the board waits as before"


@pytest.mark.usefixtures("short_parts")
def test_each_part_is_done_once_in_its_order_and_its_sender_is_told_again(dead: World) -> None:
    given, sent = GivenGames(), parts(dead)
    answers: list[Became] = []
    given.hear(sent[1], "b", answers.append)
    assert answers.pop() == TakeOverRefusal.NOT_IN_ORDER.said()
    for at, word in enumerate(sent):
        given.hear(word, f"{at}", answers.append)
    assert answers == [OBEYED] * (len(sent) - 1)
    assert [given.is_done(f"{at}") for at in range(len(sent))] == [True] * (len(sent) - 1) + [False]
    given.hear(sent[0], "c", answers.append)
    assert answers.pop() == TakeOverRefusal.NOT_IN_ORDER.said(), "one log at a time"
    whole = given.take()
    assert whole
    assert whole.log == (dead.folder / JOURNAL_NAME).read_bytes()
    given.settle(whole, OBEYED)
    assert (answers.pop(), given.is_done(f"{len(sent) - 1}"), given.take()) == (OBEYED, True, None)


def test_the_loop_ends_the_wait_for_a_game_and_answers_a_command_that_is_asked_for_again(dead: World, spare: Table) -> None:
    waiting, (word,) = spare.world([]), parts(dead)
    commands, id = PutCommands(waiting.queue.put), new_id()
    first = commands.put(word, id=id)
    drive(waiting.board, waiting.service, tasks_beside(waiting.board, waiting.service, lambda: True, lambda _, run: run()))
    assert not first
    settled(spare, waiting)
    again = commands.put(word, id=id, was_sent=True)
    waiting.service.take(waiting.queue.get_nowait(), waiting.now_ns())
    waiting.service.tick(waiting.now_ns())
    assert (first, again) == ([Accepted()], [Accepted()]), "it is done once"


class Killed(BaseException):
    """The service is killed here."""


def kill(_: Became) -> None:
    raise Killed


def asked_again(world: World, word: TakeOver, id: str) -> list[Outcome]:
    """The answers to that command, which was sent before, by a service that is started again."""
    answers = PutCommands(world.queue.put).put(word, id=id, was_sent=True)
    world.service.take(world.queue.get_nowait(), world.now_ns())
    world.service.tick(world.now_ns())
    return answers


def test_a_service_that_is_killed_right_after_the_import_answers_that_it_is_done_once_it_is_started_again(
    dead: World, spare: Table
) -> None:
    """The hub gives the event its new board once it has this answer."""
    waiting, (word,), id = spare.world([]), parts(dead), new_id()
    waiting.board.given.hear(word, id, kill)
    with pytest.raises(Killed):
        settled(spare, waiting)
    goes_on = spare.world(SCRIPT)
    assert asked_again(goes_on, word, id) == [Accepted()]
    assert [type(answer) for answer in asked_again(goes_on, word, new_id())] == [Refused], "another command finds a game"
    assert [folder.name for folder in spare.folder.iterdir()] == ["0001"], "it is done once"
    assert next_game.to_report(spare.folder.parent) is None, "nothing is set for a game"


def test_a_service_that_is_killed_before_the_import_does_it_when_it_is_asked_again(dead: World, spare: Table) -> None:
    waiting, (word,), id = spare.world([]), parts(dead), new_id()
    with JournalRows(dead.folder / JOURNAL_NAME) as rows:
        next_game.keep_taking_over(spare.folder.parent, id, rows.last)
    answers = asked_again(waiting, word, id)
    assert not answers
    settled(spare, waiting)
    assert answers == [Accepted()]


def test_what_is_set_for_a_game_stays_with_the_command_that_takes_one_over(tmp_path: Path) -> None:
    names = PrepareGame("Anke", "0002", About.of({"white": "Ype"}))
    next_game.keep(tmp_path, names, "aa")
    next_game.keep_taking_over(tmp_path, "bb", LastRow(3, b"x" * 32))
    assert next_game.kept(tmp_path, "0002") == names
    next_game.keep(tmp_path, names, "cc")
    journal = tmp_path / JOURNAL_NAME
    assert [next_game.is_done(tmp_path, command, journal) for command in ("aa", "bb", "cc")] == [True, False, True]


def test_words_hold_what_a_command_may_hold() -> None:
    assert commands.MAX_PART < 131_072 // 2


def test_the_clock_goes_with_the_log_where_it_is_known(dead: World) -> None:
    journal = dead.folder / JOURNAL_NAME
    with closing(Latest(journal)) as latest:
        latest.write_clock(ClockRow(9, 8, 7))
    assert parts(dead)[-1].clock == (9, 8, 7)
