"""What `damcam moves`, `perft` and `check` promise to programs: JSON lines on standard output, sentences on standard error, 0, 1 or 2."""

import io
import json
import sys
from pathlib import Path

import pytest

from pi.cli import main


@pytest.fixture
def damcam(capsys, monkeypatch):
    """Runs a command with that on standard input; gives its status, its rows and what it complained of."""

    def run(*words, given=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="ascii"))
        try:
            status = main(words)
        except SystemExit as wrong:
            status = wrong.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


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


def test_captured_squares_are_in_order_and_the_path_is_told_where_needed(damcam):
    _, (row), _ = damcam("moves", given=b"W:WK13:B14,19,38")
    legal = {move["move"]: move["captured"] for move in row[0]["legal"]}
    assert legal["13x24x42"] == [19, 38]
    assert all(captured == sorted(captured) for captured in legal.values())


def test_a_bad_fen_is_a_row_of_its_own_and_the_others_go_on(damcam):
    status, rows, _ = damcam("moves", given=b"W:W99:B1\nW:W31:B1\n")
    assert status == 1
    assert rows[0] == {"fen": "W:W99:B1", "error": "white pieces: 99 is not on the board, whose squares are 1 to 50"}
    assert [move["move"] for move in rows[1]["legal"]] == ["31-26", "31-27"]


def test_a_man_uncrowned_on_its_promotion_row_is_a_remark(damcam):
    status, (odd, plain), _ = damcam("moves", given=b"W:W1,31:B20\nW:W31:B20\n")
    assert (status, odd["remarks"]) == (0, ["square 1: a white man stands uncrowned on its promotion row"])
    assert len(odd["legal"]) == 2
    assert "remarks" not in plain


def test_nothing_given_nothing_answered(damcam):
    assert damcam("moves") == (0, [], "")


NO_FEN = (b"\xff\xfe\x00\x81", b"\x00", b"\xed\xa0\x80", bytes(range(256)), b"W" * 100_000, b"W:W" + b"9" * 10_000)


@pytest.mark.parametrize("given", NO_FEN, ids=range(len(NO_FEN)))
def test_bytes_that_are_no_fen_get_a_sentence(damcam, given):
    status, rows, _ = damcam("moves", given=given)
    assert status == 1
    assert rows
    assert all(0 < len(row["error"]) < 200 for row in rows)


def test_the_mark_of_utf_8_is_passed_over(damcam):
    status, rows, _ = damcam("moves", given=b"\xef\xbb\xbfW:W31:B1")
    assert (status, rows[0]["fen"]) == (0, "W:W31:B1")


def test_closed_standard_input_gets_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["moves"]) == 1
    assert capsys.readouterr().err == "damcam: standard input is closed; a FEN a line was expected there\n"


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("--depth", "0"), 1),
        (("--depth", "3"), 658),
        (("--rules", "frisian-2011", "--depth", "4"), 3874),
        (("--rules", "english", "--depth", "3"), 302),
        (("--depth", "2", "--fen", "W:WK1,K46,32,37:BK5,K50,14,19,24"), 104),
        (("--depth", "5", "--fen", "W:W36:B31,27"), 0),
    ],
)
def test_perft_prints_the_number_alone(damcam, words, count):
    assert damcam("perft", *words) == (0, [count], "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--depth", "201"), "a depth of 201 cannot be counted; 200 is the most"),
        (("--depth", "9" * 40), f"a depth of {'9' * 40} cannot be counted; 200 is the most"),
        (("--depth", "1", "--fen", "nonsense"), "the side to move is unknown: the FEN begins with 'nonsense', not with W or B"),
    ],
)
def test_perft_of_what_cannot_be_counted(damcam, words, sentence):
    assert damcam("perft", *words) == (1, [], f"damcam: {sentence}\n")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("nonsense",),
        ("moves", "--rules", "russian"),
        ("perft",),
        ("perft", "--depth", "-1"),
        ("perft", "--depth", "many"),
        ("perft", "--depth", "9" * 5000),
        ("check",),
    ],
)
def test_wrong_usage_is_status_2(damcam, words):
    status, rows, complaint = damcam(*words)
    assert (status, rows) == (2, [])
    assert "error:" in complaint


@pytest.fixture
def pdn(tmp_path):
    """Writes a file and gives its name."""

    def write(content):
        path = tmp_path / "game.pdn"
        path.write_bytes(content)
        return str(path)

    return write


def test_check_each_game(damcam, pdn):
    path = pdn(b"\xef\xbb\xbf1. 32-28 19-23 2. 28x19 14x23 2-0\n\n1. 32-28 19-23\n2. 33-29 *\n")
    status, rows, complaint = damcam("check", path)
    assert (status, complaint) == (1, "")
    assert rows == [
        {"game": 1, "plies": 4, "ok": True, "result": "1-0", "faults": [], "remarks": []},
        {
            "game": 2,
            "plies": 2,
            "ok": False,
            "result": "*",
            "faults": [{"ply": 3, "line": 4, "text": "33-29 is not a legal move here: A capture is compulsory: 28x19. (Art. 10)"}],
            "remarks": [],
        },
    ]


def test_play_that_goes_on_is_a_remark_and_no_fault(damcam, pdn):
    status, rows, _ = damcam("check", pdn(b'[FEN "W:WK46:BK3"]\n\n1. 46-41 *'))
    assert status == 0
    assert rows[0]["remarks"] == ["ply 1: play went on after the game had ended (draw, Art. 21.1)"]


def test_check_under_other_rules(damcam, pdn):
    path = pdn(b"1. 11-15 24-20 *")
    assert damcam("check", path, "--rules", "english")[0] == 0
    assert damcam("check", path)[0] == 1


def test_without_rules_asked_for_the_game_says_which(damcam, pdn):
    path = pdn(b'[GameType "21"]\n\n1. 11-15 24-20 *\n\n[GameType "20"]\n\n1. 32-28 *\n\n1. 32-28 *')
    status, rows, _ = damcam("check", path)
    assert (status, [row["plies"] for row in rows], [row["remarks"] for row in rows]) == (0, [2, 1, 1], [[], [], []])
    status, rows, _ = damcam("check", path, "--rules", "frisian")
    assert (status, [row["plies"] for row in rows]) == (1, [0, 1, 1])
    assert [row["remarks"] for row in rows] == [
        ["line 1: the GameType 21 says english; replayed as frisian"],
        ["line 5: the GameType 20 says international; replayed as frisian"],
        [],
    ]


@pytest.mark.parametrize(("name", "games", "remarks"), [("frisian", 14, 0), ("frysk", 25, 4)])
@pytest.mark.parametrize("rules", [(), ("--rules", "frisian")])
def test_check_real_games(damcam, name, games, remarks, rules):
    path = Path(__file__).resolve().parents[2] / "data" / "games" / f"{name}.pdn"
    status, rows, complaint = damcam("check", str(path), *rules)
    assert (status, complaint, len(rows)) == (0, "", games)
    assert all(row["ok"] for row in rows)
    assert sum("Art. 21.1" in remark for row in rows for remark in row["remarks"]) == remarks


def test_bytes_that_are_no_pdn_are_faults(damcam, pdn):
    status, rows, _ = damcam("check", pdn(b"\xff\xfe\x00\x81 1. 32-28"))
    assert status == 1
    assert not rows[0]["ok"]
    assert rows[0]["faults"][0]["line"] == 1


@pytest.mark.parametrize("content", [b"", b"\n \n", b"{only a comment}"])
def test_a_file_without_a_game(damcam, pdn, content):
    path = pdn(content)
    assert damcam("check", path) == (1, [], f"damcam: {path}: no game in it\n")


def test_a_file_that_cannot_be_read(damcam, tmp_path):
    missing = tmp_path / "missing.pdn"
    assert damcam("check", str(tmp_path)) == (1, [], f"damcam: {tmp_path}: cannot be read: Is a directory\n")
    assert damcam("check", str(missing)) == (1, [], f"damcam: {missing}: cannot be read: No such file or directory\n")


CARELESS = b"""[White "Jan   de Beer"]
[Result "1-0"]

1. 32x28! {a  b} 19\xe2\x80\x9323 2. 28:19 14 x 23 (13x24 3. 33-29) 3. 37-32 enz. 2 - 0

1. 32-28 19-24 2. 99-1 0-1
"""
STRICT = """[White "Jan   de Beer"]
[Result "{one}"]
[GameType "40"]

1. 32-28 $1 {{a b}} 19-23 2. {capture} 14x23 (2... 13x24 3. 33-29) 3. 37-32 {{enz.}} {one}

[GameType "40"]

1. 32-28 19-24 {{2. 99-1}} {other}
"""


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ((), STRICT.format(one="1-0", other="0-1", capture="28x19")),
        (("--results", "2-0"), STRICT.format(one="2-0", other="0-2", capture="28x19")),
        (("--results", "1-0", "--bare-x"), STRICT.format(one="1-0", other="0-1", capture="x")),
    ],
)
def test_check_writes_strictly_what_it_read_leniently(damcam, pdn, tmp_path, words, written):
    out = tmp_path / "out.pdn"
    status, rows, complaint = damcam("check", pdn(CARELESS), "--write", str(out), *words)
    assert (status, complaint, [row["plies"] for row in rows]) == (1, "", [5, 2])
    assert rows[0]["remarks"] == ["ply 1: 32x28 should be written 32-28"]
    assert out.read_text() == written
    again = tmp_path / "again.pdn"
    status, rows, _ = damcam("check", str(out), "--write", str(again), *words)
    assert [(row["ok"], row["plies"], row["remarks"]) for row in rows] == [(True, 5, []), (True, 2, [])]
    assert again.read_text() == written


@pytest.mark.parametrize("name", ["frisian", "frysk"])
def test_real_games_written_with_the_bare_cross_are_the_same_games(damcam, tmp_path, name):
    path = Path(__file__).resolve().parents[2] / "data" / "games" / f"{name}.pdn"
    out, back = tmp_path / "bare.pdn", tmp_path / "back.pdn"
    whole = damcam("check", str(path), "--write", str(tmp_path / "whole.pdn"))
    assert damcam("check", str(path), "--write", str(out), "--bare-x") == whole
    assert " x " in out.read_text()
    assert damcam("check", str(out), "--write", str(back)) == whole
    assert back.read_text() == (tmp_path / "whole.pdn").read_text()


def test_what_cannot_be_written(damcam, pdn, tmp_path):
    path, out = pdn(b"1. 32-28 enz. *"), tmp_path / "nowhere" / "out.pdn"
    assert damcam("check", path, "--write", path)[::2] == (
        1,
        f"damcam: {path}: this file is read; give --write another name, because the file would not stay the same\n",
    )
    status, _, complaint = damcam("check", path, "--write", str(out))
    assert (status, out.exists()) == (1, False)
    assert complaint.startswith(f"damcam: {out} could not be written")
    assert damcam("check", path, "--bare-x") == (2, [], "damcam: --results and --bare-x belong to --write, which is missing\n")
    empty = pdn(b"")
    assert damcam("check", empty, "--write", str(tmp_path / "none.pdn"))[0] == 1
    assert not (tmp_path / "none.pdn").exists()


def test_what_is_written_says_the_rules_that_it_was_replayed_under(damcam, pdn, tmp_path):
    out = tmp_path / "out.pdn"
    path = pdn(b'1. 22-18 11-16 *\n\n[GameType "20"]\n\n1. 22-18 *\n\n1. 21-18 enz. 2. 1-2 *')
    _, rows, _ = damcam("check", path, "--rules", "dambord", "--write", str(out))
    status, again, _ = damcam("check", str(out))
    assert (status, [row["plies"] for row in again]) == (0, [row["plies"] for row in rows])
    assert out.read_text().count('[GameType "51"]') == 3


def test_the_weights_of_the_strongest_position_are_set_for_check(damcam, pdn):
    path = pdn(b'[GameType "21"]\n[FEN "W:WK29,K32:BK1"]\n\n' + b"29-25 1-6 25-29 6-1 " * 6)
    assert "White 300, Black 150: 1-0" in damcam("check", path)[1][0]["remarks"][0]
    assert "White 800, Black 400: 1-0" in damcam("check", path, "--weights", "400,100,10")[1][0]["remarks"][0]
    assert damcam("check", path, "--weights", "100,100,1")[0] == 2
