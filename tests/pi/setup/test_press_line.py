"""The lines that people read while a session is replayed."""

from io import StringIO

from rich.console import Console
from rich.text import Text

from pi.setup.press_line import LineSays, press_line, word_line
from record.events.of_game import Alert, Arbitrated, ContinuedOnPaper, Ruled


def shown(line: Text) -> str:
    console = Console(file=StringIO(), width=200, highlight=False)
    console.print(line)
    return console.file.getvalue().rstrip()


def test_what_was_ruled_and_what_an_alert_says_is_no_markup_and_the_paper_names_its_article() -> None:
    stand = Arbitrated(0, 12, "stand", "J. [red] Jansen", "W:W1:B2", "not claimed")
    assert shown(word_line(stand)) == "  12  stand  by J. [red] Jansen: not claimed"
    assert shown(word_line(Arbitrated(0, 3, "restore", "X", "W:W1:B2"))) == "   3  restore  by X"
    assert shown(word_line(ContinuedOnPaper(0, 7))) == f"   7  {LineSays.ON_PAPER.said()}"
    told = Alert("27d", "27d", (28,), "entered by [red]", "at once")
    assert "entered by [red] (art. 27d)" in shown(press_line(Ruled(1, "white", "27d", None, "B:W28:B19", 0.9995, (told,)), "nl"))
