"""What `damcam check` promises to programs, and what it writes."""

from pathlib import Path

import pytest

from pi.cli import main
from pi.commands import check
from pi.commands.check import CheckSays
from tests.support.commands import refusal
from tests.support.says import says

GAMES = Path(__file__).resolve().parents[2] / "data" / "games"
NO_PDN = "CheckSays.no-pdn"


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
    status, (first, second), complaint = damcam("check", path)
    assert (status, complaint) == (1, "")
    assert first == {"game": 1, "plies": 4, "ok": True, "result": "1-0", "faults": [], "remarks": []}
    (fault,) = second.pop("faults")
    assert second == {"game": 2, "plies": 2, "ok": False, "result": "*", "remarks": []}
    assert (fault["ply"], fault["line"], "33-29" in fault["text"], "28x19. (Art. 10)" in fault["text"]) == (3, 4, True, True)


def test_without_rules_asked_for_the_game_says_which(damcam, pdn):
    path = pdn(b'[GameType "21"]\n\n1. 11-15 24-20 *\n\n[GameType "20"]\n\n1. 32-28 *\n\n1. 32-28 *')
    for words, status, plies, remarked in (((), 0, [2, 1, 1], [0, 0, 0]), (("--rules", "frisian"), 1, [0, 1, 1], [1, 1, 0])):
        ended, rows, _ = damcam("check", path, *words)
        assert (ended, [row["plies"] for row in rows], [len(row["remarks"]) for row in rows]) == (status, plies, remarked)


def test_a_file_that_is_no_pdn_is_refused_and_nothing_is_written(pdn, tmp_path, capsys):
    out = tmp_path / "out.pdn"
    for content in (
        b"Dear Anke,\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR 1. 32-28",
        "Beste Anke,\n".encode("utf-16"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".decode("latin-1").encode("utf-16"),
        b"<html></html>",
        b"words *\n" * 2000 + b"1. 32-28 19-23 *\n",  # whose beginning is no game, and which is not read to its end
        *((GAMES.parents[2] / name).read_bytes() for name in ("CHANGELOG.md", "CONTRIBUTING.md", "pi/commands/check.py")),
    ):
        path = pdn(content)
        error = refusal("check", path, "--write", out)
        assert says(NO_PDN)(error)
        assert (error.about, out.exists(), capsys.readouterr().out) == (path, False, ""), content[:20]


def test_movetext_that_cannot_be_read_and_a_few_damaged_bytes_are_a_game_with_faults(damcam, pdn):
    damaged = b"\xff\xfe\x00\x81 1. 32-28 19-23 2. 37-32 {" + b"a comment " * 20 + b"}"
    for content in (b"99-1 32-28", b"1. 99-1 19-23 2. 37-32 1-0", b"?? 1. 51-46 x 2-0", damaged):
        status, rows, complaint = damcam("check", pdn(content))
        assert (status, complaint, rows[0]["ok"], rows[0]["faults"][0]["line"]) == (1, "", False, 1)


def test_a_file_without_a_game_and_one_that_cannot_be_read(damcam, pdn, tmp_path):
    for content in (b"", b"\n \n", b"{only a comment}"):
        path = pdn(content)
        assert damcam("check", path) == (1, [], f"damcam: {CheckSays.NO_GAME.said(path=path)}\n")
    for path in (tmp_path, tmp_path / "missing.pdn"):
        assert says("CheckSays.cannot-be-read")(refusal("check", path))
    status, rows, complaint = damcam("check", pdn(b'The games of Saturday:\n\n[White "Anke"]\n1. 32-28 *\n\n[White "Bauke"]\n1. 33-28 *'))
    assert (status, complaint, [row["ok"] for row in rows][1:]) == (1, "", [True]), "words before the games do not make it no PDN"


CARELESS = b"""[White "Jan   de Beer"]
[Result "1-0"]

1. 32x28! {a  b} 19\xe2\x80\x9323 2. 28:19 14 x 23 (13x24 3. 33-29) 3. 37-32 enz. 2 - 0

1. 32-28 19-24 2. 99-1 0-1
"""


def test_check_writes_strictly_what_it_read_leniently(damcam, pdn, tmp_path):
    out = tmp_path / "out.pdn"
    for words, first, second, capture in (
        ((), "1-0", "0-1", "28x19"),
        (("--results", "2-0"), "2-0", "0-2", "28x19"),
        (("--results", "1-0", "--bare-x"), "1-0", "0-1", "x"),
    ):
        status, rows, complaint = damcam("check", pdn(CARELESS), "--write", str(out), *words)
        assert (status, complaint) == (1, f"damcam: {CheckSays.WRITTEN.said(count=2, path=str(out))}\n")
        assert ([row["plies"] for row in rows], ["32x28" in remark for remark in rows[0]["remarks"]]) == ([5, 2], [True])
        moves = f"1. 32-28 $1 {{a b}} 19-23 2. {capture} 14x23 (2... 13x24 3. 33-29) 3. 37-32 {{enz.}} {first}\n"
        tags = f'[White "Jan   de Beer"]\n[Result "{first}"]\n[GameType "40"]\n\n'
        assert out.read_text() == f'{tags}{moves}\n[GameType "40"]\n\n1. 32-28 19-24 {{2. 99-1}} {second}\n'


OF_WINDOWS = """[White "\u0160imon \u201cde\u201d Bres"]
[Date "27-11-2026"]
[EventDate "31.02.2026"]
[Site "Ljou\x07wert"]

1. 32\u201328 {zie
[Diagram "1"]
hier} 19\u201423 \u00bd\u2013\u00bd
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_of_windows_is_read_and_what_names_refuses_is_not_written(damcam, pdn, tmp_path, encoding):
    out = tmp_path / "out.pdn"
    half = b"\n" if "16" in encoding else b""  # put there by a program for UTF-8
    status, (row,), _ = damcam("check", pdn(OF_WINDOWS.replace("\n", "\r\n").encode(encoding) + half), "--write", str(out))
    assert (status, row["plies"], row["ok"], row["result"]) == (1, 2, True, "draw"), "a date is named and does not make a move illegal"
    assert [(fault["ply"], fault["line"], "31.02.2026" in fault["text"]) for fault in row["faults"]] == [(0, 3, True)]
    assert ["2026.11.27" in row["remarks"][0], "Site" in row["remarks"][1]] == [True, True]
    tags = '[White "\u0160imon \u201cde\u201d Bres"]\n[Date "2026.11.27"]\n[GameType "40"]\n\n'
    assert out.read_text(encoding="utf-8") == tags + '1. 32-28 {zie [Diagram "1"] hier} 19-23 1/2-1/2\n'


def test_real_games_have_no_fault(damcam):
    status, rows, _ = damcam("check", str(GAMES / "frysk.pdn"))
    assert (status, len(rows), sum("Art. 21.1" in remark for row in rows for remark in row["remarks"])) == (0, 25, 4)


def test_what_cannot_be_written_and_a_loop_of_links_that_is_replaced(damcam, pdn, tmp_path):
    path, out, loop = pdn(b"1. 32-28 enz. *"), tmp_path / "nowhere" / "out.pdn", tmp_path / "loop.pdn"
    assert damcam("check", path, "--write", path)[::2] == (1, f"damcam: {CheckSays.IS_READ.said(path=path)}\n")
    assert says("FileFault.not-written")(refusal("check", path, "--write", out))
    loop.symlink_to(loop)
    assert damcam("check", path, "--write", str(loop))[0] == 1
    assert "1. 32-28" in loop.read_text()
    assert damcam("check", pdn(b""), "--write", str(tmp_path / "none.pdn"))[0] == 1
    assert {file.name for file in tmp_path.iterdir()} == {"game.pdn", "loop.pdn"}


def test_what_is_written_says_the_rules_that_it_was_replayed_under(damcam, pdn, tmp_path):
    out = tmp_path / "out.pdn"
    path = pdn(b'1. 22-18 11-16 *\n\n[GameType "20"]\n\n1. 22-18 *\n\n1. 21-18 enz. 2. 1-2 *')
    _, rows, _ = damcam("check", path, "--rules", "dambord", "--write", str(out))
    status, again, _ = damcam("check", str(out))
    assert (status, [row["plies"] for row in again]) == (0, [row["plies"] for row in rows])
    assert out.read_text().count('[GameType "51"]') == 3


def test_the_weights_of_the_strongest_position_are_set_for_check(damcam, pdn):
    path = pdn(b'[GameType "21"]\n[FEN "W:WK29,K32:BK1"]\n\n' + b"29-25 1-6 25-29 6-1 " * 6)
    for words, white, black in (((), "300", "150"), (("--weights", "400,100,10"), "800", "400")):
        remark = damcam("check", path, *words)[1][0]["remarks"][0]
        assert (white in remark, black in remark, "1-0" in remark) == (True, True, True)


@pytest.mark.usefixtures("long")
def test_a_long_text_that_is_no_pdn_is_told(pdn):
    """Each bracket is open to the end of the text: whoever looks for that end anew from each takes longer than a test may."""
    assert says(NO_PDN)(refusal("check", pdn(b"word (x " * 200_000)))


def test_a_person_reads_many_games_in_tables_with_their_headings(pdn, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(check, "ROWS_OF_A_TABLE", 5)
    for name, value in (("COLUMNS", "80"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
    assert main(["check", pdn(b"1. 32-28 *\n" * 6)]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line[0] == "Game"] == [["Game", "Plies", "Result"]] * 2
    assert [line[:4] for line in lines if line[0] != "Game"] == [[str(number), "1", "*", "ok"] for number in range(1, 7)]


def test_on_a_terminal_brackets_are_brackets_and_no_file_controls_the_terminal(pdn, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for name, value in (("COLUMNS", "200"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
    assert main(["check", pdn(b'[Result "[red]a\x1b[2J"]\n\n1. 32-28 [/b] 19-23 *\n')]) == 1
    told = capsys.readouterr().out
    assert ("'[/b]' is not understood" in told, "[red]a\\x1b[2J" in told, "\x1b[2J" in told) == (True, True, False)


def test_a_few_control_characters_in_a_short_file_leave_it_a_game(pdn, damcam):
    assert damcam("check", pdn(b"1. 32-28 {\x1b[31mred \x07} 19-23 *"), "--json")[0] == 0
