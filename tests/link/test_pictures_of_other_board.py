"""The pictures of a game that a spare has taken over: the hub has them in the folder of the board that began it."""

import shutil
from pathlib import Path

import pytest

from link.asked_pictures import AskedPictures
from link.hub_logs import HubLogs
from link.messages import PictureWanted
from link.wire import Picture, Rows
from record.events.as_json import encode
from record.events.of_game import Alert, Alerted, Arbitrated, Pressed, Ruled, SessionOpened
from record.papers.dossier import dossier, pictures_of, read_source
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import RawRow, chained
from record.telling.remarks import TAKEN_OVER, resumed

FRAMES = Path(__file__).resolve().parents[1] / "data" / "sessions" / "first_light" / "frames"
FIRST, SECOND = "frames/3-1.jpg", "drawn/4.jpg"
GOES_ON = Alerted(0, (resumed("en", reason=TAKEN_OVER),))


def rows(*texts: str) -> tuple[RawRow, ...]:
    """Rows with these texts; `goes on` is that of the recorder that goes on with the game."""
    made, checksum = list[RawRow](), b""
    for row_id, text in enumerate(texts, 1):
        kind, text = encode(GOES_ON) if text == "goes on" else ("Noted", text)
        checksum = chained(checksum, row_id, 0, kind, text)
        made.append(RawRow(row_id, 0, kind, text, checksum))
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
    spare = state(tmp_path / "9", "0005", "1", "2", "goes on", pictures=(SECOND,))
    absent, here = asked(spare, "0005", FIRST, "frames/5-1.jpg")
    assert absent == ["0005/frames/5-1.jpg"]
    assert here == {FIRST: f"7: {FIRST}", SECOND: f"9: {SECOND}"}
    (tmp_path / "7" / GAMES / "0003" / FIRST).unlink()
    assert (spare / GAMES / "0005" / FIRST).exists(), "each of the games may be forgotten alone"


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (("1", "2"), ("1", "8", "goes on")),
        (("1", "2", "3"), ("1", "2", "goes on")),
        (("8",), ("1", "goes on")),
        (("1", "2"), ("1", "2", "3")),
    ],
)
def test_the_pictures_of_another_game_and_of_one_that_went_on_elsewhere_are_not_those_of_this_one(
    tmp_path: Path, theirs: tuple[str, ...], ours: tuple[str, ...]
) -> None:
    state(tmp_path / "7", "0003", *theirs, pictures=(FIRST,))
    spare = state(tmp_path / "9", "0003", *ours)
    assert asked(spare, "0003", FIRST) == ([f"0003/{FIRST}"], {})


def test_what_the_spare_has_deleted_does_not_come_back(tmp_path: Path) -> None:
    dropped = '{"t_ns": 1, "at": "", "why": "asked", "kept": ["drawn/4.jpg"]}'
    state(tmp_path / "7", "0003", "1", "2", pictures=(FIRST, SECOND))
    spare = state(tmp_path / "9", "0003", "1", "2", "goes on")
    logs, begun = HubLogs(spare / GAMES), rows("1", "2", "goes on")
    row = RawRow(4, 0, "PicturesDropped", dropped, chained(begun[-1].checksum, 4, 0, "PicturesDropped", dropped))
    logs.append(Rows("aa", "0003", (row,)))
    assert asked(spare, "0003", FIRST) == ([f"0003/{FIRST}"], {SECOND: f"7: {SECOND}"})


def test_the_dossier_of_the_game_that_goes_on_has_the_pictures_of_its_beginning(tmp_path: Path) -> None:
    dead, spare = tmp_path / "7" / GAMES / "0003", tmp_path / "9" / GAMES / "0005"
    pictures = ("drawn/0001-before.jpg", "drawn/0001-after.jpg")
    before, after = "W:W29,50:B23,1", "B:W18,50:B23,1"
    few = Alert("27b-few", "27b", (23,), "Captured, and left standing: square 23.", "on claim", None, "white", before, after)
    (dead / "drawn").mkdir(parents=True)
    for name in pictures:
        shutil.copy(FRAMES / "0007.jpg", dead / name)
    with Journal.create(dead / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, before, "none", 0, 0), 0)
        journal.append(Pressed(1, 0, "white", 0, 0, "black"), 0)
        journal.append(Ruled(1, "white", "27b-few", "29x18", after, 0.99, (few,), straight=pictures), 0)
    shutil.copytree(dead, spare, ignore=shutil.ignore_patterns("*.jpg"))
    with Journal.open(spare / JOURNAL_NAME) as journal:
        journal.append(GOES_ON, 0)
        journal.append(Arbitrated(0, 1, "stand", "Anke", after), 0)

    log, games = spare / JOURNAL_NAME, spare.parent

    def shown() -> int:
        return dossier(read_source(log, lambda _rules, _article: [], ""), "en").html.count("data:image/jpeg")

    assert shown() == 0
    asking = AskedPictures(games.parent, HubLogs(games))
    for name in pictures_of(read_source(log, lambda _rules, _article: [], "")):
        asking.want(PictureWanted(spare.name, name))
    asked_for = asking.to_ask(0)[spare.name]
    assert asking.take(Picture("aa", spare.name, asked_for[0])), "the spare has it not"
    assert (shown(), asking.to_ask(10**12)) == (len(pictures), {})
