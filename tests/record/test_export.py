"""The PDN of a record."""

import textwrap

import pytest

from record.events import Pressed, Ruled, SessionClosed, SessionOpened
from record.export import export_pdn
from record.session import SessionError, State, from_events

S = 1_000_000_000
ABOUT = {"event": "Club evening", "white": 'S. "Sjoerd" Hoekstra', "date": "2026.10.02", "phone": "0612"}
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * S, 4800 * S, ABOUT)


def game(*plies, opened=OPENED, closed=()):
    """The state after plies of (side, verdict, move); 60 s pass at each, 60 s are added."""
    events = [opened]
    for seq, (side, verdict, move) in enumerate(plies, 1):
        other = "black" if side == "white" else "white"
        events.append(Pressed(seq, seq * 60 * S, side, 4800 * S - seq, 4740 * S, other))
        events.append(Ruled(seq, side, verdict, move, f"after {seq}", 0.99))
    return from_events([*events, *closed])


def movetext(state, **more):
    return " ".join(export_pdn(state, **more).split("\n\n")[1].split())


def test_a_whole_file():
    state = game(
        ("white", "legal", "32-28"),
        ("black", "legal", "19-23"),
        ("white", "legal", "28x19"),
        closed=[SessionClosed(200 * S, "1-0", "20.2")],
    )
    assert export_pdn(state) == textwrap.dedent("""\
        [Event "Club evening"]
        [Site "?"]
        [Date "2026.10.02"]
        [Round "?"]
        [White "S. \\"Sjoerd\\" Hoekstra"]
        [Black "?"]
        [Result "1-0"]
        [GameType "40"]
        [TimeControl "4800+60"]
        [Termination "Art. 20.2"]

        1. 32-28 {[%clock w1:19:59 B1:19:00]} 19-23 {[%clock W1:19:59 b1:19:00]} 2.
        28x19 {[%clock w1:19:59 B1:19:00]} 1-0
        """)


UNTIMED = SessionOpened("dambord", 8, "W:W21-32:B1-12", "none", 0, 0)
WHITE, ANSWER = ("white", "legal", "32-28"), ("white", "legal", "33-29")


@pytest.mark.parametrize(
    ("plies", "text"),
    [
        ([], "*"),
        ([WHITE], "1. 32-28 *"),
        ([("black", "legal", "11-15"), WHITE], "1... 11-15 2. 32-28 *"),
        ([WHITE, ("black", "27a", None)], "1. 32-28 *"),
        ([WHITE, ("black", "27a", None), ("black", "corrected", "19-23"), ANSWER], "1. 32-28 19-23 2. 33-29 *"),
        ([WHITE, ("black", "27c-missed", "19-23"), ANSWER], "1. 32-28 19-23 {27c-missed, left standing} 2. 33-29 *"),
        ([WHITE, ("black", "27a", None), ANSWER], "1. 32-28 {27a, left standing} 2. 33-29 *"),
    ],
)
def test_the_movetext(plies, text):
    assert movetext(game(*plies, opened=UNTIMED)) == text


def test_the_public_reads_no_remark():  # Art. 24
    state = game(WHITE, ("black", "27c-missed", "19-23"), ANSWER, ("black", "27a", None), ("white", "legal", "34-30"), opened=UNTIMED)
    assert movetext(state, remarks=False) == "1. 32-28 19-23 2. 33-29 {a move that cannot be written} 3. 34-30 *"


@pytest.mark.parametrize(("result", "told"), [("draw", "1/2-1/2"), ("0-1", "0-1"), ("*", "*"), ("void", "*")])
def test_the_result(result, told):
    text = export_pdn(game(WHITE, closed=[SessionClosed(60 * S, result)]))
    assert f'[Result "{told}"]' in text
    assert text.endswith(f" {told}\n")
    assert ('[Termination "void"]' in text) == (result == "void")


def test_a_game_without_a_clock():
    assert '[TimeControl "-"]' in export_pdn(game(WHITE, opened=UNTIMED))


@pytest.mark.parametrize(
    ("rules", "size", "start", "tags"),
    [
        ("dambord", 8, "W:W21-32:B1-12", '[GameType "51"]'),
        ("english", 8, "B:W21-32:B1-12", '[GameType "21"]'),
        ("frisian", 10, "W:W46-50:B1-5", '[GameType "97"]'),
        ("frisian", 10, "B:WK46:B4", '[GameType "40"]\n[SetUp "1"]\n[FEN "B:WK46:B4"]'),
        ("english", 8, "W:W21:B1", '[GameType "21"]\n[SetUp "1"]\n[FEN "W:W21:B1"]'),
    ],
)
def test_the_start_is_told_where_it_is_not_the_rules_own(rules, size, start, tags):
    text = export_pdn(game(opened=SessionOpened(rules, size, start, "none", 0, 0)))
    assert f"{tags}\n[TimeControl" in text


def test_in_english_draughts_black_bears_the_numbers():
    opened = SessionOpened("english", 8, "B:W21-32:B1-12", "none", 0, 0)
    assert movetext(game(("black", "legal", "11-15"), ("white", "legal", "24-20"), opened=opened)) == "1. 11-15 24-20 *"


def test_no_tag_breaks_its_line():
    about = {"event": "two\nlines \\ and a ]"}
    assert '[Event "two lines \\\\ and a ]"]\n' in export_pdn(game(opened=SessionOpened("frisian", 10, "W:W1:B2", "none", 0, 0, about)))


def test_before_the_opening_there_is_no_record():
    with pytest.raises(SessionError):
        export_pdn(State())


def test_the_result_is_written_as_the_game_asks():
    for form, written in (("1-0", "1-0"), ("2-0", "2-0"), ("", "1-0")):
        opened = SessionOpened("frisian", 10, "W:W31-50:B1-20", "none", 0, 0, {"result_form": form})
        text = export_pdn(from_events([opened, SessionClosed(5, "1-0", "20.2")]))
        assert f'[Result "{written}"]' in text
        assert text.split()[-1] == written
