"""The result slip: what both players sign, in each language, with the checksum that the journal has."""

import re

import pytest

from record.events.about import About
from record.events.of_game import ClockStarted, ContinuedOnPaper, PaperMoves, Pressed, Ruled, SessionClosed, SessionOpened
from record.events.of_record import Described
from record.papers.dossier import dossier, read_source
from record.papers.slip import SlipError, read_closed, slip
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.record.papers.test_dossier import words
from tests.support.says import says

S = 1_000_000_000
START = "W:W31-50:B1-20"
ABOUT = {"white": "Jelle <b>de</b> Vries", "black": "Sytske", "event": "Frysk Kampioenskip", "round": "3", "board": "2", "regulation": "C"}
CLOSED = SessionClosed(60 * S, "1-0", "20.2", "Anke de Boer", "2026-11-21T16:40:05+01:00")


@pytest.fixture
def game(tmp_path):
    """A function that makes the journal of a game of three moves, which ends with these events."""

    def make(*last, control="80m+60s"):
        with Journal.create(tmp_path / JOURNAL_NAME) as journal:
            for event in (
                SessionOpened("frisian", 10, START, control, 4800 * S, 4800 * S, About.of(ABOUT)),
                ClockStarted(0, "white"),
                Pressed(1, 10 * S, "white", 4850 * S, 4800 * S, "black"),
                Ruled(1, "white", "legal", "32-28", "B:W28,31,33-50:B1-20", 0.99),
                Pressed(2, 30 * S, "black", 4850 * S, 4840 * S, "white"),
                Ruled(2, "black", "legal", "19-23", "W:W28,31,33-50:B1-18,20,23", 0.99),
                Pressed(3, 40 * S, "white", 4900 * S, 4840 * S, "black"),
                Ruled(3, "white", "legal", "28x19", "B:W19,31,33-50:B1-18,20", 0.99),
                *last,
            ):
                journal.append(event, 0)
        return tmp_path / JOURNAL_NAME

    return make


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Result slip", "White wins (Article 20.2)", "Signature of White:", "Closed by Anke de Boer"]),
        ("nl", ["Uitslagformulier", "Wit wint (Artikel 20.2)", "Handtekening van Wit:", "Afgesloten door Anke"]),
        ("fy", ["Útslachformulier", "Wyt wint (Artikel 20.2)", "Hantekening fan Wyt:", "Ôfsletten troch Anke"]),
    ],
)
def test_it_tells_in_each_language_what_is_signed(game, lang, said):
    journal = game(CLOSED)
    text = words(slip(read_closed(journal, "1.2"), lang).html)
    with Journal.reader(journal) as reader:
        checksum = reader.checksum(9)
    for one in [*said, "Jelle <b>de</b> Vries 2 1:21:40", "Sytske 1 1:20:20", "Frysk Kampioenskip", "2026-11-21 16:40"]:
        assert one in text, (one, text)
    assert re.sub(r"[^0-9a-f]", "", " ".join(re.findall(r"(?: [0-9a-f]{4}){16}", text))) == checksum
    assert "{" not in text


def test_what_came_after_the_closing_is_counted_and_has_its_checksum(game):
    journal = game(CLOSED, Described(60 * S, "Anke", About.of({"white": "Jelle"})))
    text = words(slip(read_closed(journal, "1.2"), "en").html)
    with Journal.reader(journal) as reader:
        closing, last = (reader.checksum(row).upper() for row in (9, 10))
    digits = text.upper().replace(" ", "")
    assert closing in digits
    assert last in digits
    assert "deleted pictures) 1; checksum of the last one:" in text
    assert "White Jelle 2" in text


def test_a_game_that_goes_on_has_none_and_its_dossier_no_closing_checksum(game):
    journal = game()
    with pytest.raises(SlipError, check=says("SlipFault.not-closed")):
        read_closed(journal, "1.2")
    assert "Closing checksum" not in dossier(read_source(journal, lambda *_: [], "1.2"), "en").html


PAPER = PaperMoves(60 * S, "Anke", ("14x23",), ("W:W31,33-50:B1-13,15-18,20,23",), (0,), "0-1")


@pytest.mark.parametrize(
    ("events", "control", "told"),
    [
        ((ContinuedOnPaper(41 * S, 3), CLOSED, PAPER), "80m+60s", ("Black wins", "Sytske 2", "Clock")),
        ((CLOSED,), "none", ("Jelle <b>de</b> Vries 2 Black",)),
    ],
)
def test_moves_from_paper_count_and_a_game_without_a_clock_has_no_times(game, events, control, told):
    text = words(slip(read_closed(game(*events, control=control), "1.2"), "en").html)
    assert all(one in text for one in told)
    assert ("Clock" in text) == (control != "none")
