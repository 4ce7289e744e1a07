"""Commands that come to the loop: each is done once, whenever the process is killed, and its sender is told what the log says."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from link.messages import Accepted, Expired, Outcome, Refused, new_id
from pi.game.hearing import NotHeard, row_of_command
from pi.game.live_game import drive, journal_in, tasks_beside
from record.decisions import next_game
from record.decisions.arbitration import Decision
from record.decisions.commands import (
    AddTimes,
    CloseGame,
    Describe,
    EnterPaper,
    PlayerSays,
    PrepareGame,
    SeeAlert,
    SetTimes,
    StopClock,
    Undo,
)
from record.decisions.known_before import KnownBefore
from record.decisions.ruled_upon import RuledUpon, last_ruling
from record.events.about import About
from record.events.of_game import Arbitrated, ClockStopped, Event, OfCommand, SessionClosed, TimesSet, command_of
from record.events.of_players import PlayerSaid
from record.events.of_record import Described, TimeControlSet
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import JournalRows
from tests.support.board_service import PutCommands
from tests.support.live.full_disk import fill
from tests.support.live.table import SECOND, Table, quiet

J = "J. Jansen"
STOP = StopClock(J, "a phone")


class Killed(BaseException):
    """The process is gone."""


class Dying(Journal):
    """A journal whose process is killed at one of its writes: before the row is on disk, or after it."""

    dies = ("", 0)
    """When, and at which of the rows from now on."""

    def append(self, event: Event, t_ns: int, *, ahead: int = 0) -> int:
        when, number = self.dies
        type(self).dies = when, number - 1
        if (when, number) == ("before", 0):
            raise Killed
        row = super().append(event, t_ns, ahead=ahead)
        if (when, number) == ("after", 0):
            raise Killed
        return row


def dying(folder: Path) -> Journal:
    journal_in(folder).close()
    Dying.dies = "", 0
    return Dying.open(folder / JOURNAL_NAME)


@pytest.fixture
def ask(table: Table) -> Callable[..., Outcome | None]:
    """Have the loop of the newest service carry out a command: its outcome, None where there is none yet."""

    def asked(word: Any, upon: int | None = None, **more: Any) -> Outcome | None:
        world = table.worlds[-1]
        told = PutCommands(world.queue.put).put(word, upon, **more)
        world.act()
        return told[0] if told else None

    return asked


def made_by(journal: Path, command: str) -> list[Event]:
    with Journal.reader(journal) as reader:
        return [event for _, event in reader.since(0) if isinstance(event, OfCommand) and event.command == command]


def events_of(journal: Path, kind: type) -> list[Any]:
    with Journal.reader(journal) as reader:
        return [event for _, event in reader.since(0) if isinstance(event, kind)]


COMMANDS = [
    STOP,
    AddTimes(60 * SECOND, 0, J),
    SetTimes(60 * SECOND, None, J),
    Decision(2, "to-move", J, side="black"),
    Decision(2, "end", J, result="draw", article="21.1"),
    PlayerSays("white", "resigned"),
    PlayerSays("black", "draw-offered"),
    Describe(J, About.of({"white": "Jelle"})),
    SeeAlert(J, "7-0"),
    CloseGame(J),
]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("word", COMMANDS, ids=lambda word: getattr(word, "said", getattr(word, "ruling", type(word).__name__)))
def test_a_command_whose_process_is_killed_at_any_of_its_rows_is_done_once_when_it_is_asked_again(table, ask, word, when):
    """Each time as a new game, until the command is done without a kill."""
    for number in count():
        again = Table(table.folder.with_name(f"{when}-{number}"), table.game)
        table.worlds.append(again.world(quiet(3), until_ruled=2, journal=dying))
        journal, id_ = table.worlds[-1].journal.path, new_id()
        try:
            Dying.dies = when, number
            ask(word, id=id_)
            assert number > 0, "it writes a row"
            break
        except Killed:
            pass
        before = len(made_by(journal, id_))
        table.worlds.append(again.world(quiet(3), journal=dying))
        outcome = ask(word, id=id_)
        if word is STOP and not before:  # the power cut has stopped the clock
            assert isinstance(outcome, Refused)
            assert made_by(journal, id_) == []
            break
        assert isinstance(outcome, Accepted)
        assert ask(word, id=id_, lives_ms=0) == outcome
        with Journal.reader(journal) as reader:
            assert [row for row, event in reader.since(0) if command_of(event) == id_] == [outcome.row]
        kinds = [type(event) for event in made_by(journal, id_)]
        assert len(kinds) == len(set(kinds)), "nothing is done twice"
        assert len(events_of(journal, PlayerSaid)) == (1 if isinstance(word, PlayerSays) else 0)
        table.worlds.pop().close()
        again.close()
    again.close()


def test_names_and_time_control_of_a_game_that_nobody_has_begun_are_set_once_and_whole(table, ask):
    """Two rows: after the first the process is killed, and the same command does the rest."""
    word = PrepareGame(J, "0001", About.of({"white": "Jelle"}), "none")
    world, id_ = table.world(quiet(3), until_begun=True, journal=dying), new_id()
    Dying.dies = "after", 0
    with pytest.raises(Killed):
        ask(word, id=id_)
    assert [len(events_of(world.journal.path, kind)) for kind in (Described, TimeControlSet)] == [1, 0]
    world = table.world(quiet(3), until_begun=True, journal=dying)
    assert ask(word, id=id_, lives_ms=0) == Expired(), "it is not done yet"
    assert isinstance(ask(word, id=id_), Accepted)
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("Jelle", "none")
    assert len(events_of(world.journal.path, TimeControlSet)) == 1
    assert world.state.clock.running == "white", "without a clock the game goes on at once"


def test_names_of_the_next_game_are_kept_with_their_command_and_a_repeated_one_changes_nothing(table, ask):
    world = table.world(quiet(3), until_ruled=2)
    state, ids = world.folder.parents[1], (new_id(), new_id())
    assert ask(PrepareGame(J, "0002", About.of({"white": "Jelle"})), id=ids[0]) == Accepted()
    assert ask(PrepareGame(J, "0002", About.of({"white": "Sytske"})), id=ids[1]) == Accepted()
    table.world(quiet(3))
    assert ask(PrepareGame(J, "0002", About.of({"white": "Jelle"})), id=ids[0]) == Accepted(), "as it was done before"
    kept = next_game.kept(state, "0002")
    assert kept
    assert kept.about.tags.white == "Sytske"
    stale = ask(PrepareGame(J, "0002", About.of({"white": "Anke"}), was={"white": "Jelle"}))
    assert isinstance(stale, Refused)
    assert (stale.why.code, stale.reason) == (KnownBefore.CHANGED.said().code, "stale")


def test_names_that_were_set_before_the_game_began_are_not_told_as_lost_nor_set_again_once_it_goes_on(table, ask):
    """The answer is lost, and the position stands on the board before the command is asked for again."""
    table.world(quiet(3))
    id_ = new_id()
    assert ask(PrepareGame(J, "0001", About.of({"white": "Jelle"})), id=id_) == Accepted()
    world = table.world(quiet(3), until_begun=True)
    assert world.state.opened.about.tags.white == "Jelle"
    assert isinstance(ask(Describe("Anke", About.of({"white": "Jelle de Vries"}))), Accepted)
    assert isinstance(ask(PrepareGame("Anke", "0002", About.of({"white": "Sytske"}))), Accepted)
    for lives_ms in (0, 5_000):
        assert ask(PrepareGame(J, "0001", About.of({"white": "Jelle"})), id=id_, lives_ms=lives_ms) == Accepted()
    assert world.state.opened.about.tags.white == "Jelle de Vries"
    assert not made_by(world.journal.path, id_)


def test_of_two_rulings_that_rest_on_the_same_row_one_is_done_and_the_other_is_stale(table, ask):
    world = table.world([], until_begun=True)
    keeper = world.service.game
    upon, add = keeper.last_ruling, AddTimes(60 * SECOND, 0, "Anke")
    assert isinstance(ask(add, upon), Accepted)
    stale = ask(AddTimes(60 * SECOND, 0, "Bouke"), upon)
    assert stale == Refused(stale.why, "stale")
    assert stale.why == RuledUpon.RULED_MEANWHILE.said()
    assert isinstance(ask(SeeAlert("Bouke", "1-0"), upon), Accepted), "it rules nothing"
    assert [event.by for event in table.of(TimesSet)] == ["Anke"]
    with JournalRows(world.journal.path) as rows:
        assert last_ruling(rows) == keeper.last_ruling > 0
    assert isinstance(ask(add), Accepted), "its sender says nothing of a row"
    assert isinstance(ask(add, keeper.last_ruling + 9), Accepted)


def test_what_is_not_allowed_now_is_refused_with_the_reason_and_may_be_asked_again(table, ask):
    table.world(quiet(3), until_ruled=2)
    id_ = new_id()
    assert isinstance(ask(STOP), Accepted)
    no = ask(STOP, id=id_)
    assert isinstance(no, Refused)
    assert (str(no.why), no.reason) == ("neither clock runs", "not-now")
    assert ask(STOP, id=id_, lives_ms=0) == Expired(), "nothing of it was done"


def test_a_command_for_another_game_is_stale_unless_it_was_done_there(table, ask):
    world = table.world(quiet(2), until_ruled=2)
    id_ = new_id()
    assert isinstance(closed := ask(CloseGame(J), id=id_), Accepted)
    world = table.world([])
    assert world.folder.name == "0002"
    assert ask(CloseGame(J), id=id_, game="0001") == closed
    for game in ("0001", "0007", "none", "../0001"):
        stale = ask(STOP, game=game)
        assert isinstance(stale, Refused)
        assert (stale.why, stale.reason) == (NotHeard.OTHER_GAME.said(), "stale")
    assert row_of_command(world.folder / "nothing", id_) == 0


def test_a_closing_whose_process_is_killed_before_the_tail_names_it_is_on_record_and_is_answered(table, ask):
    world = table.world(quiet(2), until_ruled=2)
    journal, id_ = world.journal.path, new_id()
    tail = tail_of(journal).read_bytes()
    assert isinstance(closed := ask(CloseGame(J), id=id_), Accepted)
    table.close()
    tail_of(journal).write_bytes(tail)
    assert events_of(journal, SessionClosed) == []
    assert table.world([]).folder.name == "0002"
    assert ask(CloseGame(J), id=id_, game="0001", was_sent=True) == closed
    assert [event.by for event in events_of(journal, SessionClosed)] == [J]


def test_whether_it_was_done_in_a_game_whose_log_cannot_be_read_is_not_told(table, ask):
    world = table.world(quiet(2), until_ruled=2)
    id_ = new_id()
    assert isinstance(ask(CloseGame(J), id=id_), Accepted)
    journal = world.journal.path
    table.world([])
    journal.write_bytes(b"not " + journal.read_bytes())
    assert ask(CloseGame(J), id=id_, game="0001", lives_ms=0) is None
    assert ask(CloseGame(J), id=id_, game="0001", was_sent=True) is None
    assert isinstance(ask(CloseGame(J), game="0001"), Refused), "it comes for the first time"


def test_a_command_that_comes_again_while_it_waits_for_a_reading_is_done_once_and_answers_all(table):
    world = table.world(quiet(3), until_pressed=2)
    commands, id_, word = PutCommands(world.queue.put), new_id(), Decision(2, "position", J, fen=world.state.fen)
    first = commands.put(word, id=id_)
    world.act()
    assert first == [], "press 2 is being read"
    second, question = commands.put(word, id=id_), commands.put(word, id=id_, lives_ms=0)
    world.act()
    world.run_for(10 * SECOND)
    assert first == second == question == [Accepted(row_of_command(world.journal.path, id_))]
    assert len(table.of(Arbitrated)) == 1


def test_a_game_is_closed_and_its_sender_answered_once_every_press_is_read(table):
    world = table.world(quiet(3), until_pressed=2)
    commands = PutCommands(world.queue.put)
    first, second = commands.put(CloseGame(J)), commands.put(CloseGame("Anke"))
    world.act()
    assert (first, second, world.state.closed) == ([], [], False)
    world.run_for(10 * SECOND)
    assert (first[0], second) == (Accepted(world.journal.last_id), [Accepted()])
    assert [event.by for event in table.told if event.__class__.__name__ == "SessionClosed"] == [J]


def test_a_command_that_comes_with_the_closing_goes_to_the_next_game_and_is_stale_there(table):
    world = table.world(quiet(2), until_ruled=2)
    commands = PutCommands(world.queue.put)
    closed, late = commands.put(CloseGame(J)), commands.put(STOP)
    drive(world.board, world.service, tasks_beside(world.board, world.service, lambda: True, lambda _name, job: job()))
    world.service.end(world.now_ns())
    assert ([type(outcome) for outcome in closed], late) == ([Accepted], [])
    following = table.world([])
    following.queue.put(world.queue.get_nowait())
    following.act()
    assert late == [Refused(late[0].why, "stale")]
    assert late[0].why == NotHeard.OTHER_GAME.said()


def test_where_the_service_ends_before_it_is_not_closed_and_that_is_told(table):
    world = table.world(quiet(3), until_pressed=2)
    told = PutCommands(world.queue.put).put(CloseGame(J))
    world.act()
    world.service.end(world.now_ns())
    assert isinstance(told[0], Refused)
    assert not world.state.closed


def test_on_a_full_disk_it_is_done_at_once_and_answered_as_held_and_on_disk_later_in_the_row_that_was_told(table, ask):
    world = table.world(quiet(6), until_ruled=1)
    fill(world)
    id_ = new_id()
    held = ask(STOP, id=id_)
    assert isinstance(held, Accepted)
    assert (held.held is not None, world.service.game.clock.running) == (True, None)
    assert ask(STOP, id=id_) == held
    with Journal.reader(world.journal.path) as reader:
        assert reader.last_id == held.row - 1
    del world.journal.append
    world.service.game.retry(0)
    assert ask(STOP, id=id_) == Accepted(held.row)
    assert isinstance(made_by(world.journal.path, id_)[0], ClockStopped)


def test_a_command_done_in_memory_alone_is_known_to_the_service_that_takes_the_memory_up(table, ask):
    world = table.world(quiet(6), until_ruled=1)
    fill(world)
    id_ = new_id()
    held = ask(STOP, id=id_)
    assert isinstance(held, Accepted)
    world = table.world(quiet(6))
    assert ask(STOP, id=id_) == Accepted(held.row)
    assert len(made_by(world.journal.path, id_)) == 1


def test_an_undone_ruling_and_moves_from_paper_have_their_commands(table, ask):
    world = table.world(quiet(3), until_ruled=2)
    ended = ask(Decision(2, "end", J, result="draw", article="21.1"))
    assert isinstance(ended, Accepted)
    ruled = world.state.undoable
    assert ruled
    ids = new_id(), new_id()
    assert isinstance(ask(Undo(J, ruled.ruling.t_ns), id=ids[0]), Accepted)
    assert isinstance(stale := ask(Undo(J, ruled.ruling.t_ns)), Refused), "it is undone"
    assert stale.reason == "not-now"
    assert isinstance(ask(EnterPaper("W", J), id=ids[1]), Refused)
    assert [type(event).__name__ for event in made_by(world.journal.path, ids[0])] == ["Undone"]
