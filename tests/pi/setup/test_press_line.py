"""The lines that people read while a session is replayed."""

from io import StringIO

from rich.console import Console

from pi.setup.press_line import press_line, word_line
from record.events.of_game import Alert, Arbitrated, ContinuedOnPaper, Ruled


def shown(event: Arbitrated | ContinuedOnPaper) -> str:
    console = Console(file=StringIO(), width=200, highlight=False)
    console.print(word_line(event, "en"))
    return console.file.getvalue().rstrip()


def test_what_the_arbiter_ruled_is_told_with_who_and_why() -> None:
    assert shown(Arbitrated(0, 12, "stand", "J. [red] Jansen", "W:W1:B2", "not claimed")) == "  12  stand  by J. [red] Jansen: not claimed"
    assert shown(Arbitrated(0, 3, "restore", "X", "W:W1:B2")) == "   3  restore  by X"


def test_the_paper_names_its_article() -> None:
    assert shown(ContinuedOnPaper(0, 7)) == "   7  from this press on the game is noted on paper (regulation C, Art. 5)"


def test_what_an_alert_says_is_no_markup() -> None:
    told = Alert("27d", "27d", (28,), "entered by [red]", "at once")
    line = press_line(Ruled(1, "white", "27d", None, "B:W28:B19", 0.9995, (told,)), "nl")
    console = Console(file=StringIO(), width=200, highlight=False)
    console.print(line)
    assert "entered by [red] (art. 27d)" in console.file.getvalue()
