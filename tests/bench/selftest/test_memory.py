"""What long files take of memory, as `tracemalloc` counts it: no more than short ones, or little more than their text."""

import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from record.events.as_json import encode
from record.events.of_game import Alerted, SessionOpened
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import RawRow
from record.verifying import verified
from rules.pdn import pieces as pieces_module
from rules.pdn import read as read_module
from rules.pdn.pieces import pieces
from rules.pdn.read import read_games
from rules.pdn.tokens import tokens
from vision.image.picture import damage_of

GAME = '[Event "x"]\n[Result "*"]\n\n1. 32-28 {two\nlines} 19-23 2. 28x19 14x23 *\n\n'
LONG = ["1. 32-28 19-23 ", "abc [ ] { } 12x ", "((((((((((", '[Tag "v"]\n', "{ word", "word (x ", "1. 32-28 (1. 31-27 "]


def most_bytes(work: Callable[[], object]) -> int:
    """The most bytes that Python holds at once for this work."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def passed_over(many: Iterable[object]) -> None:
    for _ in many:
        pass


@pytest.mark.parametrize("again", [GAME, *LONG])
def test_pdn_that_is_read_in_pieces_takes_no_more_for_its_length(again: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces_module, "MAX_PIECE_CHARS", 1 << 11)
    monkeypatch.setattr(read_module, "MAX_TOKENS", 500)
    monkeypatch.setattr(read_module, "MAX_CHARS", 8_000)
    chunk = again * (1_000 // len(again))
    few, many = (most_bytes(lambda count=count: passed_over(read_games(pieces(chunk for _ in range(count))))) for count in (10, 40))
    assert many < few + 100_000, "all games of the second take 0.8 MB"


@pytest.mark.parametrize("begins", ["", "{", '[a "', "1"])
@pytest.mark.parametrize("again", ["\n", "x1", " .", "\\x", "\n[", "1-", "!", "} {", '"]'])
def test_a_token_takes_little_more_than_its_text(begins: str, again: str) -> None:
    text = begins + again * (40_000 // len(again))
    assert most_bytes(lambda: passed_over(tokens(text))) < 8 * len(text)


def test_to_verify_a_long_journal_takes_no_more_than_a_short_one(tmp_path: Path) -> None:
    most = []
    for rows in (500, 5_000):
        (tmp_path / str(rows)).mkdir()
        events = [SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1), *(Alerted(row, ()) for row in range(1, rows))]
        Journal.made_of(tmp_path / str(rows) / JOURNAL_NAME, (RawRow(0, 0, *encode(event), b"") for event in events))
        most.append(most_bytes(lambda rows=rows: verified(tmp_path / str(rows), damage_of, lambda: None)))
    assert most[1] < 2 * most[0]
