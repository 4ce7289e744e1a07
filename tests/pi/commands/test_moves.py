"""What `damcam moves` promises to programs: JSON lines on standard output, sentences on standard error, 0, 1 or 2."""

import sys

import pytest

from pi.cli import main


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
