"""A game as fragments: what each change sends to the pages that follow it."""

import re

import pytest

from hub.public.game_parts import PlayedAt, parts_of
from hub.web.fragments import PART, changes
from record.events.about import About
from record.events.of_game import Pressed, Ruled, SessionClosed, SessionOpened
from tests.hub.public.conftest import look

AT = PlayedAt("1", "/board/1", "/frysk-kampioenskip/3/1", shows_pictures=True)
QUIET = [("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37), ("black", 10, 14)]


@pytest.fixture
def shown(app):
    """The game as its page shows it now, once what was written is read."""

    def parts(lang="en"):
        look(app)
        return parts_of(app.jinja_env, lang, app.extensions["damcam.boards"].first.feed.latest, AT)

    return parts


def ids(html):
    return re.findall(r'<\w+ id="([\w-]+)"', html)


def text(shown, id_):
    return re.sub("<[^>]*>", "", shown.part(id_))


def test_each_line_is_a_part(game, shown):
    game.open()
    for ply in QUIET:
        game.move(*ply)
    lines = [*shown().parts, *(line for fragment in shown().listed.values() for line in fragment)]
    assert [line for line in lines if not PART.fullmatch(line)] == []


def test_a_press_sends_no_move_but_its_own(game, shown):
    game.open()
    for ply in QUIET[:4]:
        game.move(*ply)
    before = shown()
    game.press("white")
    pressed = shown()
    assert ids(changes(pressed, before)) == ["black-clock", "white-clock", "reading"]
    own = {41: 37}
    game.white = {own.get(square, square) for square in game.white}
    game._rule("white", "legal", "41-37")
    ruled = shown()
    sent = changes(ruled, pressed)
    assert ids(sent) == ["position", "turn", "reading", "move", "rows", "row-3"]
    assert re.search('<table><tbody id="rows" data-adds><tr id="row-3">.*</tr></tbody></table>$', sent)
    game.move(*QUIET[5])
    sent = changes(shown(), ruled)
    assert ids(sent)[-2:] == ["move", "row-3"], "its row alone"
    assert "<table><tr id=" in sent
    assert changes(shown(), shown()) == ""


def test_a_move_that_is_taken_back_sends_the_list(game, shown):
    game.open()
    game.move(*QUIET[0])
    one = shown()
    game.move(*QUIET[1])
    two = shown()
    assert "data-adds" not in changes(one, two)
    game.move(*QUIET[2])
    back = changes(two, shown())
    assert re.search('<table><tbody id="rows" data-fen="W:[^"]*" data-left="4800000 4800000"><tr id="row-1">', back)


def test_what_is_counted_and_how_it_ended_are_sentences(game, shown):
    fens = ["W:WK47,31:BK4,20,36", "B:WK42,31:BK4,20,36", "W:WK42,31:BK10,20,36"]
    game.journal.append(SessionOpened("frisian", 10, fens[0], "none", 0, 0, About.of({"white": "Anna", "black": "Bo"})), 0)
    for seq, (side, move) in enumerate([("white", "47-42"), ("black", "4-10")], 1):
        game.journal.append(Pressed(seq, seq, side, 0, 0, None), seq)
        game.journal.append(Ruled(seq, side, "legal", move, fens[seq], 0.99), seq)
    counts = shown().part("counts")
    assert re.findall(r"<li>.*?</span>(.*?)</li>", counts) == [
        f"{side}: 1 of 3 quiet moves in a row with the king on square {square}." for side, square in (("White", 42), ("Black", 10))
    ]
    assert (counts.count("<i data-full>"), counts.count("<i>")) == (2, 4)
    (row,) = shown().listed["1"]
    assert row.count("<ul hidden>") == 2, "each position has its own"
    game.journal.append(SessionClosed(9 * 10**9, "1-0", "20.2"), 9 * 10**9)
    assert (text(shown(), "result"), text(shown(), "why")) == ("White wins", "Black has resigned. (Art. 20.2)")
    assert text(shown("nl"), "why") == "Zwart heeft het spel opgegeven. (art. 20.2)"


def test_a_text_with_ends_of_lines_ends_no_event(game, shown):
    game.open(event="A\rid: 9\u2028B")
    html = changes(shown(), None)
    assert "\r" not in html
    assert "\u2028" not in html
