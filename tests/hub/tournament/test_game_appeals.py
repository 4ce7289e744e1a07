"""In which dossiers an appeal is told."""

import pytest
from msgspec import structs

from hub.tournament.folder import EventFolder
from hub.tournament.game_appeals import appeals_on
from record.events.about import PublicTags
from record.papers.appeals import appeal_rows, unread_lines
from tests.tournament.events.conftest import JELLE, InMemory
from tests.tournament.events.test_appeals import GIVEN, appeal_on_play_off, appealed, kk, level, seated, teams, voted
from tournament.events.appeals import appeal_remarks
from tournament.events.as_json import decoded, encoded
from tournament.events.changes import BoardsGiven, ChangeRow, GameAtBoard
from tournament.events.seats import seats_of
from tournament.events.telling import change_said


def told_on(folder, event: InMemory, tags: PublicTags) -> list[dict[str, str]]:
    """What the dossier of the game with these tags tells of appeals, in English."""
    if not (folder / "one").exists():
        event.write(folder / "one")
    return [dict(appeal_rows(one, "en")) for one in appeals_on(EventFolder(folder), tags).told]


def test_the_dossier_of_the_game_and_of_no_other_has_the_appeal_and_names_a_file_that_cannot_be_read(tmp_path):
    event = kk()
    appealed(event)
    seated(event)
    voted(event, bate="reject", corrie="reject", doede="uphold")
    tags = PublicTags(white="Spiler p5", black="Spiler p1", event="FK", round="1")
    others = (structs.replace(tags, round="2"), structs.replace(tags, event="HK"), structs.replace(tags, white="Spiler p6"))
    assert [told_on(tmp_path, event, other) for other in others] == [[], [], []]
    (told,) = appeals_on(EventFolder(tmp_path), tags).told
    rows = dict(appeal_rows(told, "nl"))
    assert rows["Beroep aangetekend door"] == "Spiler p5"
    assert rows["Kon gedaan worden tot"] == "8 maart 2026 om 18:30"
    assert dict(appeal_rows(told, "fy"))["Te besluten"] == "foar de wedstriiddei 14 maart 2026"
    assert rows["Uitspraak"] == "het beroep is afgewezen"
    assert rows["Trekt zich terug"] == "anna (voorzitter)"
    assert appeals_on(None, tags).told == appeals_on(EventFolder(tmp_path / "none"), tags).told == ()
    (tmp_path / "one").write_bytes((tmp_path / "one").read_bytes().replace(b"EventMade", b"EventMode"))
    found = appeals_on(EventFolder(tmp_path), tags)
    assert (found.unread, len(unread_lines(found, "en"))) == (("one",), 1)


def tags_of(event: InMemory, board: int) -> PublicTags:
    """What the board has whose game is that board of the match."""
    one = event.state.appeals[1]
    white, black = seats_of(event.state, (1, one.white, one.black, board), {one.id: one.shown for one in event.state.entrants})
    return PublicTags(white=white, black=black, event="Klups", round="1")


@pytest.mark.parametrize("with_lists", [True, False])
def test_the_dossier_of_the_board_of_a_match_has_the_appeal_and_its_outcome(tmp_path, with_lists):
    event = teams(3, with_lists=with_lists)
    assert appeal_remarks(event.state, event.state.appeals[1]) == ()
    seated(event)
    voted(event, bate="uphold", corrie="uphold")
    ((rows,), tags) = told_on(tmp_path, event, tags_of(event, 3)), tags_of(event, 3)
    assert rows["Verdict"] == "the appeal is upheld"
    assert rows["Appeal on"].startswith("board 3 of ")
    assert rows["Appeal on"].endswith(f": {tags.white} - {tags.black}")
    assert [told_on(tmp_path, event, tags_of(event, number)) for number in (2, 4)] == [[], []]
    assert str(change_said(event.state.appeals[1])).startswith("appeal 1 of drachten, round 1, board 3 of ")


def test_an_appeal_on_a_whole_match_is_in_the_dossiers_of_all_its_games(tmp_path):
    event = teams(0)
    assert [one.code for one in appeal_remarks(event.state, event.state.appeals[1])] == ["AppealRemark.whole-match"]
    for number in (1, 8):
        (told,) = told_on(tmp_path, event, tags_of(event, number))
        assert told["Appeal on"].startswith("the match ")
    assert told_on(tmp_path, event, structs.replace(tags_of(event, 1), round="2")) == []


@pytest.mark.parametrize(
    ("competition", "board", "on", "logged"),
    [
        ("F", 0, "play-off game 1 of {pair}", "play-off 1 of {pair}: "),
        ("B", 0, "play-off match 1 of {pair}", "play-off 1 of {pair}: "),
        ("B", 2, "board 2 of play-off match 1 of {pair}: {black} 2 - {white} 2", "board 2 of play-off match 1 of {pair}: "),
    ],
)
def test_an_appeal_on_a_play_off_is_in_its_dossier_and_in_no_other(tmp_path, competition, board, on, logged):
    event, white, black = level(competition)
    if competition == "F":
        event.put(BoardsGiven(-1, (GameAtBoard(white, black, "1"),)))
    made = appeal_on_play_off(event, white, black, "play-off-1", board=board)
    assert (made.round, made.white, made.black, made.reasons) == (-1, white, black, ())
    assert decoded(1, encoded(ChangeRow(1, 1, JELLE, made))).change == made
    assert str(change_said(made)) == f"appeal 1 of {white}, " + logged.format(pair=f"{white} - {black}") + GIVEN.grounds
    seat = (-1, white, black, board or 1) if competition == "B" else (-1, white, black)
    name, other = seats_of(event.state, seat, {id: id for id in event.state.by_id})
    tags = PublicTags(white=name, black=other, event=event.state.made.name or competition, round="play-off 1")
    (told,) = told_on(tmp_path, event, tags)
    assert told["Appeal on"] == on.format(pair=f"{white} - {black}", white=white, black=black)
    for round_ in ("play-off 2", "1"):
        assert told_on(tmp_path, event, structs.replace(tags, round=round_)) == []
