"""`damcam event` on what is published and printed, and the made-up championship."""

import random

import pytest

from hub.events.event_file import read_event
from hub.events.standing import all_standings
from pi.commands.events.demo import EventDemo
from tests.pi.commands.test_event_files import Damcam


@pytest.fixture
def club(tmp_path) -> Damcam:
    event = Damcam(tmp_path)
    event.done("new", "club", "--competition", "A")
    event.done("enter", "club", "--csv", "-", given=b"id,name\na,Jelle de Vries\nb,Sytske Hoekstra\nc,Ype Bouma\n")
    event.done("pair", "club")
    return event


def test_an_event_is_published_with_names_or_initials_or_not(club):
    assert read_event(club.folder / "club").state.settled.public == "", "a new event is shown to nobody"
    assert club.done("publish", "club", "initials") == [{"public": "initials", "at_once": False}]
    assert read_event(club.folder / "club").state.settled.public == "initials"
    assert club.done("publish", "club", "nobody") == [{"public": None, "at_once": False}]
    assert "shown to everybody with initials" in "".join(row["what"] for row in club.done("log", "club"))
    club.done("undo", "club")
    assert read_event(club.folder / "club").state.settled.public == "initials"


def test_other_things_are_printed_and_with_initials(club):
    club.done("sheets", "club", "--what", "cards", "--out", "cards.html")
    assert "Sytske Hoekstra" in (club.folder / "cards.html").read_text()
    club.done("sheets", "club", "--what", "standings", "--initials", "--out", "standings.html")
    page = (club.folder / "standings.html").read_text()
    assert "S.H." in page
    assert "Hoekstra" not in page
    club.done("export", "club", "--as", "pdn", "--initials", "--out", "files")
    assert '[White "S.H."]' in (club.folder / "files" / "event.pdn").read_text()


def test_a_made_up_championship_from_entry_to_print(tmp_path):
    event = Damcam(tmp_path)
    (told,) = event.done("demo", "--out", "made-up")
    assert [row["place"] for row in told["table"]] == [[place, place] for place in range(1, 9)]
    state = read_event(tmp_path / "made-up" / "championship").state
    assert (len(state.rounds), state.out) == (7, {"smit"})
    names = {path.name for path in (tmp_path / "made-up").iterdir()}
    assert {
        "pairings.html",
        "cards.html",
        "slips.html",
        "crosstable.html",
        "standings.html",
        "event.trf",
        "event.pdn",
        "results.csv",
    } <= names
    (tmp_path / "file").write_text("")
    assert "cannot be used as a folder" in event.refused("demo", "--out", "file")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_results_every_place_is_decided(tmp_path, seed):
    state = EventDemo(tmp_path / "made-up", random.Random(seed), lambda _: None).play().state
    assert [one for one in all_standings(state)["open"] if one["needs"] != "nothing"] == []


def test_the_list_of_an_exhibition_is_drawn_by_lot_and_written(tmp_path):
    event = Damcam(tmp_path)
    _, rows, said = event("simultaneous", "Ton", "Jelle", "Sytske", "--seed", "3")
    assert rows == [
        {"board": 1, "white": "Jelle", "black": "Ton", "seed": 3},
        {"board": 2, "white": "Ton", "black": "Sytske", "seed": 3},
    ]
    assert "the lot with seed 3 gives Jelle White" in said
    assert event.done("simultaneous", "Ton", "Jelle", "Sytske", "--giver-has", "white", "--event", "Simultaan", "--out", "list.csv") == []
    assert (tmp_path / "list.csv").read_text() == "board,white,black,event,round\n1,Ton,Jelle,Simultaan,1\n2,Ton,Sytske,Simultaan,1\n"
    assert "named twice" in event.refused("simultaneous", "Ton", "Jelle", "Jelle")
