"""What `damcam moves`, `perft`, `problem`, and `judge` promise to programs: lines in, rows of JSON out."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi.cli import main
from record.store.session_files import ENTERED
from tests.rules.referee.sights import seen
from tests.support.commands import refusal
from tests.support.says import says


def test_moves_of_each_line(damcam):
    status, rows, complaint = damcam("moves", "--rules", "frisian", given=b"W:W33:B32\n\n  B:W50:B18 \r\nW:WK46:BK3\nW:W36:B31,27\n")
    assert (status, complaint) == (0, "")
    assert rows == [
        {"fen": "W:W33:B32", "legal": [{"from": 33, "to": 31, "captured": [32], "move": "33x31"}], "ending": None},
        {
            "fen": "B:W50:B18",
            "legal": [{"from": 18, "to": 22, "captured": [], "move": "18-22"}, {"from": 18, "to": 23, "captured": [], "move": "18-23"}],
            "ending": None,
        },
        rows[2],
        {"fen": "W:W36:B31,27", "legal": [], "ending": {"result": "0-1", "article": "20.6"}},
    ]
    assert rows[2]["ending"] == {"result": "draw", "article": "21.1"}
    assert len(rows[2]["legal"]) == 9
    _, (row,), _ = damcam("moves", given=b"W:WK13:B14,19,38")
    captured = {move["move"]: move["captured"] for move in row["legal"]}
    assert captured["13x24x42"] == [19, 38], "squares are in order, and the path is told where needed"
    assert damcam("moves") == (0, [], "")


def test_a_bad_fen_and_an_odd_one_are_rows_of_their_own_and_the_others_go_on(damcam):
    status, (bad, plain, odd), _ = damcam("moves", given=b"W:W99:B1\nW:W31:B1\nW:W1,31:B20\n")
    assert status == 1
    assert (bad.keys(), "99" in bad["error"]) == ({"fen", "error"}, True)
    assert [move["move"] for move in plain["legal"]] == ["31-26", "31-27"]
    assert "remarks" not in plain
    assert (len(odd["remarks"]), len(odd["legal"])) == (1, 2)


def test_at_a_terminal_moves_and_endings_are_lines_and_what_is_odd_is_said_beside_them(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("W:W33:B32\nW:W36:B31,27\nW:W1,31:B20\nW:W99:B1\n"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["moves"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == ["W:W33:B32: 33x31", "W:W36:B31,27:   (0-1, Art. 20.6)", "W:W1,31:B20: 31-26 31-27"]
    assert [line.partition(": ")[2][:10] for line in err.splitlines()] == ["W:W1,31:B2", "W:W99:B1: "]


NO_FEN = (b"\xff\xfe\x00\x81", b"\x00", b"\xed\xa0\x80", bytes(range(256)), b"W" * 100_000, b"W:W" + b"9" * 10_000)


def test_bytes_that_are_no_fen_and_closed_input_get_a_sentence_and_the_mark_of_utf_8_is_passed_over(damcam, monkeypatch):
    for given in NO_FEN:
        status, rows, _ = damcam("moves", given=given)
        assert (status, bool(rows), all(0 < len(row["error"]) < 200 for row in rows)) == (1, True, True), given[:9]
    status, rows, _ = damcam("moves", given=b"\xef\xbb\xbfW:W31:B1")
    assert (status, rows[0]["fen"]) == (0, "W:W31:B1")
    monkeypatch.setattr(sys, "stdin", None)
    assert says("InputFault.closed")(refusal("moves"))


def test_perft_prints_the_number_alone(damcam):
    for words, count in (("--rules english --depth 3", 302), ("--depth 2 --fen W:WK1,K46,32,37:BK5,K50,14,19,24", 104)):
        assert damcam("perft", *words.split()) == (0, [count], "")


ONE_SOLUTION = b"W:W8,25,29,45,50:B5,11,15,36,41\n"


def test_a_problem_is_judged_and_solved(damcam):
    status, (row,), complaint = damcam("problem", "--rules", "frisian", given=ONE_SOLUTION)
    assert (status, complaint, row["fen"]) == (0, "", ONE_SOLUTION.decode().strip())
    assert [(one["article"], one["holds"], one["squares"]) for one in row["conditions"]] == [
        ("2 A", True, []),
        ("2 B.1", None, []),
        ("2 B.2", True, []),
        ("2 B.3", True, []),
        ("2 B.4", True, []),
    ]
    solution = row["solution"]
    assert {"ply": 2, "move": "2x14", "interchange": False} in solution.pop("alternatives")
    assert 0 < solution.pop("nodes") <= solution.pop("budget")
    assert solution == {
        "verdict": "wins-outright",
        "side": "white",
        "line": ["8-2", "15x35", "2x10", "5x14", "45x25", "14-19", "29x9"],
        "first_moves": ["8-2"],
        "second_solution": False,
        "later_alternative": True,
        "undecided": [],
        "depth": 3,
        "alternatives_depth": 7,
        "spent": False,
    }


@pytest.mark.parametrize(
    ("words", "given", "became"),
    [
        ("--nodes 1", ONE_SOLUTION, {"verdict": "unknown", "nodes": 1, "budget": 1, "spent": True, "line": [], "second_solution": None}),
        ("--nodes 2000", b"W:W6,7,18,41,44:B14,29,32,37,38", {"verdict": "wins-outright", "second_solution": None, "spent": True}),
        ("--beyond 2", ONE_SOLUTION, {"depth": 3, "alternatives_depth": 5}),
        ("--nodes 3000", b"W:W10,50:B23,31", {"verdict": "wins-material"}),
        ("--nodes 3000 --ahead 0", b"W:W10,50:B23,31", {"verdict": "unknown"}),
    ],
)
def test_the_options_reach_the_search(damcam, words, given, became):
    status, (row,), _ = damcam("problem", *words.split(), given=given)
    assert (status, {key: row["solution"][key] for key in became}) == (0, became)


def test_a_bad_line_is_a_row_of_its_own_and_where_the_rules_are_not_those_of_regulation_h_that_is_said(damcam):
    status, rows, complaint = damcam("problem", given=b"W:W99:B1\n\nW:W33:B32\n")
    assert (status, complaint) == (1, "")
    assert (rows[0].keys(), "99" in rows[0]["error"]) == ({"fen", "error"}, True)
    assert (rows[1]["solution"]["line"], "remark" in rows[1]) == (["33x31"], False)
    assert "international" in damcam("problem", "--rules", "international", given=b"W:W33:B28\n")[1][0]["remark"]
    assert damcam("problem") == (0, [], "")


GAME = {"rules": "frisian", "fen": "W:W31-50:B1-20"}
SMALL = {"rules": "frisian", "fen": "W:W34,44,48:B29,10,5"}
ROOT = Path(__file__).resolve().parents[3]


def press(seq, side, board, **more):
    """A press with clear evidence of the board; of nothing where that is None."""
    return {"seq": seq, "side": side, "log_p": None if board is None else [list(row) for row in seen(board, **more).log_p]}


@pytest.fixture
def judge(answering):
    return answering("judge")


def test_games_are_numbered_and_presses_are_ruled_amendments_first(judge):
    status, rows = judge(
        GAME,
        press(1, "white", "B:W28,31,33-50:B1-20"),
        press(2, "black", "W:W28,31,33-50:B1-18,20,23"),
        SMALL,
        press(1, "white", None),
        press(2, "black", "W:W23,44,48:B15,5"),
    )
    assert (status, rows[0], rows[3]["game"], rows[1]["alerts"]) == (0, {"game": 1}, 2, [])
    assert rows[1].keys() == {"seq", "side", "verdict", "move", "fen", "confidence", "alerts"}
    assert [(row["seq"], row["side"], row["verdict"], row["move"], row.get("amends", False)) for row in rows if "seq" in row] == [
        (1, "white", "legal", "32-28", False),
        (2, "black", "legal", "19-23", False),
        (1, "white", "unsure", None, False),
        (1, "white", "legal", "34x23", True),
        (2, "black", "legal", "10-15", False),
    ]


def test_a_fault_has_its_alert_and_the_press_that_hands_it_back_says_so(judge):
    fault, back = press(1, "white", "B:W34,39,48:B29,10,5"), press(2, "black", "B:W34,39,48:B29,10,5")
    _, rows = judge(SMALL, fault, back, press(3, "white", "B:W23,44,48:B10,5"))
    told = [(row["verdict"], row.get("hands_back", False)) for row in rows[1:]]
    assert told == [("27c-missed", False), ("no-move", True), ("corrected", False)]
    ((alert,), *others) = (row["alerts"] for row in rows[1:])
    assert ([alert[key] for key in ("code", "side", "acts")], others) == (["27c-missed", "white", "on claim"], [[], []])
    told = [judge(SMALL, {**LEGAL, "seq": 9}, fault, options=("--lang", lang))[1] for lang in ("en", "nl", "fy")]
    assert len({rows[1]["error"] for rows in told}) == 1, "which programs read"
    assert len({rows[2]["alerts"][0]["text"] for rows in told}) == 3


@pytest.mark.parametrize(
    ("board", "ruling", "fen", "more"),
    [
        ("B:W34,39,48:B29,10,5", {"ruling": "stand"}, "B:W34,39,48:B5,10,29", []),
        (None, {"ruling": "position", "fen": "B:W23,44,48:B10,5"}, "B:W23,44,48:B5,10", ["W:W23,44,48:B15,5"]),
        (None, {"ruling": ENTERED, "press": 1, "from": 34, "to": 23, "captured": [29]}, "B:W23,44,48:B5,10", ["W:W23,44,48:B15,5"]),
    ],
)
def test_a_ruling_and_a_move_that_the_players_enter_are_answered_with_the_position_from_which_the_game_goes_on(
    judge, board, ruling, fen, more
):
    said = {"seq": 1, "by": "A. Arbiter"} | ruling
    status, rows = judge(SMALL, press(1, "white", board), said, *(press(2, "black", one) for one in more))
    assert (status, rows[2]) == (0, {"ruled": ruling["ruling"], "fen": fen})
    assert [(row["verdict"], row["move"]) for row in rows[3:]] == [("legal", "10-15")] * len(more)
    assert judge(SMALL, said)[0] == 1, "there is no such press"


LEGAL = press(1, "white", "B:W28,31,33-50:B1-20")
WRONG = {
    "no JSON": ("{", ""),
    "no object": ("[1]", ""),
    "neither": ("{}", "seq"),
    "unknown rules": ({"rules": "chess", "fen": GAME["fen"]}, "chess"),
    "bad fen": ({"rules": "frisian", "fen": "zz"}, "'zz'"),
    "no fen": ({"rules": "frisian"}, "fen"),
    "seq beyond": ({**LEGAL, "seq": 5}, "5"),
    "seq as text": ({**LEGAL, "seq": "1"}, "'1'"),
    "no side": ({"seq": 1, "log_p": None}, "side"),
    "other side": ({**LEGAL, "side": "black"}, ""),
    "no evidence": ({"seq": 1, "side": "white"}, "log_p"),
    **{
        f"evidence: {what}": ({**LEGAL, "log_p": log_p}, "")
        for what, log_p in {
            "few squares": [[0, 0, 0, 0, 0]],
            "not finite": [[0, 0, 0, 0, 1e400]] * 50,
            "too many digits": [[0, 0, 0, 0, 10**400]] * 50,
            "text in a row": [["0", "-9", "-9", "-9", "-9"]] * 50,
            "truth values": [[True, False, False, False, False]] * 50,
            "an object for a row": [{"1": 0, "2": 0, "3": 0, "4": 0, "5": 0}] * 50,
        }.items()
    },
    "unknown ruling": ({"seq": 0, "ruling": "dance", "by": "A"}, "dance"),
    "nobody ruled": ({"seq": 0, "ruling": "position", "fen": GAME["fen"]}, "'by'"),
    "ruling of another press": ({"seq": 3, "ruling": "stand", "by": "A"}, "3"),
}


@pytest.mark.parametrize(("line", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_told_and_changes_nothing(line, told, judge):
    status, rows = judge(GAME, line, LEGAL)
    assert (status, rows[1].keys(), told in rows[1]["error"]) == (1, {"error"}, True)
    assert (rows[2]["verdict"], rows[2]["move"]) == ("legal", "32-28")
    if "seq" in line:
        status, rows = judge(line, GAME)
        assert (status, rows[0].keys(), rows[1]) == (1, {"error"}, {"game": 1}), "nor before any game"


def test_a_game_in_which_kings_get_no_second_disc(judge):
    begun = {"rules": "frisian", "fen": "W:W7,50:B24,36", "crowns": "none"}
    status, rows = judge(begun, press(1, "white", "B:W1,50:B24,36"), press(2, "black", "W:W1,50:B29,36"), press(3, "white", "B:W34,50:B36"))
    assert status == 0
    assert [(row["verdict"], row["move"]) for row in rows[1:]] == [("legal", "7-1"), ("legal", "24-29"), ("legal", "1x34")]
    assert judge(begun | {"crowns": "paper"})[0] == 1


def test_each_line_is_answered_before_the_next_is_sent(system):
    command = [sys.executable, "-P", "-m", "pi", "judge", "--json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdin
        assert process.stdout
        for line, key in ((GAME, "game"), (LEGAL, "verdict"), ({"seq": 1}, "error"), (SMALL, "game")):
            process.stdin.write(json.dumps(line) + "\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait() == 1
