"""What `damcam check` promises to programs, and what it writes."""

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest


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
        ["line 1: the GameType 21 means english; replayed as frisian"],
        ["line 5: the GameType 20 means international; replayed as frisian"],
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


def test_a_few_damaged_bytes_in_a_game_are_faults(damcam, pdn):
    status, rows, _ = damcam("check", pdn(b"\xff\xfe\x00\x81 1. 32-28 19-23 2. 37-32 {" + b"a comment " * 20 + b"}"))
    assert status == 1
    assert not rows[0]["ok"]
    assert rows[0]["faults"][0]["line"] == 1


@pytest.mark.parametrize(
    "content", [b"Dear Anke,\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR 1. 32-28", "1. 32-28 *".encode("utf-16"), b"<html></html>"]
)
def test_a_file_that_is_no_pdn_is_one_line_and_nothing_is_written(damcam, pdn, tmp_path, content):
    path, out = pdn(content), tmp_path / "out.pdn"
    says = f"damcam: {path}: this is no PDN file; a text with games was expected, such as: 1. 32-28 19-23 *\n"
    assert damcam("check", path, "--write", str(out)) == (1, [], says)
    assert not out.exists()


def test_a_loop_of_links_to_write_to_is_replaced(damcam, pdn, tmp_path):
    out = tmp_path / "out.pdn"
    out.symlink_to(out)
    status, rows, _ = damcam("check", pdn(b"1. 32-28 *"), "--write", str(out))
    assert (status, len(rows)) == (0, 1)
    assert "1. 32-28" in out.read_text()


def test_words_before_the_games_do_not_make_a_file_no_pdn(damcam, pdn):
    status, rows, complaint = damcam("check", pdn(b'The games of Saturday:\n\n[White "Anke"]\n1. 32-28 *\n\n[White "Bauke"]\n1. 33-28 *'))
    assert (status, complaint, [row["ok"] for row in rows][1:]) == (1, "", [True])


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "pi/commands/check.py"])
def test_a_text_that_is_no_pdn_is_one_line(damcam, name):
    path = Path(__file__).resolve().parents[3] / name
    says = f"damcam: {path}: this is no PDN file; a text with games was expected, such as: 1. 32-28 19-23 *\n"
    assert damcam("check", str(path)) == (1, [], says)


@pytest.mark.parametrize("content", [b"99-1 32-28", b"1. 99-1 19-23 2. 37-32 1-0", b"?? 1. 51-46 x 2-0"])
def test_movetext_that_cannot_be_read_is_a_game_with_faults(damcam, pdn, content):
    status, rows, complaint = damcam("check", pdn(content))
    assert (status, complaint, rows[0]["ok"]) == (1, "", False)


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
    assert (status, complaint, [row["plies"] for row in rows]) == (1, f"damcam: 2 games are written to {out}\n", [5, 2])
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
    whole = damcam("check", str(path), "--write", str(tmp_path / "whole.pdn"))[:2]
    assert damcam("check", str(path), "--write", str(out), "--bare-x")[:2] == whole
    assert " x " in out.read_text()
    assert damcam("check", str(out), "--write", str(back))[:2] == whole
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


@pytest.mark.slow
@pytest.mark.timeout(30)
def test_a_long_text_that_is_no_pdn_is_told_soon(damcam, pdn):
    """Each bracket is open to the end of the text: whoever looks for that end anew from each takes minutes."""
    path = pdn(b"word (x " * 400_000)
    status, rows, complaint = damcam("check", path)
    assert (status, rows, complaint) == (
        1,
        [],
        f"damcam: {path}: this is no PDN file; a text with games was expected, such as: 1. 32-28 19-23 *\n",
    )


def test_a_text_whose_beginning_is_no_game_is_not_read_to_its_end(damcam, pdn):
    status, rows, complaint = damcam("check", pdn(b"words *\n" * 2000 + b"1. 32-28 19-23 *\n"))
    assert (status, rows) == (1, [])
    assert "this is no PDN file" in complaint


def test_a_person_reads_many_games_in_tables_with_their_headings(pdn):
    path = pdn(b"1. 32-28 *\n" * 600)
    ours, its = pty.openpty()
    plain = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
    checking = subprocess.Popen([sys.executable, "-P", "-m", "damcam", "check", path], stdout=its, env=plain)
    os.close(its)
    shown = b""
    with suppress(OSError):  # Linux ends a terminal so
        while part := os.read(ours, 1 << 16):
            shown += part
    os.close(ours)
    assert checking.wait(timeout=60) == 0
    lines = [line.split() for line in shown.decode().splitlines()]
    assert [line for line in lines if line[0] == "Game"] == [["Game", "Plies", "Result"]] * 2
    assert [line[:4] for line in lines if line[0] != "Game"] == [[str(number), "1", "*", "ok"] for number in range(1, 601)]
