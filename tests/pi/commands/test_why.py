"""What `damcam why` promises: a sentence for people, one JSON object for programs, 1 for what is no position or no move."""

import json

import pytest

from pi.cli import main
from pi.setup import output

TWO = "W:W28,50:B22,12"
START = "W:W31-50:B1-20"


@pytest.fixture
def why(capsys):
    """Runs the command; gives its status, what it printed and what it complained of."""

    def run(*words):
        try:
            status = main(("why", *words))
        except SystemExit as wrong:
            status = wrong.code
        out, err = capsys.readouterr()
        return status, json.loads(out) if out else None, err

    return run


@pytest.mark.parametrize(
    "words", [(TWO, "28x17", "--rules", "frisian"), (TWO, "--rules", "frisian", "28x17"), ("--rules", "frisian", TWO, "28x17")]
)
def test_moves_and_options_stand_in_any_order(why, words):
    status, row, _ = why(*words)
    assert (status, row["move"], row["legal"]) == (0, "28x17", False)


def test_why_a_move_is_not_legal(why):
    text = "De slag 28x17 moet worden voortgezet: 28x8. (art. 10)"
    reason = {"code": "goes-on", "article": "10", "squares": [17], "move": "28x17", "required": ["28x8"], "text": text}
    row = {"fen": TWO, "move": "28x17", "legal": False, "article": "10", "text": text, "reasons": [reason], "ending": None}
    row |= {"remarks": [], "counts": [], "strength": None}
    assert why(TWO, "28x17", "--lang", "nl") == (0, row, "")


@pytest.mark.parametrize(
    ("words", "move", "legal", "article", "text"),
    [
        ((START,), None, None, None, "Every move that the pieces can make is legal."),
        ((START, "32x28"), "32-28", True, None, "32-28 is a legal move. 32x28 should be written 32-28."),
        ((START, "32:28"), "32-28", True, None, "32-28 is a legal move. 32:28 should be written 32-28."),
        ((START, "32-28"), "32-28", True, None, "32-28 is a legal move."),
        ((TWO, "28x11"), "28x11", False, "7, 9", "28x11: nothing can be captured so. (Art. 7, 9)"),
        ((START, "32-22"), "32-22", False, "7", "Without capturing, a man goes one square diagonally forward, not from 32 to 22. (Art. 7)"),
        ((START, "x"), "x", False, "7, 9", "There is nothing to capture. (Art. 7, 9)"),
        ((TWO,), None, None, "10", "A capture is compulsory: 28x8. (Art. 10) There is one legal move: 28x8. (Art. 6)"),
        (
            (TWO, "28:17:8"),
            "28x8",
            True,
            "10",
            "28x8 is a legal move. A capture is compulsory: 28x8. (Art. 10) There is one legal move: 28x8. (Art. 6)",
        ),
        (("W:W36:B31,27",), None, None, "20.6", "The game is over: White is to move and has no legal move. (Art. 20.6)"),
        (
            ("W:WK46:BK3", "46-41"),
            "46-41",
            True,
            "21.1",
            "The game is over: Each side has just one king, and neither stands en prise or must step en prise: a draw. (Art. 21.1)",
        ),
        (("--rules", "english", "W:W22:B18,11", "22x15"), "22x15", False, "5", "The capture 22x15 must go on: 22x8. (Art. 5)"),
        (("--rules", "international", "W:W28:B22"), None, None, "Einde van het spel", None),
    ],
)
def test_what_is_said(why, words, move, legal, article, text):
    status, row, complaint = why(*words, "--lang", "en")
    assert (status, complaint) == (0, "")
    assert (row["move"], row["legal"], row["article"]) == (move, legal, article)
    assert row["text"] == text or text is None


def test_the_ending_stands_beside_the_reason(why):
    """Art. 17 and 20.6: the banned king has the only moves."""
    _, row, _ = why("W:WK5,36:B31,27:H0:F1:+0+305", "5-10", "--lang", "fy")
    assert (row["legal"], row["article"], [reason["code"] for reason in row["reasons"]]) == (False, "17", ["banned"])
    told = "Wyt is oan set en kin gjin reglemint\u00eare set dwaan. (art. 20.6)"
    assert row["ending"] == {"result": "0-1", "article": "20.6", "text": told}
    assert row["text"].endswith(f"De partij is ôfrûn: {told}")


def test_a_terminal_gets_the_sentence_alone(monkeypatch, capsys):
    monkeypatch.setattr(output.sys.stdout, "isatty", lambda: True, raising=False)
    assert main(["why", TWO, "50-45", "--lang", "nl"]) == 0
    assert capsys.readouterr().out == "Slaan is verplicht: 28x8. (art. 10)\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("W:W99:B1",), "white pieces: 99 is not on the board, whose squares are 1 to 50"),
        ((START, "zet"), "'zet' is not a move; one such as 32-28 or 28x17 was expected"),
        (("W:WK13:B14,19,38", "13x42"), "13x42 may be any of 2 captures: 13x15x42, 13x24x42; written like that it is clear"),
    ],
)
def test_what_is_no_position_or_no_move_gets_a_sentence(why, words, sentence):
    assert why(*words) == (1, None, f"damcam: {sentence}\n")


@pytest.mark.parametrize(
    "words",
    [
        (),
        (START, "32-28", "19-23"),
        (START, "--lang", "de"),
        (START, "--rules", "russian"),
        (START, "--weights", "1,2,3"),
        (START, "--weights", "many"),
    ],
)
def test_wrong_usage_is_status_2(why, words):
    assert why(*words)[0] == 2


def test_17_and_18_the_counts_of_a_position(why):
    _, row, _ = why("W:WK46,31:B1,K2:H0:F1:+0+246", "--lang", "en")
    text = "White: 2 of 3 quiet moves in a row with the king on square 46."
    assert row["counts"] == [{"article": "17", "side": "white", "made": 2, "limit": 3, "square": 46, "text": text}]
    assert row["text"].endswith(text)
    _, row, _ = why("W:WK46,K50:BK2", "--lang", "nl")
    assert [(count["article"], count["made"], count["limit"]) for count in row["counts"]] == [("18", 0, 7)]
    assert why("W:WK46,K50:BK2", "46-41")[1]["counts"] == []


@pytest.mark.parametrize(("words", "white", "black"), [((), 300, 150), (("--weights", "400,100,10"), 800, 400)])
def test_the_strongest_position_with_its_figures(why, words, white, black):
    _, row, _ = why("--rules", "english", "W:WK29,K32:BK1", "--lang", "en", *words)
    text = f"By the strongest position: White {white}, Black {black}; proposed: White wins."
    assert row["strength"] == {"white": white, "black": black, "result": "1-0", "text": text}
    assert row["text"].endswith(text)
    assert why("--rules", "english", "W:W29,32:B1")[1]["strength"] is None
    assert why("W:WK46,K50:BK2")[1]["strength"] is None
