"""What people set for a game that has not begun, and what was under way when the one before it was closed."""

import time
from dataclasses import replace
from heapq import heappop

import pytest
from msgspec import structs

from clock.control import SECOND_NS
from pi.checks.machine import Machine
from pi.checks.readiness import Readiness
from pi.game.keeping import Telling, Writing
from pi.game.live_game import live_service
from pi.game.preparing import PrepareRefusal
from pi.reading.looking import LookRefusal
from pi.reading.messages import CameraFixed, Done
from pi.setup.settings import Settings
from record.decisions import next_game
from record.decisions.commands import CloseGame, Describe, FindBoard, PrepareGame, StartClock
from record.decisions.outcome import OBEYED
from record.events.about import About
from record.events.of_game import BoardFound, SessionOpened
from record.events.of_record import Described, TimeControlSet
from record.session.opening import has_begun
from record.session.step import SessionError, State, from_events, step
from record.store.folder import read_folder
from record.store.pictures import EvidenceStore
from rules.board.ruleset import ruleset
from rules.errors import Sentence
from tests.support.board_service import PutCommands
from tests.support.live.table import SMALL, Table, pressed, quiet, ruled
from tests.support.live.truth import TruthEyes, picture
from tests.support.live.world import GAME, World
from tests.support.says import parts
from vision.camera.ring import Ring
from vision.image.picture import encode_jpeg

NAMES = About.of({"white": "Jelle de Vries", "round": "3"})
FIRST = PrepareGame("Anke", "0001", NAMES, "30m+5s")
MAIN_NS = 1800 * SECOND_NS


def found(world: World) -> World:
    """The world once the board was found and the session is open."""
    world.run(lambda: world.service.begun)
    return world


def test_the_game_that_is_waited_for_begins_as_it_was_prepared(table) -> None:
    world = table.world(quiet(2))
    assert world.ask(FIRST) == [OBEYED]
    world.run(ruled(world, 1))
    opened = world.state.opened
    assert (opened.time_control, opened.white_ns) == ("30m+5s", MAIN_NS)
    assert (opened.about.tags.white, opened.about.tags.round) == ("Jelle de Vries", "3")
    assert opened.about.tags.black == "B", "what was not set stays as the settings have it"
    assert next_game.to_report(table.folder.parent) is None, "the journal has it now"
    assert next_game.kept(table.folder.parent, "0001") is None


def readiness_of(table: Table, ring: Ring) -> Readiness:
    return Readiness(table.folder.parent, ring, Settings(), lambda _: None, lambda: 0, time.monotonic_ns, Machine(table.folder.parent))


def test_a_restart_forgets_nothing_of_a_game_that_has_not_begun_and_reports_it(table) -> None:
    table.world([]).ask(FIRST)
    table.worlds[-1].ask(Describe("Anke", About.of({"black": "Sytske Hoekstra"})))
    world = table.world([])
    readiness = readiness_of(table, world.ring)
    world.board = replace(world.board, reports=replace(world.board.reports, readiness=readiness))
    store = EvidenceStore(table.folder, world.folder, 10**9)
    live_service(world.board, store, lambda: GAME, TruthEyes(), Writing(world.journal), Telling(lambda *_: None))
    assert (readiness.status().about["white"], readiness.status().time_control) == ("Jelle de Vries", "30m+5s")
    tags = found(world).state.opened.about.tags
    assert (tags.white, tags.black, world.state.opened.time_control) == ("Jelle de Vries", "Sytske Hoekstra", "30m+5s")


def test_what_is_set_while_a_game_goes_on_is_for_the_next_one(table) -> None:
    world = found(table.world([]))
    world.ask(StartClock("Anke", "white"))
    next_one = PrepareGame("Anke", "0002", NAMES, "none")
    assert world.ask(next_one) == [OBEYED]
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("A", "80m+60s")
    world.ask(CloseGame("Anke"))
    world.close()
    world = found(table.world([]))
    assert (world.folder.name, world.state.opened.about.tags.white, world.state.opened.time_control) == ("0002", "Jelle de Vries", "none")


def test_a_game_whose_pieces_stand_already_takes_names_and_time_control(table) -> None:
    world = found(table.world([]))
    assert world.ask(FIRST) == [OBEYED]
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("Jelle de Vries", "30m+5s")
    assert (world.service.game.clock.white_ns, world.service.game.clock.running) == (MAIN_NS, None)
    assert [type(event) for _, event in world.journal.since(0)][-2:] == [Described, TimeControlSet]
    assert read_folder(world.folder).about.others["time_control"] == "30m+5s"
    world.ask(StartClock("Anke", "white"))
    world.run_for(10 * SECOND_NS)
    world.ask(StartClock("Anke", "black"))
    assert world.service.game.clock.white_ns == MAIN_NS - 10 * SECOND_NS
    assert from_events(event for _, event in world.journal.since(0)).clock.control == world.service.game.clock.control


def test_nothing_is_set_that_somebody_else_has_set_meanwhile(table) -> None:
    """Of the game that is waited for, of one whose pieces stand, of one that goes on, and of the one after it."""
    first = structs.replace(FIRST, was={"white": "A", "time_control": "80m+60s"})
    late = structs.replace(first, about=About.of({"white": "Jele"}), time_control="20m")
    seen = structs.replace(late, was={"white": "Jelle de Vries", "time_control": "30m+5s"})
    both, white = {"StandsNow.white": "Jelle de Vries", "StandsNow.time-control": "30m+5s"}, {"StandsNow.white": "Jelle de Vries"}
    bauke = Describe("Bauke", NAMES, was={"white": "A"})
    world = table.world([])
    assert (world.ask(first), stands(world, late), world.ask(bauke)) == ([OBEYED], both, [OBEYED])
    assert stands(world, structs.replace(bauke, about=late.about)) == white
    world.close()
    world = found(table.world([]))
    assert (stands(world, late), world.ask(seen)) == (both, [OBEYED])
    assert (world.state.opened.about.tags.white, world.state.opened.time_control) == ("Jele", "20m")
    world.ask(StartClock("Anke", "white"))
    assert stands(world, bauke) == {"StandsNow.white": "Jele"}
    assert world.ask(structs.replace(bauke, was={"white": "Jele"})) == [OBEYED]
    next_one = structs.replace(first, game="0002", was={"white": "", "time_control": ""})
    assert world.ask(next_one) == [OBEYED]
    assert stands(world, structs.replace(late, game="0002", was=next_one.was)) == both
    kept = next_game.kept(table.folder.parent, "0002")
    assert kept
    assert (kept.about.tags, kept.time_control, kept.was) == (NAMES.tags, "30m+5s", {})


def stands(world: World, word: object) -> dict[str, object]:
    """What stands there now, by the answer to a word that is not done."""
    (answer,) = world.ask(word)
    assert isinstance(answer, Sentence)
    return {one.code: one.values["value"] for one in parts(answer) if one.code.startswith("StandsNow")}


def test_without_a_clock_the_turn_begins_at_once_and_a_clock_can_come_back(table) -> None:
    world = found(table.world([]))
    assert world.ask(PrepareGame("Anke", "0001", About(), "none")) == [OBEYED]
    assert (world.service.game.clock.running, has_begun(world.state)) == ("white", False)
    assert world.ask(FIRST) == [OBEYED]
    assert (world.service.game.clock.running, world.service.game.clock.white_ns) == (None, MAIN_NS)


def test_another_game_than_this_and_the_next_is_refused(table) -> None:
    world = table.world([])
    assert world.ask(PrepareGame("Anke", "0002", NAMES)) == [PrepareRefusal.OTHER_GAME.said()], "while one is waited for none follows"
    found(world)
    for game in ("0000", "0003", "x"):
        assert world.ask(PrepareGame("Anke", game, NAMES)) == [PrepareRefusal.OTHER_GAME.said()]
    next_game.keep(table.folder.parent, PrepareGame("Anke", "0002", NAMES))
    world.close()
    assert found(table.world([])).state.opened.about.tags.white == "A"
    assert next_game.kept(table.folder.parent, "0002"), "the game after this one takes it"


def test_a_game_that_has_begun_keeps_its_time_control(table) -> None:
    world = table.world(quiet(1), until_begun=True)
    assert world.ask(PrepareGame("Anke", "0001", About(), "80m + 60s")) == [OBEYED]
    assert table.of(TimeControlSet) == [], "the same one is no event"
    world.run(pressed(world, 1))
    assert world.ask(FIRST) == [PrepareRefusal.BEGUN.said()]


@pytest.mark.parametrize(
    ("about", "control"), [({"white": "x" * 101}, None), ({"date": "today"}, None), ({}, "soon"), ({"white": "Jelle"}, "")]
)
def test_what_the_settings_would_refuse_or_no_folder_takes_is_refused_and_nothing_is_changed(table, about, control) -> None:
    world = table.world([])
    (answer,) = world.ask(PrepareGame("Anke", "0001", About.of(about), control))
    (table.folder.parent / f"{next_game.NAME}.new").mkdir()
    (without,) = world.ask(FIRST)
    assert isinstance(answer, Sentence)
    assert isinstance(without, Sentence)
    assert answer.code != without.code
    assert not (table.folder.parent / next_game.NAME).exists()
    assert found(world).state.opened.about.tags.white == "A"


@pytest.mark.parametrize("text", ["", "{", '{"by": 3}', "\udcff", '{"by": "A", "game": "0001", "about": {}, "time_control": "soon"}'])
def test_a_file_that_cannot_be_read_sets_nothing(table, text) -> None:
    (table.folder.parent / next_game.NAME).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert found(table.world([])).state.opened.about.tags.white == "A"


@pytest.mark.parametrize("begins", [False, True])
def test_the_status_tells_of_the_game_that_is_waited_for_and_not_of_the_one_before(table, begins) -> None:
    made: list[Readiness] = []
    world = table.world([], readiness=lambda ring: made.append(readiness_of(table, ring)) or made[0])
    if begins:
        found(world)
    commands = PutCommands(world.queue.put)
    commands.put(FIRST)
    commands.put(Describe("Anke", About.of({"black": "Sytske"})))
    world.act()
    status = made[0].status()
    assert status.about == ({} if begins else {"white": "Jelle de Vries", "round": "3", "black": "Sytske"})
    assert status.time_control == ("80m+60s" if begins else "30m+5s")


def test_no_time_control_before_the_opening() -> None:
    with pytest.raises(SessionError):
        step(State(), TimeControlSet(1, "Anke", "30m", 1, 1))
    opened = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1)
    assert from_events([opened, TimeControlSet(1, "Anke", "30m", 7, 8)]).clock.black_ns == 8


def test_the_name_of_a_time_control_of_regulation_e_says_the_age_class(table) -> None:
    """The juniors must write every move (E 2); a later time control of no age class takes it back."""
    world = found(table.world([]))
    assert world.ask(PrepareGame("Anke", "0001", About(), "Junioren")) == [OBEYED]
    assert (world.state.opened.about.settings.age_class, world.state.opened.time_control) == ("junioren", "90m")
    assert world.ask(PrepareGame("Anke", "0001", About(), "HA")) == [OBEYED]
    assert world.state.opened.about.settings.age_class == ""
    rows = len(list(world.journal.since(0)))
    assert world.ask(PrepareGame("Anke", "0001", About(), "90m")) == [OBEYED]
    assert len(list(world.journal.since(0))) == rows, "nothing changed"


OF_EVENT = PrepareGame("Anke", "0001", About.of({"white": "Jelle", "competition": "D"}))
"""As a hub gives a board its game: with the letter of the regulation of the event."""


def test_a_game_that_is_given_to_an_event_is_not_read_mirrored(table) -> None:
    """All tournament regulations apply Art. 26."""
    world = table.world([], game=replace(GAME, mirrored=True))
    assert world.ask(OF_EVENT) == [OBEYED]
    assert not found(world).state.opened.mirrored


def test_a_board_that_lies_mirrored_takes_no_game_of_an_event(table) -> None:
    world = found(table.world([], game=replace(GAME, mirrored=True)))
    assert world.state.opened.mirrored
    assert world.ask(PrepareGame("Anke", "0001", About.of({"white": "Jelle"}))) == [OBEYED]
    assert world.ask(OF_EVENT) == [PrepareRefusal.LIES_MIRRORED.said(regulation="D")]


AT_HOME = replace(GAME, start=replace(GAME.start, rules=ruleset(GAME.start.rules.name, second_disc=False)))


def test_in_a_game_that_is_given_to_an_event_a_king_gets_a_second_disc(table) -> None:
    """All tournament regulations apply Art. 8."""
    world = table.world([], game=AT_HOME)
    assert world.ask(OF_EVENT) == [OBEYED]
    assert not found(world).state.opened.crowns


def test_a_board_on_which_kings_get_no_second_disc_takes_no_game_of_an_event(table) -> None:
    world = found(table.world([], game=AT_HOME))
    assert world.state.opened.crowns == "none"
    assert world.ask(OF_EVENT) == [PrepareRefusal.NO_SECOND_DISC.said(regulation="D")]


MOVED = quiet(1)[0].stands


def closed_while_working(world: World) -> Done:
    """The game is closed, and what it had asked for is done only then."""
    world.queue.put(CloseGame("J. Jansen"))
    world.service.take(world.queue.get(), world.now_ns())
    assert world.service.closed
    while world.queue.empty():
        world.now_ns_, _, does = heappop(world._due)
        does()
    world.close()
    return world.queue.get()


def test_a_board_that_was_found_for_the_last_game_begins_no_other(table):
    world = table.world([], until_begun=True)
    (world.folder / "frames" / "0000.jpg").write_bytes(encode_jpeg(picture(SMALL.start.contents())))
    world = table.world([])
    world.stands = MOVED
    world.run(lambda: world.service._looking.is_busy)
    late = closed_while_working(world)
    world = table.world([])
    world.stands = MOVED
    world.service.take(late, world.now_ns())
    assert (world.service.begun, world.state.opening) == (False, None), "nothing stands there that a game could begin with"
    world.stands = SMALL.start.contents()
    world.run(lambda: world.service.begun)
    assert len(table.of(SessionOpened)) == 2


def test_the_camera_is_fixed_for_the_game_that_asked(table):
    world = table.world([])
    for asker in (object(), world.service):
        assert world.said == []
        world.service.take(Done(asker, CameraFixed(Sentence.plain("no picture came"))), world.now_ns())
    assert world.said == ["no picture came"]


def test_the_next_game_looks_for_its_own_board(table):
    world = table.world([], until_begun=True)
    answers = world.ask(FindBoard("J. Jansen"))
    world.service.tick(world.now_ns())
    late = closed_while_working(world)
    world.service.end(world.now_ns())
    assert answers == [LookRefusal.ENDS.said()]
    world = table.world([])
    world.service.take(late, world.now_ns())
    world.run(lambda: world.service.begun)
    assert len(table.of(BoardFound)) == 2
