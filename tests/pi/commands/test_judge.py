"""What `damcam judge` promises to programs: lines of presses and rulings in, rows out, each line answered at once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from record.store.session_files import ENTERED
from tests.rules.referee.sights import seen, with_rows

START = {"rules": "frisian", "fen": "W:W31-50:B1-20"}
SMALL = {"rules": "frisian", "fen": "W:W34,44,48:B29,10,5"}
ROOT = Path(__file__).resolve().parents[3]


def press(seq, side, board, **more):
    """A press with clear evidence of the board; of nothing where that is None."""
    return {"seq": seq, "side": side, "log_p": None if board is None else [list(row) for row in seen(board, **more).log_p]}


@pytest.fixture
def judge(damcam):
    """Answers lines; gives the status and the rows."""

    def run(*lines, lang="en"):
        given = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        status, rows, complaint = damcam("judge", "--json", "--lang", lang, given=given.encode())
        assert complaint == ""
        return status, rows

    return run


def test_games_are_numbered_and_presses_are_ruled(judge):
    status, rows = judge(START, press(1, "white", "B:W28,31,33-50:B1-20"), press(2, "black", "W:W28,31,33-50:B1-18,20,23"), SMALL)
    assert status == 0
    assert [row.get("game") for row in rows] == [1, None, None, 2]
    assert [(row["seq"], row["side"], row["verdict"], row["move"]) for row in rows[1:3]] == [
        (1, "white", "legal", "32-28"),
        (2, "black", "legal", "19-23"),
    ]
    assert rows[1].keys() == {"seq", "side", "verdict", "move", "fen", "confidence", "alerts"}
    assert rows[1]["alerts"] == []


def test_amendments_come_first_and_the_row_of_the_press_last(judge):
    _, rows = judge(SMALL, press(1, "white", None), press(2, "black", "W:W23,44,48:B15,5"))
    assert [(row["seq"], row["verdict"], row["move"], row.get("amends", False)) for row in rows[1:]] == [
        (1, "unsure", None, False),
        (1, "legal", "34x23", True),
        (2, "legal", "10-15", False),
    ]


def test_a_fault_has_its_alert_and_the_press_that_hands_it_back_says_so(judge):
    fault, back = press(1, "white", "B:W34,39,48:B29,10,5"), press(2, "black", "B:W34,39,48:B29,10,5")
    _, rows = judge(SMALL, fault, back, press(3, "white", "B:W23,44,48:B10,5"))
    assert [(row["verdict"], row.get("hands_back", False)) for row in rows[1:]] == [
        ("27c-missed", False),
        ("no-move", True),
        ("corrected", False),
    ]
    (alert,) = rows[1]["alerts"]
    assert (alert["code"], alert["side"], alert["acts"]) == ("27c-missed", "white", "on claim")
    assert rows[2]["alerts"] == rows[3]["alerts"] == []


def test_a_hand_back_that_a_later_press_decides_is_an_amendment_that_says_so(judge):
    """A hand hid that Black took his man off 12. White gives the turn back, and Black plays another move with that man there again."""
    stands = "W28,36,37,41,42,47,48:B1,2,6,7"
    _, rows = judge(
        {"rules": "frisian", "fen": f"W:{stands.replace('W28', 'W32')},11,12,15"},
        press(1, "white", f"B:{stands},11,12,15"),
        press(2, "black", f"W:{stands},16,15", hidden=(7, 8, 12, 13, 17, 18)),
        press(3, "white", f"B:{stands},16,15"),
        press(4, "black", f"W:{stands},12,17,15"),
    )
    assert [(row["seq"], row["verdict"], row.get("amends", False), row.get("hands_back", False)) for row in rows[3:]] == [
        (3, "unsure", False, False),
        (3, "no-move", True, True),
        (4, "corrected", False, False),
    ]


def test_a_ruling_is_obeyed_and_answered_with_the_position(judge):
    fault = press(1, "white", "B:W34,39,48:B29,10,5")
    stand = {"seq": 1, "ruling": "stand", "by": "A. Arbiter"}
    status, rows = judge(SMALL, fault, stand, stand)
    assert (status, rows[2]) == (1, {"ruled": "stand", "fen": "B:W34,39,48:B5,10,29"})
    assert "nothing is pending" in rows[3]["error"]


def test_the_arbiter_sets_a_position_and_the_game_goes_on_from_it(judge):
    position = {"seq": 1, "ruling": "position", "by": "A. Arbiter", "fen": "B:W23,44,48:B10,5"}
    _, rows = judge(SMALL, press(1, "white", None), position, press(2, "black", "W:W23,44,48:B15,5"))
    assert rows[2] == {"ruled": "position", "fen": "B:W23,44,48:B5,10"}
    assert (rows[3]["verdict"], rows[3]["move"]) == ("legal", "10-15")


def test_a_move_that_the_players_enter_is_the_ruling_of_a_press_that_was_not_read(judge):
    entered = {"seq": 1, "ruling": ENTERED, "by": "both players", "press": 1, "from": 34, "to": 23, "captured": [29]}
    status, rows = judge(SMALL, press(1, "white", None), entered, press(2, "black", "W:W23,44,48:B15,5"))
    assert status == 0
    assert rows[2] == {"ruled": ENTERED, "fen": "B:W23,44,48:B5,10"}
    assert (rows[3]["verdict"], rows[3]["move"]) == ("legal", "10-15")


LEGAL = press(1, "white", "B:W28,31,33-50:B1-20")
WRONG = {
    "no JSON": ("{", "JSON"),
    "no object": ("[1]", "object"),
    "neither": ("{}", "seq"),
    "unknown rules": ({"rules": "chess", "fen": START["fen"]}, "chess"),
    "no fen": ({"rules": "frisian"}, "fen"),
    "bad fen": ({"rules": "frisian", "fen": "zz"}, "FEN"),
    "seq 0": ({**LEGAL, "seq": 0}, "press 0"),
    "seq beyond": ({**LEGAL, "seq": 5}, "which is press 1"),
    "seq as text": ({**LEGAL, "seq": "1"}, "'1'"),
    "no side": ({"seq": 1, "log_p": None}, "side"),
    "other side": ({**LEGAL, "side": "black"}, "counts for nothing"),
    "no evidence": ({"seq": 1, "side": "white"}, "log_p"),
    "few squares": ({**LEGAL, "log_p": [[0, 0, 0, 0, 0]]}, "1 square"),
    "not five": ({**LEGAL, "log_p": [[0, 0]] * 50}, "2"),
    "not finite": ({**LEGAL, "log_p": [[0, 0, 0, 0, 1e400]] * 50}, "finite"),
    "too many digits": ({**LEGAL, "log_p": [[0, 0, 0, 0, 10**400]] * 50}, "five numbers"),
    "text for a row": ({**LEGAL, "log_p": ["12345"] * 50}, "five numbers"),
    "text in a row": ({**LEGAL, "log_p": [["0", "-9", "-9", "-9", "-9"]] * 50}, "five numbers"),
    "truth values": ({**LEGAL, "log_p": [[True, False, False, False, False]] * 50}, "five numbers"),
    "an object for a row": ({**LEGAL, "log_p": [{"1": 0, "2": 0, "3": 0, "4": 0, "5": 0}] * 50}, "five numbers"),
    "unknown ruling": ({"seq": 0, "ruling": "dance", "by": "A"}, "dance"),
    "nobody ruled": ({"seq": 0, "ruling": "position", "fen": START["fen"]}, "'by'"),
    "ruling of another press": ({"seq": 3, "ruling": "stand", "by": "A"}, "3"),
}


@pytest.mark.parametrize(("line", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_told_and_changes_nothing(line, told, judge):
    status, rows = judge(START, line, LEGAL)
    assert status == 1
    assert rows[1].keys() == {"error"}
    assert told in rows[1]["error"]
    assert (rows[2]["verdict"], rows[2]["move"]) == ("legal", "32-28")


def test_a_press_before_any_game_is_told(judge):
    status, rows = judge(LEGAL, START)
    assert (status, rows[1]) == (1, {"game": 1})
    assert "error" in rows[0]


@pytest.mark.parametrize("lang", ["nl", "fy"])
def test_errors_and_alerts_are_told_in_the_language_asked_for(lang, judge):
    lines = (SMALL, {**LEGAL, "seq": 9}, press(1, "white", "B:W34,39,48:B29,10,5"))
    _, english = judge(*lines)
    _, other = judge(*lines, lang=lang)
    assert other[1]["error"] != english[1]["error"]
    assert other[2]["alerts"][0]["text"] != english[2]["alerts"][0]["text"]


def test_the_arbiter_is_told_of_a_game_found_again_and_of_a_misread_square(judge):
    moved = "W37,38,39:B3,4,5"
    few = {"rules": "frisian", "fen": "W:W46,47,48:B3,4,5"}
    _, rows = judge(few, press(1, "white", None), press(2, "black", None), press(3, "white", f"B:{moved}"))
    (alert,) = rows[-1]["alerts"]
    assert (alert["code"], alert["reason"], alert["acts"]) == ("found-again", "1", "at once")
    boards = ["B:W34,50,45:B1,11,2", "W:W34,50,45:B1,17,2", "B:W30,50,45:B1,17,2", "W:W30,50,45:B1,22,2", "B:W25,50,45:B1,22,2"]
    boards += ["W:W25,50,45:B1,28,2", "B:W20,50,45:B1,28,2"]
    glare = {29: [-3.0, 0.0, -9.0, -18.0, -18.0]}
    presses = [
        {"seq": seq, "side": ("black", "white")[seq % 2], "log_p": with_rows(seen(board), glare).log_p}
        for seq, board in enumerate(boards, 1)
    ]
    _, rows = judge({"rules": "frisian", "fen": "W:W40,50,45:B1,11,2"}, *presses)
    assert [(alert["code"], alert["squares"]) for row in rows[1:] for alert in row["alerts"]] == [("misread", [29])]


def test_each_line_is_answered_before_the_next_is_sent():
    command = [sys.executable, "-P", "-m", "pi", "judge", "--json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdin
        assert process.stdout
        for line, key in ((START, "game"), (LEGAL, "verdict"), ({"seq": 1}, "error"), (SMALL, "game")):
            process.stdin.write(json.dumps(line) + "\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait() == 1
