"""The pictures of a game that a spare has taken over: the hub has them in the folder of the board that began it."""

from pathlib import Path

import pytest

from link.asked_pictures import AskedPictures
from link.hub_logs import HubLogs
from link.messages import PictureWanted
from link.wire import Picture, Rows
from record.store.folder import GAMES
from record.store.journal_rows import RawRow, chained

FIRST, SECOND = "frames/3-1.jpg", "drawn/4.jpg"


def rows(*texts: str) -> tuple[RawRow, ...]:
    made, checksum = list[RawRow](), b""
    for row_id, text in enumerate(texts, 1):
        checksum = chained(checksum, row_id, 0, "Noted", text)
        made.append(RawRow(row_id, 0, "Noted", text, checksum))
    return tuple(made)


def state(folder: Path, game: str, *texts: str, pictures: tuple[str, ...] = ()) -> Path:
    """The state folder of a board at the hub, with the log of a game and pictures."""
    HubLogs(folder / GAMES).append(Rows("aa", game, rows(*texts)))
    for name in pictures:
        path = folder / GAMES / game / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(f"{folder.name}: {name}".encode())
    return folder


def asked(spare: Path, game: str, *names: str) -> tuple[list[str], dict[str, str]]:
    """Those that do not come where the board has none of these pictures; and all that is here of the game by then."""
    pictures = AskedPictures(spare, HubLogs(spare / GAMES))
    for name in names:
        pictures.want(PictureWanted(game, name))
        assert pictures.to_ask(0) == {game: (name,)}
        assert pictures.take(Picture("aa", game, name))
        assert pictures.to_ask(0) == {}
    here = {path.relative_to(spare / GAMES / game).as_posix(): path.read_text() for path in (spare / GAMES / game).glob("*/*")}
    return list(pictures.absent), here


def test_a_spare_that_goes_on_with_a_game_has_the_pictures_that_came_of_it(tmp_path: Path) -> None:
    state(tmp_path / "7", "0003", "1", "2", pictures=(FIRST, SECOND))
    spare = state(tmp_path / "9", "0005", "1", "2", "3", pictures=(SECOND,))
    absent, here = asked(spare, "0005", FIRST, "frames/5-1.jpg")
    assert absent == ["0005/frames/5-1.jpg"]
    assert here == {FIRST: f"7: {FIRST}", SECOND: f"9: {SECOND}"}
    (tmp_path / "7" / GAMES / "0003" / FIRST).unlink()
    assert (spare / GAMES / "0005" / FIRST).exists(), "each of the games may be forgotten alone"


@pytest.mark.parametrize(("theirs", "ours"), [(("1", "2"), ("1", "8", "9")), (("1", "2", "3", "4"), ("1", "2", "3")), (("8",), ("1", "2"))])
def test_the_pictures_of_another_game_and_of_one_that_went_on_elsewhere_are_not_those_of_this_one(
    tmp_path: Path, theirs: tuple[str, ...], ours: tuple[str, ...]
) -> None:
    state(tmp_path / "7", "0003", *theirs, pictures=(FIRST,))
    spare = state(tmp_path / "9", "0003", *ours)
    assert asked(spare, "0003", FIRST) == ([f"0003/{FIRST}"], {})


def test_what_the_spare_has_deleted_does_not_come_back(tmp_path: Path) -> None:
    dropped = '{"t_ns": 1, "at": "", "why": "asked", "kept": ["drawn/4.jpg"]}'
    state(tmp_path / "7", "0003", "1", "2", pictures=(FIRST, SECOND))
    spare = state(tmp_path / "9", "0003", "1", "2")
    logs, begun = HubLogs(spare / GAMES), rows("1", "2")
    row = RawRow(3, 0, "PicturesDropped", dropped, chained(begun[-1].checksum, 3, 0, "PicturesDropped", dropped))
    logs.append(Rows("aa", "0003", (row,)))
    assert asked(spare, "0003", FIRST) == ([f"0003/{FIRST}"], {SECOND: f"7: {SECOND}"})
