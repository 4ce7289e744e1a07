"""What the public may see."""

import json

from record.events import Alert, BoardFound, Pressed, Ruled, SessionClosed, SessionOpened
from record.session import from_events
from record.view import public_view

S = 1_000_000_000
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * S, 4800 * S, {"white": "Anna", "event": "Open", "phone": "0612"})
FOUND = BoardFound(0, (), "frames/0000.jpg", "drawn/0000.jpg")
ALERT = Alert("27c-missed", "27c, 10", (19,), "a capture was compulsory")
FIRST = (
    Pressed(1, 5 * S, "white", 4855 * S, 4800 * S, "black", ("frames/0001.jpg",)),
    Ruled(1, "white", "legal", "32-28", "B:after 1", 0.98, picture="frames/0001.jpg", drawn="drawn/0001.jpg"),
)
SECOND = (
    Pressed(2, 9 * S, "black", 4855 * S, 4856 * S, "white"),
    Ruled(2, "black", "27c-missed", "19-23", "W:after 2", 0.97, alerts=(ALERT,), picture="frames/0002.jpg", drawn="drawn/0002.jpg"),
)
THIRD = (Pressed(3, 12 * S, "white", 4912 * S, 4856 * S, "black"), Ruled(3, "white", "legal", "34x23", "B:after 3", 0.9))


def test_the_view_of_a_game():
    assert public_view(from_events([OPENED, FOUND, *FIRST]), 4) == {
        "id": 4,
        "seq": 1,
        "rules": "frisian",
        "board_size": 10,
        "about": {"white": "Anna", "event": "Open"},
        "fen": "B:after 1",
        "fens": ["W:W31-50:B1-20", "B:after 1"],
        "moves": [{"number": 1, "white": "32-28", "black": None}],
        "last_move": [32, 28],
        "being_read": False,
        "on_paper": False,
        "clock": {"control": "80m+60s", "white_ns": 4855 * S, "black_ns": 4800 * S, "running": "black", "t_ns": 5 * S, "rate": 1.0},
        "drawn": "drawn/0001.jpg",
        "result": "*",
        "closed": False,
    }


def test_a_pending_press_is_being_read_and_no_word_says_what_is_wrong():  # Art. 24
    view = public_view(from_events([OPENED, FOUND, *FIRST, *SECOND]))
    assert view["being_read"]
    assert (view["fen"], view["last_move"], len(view["moves"])) == ("B:after 1", [32, 28], 1)
    told = json.dumps(view)
    for word in ("27", "missed", "pending", "irregular", "unsure", "confidence", "compulsory", "alert"):
        assert word not in told


def test_what_stands_is_shown_as_any_move():
    view = public_view(from_events([OPENED, FOUND, *FIRST, *SECOND, *THIRD]))
    assert view["moves"] == [{"number": 1, "white": "32-28", "black": "19-23"}, {"number": 2, "white": "34x23", "black": None}]
    assert not view["being_read"]
    assert "27c" not in json.dumps(view)


def test_what_stands_and_cannot_be_written_is_three_dots():
    nothing = (SECOND[0], Ruled(2, "black", "27a", None, "W:after 2", 0.97))
    view = public_view(from_events([OPENED, *FIRST, *nothing, *THIRD]))
    assert view["moves"][0]["black"] == "…"


def test_before_the_first_move():
    view = public_view(from_events([OPENED]))
    assert (view["seq"], view["fen"], view["moves"], view["last_move"]) == (0, "W:W31-50:B1-20", [], [])


def test_black_to_move_first_leaves_whites_place_empty():
    black = SessionOpened("english", 8, "B:W21-32:B1-12", "none", 0, 0)
    press = (Pressed(1, 5 * S, "black", 0, 0, "white"), Ruled(1, "black", "legal", "11-15", "W:after 1", 0.9))
    view = public_view(from_events([black, *press, SessionClosed(9 * S, "0-1")]))
    assert view["moves"] == [{"number": 1, "white": None, "black": "11-15"}]
    assert (view["clock"]["white_ns"], view["clock"]["running"], view["result"], view["closed"]) == (None, None, "0-1", True)
