"""The evening page at the server: names, games one after the other, who may give which, and what two arbiters do at once."""

import os
from contextlib import contextmanager

import pytest

from hub.app import BOARDS, SignIn, create_app, end_streams
from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.desk.evening_feed import EveningFeed
from hub.evening.evening_changes import EveningSays
from hub.evening.evening_words import EveningRefusal, changed_since
from hub.evening.pairing_list import ListFault
from record.decisions.arbitration import Decision
from record.decisions.commands import PrepareGame
from record.events.about import About
from record.events.of_record import Described
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal
from record.store.mirror_mark import MARK_NAME
from tests.hub.arbiters import events_of, state_of
from tests.hub.conftest import Game
from tests.support.signing import SECRET, accounts_in, client_of
from tests.support.waiting import wait_until

LIST = "1; Jelle de Vries; Sytske Hoekstra"
CORRECTED = {"board": "1", "game": "0001", "white": "Jelle de Vries", "black": "Sytske Hoekstra", "event": "Cup", "round": "3"}


def not_done(why, **values):
    return str(EveningSays.NOT_DONE.said(board="1", why=why.said(**values)))


def wrong_line(number, why, **values):
    return str(ListFault.LINE.said(line=number, what=why.said(**values)))


class Visitor:
    """A signed-in client of the evening page."""

    def __init__(self, app, name="Anke"):
        self.client = client_of(app, name)

    @property
    def view(self):
        return self.client.get("/evening/state").json

    def board(self, key):
        return next(board for board in self.view["boards"] if board["key"] == key)

    def waits(self, key, **told):
        """The board, once it is told so of it."""
        return wait_until(lambda: (board := self.board(key)) | told == board and board, lambda: self.board(key))

    def send(self, path, status=200, **sent):
        answer = self.client.post(path if path.startswith("/") else f"/evening/{path}", json=sent)
        assert answer.status_code == status, answer.text
        return answer.json

    def give(self, text=LIST, status=200, **more):
        games = {board["key"]: board["prepares"] for board in self.view["boards"]}
        return self.send("list", status, text=text, **{"games": games, **more})


@pytest.fixture(autouse=True)
def _always_new(monkeypatch):
    """Whoever asks for the page has the boards looked at, though somebody else has just asked."""
    monkeypatch.setattr("hub.feeds.watched.LOOK_S", 0.0)


@pytest.fixture
def anke(seat, tmp_path):
    """Makes her client of a board with its own service and one without."""
    made = []

    def signed_in():
        (tmp_path / "2").mkdir(exist_ok=True)
        boards = Boards.of_states([seat.state, tmp_path / "2"])
        made.append(create_app(boards, sign_in=SignIn(SECRET, accounts_in(tmp_path))))
        return Visitor(made[-1])

    yield signed_in
    for app in made:
        end_streams(app)


def test_two_rounds(anke, seat):
    page = anke()
    refuses_a_list_with_a_wrong_line(page)
    takes_the_list(page, seat)
    begins(page, seat)
    prepares_the_next_game(page, seat)
    goes_on_to_it(page, seat)
    seat.kill()
    os.utime(seat.state / "alive", (0, 0))
    assert anke().give("1; A; B", 400)["faults"] == [wrong_line(1, EveningRefusal.SILENT)], "a board whose service is dead"


def refuses_a_list_with_a_wrong_line(anke):
    """Nothing of it is done."""
    shown = [(board["key"], board["phase"], board["prepares"]) for board in anke.view["boards"]]
    assert shown == [("1", "waiting", "0001"), ("2", "silent", "0001")]
    no_board = wrong_line(2, ListFault.NO_BOARD, board="7", boards=("1", "2"))
    wrong = anke.give("1; Jelle de Vries; Sytske Hoekstra\n7; Ype Bouma; Auke Zijlstra\n2; Ype", 400)["faults"]
    assert (wrong[0], len(wrong)) == (no_board, 2)
    in_dutch = anke.client.post("/evening/list", json={"text": "7;A;B"}, headers={"Accept-Language": "nl"}).json
    assert (in_dutch["lang"], in_dutch["faults"] == [no_board]) == ("nl", False)
    of_shown = ({"shown": [1]}, {"shown": {"1": {"white": 3}}})
    for more in ({"time_control": "soon"}, {"round": "3" * 101}, {"round": ["3"]}, *of_shown):
        assert anke.give(status=400, **more).get("faults") is None, more
    assert anke.give("7;A;B", time_control="soon", status=400)["faults"], "the lines are looked at first"
    assert anke.give(games={"1": "0002"}, status=400)["faults"] == [wrong_line(1, EveningRefusal.OTHER_GAME)]
    assert anke.give(f"{LIST}\n2; Ype Bouma; Auke Zijlstra", 400)["faults"] == [wrong_line(2, EveningRefusal.SILENT)]
    assert all("white" not in board["about"] for board in anke.view["boards"])


def takes_the_list(anke, seat):
    """The board waits, is given names, and stands ready with them."""
    told = anke.give(round="3", time_control="30m + 5s")
    assert (told["failed"], len(told["done"])) == ([], 1)
    seat.set_up()
    ready = anke.waits("1", phase="ready")
    names = {"white": "Jelle de Vries", "black": "Sytske Hoekstra"}
    assert ready["about"] == {**names, "round": "3", "board": "1"}
    assert (ready["time_control"], seat.now.opened.time_control) == ("30m+5s", "30m+5s")


def begins(anke, seat):
    """Its names are corrected, the clock starts once, and what a running game does not take is refused."""
    assert anke.send("names", **CORRECTED, time_control="20m")["failed"] == []
    assert (seat.now.opened.about.tags.event, seat.now.opened.time_control, seat.now.clock.white_ns) == ("Cup", "20m", 1200 * 10**9)
    games = {"1": anke.board("1")["game"]}
    assert anke.send("start", games=games)["done"] == [str(EveningSays.WHITE_RUNS.said(board="1"))]
    assert anke.send("start", games=games)["failed"] == [not_done(EveningRefusal.NOT_READY)]
    seat.move()
    assert anke.waits("1", phase="playing")["prepares"] == "0002"
    late = {**CORRECTED, "white": "Jelle"}
    assert anke.send("names", **late, time_control="10m")["failed"] == [not_done(EveningRefusal.CONTROL_STAYS)]
    assert anke.send("names", **late)["failed"] == []
    assert anke.send("next", games={"1": "0001"})["failed"] == [not_done(EveningRefusal.NO_RESULT)]


def prepares_the_next_game(anke, seat):
    anke.give("1; Ype Bouma; Jelle de Vries", round="4")
    assert seat.now.opened.about.tags.white == "Jelle", "the game that goes on keeps its names"
    assert anke.board("1")["next"] == {"about": {"white": "Ype Bouma", "black": "Jelle de Vries", "round": "4"}, "time_control": ""}


def goes_on_to_it(anke, seat):
    """The game ends, and the next one begins with the names that were given for it."""
    seat.say(Decision(1, "end", "Anke", result="1-0", article="20.2"))
    assert anke.waits("1", phase="over")["result"] == "1-0"
    takes_names_with_a_reason_alone(anke, seat, "Sytske")
    seat.clear()
    assert anke.send("next", games={"1": "0001"})["done"] == [str(EveningSays.CLOSED.said(board="1"))]
    waits = anke.waits("1", phase="waiting", game="0002")
    assert (waits["about"]["white"], waits["about"]["round"]) == ("Ype Bouma", "4")
    closed = seat.state / "games" / "0001"
    takes_names_with_a_reason_alone(anke, seat, "S. Hoekstra")
    (earlier,) = anke.board("1")["earlier"]
    assert (earlier["game"], earlier["about"]["black"], earlier["result"]) == ("0001", "S. Hoekstra", "1-0")
    with Journal.reader(closed / JOURNAL_NAME) as journal:
        last = [event for _, event in journal.since(0)][-1]
    assert last == Described(last.t_ns, "Anke", About.of({"black": "S. Hoekstra"}), "as on the card")
    assert '[Black "S. Hoekstra"]' in (closed / PDN_NAME).read_text()
    none = anke.send("names", **{**CORRECTED, "game": "0007"}, because="x")["failed"]
    assert none == [not_done(EveningRefusal.NO_SUCH_GAME, game="0007")]
    seat.set_up()
    assert anke.waits("1", phase="ready", game="0002")["about"]["black"] == "Jelle de Vries"


def takes_names_with_a_reason_alone(anke, seat, black):
    """So does a game that is over, and one that is closed."""
    late = {**CORRECTED, "white": "Jelle", "black": black}
    assert anke.send("names", **late)["failed"] == [not_done(EveningRefusal.NO_REASON)]
    assert anke.send("names", **late, because="as on the card")["failed"] == []


def test_an_operator_looks_on_at_the_evening_and_at_the_desk(desk_app, desk, why):
    durk = Visitor(desk_app, "Durk")
    assert len(durk.view["boards"]) == 1
    page = durk.client.get("/evening", headers={"Accept": "text/html"}).text
    assert ('data-rules="no"' in page, "list-text" in page) == (True, False)
    assert 'data-word="stand"' not in durk.client.get("/desk/1").text
    stand = {"word": "stand", "seq": 2, "after": 0}
    ruling = ("/desk/1/rule", stand), ("/desk/1/paper", {"text": "31-26"}), ("/desk/1/find", {})
    evening = ("list", {"text": LIST, "games": {}}), ("names", {"board": "1"}), ("start", {"games": {}}), ("next", {"games": {}})
    for path, sent in ruling + evening:
        assert (durk.send(path, 403, **sent)["lang"], why()) == ("en", "AccessRefusal.other-role")


NONSENSE = [
    ("list", {"text": 3}, "no-text"),
    ("list", {"text": "1;A;B", "games": [1]}, "no-games"),
    ("names", {"board": "9"}, "no-board"),
    ("names", {"board": "1", "was": "Jele"}, "no-values"),
    ("names", {"board": "1", "white": "x" * 501}, "no-text"),
    ("start", {"games": {"9": "0001"}}, "no-board"),
    ("next", {"games": {"1": 1}}, "no-games"),
    ("next", {}, "no-games"),
]


@pytest.mark.parametrize(("path", "sent", "code"), NONSENSE)
def test_nonsense_is_refused(desk_app, why, path, sent, code):
    Visitor(desk_app).send(path, 400, **sent)
    assert why() == f"EveningWrong.{code}"


def test_a_game_whose_end_is_undone_meanwhile_is_not_closed(desk_app, game, service, signed_in):
    game.open()
    game.move("white", 32, 28)
    game.end("1-0")
    desk, anke = desk_app.extensions[BOARDS].first.desk, signed_in()
    desk.look()
    desk.ruling = contextmanager(lambda: (game.undo_end() for _ in range(1)))()  # the turn to rule comes after another arbiter's
    told = anke.post("/evening/next", json={"games": {"1": game.folder.name}}).json
    assert (told["done"], told["failed"]) == ([], [not_done(EveningRefusal.NO_RESULT)])
    assert not state_of(game).closed


@pytest.mark.parametrize("end", [None, Game.end, Game.close])
def test_a_name_that_another_arbiter_changed_is_changed_once_one_is_told(desk_app, game, service, signed_in, end):
    """So it is in a game that goes on, is over, or is closed."""
    game.open()
    if end:
        end(game, "1-0")
    if end is Game.close:
        game.journal.close()  # as its service has, which is at the next game
    anke, shown = signed_in(), {"white": "Jelle de Vries", "black": "Sytske Hoekstra"}

    def correct(**sent):
        desk_app.extensions[BOARDS].first.desk.look()
        word = {"board": "1", "game": game.folder.name, "because": "as on the card", "was": shown, **sent}
        answer = anke.post("/evening/names", json=word).json
        return answer["failed"] == [], answer["stands"].get("1", {})

    assert correct(white="Jele")[0]
    assert correct(black="Sietske")[0], "the other name alone hinders nobody"
    is_done, stands = correct(white="Jelle", black="S. Hoekstra", was=shown | {"black": "Sietske"})
    assert (is_done, stands) == (False, {"white": "Jele"})
    assert correct(white="Jelle", was=shown | stands)[0]
    told = [event.about.tags.told for event in events_of(game, Described)]
    assert told == [{"white": "Jele"}, {"black": "Sietske"}, {"white": "Jelle"}]


@pytest.fixture
def known(new_game, tmp_path):
    """What the evening page knows of a board whose game has begun."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().move("white", 32, 28)
    boards = Boards.lone_of_state(tmp_path)
    (games,) = EveningFeed(boards, KeptGames(boards)).games.values()
    games.board.desk.look()
    return games


def test_whether_somebody_has_changed_the_next_game_of_a_board_elsewhere_is_decided_there(known, tmp_path):
    """Whoever gave a hub's boards their next names can correct them there: what the hub does not know yet is no change of somebody else."""
    word = PrepareGame("Anke", "0002", About.of({"white": "Jelle"}), was={"white": "Jele"})
    assert known.to_prepare == word.game
    assert changed_since(known, word) is not None
    (tmp_path / MARK_NAME).touch()
    assert changed_since(known, word) is None


@pytest.mark.parametrize(
    ("word", "is_known"),
    [
        ({"by": "Anke", "game": "0002", "about": {"tags": {"white": "Jelle"}}, "time_control": "20m"}, True),
        ({"by": "Anke", "game": "0003", "about": {"tags": {"white": "Jelle"}}}, False),
        ({"by": "Anke", "game": "0002", "about": {"tags": {"white": "Jelle"}}, "time_control": 20}, False),
        ({"by": "Anke", "game": "0002", "about": 5}, False),
        (None, False),
    ],
)
def test_the_next_game_of_a_board_elsewhere_is_known_by_the_status_of_that_board(known, tmp_path, word, is_known, tell_status):
    (tmp_path / MARK_NAME).touch()
    tell_status(tmp_path, next_game=word)
    next_one = known.prepared()
    assert (next_one and (next_one.about.tags.told, next_one.time_control)) == (({"white": "Jelle"}, "20m") if is_known else None)
