"""What people set for a game that has not begun: names, event, round and time control."""

import json
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clock.control import SECOND_NS
from pi.checks.readiness import Readiness
from pi.game.hearing import Hearing
from pi.game.late_inbox import LateInbox
from pi.game.live_game import live_service
from pi.game.preparing import PrepareRefusal
from pi.game.writing import Telling, Writing
from pi.setup.settings import Settings
from record.decisions import next_game
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import CloseGame, Describe, PrepareGame, StartClock, decoded, encoded
from record.events.about import About
from record.events.of_game import SessionOpened
from record.events.of_record import Described, TimeControlSet
from record.session.opening import has_begun
from record.session.step import SessionError, State, from_events, step
from record.store.folder import JOURNAL_NAME
from record.store.pictures import EvidenceStore
from rules.errors import Sentence
from tests.bench.live.table import Table, calm, pressed, ruled
from tests.bench.live.truth import TruthEyes
from tests.bench.live.world import GAME, World

NAMES = About.of({"white": "Jelle de Vries", "round": "3"})
FIRST = PrepareGame("Anke", "0001", NAMES, "30m+5s")
MAIN_NS = 1800 * SECOND_NS


@pytest.fixture
def table(tmp_path: Path):
    made = Table(tmp_path / "games")
    yield made
    made.close()


def told(world: World, word: object) -> list[object]:
    """What became of the word."""
    answers: list[object] = []
    world.service.hear(word, world.now_ns(), answers.append)
    return answers


def found(world: World) -> World:
    """The world once the board was found and the session is open."""
    world.run(lambda: world.service.begun)
    return world


def test_the_game_that_is_waited_for_begins_as_it_was_prepared(table) -> None:
    world = table.world(calm(2))
    assert told(world, FIRST) == [OBEYED]
    world.run(ruled(world, 1))
    opened = world.state.opened
    assert (opened.time_control, opened.white_ns) == ("30m+5s", MAIN_NS)
    assert (opened.about.tags.white, opened.about.tags.round) == ("Jelle de Vries", "3")
    assert opened.about.tags.black == "B", "what was not set stays as the settings have it"
    assert not (table.folder.parent / next_game.NAME).exists(), "the journal has it now"


def test_a_restart_forgets_nothing_of_a_game_that_has_not_begun(table) -> None:
    told(table.world([]), FIRST)
    told(table.worlds[-1], Describe("Anke", About.of({"black": "Sytske Hoekstra"})))
    table.worlds[-1].close()
    world = found(table.world([]))
    tags = world.state.opened.about.tags
    assert (tags.white, tags.black, world.state.opened.time_control) == ("Jelle de Vries", "Sytske Hoekstra", "30m+5s")


def test_what_is_set_while_a_game_goes_on_is_for_the_next_one(table) -> None:
    world = found(table.world([]))
    told(world, StartClock("Anke", "white"))
    next_one = PrepareGame("Anke", "0002", NAMES, "none")
    assert told(world, next_one) == [OBEYED]
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("A", "80m+60s")
    told(world, CloseGame("Anke"))
    world.close()
    world = found(table.world([]))
    assert (world.folder.name, world.state.opened.about.tags.white, world.state.opened.time_control) == ("0002", "Jelle de Vries", "none")


def test_what_was_set_for_one_game_is_not_taken_by_another(table) -> None:
    next_game.keep(table.folder.parent, PrepareGame("Anke", "0002", NAMES))
    assert found(table.world([])).state.opened.about.tags.white == "A"
    assert next_game.kept(table.folder.parent, "0002"), "the game after this one takes it"


def test_a_game_whose_pieces_stand_already_takes_names_and_time_control(table) -> None:
    world = found(table.world([]))
    assert told(world, FIRST) == [OBEYED]
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("Jelle de Vries", "30m+5s")
    assert (world.service.loop.clock.white_ns, world.service.loop.clock.running) == (MAIN_NS, None)
    assert [type(event) for _, event in world.journal.since(0)][-2:] == [Described, TimeControlSet]
    assert json.loads((world.folder / "session.json").read_text())["time_control"] == "30m+5s"
    told(world, StartClock("Anke", "white"))
    world.run_for(10 * SECOND_NS)
    told(world, StartClock("Anke", "black"))
    assert world.service.loop.clock.white_ns == MAIN_NS - 10 * SECOND_NS
    assert from_events(event for _, event in world.journal.since(0)).clock.control == world.service.loop.clock.control


def test_nothing_is_set_that_somebody_else_has_set_meanwhile(table) -> None:
    """Of the game that is waited for, of one whose pieces stand, of one that goes on, and of the one after it."""
    first = replace(FIRST, was={"white": "A", "time_control": "80m+60s"})
    late = replace(first, about=About.of({"white": "Jele"}), time_control="20m")
    seen = replace(late, was={"white": "Jelle de Vries", "time_control": "30m+5s"})
    says = ["White is Jelle de Vries now; the time control is 30m+5s now"]
    world = table.world([])
    assert (told(world, first), stands(world, late), told(world, Describe("Bauke", NAMES, was={"white": "A"}))) == (
        [OBEYED],
        says,
        [OBEYED],
    )
    assert stands(world, Describe("Bauke", late.about, was={"white": "A"})) == ["White is Jelle de Vries now"]
    world.close()
    world = found(table.world([]))
    assert (stands(world, late), told(world, seen)) == (says, [OBEYED])
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("Jele", "20m")
    told(world, StartClock("Anke", "white"))
    assert stands(world, Describe("Bauke", NAMES, was={"white": "A"})) == ["White is Jele now"]
    assert told(world, Describe("Bauke", NAMES, was={"white": "Jele"})) == [OBEYED]
    next_one = replace(first, game="0002", was={"white": "", "time_control": ""})
    assert told(world, next_one) == [OBEYED]
    assert stands(world, replace(late, game="0002", was=next_one.was)) == says
    kept = next_game.kept(table.folder.parent, "0002")
    assert kept
    assert (kept.about.tags, kept.time_control, kept.was) == (NAMES.tags, "30m+5s", {})


def stands(world: World, word: object) -> list[str]:
    """What stands there now, by the answer to a word that is not done."""
    return [str(answer.without_remedy()).partition(": ")[2] for answer in told(world, word) if isinstance(answer, Sentence)]


def test_without_a_clock_the_turn_begins_at_once_and_a_clock_can_come_back(table) -> None:
    world = found(table.world([]))
    assert told(world, PrepareGame("Anke", "0001", About(), "none")) == [OBEYED]
    assert (world.service.loop.clock.running, has_begun(world.state)) == ("white", False)
    assert told(world, FIRST) == [OBEYED]
    assert (world.service.loop.clock.running, world.service.loop.clock.white_ns) == (None, MAIN_NS)


def test_the_same_time_control_is_no_event(table) -> None:
    world = found(table.world([]))
    assert told(world, PrepareGame("Anke", "0001", About(), "80m + 60s")) == [OBEYED]
    assert table.of(TimeControlSet) == []


@pytest.mark.parametrize("game", ["0000", "0003", "x"])
def test_another_game_than_this_and_the_next_is_refused(table, game) -> None:
    world = found(table.world([]))
    assert told(world, PrepareGame("Anke", game, NAMES)) == [PrepareRefusal.OTHER_GAME.said()]


def test_while_a_game_is_waited_for_there_is_none_after_it(table) -> None:
    assert told(table.world([]), PrepareGame("Anke", "0002", NAMES)) == [PrepareRefusal.OTHER_GAME.said()]


def test_a_game_that_has_begun_keeps_its_time_control(table) -> None:
    world = table.world(calm(1))
    world.run(pressed(world, 1))
    assert told(world, FIRST) == [PrepareRefusal.BEGUN.said()]
    late = TimeControlSet(1, "Anke", "30m", 1, 1)
    with pytest.raises(SessionError, match="the time control is set after"):
        step(world.state, late)


@pytest.mark.parametrize(
    ("about", "control", "says"),
    [
        ({"white": "x" * 101}, None, "a line of 100 characters at most"),
        ({"date": "today"}, None, "'today' is no date"),
        ({}, "soon", "'soon' is not a time control"),
        ({"white": "Jelle"}, "", "is not a time control"),
    ],
)
def test_what_the_settings_would_refuse_is_refused_and_nothing_is_changed(table, about, control, says) -> None:
    world = table.world([])
    (answer,) = told(world, PrepareGame("Anke", "0001", About.of(about), control))
    assert isinstance(answer, Sentence)
    assert says in str(answer)
    assert not (table.folder.parent / next_game.NAME).exists()
    assert found(world).state.opened.about.tags.white == "A"


def test_a_folder_that_takes_no_file_is_told(table) -> None:
    world = table.world([])
    (table.folder.parent / f"{next_game.NAME}.new").mkdir()
    (answer,) = told(world, FIRST)
    assert "could not be written" in str(answer)
    assert found(world).state.opened.about.tags.white == "A"


@pytest.mark.parametrize("text", ["", "{", '{"by": 3}', "\udcff", '{"by": "A", "game": "0001", "about": {}, "time_control": "soon"}'])
def test_a_file_that_cannot_be_read_sets_nothing(table, text) -> None:
    (table.folder.parent / next_game.NAME).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert found(table.world([])).state.opened.about.tags.white == "A"


@pytest.mark.parametrize("begins", [False, True])
def test_the_report_tells_of_the_game_that_is_waited_for_and_not_of_the_one_before(table, begins) -> None:
    world = table.world([])
    readiness = Readiness(table.folder.parent, world.ring, Settings(), world.now_ns, time.monotonic_ns)
    if begins:
        found(world)
    with Inbox(world.folder / JOURNAL_NAME) as inbox, closing(LateInbox(inbox.path, print)) as late_inbox:
        hearing = Hearing(late_inbox, readiness)
        inbox.put(FIRST)
        inbox.put(Describe("Anke", About.of({"black": "Sytske"})))
        hearing.hear(world.service, world.now_ns)
    told = readiness.report()
    assert told["about"] == ({} if begins else {"white": "Jelle de Vries", "round": "3", "black": "Sytske"})
    assert told["time_control"] == ("80m+60s" if begins else "30m+5s")


def test_what_was_prepared_before_a_restart_is_reported(table) -> None:
    told(table.world([]), FIRST)
    table.worlds[-1].close()
    world = table.world([])
    readiness = Readiness(table.folder.parent, world.ring, Settings(), world.now_ns, time.monotonic_ns)
    world.board = replace(world.board, reports=replace(world.board.reports, readiness=readiness))
    store = EvidenceStore(table.folder, world.folder, 10**9)
    live_service(world.board, store, lambda: GAME, TruthEyes(), Writing(world.journal), Telling(lambda *_: None))
    assert (readiness.report()["about"]["white"], readiness.report()["time_control"]) == ("Jelle de Vries", "30m+5s")


def test_the_word_passes_the_inbox() -> None:
    assert decoded(*encoded(FIRST)) == FIRST


def test_no_time_control_before_the_opening() -> None:
    with pytest.raises(SessionError):
        step(State(), TimeControlSet(1, "Anke", "30m", 1, 1))
    opened = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1)
    assert from_events([opened, TimeControlSet(1, "Anke", "30m", 7, 8)]).clock.black_ns == 8


def test_the_name_of_a_time_control_of_regulation_e_says_the_age_class(table) -> None:
    """The juniors must write every move (E 2); a later time control of no age class takes it back."""
    world = found(table.world([]))
    assert told(world, PrepareGame("Anke", "0001", About(), "Junioren")) == [OBEYED]
    assert (world.state.opened.about.settings.age_class, world.state.opened.time_control) == ("junioren", "90m")
    assert told(world, PrepareGame("Anke", "0001", About(), "HA")) == [OBEYED]
    assert world.state.opened.about.settings.age_class == ""
    rows = len(list(world.journal.since(0)))
    assert told(world, PrepareGame("Anke", "0001", About(), "90m")) == [OBEYED]
    assert len(list(world.journal.since(0))) == rows, "nothing changed"
