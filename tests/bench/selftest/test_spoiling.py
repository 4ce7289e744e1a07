"""What `./damcam bench crash` calls a damage: told, harmless, or silent, where a journal says less than was told and nobody notices."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from pi.cli import main
from record.log.reading import read
from record.log.slots import BLOCK_BYTES, TwoSlots
from record.log.tail import Slot, tail_of
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.session_files import PRESSES_NAME as PRESSES
from tests.support.cards import copied_card
from tests.support.journals import rows_gone
from tests.support.live.spoiling import Damage, Noticed, Record, rewrites, spoil
from tests.support.live.table import Table, calm, ruled


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """The files of a game of four moves, as a kill leaves them."""
    table = Table(tmp_path / "games")
    world = table.world(calm(6))
    world.run(ruled(world, 4))
    copied_card(world.folder, tmp_path / "killed")
    yield tmp_path / "killed"
    table.close()


class Forgotten:
    """Every file forgets the end of the game, and what tells of it."""

    def __init__(self, game: Path) -> None:
        self._game = game

    def do(self) -> None:
        rows_gone(self._game / JOURNAL_NAME, 7)
        for path in (tail_of(self._game / JOURNAL_NAME), self._game / PRESSES, self._game / PDN_NAME):
            path.unlink()


class Missing(Forgotten):
    """The end of the journal is gone."""

    def do(self) -> None:
        rows_gone(self._game / JOURNAL_NAME, 7)


def files_of(game: Path) -> dict[str, bytes]:
    """The tail is left out: it is written anew where it was gone."""
    return {path.name: path.read_bytes() for path in game.iterdir() if path.is_file() and path != tail_of(game / JOURNAL_NAME)}


@pytest.fixture
def ask(capfd: pytest.CaptureFixture[str]) -> Callable[[Path], Record]:
    """`damcam record` in this process."""

    def asked(folder: Path) -> Record:
        status = main(["record", str(folder), "--json"])
        return Record(status, *capfd.readouterr())

    return asked


@pytest.mark.parametrize(("damage", "noticed"), [(Forgotten, Noticed.SILENT), (Missing, Noticed.TOLD)])
def test_what_is_lost_is_told_or_silent_and_put_back(
    game: Path, ask: Callable[[Path], Record], damage: type[Forgotten], noticed: Noticed
) -> None:
    before = files_of(game)
    spoilt = spoil(game, damage(game), ask=ask)
    assert (spoilt.noticed, spoilt.rewrote, spoilt.said == "") == (noticed, None, noticed is Noticed.SILENT)
    assert files_of(game) == before


def test_what_is_harmless_may_stay(game: Path, ask: Callable[[Path], Record]) -> None:
    tail = tail_of(game / JOURNAL_NAME)
    last = BLOCK_BYTES - 1
    for stays, end in ((False, b"\0"), (True, b"\x01")):
        assert spoil(game, Damage(tail, last, 0), stays=stays, ask=ask).noticed is Noticed.HARMLESS
        assert tail.read_bytes()[last : last + 1] == end


def test_a_row_that_a_kill_left_unnamed_is_no_damage_once_it_shows(game: Path, ask: Callable[[Path], Record]) -> None:
    journal, tail = game / JOURNAL_NAME, tail_of(game / JOURNAL_NAME)
    named = list(read(journal))[-2]
    slots = TwoSlots(tail)
    slots.open()
    for _slot in range(2):
        slots.write(msgspec.json.encode(Slot(named.row, named.end, named.checksum, slots.file)))
    slots.close()
    assert spoil(game, Damage(tail, BLOCK_BYTES // 2, None), ask=ask).noticed is Noticed.HARMLESS


@pytest.mark.parametrize(("does", "changed"), [("pass", False), ("open(sys.argv[1], 'a').write('x')", True)])
def test_a_service_that_changes_a_file_beside_the_journal_is_found(system: None, game: Path, does: str, changed: bool) -> None:
    assert rewrites(game, [sys.executable, "-P", "-c", f"import sys; {does}", str(game / PRESSES)]) is changed
