"""Rows with right checksums and wrong fields cost their own board its share of the pages, and no other board anything."""

import json
import shutil
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.app import GAMES, create_app
from hub.boards.board import Boards
from hub.boards.mirrored_folder import revoke_state
from hub.web.faulty_boards import FaultyBoard
from record.events.as_json import decode
from record.events.fields import Stored
from record.events.of_game import EventError
from record.events.of_players import MoveEntered, PlayerSaid
from record.events.of_record import PicturesDropped, RowsLost, TimeKnown
from record.store.folder import GAMES as GAMES_NAME
from record.store.folder import JOURNAL_NAME
from record.store.mirror_mark import MARK_NAME
from rules.errors import DamcamError
from tests.hub.desk.desk_page import page_of
from tests.hub.desk.hall_desks import desks
from tests.hub.journal_rows import AFTER, ALERT, START, S, game_of, write_journal
from tests.hub.public.conftest import before
from tests.support.signing import admitting, client_of

DOWNLOAD = "frysk-kampioenskip/event.zip"
PUBLIC = (
    "/archive",
    "/archive?player=sietse",
    "/frysk-kampioenskip",
    "/frysk-kampioenskip/3",
    "/frysk-kampioenskip/event.pdn",
    "/frysk-kampioenskip/3/round.pdn",
    "/pdn/frysk-kampioenskip/3.pdn",
    "/pdn/frysk-kampioenskip/3/1.pdn",
    "/api/boards",
    "/api/rounds",
    "/api/rounds/frysk-kampioenskip/3",
    "/before",
    "/wall",
    "/board/sound",
    "/board/sound/game.pdn",
)
"""The addresses at which the sound board is to be seen whatever the other one sends."""
SIGNED_IN = ("/before", "/desk", "/desk/sound", "/evening")
OWN = ("/board/{}", "/board/{}/game.pdn", "/api/boards/{}", "/embed/{}", "/overlay/{}")
OWN_SIGNED_IN = ("/desk/{}", "/desk/{}/dossier", "/desk/{}/health")
SHOWN = {"/desk/sound": "Sietse", "/board/sound": "Sietse"}
"""What these addresses show of the sound board. The others show the name of a player, or the key of the board."""


class Hall:
    """The pages of a hub with two mirrored boards: `sound` with a game that goes on, and `other`."""

    def __init__(self, folder, others=("other",)):
        self.folder = folder / "boards"
        self.folder.mkdir()
        self.write("sound", game_of(black="Sietse Hoekstra", board="1")[:6])
        for key in others:
            (self.folder / key).mkdir()
            (self.folder / key / MARK_NAME).touch()
        self.boards = Boards([], self.folder)
        self.app = create_app(self.boards, sign_in=admitting(folder), follow=False)

    def write(self, key, fields, number=1):
        write_journal(self.folder / key / GAMES_NAME / f"{number:04}" / JOURNAL_NAME, fields)

    def look(self):
        """Read what the boards have written, as the server does by itself."""
        self.boards.look()
        for board in self.boards.values():
            board.turn()
            with suppress(DamcamError):  # the loop of the follower logs it, and goes on
                board.follower.look()
        self.app.extensions[GAMES].look()

    def shows_the_sound_board(self):
        self.look()
        client, anke = self.app.test_client(), client_of(self.app)
        for asking, addresses in ((client, PUBLIC), (anke, SIGNED_IN)):
            for address in addresses:
                answer = asking.get(address, buffered=True)
                assert answer.status_code == 200, (address, answer.text[:300])
                assert SHOWN.get(address, "Sietse") in answer.text or (address not in SHOWN and "sound" in answer.text), address
                if answer.mimetype == "application/json":
                    json.loads(answer.text, parse_constant=pytest.fail)  # browsers read neither NaN nor an infinity

    def pages_of_the_other_fail_for_its_data_alone(self, key="other"):
        """Each of them is made, or says that there is no news."""
        client, anke = self.app.test_client(), client_of(self.app)
        for asking, addresses in ((client, OWN), (anke, OWN_SIGNED_IN)):
            for address in addresses:
                answer = asking.get(address.format(key), buffered=True)
                assert answer.status_code in (200, 404, 409) or str(FaultyBoard.NO_NEWS.said()) in answer.text, address

    def marks(self):
        """The boards that the desk of the hall marks as faulty, and those that /before does for whoever is signed in."""
        anke = client_of(self.app)
        rows = desks(anke)["boards"]
        cards = before(self.app, to_arbiter=True)["boards"]
        on_cards = [card["board"] for card in cards if any("faulty" in line["seen"] for line in card.get("link", ()))]
        return [row["key"] for row in rows if "Faulty data" in row["says"]], on_cards

    def close(self):
        for board in self.boards.values():
            board.follower.close()


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    yield made
    made.close()


def changed(kind, **fields):
    """The game with these fields changed in each event of that kind."""
    return [(of, {**told, **(fields if of == kind else {})}) for of, told in game_of()]


def closed(result):
    """A game that was closed with that result."""
    return [*game_of()[:6], ("SessionClosed", {"t_ns": 9, "result": result})]


WRONG = {
    "a result of another type": closed(7),
    "a list as the result": closed([1]),
    "an object as the result": closed({"a": 1}),
    "a result that there is not": closed("abc"),
    "a number as the time control": changed("SessionOpened", time_control=5),
    "an object as the ruling": changed("Arbitrated", ruling={}),
    "half a surrogate pair": changed("Arbitrated", reason="\ud800"),
    "a name of half a surrogate pair": [
        (kind, {**told, "about": {"white": "\ud83d"}} if "about" in told else told) for kind, told in game_of()
    ],
    "a round of very many digits": game_of(round="9" * 5000),
    "a time that is no number": changed("Alerted", t_ns=float("nan")),
    "a time without end": changed("Pressed", t_ns=float("inf")),
    "a very large time": changed("Pressed", t_ns=10**4000),
    "a text as the time": changed("PlayerSaid", t_ns="x"),
    "a FEN that is none in a game that goes on": [
        *game_of()[:5],
        ("Ruled", dict(game_of())["Ruled"] | {"seq": 1, "fen": "x"}),
        *game_of()[:2],
    ],
    "a FEN of another type": changed("Ruled", fen=3),
    "a FEN that is none": changed("Ruled", fen="x"),
    "a time control that there is not": changed("TimeControlSet", time_control="x"),
    "a ruling that there is not": changed("Arbitrated", ruling="abc"),
    "a kind of event that there is not": [*game_of()[:6], ("Invented", {"t_ns": 1})],
    "a game that begins twice": [*game_of()[:6], game_of()[0]],
    "a delay that is none": game_of(delay="x"),
    "a board of a million squares": changed("SessionOpened", board_size=1400),
    "rules that there are not": changed("SessionOpened", rules=[]),
    "an object as the name of the picture that is shown": changed("Ruled", drawn={"a": 1}, verdict="legal")[:6],
    "a text as the reading of the clock that runs, and no news after it": [
        *changed("Pressed", black_ns="x")[:5],
        ("Alerted", {"t_ns": "x", "alerts": []}),
        *game_of()[-2:],
    ],
    "names of pictures that no disk takes": changed("Ruled", picture="x" * 5000, straight=["y" * 5000, "\ud800"]),
}


@pytest.mark.parametrize("fields", WRONG.values(), ids=WRONG)
def test_a_faulty_game_costs_no_other_board_anything_also_after_its_board_is_revoked_and_deleted(hall, fields):
    hall.write("other", fields)
    hall.shows_the_sound_board()
    hall.pages_of_the_other_fail_for_its_data_alone()
    hall.write("other", fields[:-2], 2)  # the next one goes on
    hall.shows_the_sound_board()
    hall.pages_of_the_other_fail_for_its_data_alone()
    revoke_state(hall.folder / "other")
    hall.shows_the_sound_board()
    shutil.rmtree(hall.folder / "other")
    hall.shows_the_sound_board()


@pytest.mark.parametrize(
    "fields", [closed(7), changed("Arbitrated", ruling={}), game_of(board="9" * 5000), changed("Ruled", drawn=3, fen={})]
)
def test_a_faulty_game_costs_no_other_game_its_place_in_the_download_of_the_event(hall, fields):
    hall.write("sound", game_of(black="Sietse Hoekstra", board="1"), 2)
    hall.write("other", fields)
    hall.look()
    answers = hall.app.test_client().get(f"/{DOWNLOAD}"), client_of(hall.app).get(f"/dossier/{DOWNLOAD}")
    for answer in answers:
        with ZipFile(BytesIO(answer.data)) as files:
            assert b"Sietse Hoekstra" in files.read("frysk-kampioenskip/round-3.pdn")


VALUES = (None, True, -1, 7, 1.5, 10**30, "x", [], [1], ["x"], {"a": 1})
"""One of each kind that JSON has, and some that are wrong for their size."""


def every_kind():
    """A game that has an event of each kind but MovesBefore, with all its fields."""
    last, stood = 2, (5456 * S, 5396 * S)
    events = [decode(kind, json.dumps(told)) for kind, told in game_of()]
    entered = MoveEntered(12 * S, 2, 2, "black", "the players", 19, 24, (), AFTER, START, "legal", "19-24", *stood, (ALERT,), taken=False)
    lost = RowsLost(12 * S, "Bouma", 14, last, 15, "set-aside-1")
    place = next(place for place, event in enumerate(events) if isinstance(event, PlayerSaid))
    return [
        *events[:place],
        TimeKnown(12 * S, "2026-11-29T12:00:00+01:00"),
        entered,
        lost,
        *events[place:],
        PicturesDropped(21 * S, "", "asked"),
    ]


def with_all_fields(value):
    """The value as JSON, with the fields that have their default values."""
    if isinstance(value, Stored):
        return {name: with_all_fields(getattr(value, name)) for name in value.__struct_fields__}
    return [*map(with_all_fields, value)] if isinstance(value, tuple) else value


def with_each_value(told):
    """The fields of an event, each time with another value for one of them, or for one of those of an alert or of what is known."""
    for name, right in told.items():
        yield from (told | {name: value} for value in VALUES)
        if isinstance(right, dict):
            yield from (told | {name: inner} for inner in with_each_value(right))
        elif right and isinstance(right[0] if isinstance(right, list) else None, dict):
            yield from (told | {name: [inner]} for inner in with_each_value(right[0]))


def is_read(kind, told):
    try:
        decode(kind, json.dumps(told))
    except EventError:
        return False
    return True


EVERY_KIND = [(type(event).__name__, with_all_fields(event)) for event in every_kind()]
PLACES = {kind: place for place, (kind, _) in enumerate(EVERY_KIND)}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_each_field_with_another_value_is_refused_when_it_is_read_or_can_be_shown(tmp_path, place):
    kind, told = EVERY_KIND[place]
    every = list(with_each_value(told))
    read = [other for other in every if other != told and is_read(kind, other)]
    assert len(read) < len(every) / 3
    hall = Hall(tmp_path, [f"other-{number}" for number in range(len(read))])
    try:
        for number, other in enumerate(read):
            hall.write(f"other-{number}", [*EVERY_KIND[:place], (kind, other), *EVERY_KIND[place + 1 :]])
        hall.shows_the_sound_board()
        for number in range(len(read)):
            hall.pages_of_the_other_fail_for_its_data_alone(f"other-{number}")
    finally:
        hall.close()


@pytest.mark.parametrize(
    "fields",
    [
        *(closed(7), changed("Arbitrated", ruling={}), changed("Alerted", t_ns="x")),
        *(changed("TimeControlSet", time_control="x"), [*game_of()[:6], game_of()[0]], [*game_of()[:6], ("Invented", {"t_ns": 1})]),
    ],
)
def test_the_faulty_board_is_marked_for_arbiters_and_gives_no_news_to_others_until_its_data_are_sound(hall, fields, caplog):
    hall.write("other", game_of(white="Ype")[:6])
    hall.look()
    assert hall.marks() == ([], [])
    hall.write("other", fields, 2)
    for _ in range(3):
        hall.look()
        hall.shows_the_sound_board()
    assert hall.marks() == (["other"], ["other"])
    assert "faulty" in page_of(client_of(hall.app), "other")["faulty"]
    told = hall.app.test_client().get("/before").text
    assert "faulty" not in told
    assert "rror" not in told
    traces = [record.getMessage() for record in caplog.records if "Traceback" in record.getMessage()]
    assert len(traces) == len(set(traces)) > 0, "each kind once, with what a programmer needs"
    shutil.rmtree(hall.folder / "other" / GAMES_NAME / "0002")
    hall.write("other", game_of(white="Ype")[:6], 3)
    hall.shows_the_sound_board()
    assert hall.marks() == ([], [])
    assert page_of(client_of(hall.app), "other")["faulty"] == ""
    assert hall.app.test_client().get("/api/boards/other").json["game"]["about"]["white"] == "Ype"


def test_the_last_view_stays_and_says_that_there_is_no_news(hall):
    sound = game_of(white="Ype")[:6]
    hall.write("other", sound)
    hall.look()
    board = hall.boards["other"]
    before = board.feed.latest
    assert (before.view["no_news"], before.view["clock"]["running"]) == (False, "black")
    with suppress(FileNotFoundError):
        (hall.folder / "other" / GAMES_NAME / "0001" / JOURNAL_NAME).unlink()
    shutil.rmtree(hall.folder / "other" / GAMES_NAME / "0001")
    hall.write("other", [*sound, ("Pressed", {**dict(game_of())["Pressed"], "seq": "x"})])
    for _ in range(2):
        hall.look()
    view = hall.app.test_client().get("/api/boards/other").json["game"]
    assert (view["no_news"], view["clock"]["running"]) == (True, None)
    assert len(view["moves"]) == len(before.state.plies) > 0
    assert board.feed.latest.tile["no_news"]


@pytest.mark.parametrize("row", [("Invented", {"t_ns": 1}), game_of()[0], ("Arbitrated", {**dict(game_of())["Arbitrated"], "ruling": "x"})])
def test_of_a_board_elsewhere_an_event_that_cannot_be_in_its_game_leaves_the_game_before_it_without_news(hall, row):
    sound = game_of(white="Ype")[:6]
    hall.write("other", sound)
    hall.look()
    shutil.rmtree(hall.folder / "other" / GAMES_NAME / "0001")
    hall.write("other", [*sound, row])
    for _ in range(3):
        hall.look()
    view = hall.app.test_client().get("/api/boards/other").json["game"]
    desk = page_of(client_of(hall.app), "other")
    assert (view["no_news"], len(view["moves"]), desk.stands, desk["lost"]) == (True, 1, AFTER, "")
    assert hall.marks() == (["other"], ["other"])


@pytest.mark.parametrize("fields", [game_of(delay="x"), changed("SessionOpened", board_size=1400)])
def test_a_game_of_which_nothing_can_be_shown_marks_its_board(hall, fields):
    hall.write("other", fields)
    hall.look()
    assert hall.marks() == (["other"], ["other"])
    assert hall.app.test_client().get("/api/boards/other").json["game"] is None


DEEP = "[" * 900 + "]" * 900
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from([10**18, 10**400, -(10**4000), "9" * 5000, "\ud800", "x" * 5000, json.loads(DEEP), "W:W31:B1", "white", 0, ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Any value, and those that are right elsewhere."""


@st.composite
def faulty_games(draw):
    """A game of which one or two fields, or the text of a row, are whatever somebody sent; it may go on, or end at once."""
    game = [(kind, dict(told)) for kind, told in game_of()]
    for _ in range(draw(st.integers(1, 2))):
        _, told = draw(st.sampled_from(game))
        told[draw(st.sampled_from(sorted(told)) if draw(st.integers(0, 9)) else st.text(max_size=5))] = draw(JSON)
    if not draw(st.integers(0, 7)):
        place = draw(st.integers(0, len(game) - 1))
        game[place] = (
            game[place][0],
            draw(st.text(max_size=9) | st.sampled_from([DEEP, '{"a":' * 900 + "1" + "}" * 900, '{"t_ns": 1e999}'])),
        )
    return game[: draw(st.sampled_from([len(game), len(game) - 1, 6, 11]))]


@settings(max_examples=3)
@given(st.lists(faulty_games(), min_size=4, max_size=8))
def test_whatever_boards_send_as_rows_costs_no_other_board_anything(games):
    with TemporaryDirectory() as folder:
        hall = Hall(Path(folder), [f"other-{number}" for number in range(len(games))])
        try:
            for number, game in enumerate(games):
                hall.write(f"other-{number}", game)
            hall.shows_the_sound_board()
        finally:
            hall.close()
