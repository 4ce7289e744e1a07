"""Where a press was not read the desk shows the last position that is known, and marks the squares in doubt: never a guess."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from hub.feeds.desk_feed import DeskFeed
from hub.feeds.follower import Follower
from record.events.of_game import Arbitrated, Ruled
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Content

FRISIAN = ruleset("frisian")
NATS = 9.0


def seen(fen, **told):
    """The evidence of a picture of that position, but for some squares: with `s37=None` square 37 is hidden, else it shows that."""
    rows = []
    for square, content in enumerate(parse_fen(fen, FRISIAN).contents(), 1):
        shown = told.get(f"s{square}", content)
        row = [0.0 if shown in (None, one) else -NATS for one in Content]
        if shown and shown.side:  # a king is not told from a man
            row[Content.piece(shown.side, True)] = 0.0
        rows.append(tuple(row))
    return tuple(rows)


@pytest.fixture
def desk(game):
    """The desk of a game after one move, and a way to press and rule: the view after that."""
    game.open()
    game.move("white", 32, 28)
    feed = DeskFeed(Follower(game.folder / "journal.jsonl"))

    def ruled(side, verdict, move, guess, **more):
        game.press(side)
        game.journal.append(Ruled(game.seq, side, verdict, move, guess, 0.4, **more), game.t_ns)
        return view()

    def view():
        feed.look()
        return feed.view("en")

    with closing(feed.follower):
        yield ruled, view, feed


def test_a_press_that_was_not_read_leaves_the_position_before_it_with_the_squares_in_doubt(game, desk):
    ruled, _, _ = desk
    known, guess = game.fen("W"), game.fen("W").replace(",19,", ",")
    picture = seen(known, s19=Content.EMPTY, s23=None, s50=Content.BLACK_MAN)
    view = ruled("black", "unsure", None, guess, log_p=picture)
    assert (view["stands"], view["pending"]) == (known, "unsure")
    assert view["doubt"] == {"since": 2, "squares": (19, 23, 50)}
    assert (view["listed"][-1].fen, view["listed"][-1].doubt) == (known, (19, 23, 50))


def test_the_squares_where_the_guess_differs_are_in_doubt_too(game, desk):
    ruled, _, _ = desk
    game.black = game.black - {19} | {23}
    guess = game.fen("W")
    game.black = game.black - {23} | {19}
    view = ruled("black", "unsure", "19-23", guess, log_p=seen(game.fen("W")))
    assert (view["stands"], view["doubt"]["squares"]) == (game.fen("W"), (19, 23)), "also where the move is known"


@pytest.mark.parametrize("picture", [(), ((0.0,) * 5,) * 50, ((0.0,) * 5,) * 49])
def test_where_no_picture_was_read_all_squares_are_in_doubt(game, desk, picture):
    ruled, _, _ = desk
    view = ruled("black", "unsure", None, game.fen("W"), log_p=picture)
    assert view["doubt"] == {"since": 2, "squares": tuple(range(1, 51))}


def test_a_guess_that_is_no_position_marks_the_board_as_faulty_and_leaves_all_squares_in_doubt(desk):
    ruled, _, feed = desk
    view = ruled("black", "unsure", None, guess="x")
    assert view["doubt"] == {"since": 2, "squares": tuple(range(1, 51))}
    assert view["listed"][-1].doubt == tuple(range(1, 51))
    assert feed._faults.are_there


def test_after_several_such_presses_it_is_the_position_before_the_first_until_one_is_read(game, desk):
    ruled, view, _ = desk
    ruled("black", "unsure", None, game.fen("W").replace("B1,", "B"), log_p=seen(game.fen("W"), s19=None))
    now = ruled("white", "unsure", None, game.fen("B").replace("B1,", "B"), log_p=seen(game.fen("W"), s37=None))
    assert (now["stands"], now["doubt"]["since"]) == (game.fen("B"), 2)
    assert set(now["doubt"]["squares"]) == {1, 37}
    assert [press.fen for press in now["listed"][1:]] == [game.fen("W"), game.fen("B")]
    game.move("black", 20, 24)
    now = view()
    assert (now["stands"], now["doubt"]) == (game.fen("W"), None)


@pytest.mark.parametrize("verdict", ["27d", "27b-few", "jumbled", "no-move"])
def test_what_was_read_stands_as_it_was_read_also_while_it_is_pending(game, desk, verdict):
    ruled, _, _ = desk
    read = game.fen("W").replace("B1,", "B")
    view = ruled("black", verdict, None, read)
    assert (view["stands"], view["doubt"], view["pending"]) == (read, None, verdict)


def test_a_move_that_somebody_entered_is_no_guess(game, desk):
    ruled, _, _ = desk
    told = game.fen("W").replace("B1,", "B")
    view = ruled("black", "unsure", None, told, entered_by="black")
    assert (view["stands"], view["doubt"]) == (told, None)


def test_an_amendment_without_a_picture_keeps_the_squares_or_ends_the_doubt(game, desk):
    ruled, view, _ = desk
    known = game.fen("W")
    ruled("black", "unsure", None, known, log_p=seen(known, s19=None))
    ruling = Ruled(2, "black", "unsure", None, known, 0.5, amends=True)
    game.journal.append(ruling, game.t_ns)
    assert view()["doubt"] == {"since": 2, "squares": (19,)}
    game.journal.append(replace(ruling, verdict="27d", fen=known.replace("B1,", "B")), game.t_ns)
    assert (view()["doubt"], view()["stands"]) == (None, known.replace("B1,", "B"))


def test_once_the_arbiter_has_settled_it_nothing_is_in_doubt(game, desk):
    ruled, view, _ = desk
    ruled("black", "unsure", None, game.fen("W").replace("B1,", "B"))
    game.journal.append(Arbitrated(game.t_ns, 2, "position", "Anke", game.fen("W")), game.t_ns)
    assert (view()["stands"], view()["doubt"]) == (game.fen("W"), None)
