"""What the tablet shows: the parts of its page, and which of them a change sends."""

import re

import pytest
from bs4 import BeautifulSoup

from hub.app import BOARDS
from hub.desk.tablet import shown, view_of
from hub.web.fragments import PART, changes
from record.events.of_game import FlagFell, Ruled
from record.events.of_players import PlayerSaid, Said
from tests.hub.conftest import S

BASE = "/tablet/1"


@pytest.fixture
def parts(desk_app):
    """The parts of the page as they are now."""
    desk = desk_app.extensions[BOARDS].first.desk

    def look(lang="en"):
        desk.look()
        return shown(desk_app.jinja_env, lang, BASE, view_of(desk), desk.follower.now_s())

    return look


def seen(parts):
    """The texts of the parts that are in sight, by their ids; a clock by its state and what it says."""
    soup = BeautifulSoup("".join((*parts.parts, parts.rows)), "html.parser")
    for gone in soup.select("[hidden]"):
        gone.decompose()
    return {part["id"]: " ".join(part.get_text(" ").split()) for part in soup.find_all(id=True)}


def faces(parts):
    soup = BeautifulSoup("".join(parts.parts), "html.parser").select(".face")
    return {face["id"]: (face.get("data-state"), face.select_one(".says").text, face.has_attr("data-since")) for face in soup}


def says(game, side, said):
    game.journal.append(PlayerSaid(game.t_ns, game.seq, side, str(said), 1, 1), game.t_ns)


def unread(game, side="white"):
    start = game.fen("W" if side == "white" else "B")
    game.press(side)
    game.journal.append(Ruled(game.seq, side, "unsure", None, game.fen("B" if side == "white" else "W"), 0.4, start=start), game.t_ns)
    return start


def test_before_there_is_a_game_the_players_set_up_the_board_and_can_say_nothing(parts):
    told = parts()
    assert seen(told).keys() & {"setting-up", "withheld", "before", "asked", "draw", "result"} == {"setting-up"}
    assert all("disabled" in told.part(button) for button in ("offer-draw", "resign", "call"))
    assert faces(told) == {"black": (None, "", False), "white": (None, "", False)}
    assert all(PART.fullmatch(part) for part in told.parts)


def test_a_game_that_goes_on_has_clocks_moves_and_what_the_players_are_asked(parts, game):
    game.open()
    game.move("white", 32, 28)
    before = parts()
    assert faces(before) == {"black": ("runs", "running", True), "white": ("stands", "standing", False)}
    assert (seen(before)["white"].startswith("Jelle de Vries · White"), seen(before)["row-1"]) == (True, "1. 32-28")
    assert 'data-move="32-28"' in before.part("position")
    start = unread(game, "black")
    after = parts()
    assert f'data-seq="2" data-side="black" data-fen="{start}"' in after.part("asked")
    assert seen(after)["asked-text"] == "Enter Black's move"
    sent = re.findall(r'<\w+ id="([^"]+)"', changes(after, before))
    assert {"black", "white", "position", "asked"} <= {*sent}
    assert not {"before", "draw", "call", "moves"} & {*sent}, "what is as it was is not sent"
    game.move("white", 31, 27)
    assert re.search('<ol id="moves" data-adds><li id="row-2">.*31-27.*</li></ol>$', changes(parts(), after))


def test_a_draw_a_result_and_a_fallen_flag_are_told_in_words(parts, game):
    game.open()
    game.move("white", 32, 28)
    says(game, "white", Said.DRAW_OFFERED)
    told = parts()
    assert seen(told)["draw-text"] == "Jelle de Vries · White offers a draw."
    assert re.findall('data-say="([a-z-]+)" data-side="black"', told.part("draw")) == ["draw-accepted", "draw-declined"]
    says(game, "black", Said.DRAW_ACCEPTED)
    assert seen(parts())["draw"] == "A draw is agreed. The arbiter confirms it; until then the clock goes on."
    game.journal.append(FlagFell(game.t_ns + 4800 * S, "black", 1, 0), game.t_ns + 4800 * S)
    assert faces(parts("nl"))["black"][:2] == ("flag", "vlag is gevallen")
    game.end("1-0")
    over = parts()
    assert (seen(over)["result"], "draw" in seen(over)) == ("The game is over: White wins", False)
    assert [("disabled" in over.part(button)) for button in ("offer-draw", "resign", "call")] == [True, True, False]
