"""The page before the round: the view of a board, and what it leaves out once a game runs."""

import json
import os
import time

import pytest

from hub.boards.board import Boards, ServedBoard
from hub.feeds.delay import Delay
from hub.feeds.silence import SILENT_AFTER_S
from link.status import STALE_NS
from pi.checks.checks import fail
from pi.checks.picture import StartSays
from record.events.of_game import ClockStopped
from record.store.folder import ALIVE_NAME
from tests.hub.public.conftest import ask, before
from vision.reading.calibration import OnSquare

START = {"name": "start", "level": "fail", "seen": "the start position does not stand: square 3", "do": "set the pieces up"}
LIGHT = {"name": "light", "level": "warn", "seen": "dim", "do": "turn more light on"}


def ready(app):
    return ask(app, "/ready.json").json


def in_english(view):
    """The checks of a view, without the language of their texts."""
    return [{key: check[key] for key in ("name", "level", "seen", "do")} for check in view["checks"]]


def test_before_the_game_all_is_told_and_of_a_board_without_a_status_that_it_is_silent(app, game, tell_status):
    told = ready(app)
    assert (told["phase"], told["checks"], told["about"]) == ("silent", [], {})
    about = {"white": "Anke", "site": "?", "board": "4"}
    tell_status(game.folder, START, LIGHT, about=about, time_control="none", rules="english")
    told = ready(app)
    assert (told["about"], told["time_control"], told["rules"]) == ({"white": "Anke"}, "none", "english")
    assert (told["phase"], told["board"], told["picture_age_ms"], in_english(told)) == ("waiting", "4", 240, [START, LIGHT])


@pytest.mark.parametrize("begun", [False, True])
def test_neither_the_machines_name_nor_its_folders_are_told(app, game, begun, tell_status):
    seen = "9.1 GB free for the games in /var/lib/damcam, /dev/shm/damcam/x is full, /dev/video0 is there; 3/4"
    tell_status(game.folder, {"name": "disk", "level": "ok", "seen": seen, "do": "see '/etc/damcam/damcam.toml'"}, phase="ready")
    if begun:
        game.open()
    told = ready(app)
    assert (told["board"], "board-1" in app.test_client().get("/before").text) == ("", False)
    assert told["checks"][0]["seen"] == "9.1 GB free for the games in …, … is full, /dev/video0 is there; 3/4"
    assert told["checks"][0]["do"] == "see '…'"


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_how_many_rows_a_power_cut_would_take_is_told_at_the_desk_alone(app, game, rows, tell_status):
    full = {"name": "disk", "level": "fail", "seen": "no room", "do": "make room"}
    tell_status(game.folder, full, in_memory=rows)
    trouble = ServedBoard("1", game.journal.path, state=game.folder).trouble()
    entries = {1: "1 entry of the record is", 3: "3 entries of the record are"}.get(rows)
    assert str(trouble).startswith(f"no room; {entries} in memory alone" if entries else "no room; make room")
    assert str(trouble).endswith("make room")
    assert "memory" not in json.dumps(ready(app))


def test_names_and_clock_are_the_games(app, game, tell_status):
    tell_status(game.folder, LIGHT, phase="ready")
    game.open()
    game.journal.append(ClockStopped(0, 4800 * 10**9, 4800 * 10**9), 0)
    told = ready(app)
    assert (told["phase"], told["time_control"], told["rules"]) == ("ready", "80m+60s", "frisian")
    assert told["about"] == {"white": "Jelle de Vries", "black": "Sytske Hoekstra", "event": "Frysk Kampioenskip", "round": "3"}


def test_that_the_second_copy_fails_is_told_during_a_game_too(app, game, tell_status):
    copy = {"name": "copy", "level": "warn", "seen": "/media/damcam/games is not there", "do": "plug in the stick"}
    tell_status(game.folder, START, copy, phase="ready")
    game.open()
    game.move("white", 32, 28)
    assert in_english(ready(app)) == [copy | {"seen": "… is not there"}]


def test_once_a_game_runs_nothing_of_the_position_is_told(app, game, tell_status):
    """The status was made before the press and says more, and must be filtered."""
    tell_status(game.folder, START, LIGHT, {**START, "name": "board"}, {**START, "name": "anything else"}, phase="ready")
    game.open()
    game.move("white", 32, 28)
    told = ready(app)
    assert (told["phase"], in_english(told)) == ("playing", [LIGHT])
    game.close("1-0")
    assert (ready(app)["phase"], in_english(ready(app))) == ("over", [LIGHT])
    assert "square 3" not in app.test_client().get("/before").text


def test_a_status_that_is_old_is_none(app, game, tell_status):
    tell_status(game.folder, START)
    assert ready(app)["phase"] == "waiting"
    tell_status(game.folder, START, t_ns=time.monotonic_ns() - STALE_NS - 1)
    assert ready(app)["phase"] == "silent"
    assert app.test_client().get("/before").status_code == 200


@pytest.mark.parametrize("delay", [Delay(seconds=900), Delay(moves=5)])
def test_of_a_delayed_game_nothing_is_told_but_that_its_service_is_gone(serving, game, delay, tell_status):
    """Whatever happens on the board, the answer is the one from before the first press."""
    app = serving(Boards.lone(game.folder / "journal.jsonl", state=game.folder, delay=delay))
    buttons = {"name": "buttons", "level": "ok", "seen": "both buttons were heard", "do": ""}
    power = {"name": "power", "level": "ok", "seen": "enough", "do": ""}
    game.open()
    told = []
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32)):
        tell_status(game.folder, power, *([LIGHT, buttons] if side == "black" else [buttons]), phase="playing")
        told.append(ready(app))
        game.move(side, start, end)
    told.append(ready(app))
    assert told == [told[0]] * 4
    assert told[0]["phase"] == "ready"
    assert [check["name"] for check in told[0]["checks"]] == ["power"]
    sign(game.folder, SILENT_AFTER_S + 1)
    assert (ready(app)["phase"], ready(app)["checks"]) == ("silent", [])


def test_what_a_check_says_is_in_the_readers_language_and_for_programs_in_english(app, game, tell_status):
    said = StartSays.DOES_NOT_STAND.said(why=OnSquare.BLACK_MAN.said())
    tell_status(game.folder, fail("start", said, StartSays.SET_UP.said()))
    told = ready(app)
    assert in_english(told)[0]["seen"] == "the start position does not stand: a black man"
    for lang, says in (("nl", "de beginstand staat er niet: een zwarte schijf"), ("fy", "de begjinstân stiet der net: in swarte skiif")):
        (view,) = before(app, lang)["boards"]
        assert (view["checks"][0]["seen"], view["checks"][0]["lang"]) == (says, lang)
    tell_status(game.folder, LIGHT)  # a plain text is in no language but its own
    (view,) = before(app, "nl")["boards"]
    assert view["checks"] == [{**LIGHT, "lang": "en"}]


def sign(folder, ago_s):
    """The service gave its last sign of life so many seconds ago."""
    alive = folder / ALIVE_NAME
    alive.touch()
    os.utime(alive, (alive.stat().st_mtime - ago_s,) * 2)


@pytest.mark.parametrize("phase", ["waiting", "ready", "playing", "over"])
@pytest.mark.parametrize("is_gone", [False, True])
def test_a_board_whose_service_is_gone_is_silent_whatever_it_last_told(app, game, phase, is_gone, tell_status):
    tell_status(game.folder, LIGHT, phase=phase)
    if phase != "waiting":
        game.open()
        game.journal.append(ClockStopped(0, 4800 * 10**9, 4800 * 10**9), 0)
    if phase in ("playing", "over"):
        game.move("white", 32, 28)
    if phase == "over":
        game.close("1-0")
    sign(game.folder, SILENT_AFTER_S + 1 if is_gone else 0.0)
    told = ready(app)
    expected = ("silent", [], None) if is_gone else (phase, [LIGHT], 240)
    assert (told["phase"], in_english(told), told["picture_age_ms"]) == expected
    assert [board["phase"] for board in before(app)["boards"]] == [expected[0]]
