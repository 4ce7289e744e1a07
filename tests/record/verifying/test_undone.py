"""A ruling that was undone may still stand in rulings.jsonl, where the power failed before the file was written again: nothing is lost."""

from pathlib import Path

import pytest

from record.events.of_game import Arbitrated
from record.events.of_record import Undone
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.losses import lost_in
from record.store.session_files import ruling_line, write_session
from record.verifying.game import verified
from vision.image.picture import damage_of


@pytest.fixture
def undone(recorded) -> Path:
    """A running game whose last ruling was undone, with the file as it was before that."""
    folder = recorded(1, is_over=False)
    with Journal.open(folder / JOURNAL_NAME) as journal:
        fen = fold(journal).fen
        for name in (PDN_NAME, "session.json", "presses.jsonl", "rulings.jsonl"):
            (folder / name).unlink(missing_ok=True)
        journal.append(Arbitrated(3, 2, "end", "J. Jansen", fen, result="1-0", article="20.2"), 3)
        write_session(folder, fold(journal))
        journal.append(Undone(4, "J. Jansen", "end", 3), 4)
        assert fold(journal).words == ()
    return folder


def rulings_of(folder: Path) -> list[str]:
    game = verified(folder, damage_of, lambda: None)
    return [one.kind for one in game.differences if "rulings.jsonl" in str(one)]


def test_its_line_is_no_loss_for_record_service_and_verify(undone):
    assert lost_in(undone) is None
    assert rulings_of(undone) == []


def test_a_line_of_a_ruling_that_was_never_made_still_is(undone):
    more = ruling_line(Arbitrated(5, 2, "end", "J. Jansen", "", result="0-1", article="20.2"))
    with (undone / "rulings.jsonl").open("a", encoding="utf-8") as file:
        file.write(more)
    assert lost_in(undone) is not None
    assert rulings_of(undone) == ["ruling-unknown"]
