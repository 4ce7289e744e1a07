"""The evening page at the server: names, games one after the other, who may give which, and what two arbiters do at once."""

import json
import os
from contextlib import contextmanager

import pytest
from bs4 import BeautifulSoup
from jinja2 import Environment

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
from record.store.folder import ALIVE_NAME, JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal
from record.store.mirror_mark import MARK_NAME
from tests.hub.arbiters import events_of, state_of
from tests.hub.conftest import Game
from tests.hub.desk.evening_cards import cards_in, dialog_in, told_in
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

    def see(self, **asked):
        return self.client.get("/evening", query_string=asked).text

    @property
    def boards(self):
        return cards_in(self.see())

    def waits(self, key, **told):
        """The board, once its card says so."""
        return wait_until(lambda: (board := self.boards[key]) | told == board and board, lambda: self.boards[key])

    def send(self, act, status=200, **sent):
        answer = self.client.post("/evening", data={"act": act, **sent})
        assert answer.status_code == status, answer.text
        return told_in(answer.text)

    def give(self, text=LIST, status=200, **more):
        return self.send("list", status, text=text, **{"shown": told_in(self.see())["shown"], **more})


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
    shown = [(key, board["state"], board["to_come"].get("game")) for key, board in anke.boards.items()]
    assert shown == [("1", "waiting", "0001"), ("2", "silent", None)]
    no_board = wrong_line(2, ListFault.NO_BOARD, board="7", boards=("1", "2"))
    wrong = anke.give("1; Jelle de Vries; Sytske Hoekstra\n7; Ype Bouma; Auke Zijlstra\n2; Ype", 400)["faults"]
    assert (wrong[0], len(wrong)) == (no_board, 2)
    in_dutch = told_in(anke.client.post("/evening", data={"act": "list", "text": "7;A;B"}, headers={"Accept-Language": "nl"}).text)
    assert (in_dutch["fault"][1], in_dutch["faults"] == [no_board], in_dutch["text"]) == ("nl", False, "7;A;B")
    for more in ({"time_control": "soon"}, {"round": "3" * 101}):
        told = anke.give(status=400, **more)
        assert (bool(told["fault"]), told["faults"], told["offered"] | more == told["offered"]) == (True, [], True), more
    assert anke.give("7;A;B", time_control="soon", status=400)["faults"], "the lines are looked at first"
    other_game = json.dumps({"1": {"game": "0002", "values": {}}})
    told = anke.give(shown=other_game, status=400)
    assert told["faults"] == [wrong_line(1, EveningRefusal.OTHER_GAME)]
    assert json.loads(told["shown"])["1"]["game"] == "0001", "the form rests on the game that is there from now on"
    assert anke.give(f"{LIST}\n2; Ype Bouma; Auke Zijlstra", 400)["faults"] == [wrong_line(2, EveningRefusal.SILENT)]
    assert all("Jelle" not in board["players"] for board in anke.boards.values())


def takes_the_list(anke, seat):
    """The board waits, is given names, and stands ready with them."""
    told = anke.give(round="3", time_control="30m + 5s")
    assert (told["failed"], len(told["done"])) == ([], 1)
    seat.set_up()
    ready = anke.waits("1", acts=["Start the clock", "Names"])
    assert (ready["players"], ready["known"]) == ("Jelle de Vries \u2013 Sytske Hoekstra", "Round 3 · 30m+5s")
    assert (seat.now.opened.about.tags.board, seat.now.opened.time_control) == ("1", "30m+5s")


def begins(anke, seat):
    """Its names are corrected, the clock starts once, and what a running game does not take is refused."""
    assert anke.send("names", **CORRECTED, time_control="20m")["failed"] == []
    assert (seat.now.opened.about.tags.event, seat.now.opened.time_control, seat.now.clock.white_ns) == ("Cup", "20m", 1200 * 10**9)
    question, sent = dialog_in(anke.see(start="all"))
    assert (question, sent["act"], sent["game"]) == ("Start White's clock at 1 board: 1?", "start", "1 0001")
    assert anke.send("start", game="1 0001")["done"] == [str(EveningSays.WHITE_RUNS.said(board="1"))]
    assert anke.send("start", game="1 0001")["failed"] == [not_done(EveningRefusal.NOT_READY)]
    seat.move()
    assert anke.waits("1", state="playing")["to_come"]["game"] == "0002"
    late = {**CORRECTED, "white": "Jelle"}
    assert anke.send("names", **late, time_control="10m")["failed"] == [not_done(EveningRefusal.CONTROL_STAYS)]
    assert anke.send("names", **late)["failed"] == []
    assert anke.send("next", game="1 0001")["failed"] == [not_done(EveningRefusal.NO_RESULT)]


def prepares_the_next_game(anke, seat):
    anke.give("1; Ype Bouma; Jelle de Vries", round="4")
    assert seat.now.opened.about.tags.white == "Jelle", "the game that goes on keeps its names"
    assert anke.boards["1"]["prepared"] == "The next game: Ype Bouma \u2013 Jelle de Vries · Round 4"


def goes_on_to_it(anke, seat):
    """The game ends, and the next one begins with the names that were given for it."""
    seat.say(Decision(1, "end", "Anke", result="1-0", article="20.2"))
    assert anke.waits("1", state="over")["result"] == "White wins"
    takes_names_with_a_reason_alone(anke, seat, "Sytske")
    seat.clear()
    question, sent = dialog_in(anke.see(next="1 0001"))
    assert ("Close the game of board 1, Jelle \u2013 Sytske?" in question, sent["act"], sent["game"]) == (True, "next", "1 0001")
    assert anke.send("next", game="1 0001")["done"] == [str(EveningSays.CLOSED.said(board="1"))]
    assert dialog_in(anke.see(next="1 0001")) is None, "there is nothing to close any more"
    waits = anke.waits("1", state="waiting", players="Ype Bouma \u2013 Jelle de Vries")
    assert waits["known"].startswith("Round 4")
    closed = seat.state / "games" / "0001"
    takes_names_with_a_reason_alone(anke, seat, "S. Hoekstra")
    assert anke.boards["1"]["earlier"] == ["Jelle \u2013 S. Hoekstra · Cup · Round 3 · White wins"]
    with Journal.reader(closed / JOURNAL_NAME) as journal:
        last = [event for _, event in journal.since(0)][-1]
    assert last == Described(last.t_ns, "Anke", About.of({"black": "S. Hoekstra"}), "as on the card")
    assert '[Black "S. Hoekstra"]' in (closed / PDN_NAME).read_text()
    none = anke.send("names", **{**CORRECTED, "game": "0007"}, because="x")["failed"]
    assert none == [not_done(EveningRefusal.NO_SUCH_GAME, game="0007")]
    seat.set_up()
    assert anke.waits("1", acts=["Start the clock", "Names"])["players"] == "Ype Bouma \u2013 Jelle de Vries"


def takes_names_with_a_reason_alone(anke, seat, black):
    """So does a game that is over, and one that is closed."""
    late = {**CORRECTED, "white": "Jelle", "black": black}
    assert anke.send("names", **late)["failed"] == [not_done(EveningRefusal.NO_REASON)]
    assert anke.send("names", **late, because="as on the card")["failed"] == []


def test_a_game_at_a_board_without_news_stays_open_on_the_page_and_the_next_round_asks_about_it(new_game, tmp_path):
    games = {}
    for key in ("1", "2"):
        (tmp_path / key / "games").mkdir(parents=True)
        games[key] = new_game(tmp_path / key / "games" / "0001").open(board=key)
        games[key].move("white", 32, 28)
    (tmp_path / "2" / ALIVE_NAME).touch()
    os.utime(tmp_path / "2" / ALIVE_NAME, (0, 0))
    app = create_app(Boards.of_states([tmp_path / "1", tmp_path / "2"]), sign_in=SignIn(SECRET, accounts_in(tmp_path)))
    anke = Visitor(app)
    assert anke.boards["2"]["state"] == "silent"
    assert [board["result"] for board in anke.boards.values()] == ["", "no result yet"], "board 1 says that it plays"
    games["1"].end("1-0")
    anke.waits("1", state="over")
    left_open = "Board 2 cannot be reached, and its game has no result."
    page = BeautifulSoup(anke.see(next="all"), "html.parser")
    assert page.select_one("#next-why").text.strip() == left_open
    assert left_open in page.select_one("dialog[open]").text
    assert left_open not in BeautifulSoup(anke.see(next="1 0001"), "html.parser").select_one("dialog[open]").text
    end_streams(app)


def test_an_operator_looks_on_at_the_evening_and_at_the_desk(desk_app, desk, why):
    durk = Visitor(desk_app, "Durk")
    ((_key, board),) = durk.boards.items()
    assert (board["acts"], board["to_come"]) == ([], {})
    assert not any(name in durk.see(names="1 0001") for name in ("list-text", "start-all", "dialog"))
    assert 'data-word="stand"' not in durk.client.get("/desk/1").text
    for path in ("/desk/1/rule", "/desk/1/paper", "/desk/1/find"):
        refused = durk.client.post(path, data={"ruling": "word=stand", "text": "31-26"})
        assert (refused.status_code, refused.json["lang"], why()) == (403, "en", "AccessRefusal.other-role")
    for act in ("list", "read", "names", "start", "next"):
        refused = durk.client.post("/evening", data={"act": act, "text": LIST, "game": "1 0001"})
        assert (refused.status_code, refused.json["lang"], why()) == (403, "en", "AccessRefusal.other-role")


NONSENSE = [
    ("dance", {}, "SentWrongly.none-of"),
    ("list", {"shown": "[1]"}, "EveningWrong.no-values"),
    ("list", {"shown": '{"1": {"game": 3, "values": {}}}'}, "EveningWrong.no-values"),
    ("list", {"shown": "Jele"}, "EveningWrong.no-values"),
    ("list", {"event": "x" * 501}, "EveningWrong.no-text"),
    ("names", {"board": "9"}, "EveningWrong.no-board"),
    ("names", {"board": "1", "white": "x" * 501}, "EveningWrong.no-text"),
    ("start", {"game": "9 0001"}, "EveningWrong.no-board"),
    ("next", {"game": "1"}, "EveningWrong.no-games"),
    ("next", {}, "EveningWrong.no-games"),
]


@pytest.mark.parametrize(("act", "sent", "code"), NONSENSE)
def test_nonsense_is_refused(desk_app, why, act, sent, code):
    assert Visitor(desk_app).client.post("/evening", data={"act": act, **sent}).status_code == 400
    assert why() == code


def test_a_game_whose_end_is_undone_meanwhile_is_not_closed(desk_app, game, service, signed_in):
    game.open()
    game.move("white", 32, 28)
    game.end("1-0")
    desk, anke = desk_app.extensions[BOARDS].first.desk, signed_in()
    desk.look()
    desk.ruling = contextmanager(lambda: (game.undo_end() for _ in range(1)))()  # the turn to rule comes after another arbiter's
    told = told_in(anke.post("/evening", data={"act": "next", "game": f"1 {game.folder.name}"}).text)
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
        was = {f"was-{name}": value for name, value in (shown | sent.pop("was", {})).items()}
        word = {"board": "1", "game": game.folder.name, "because": "as on the card", **was, **sent}
        answer = told_in(anke.post("/evening", data={"act": "names", **word}).text)
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
    (games,) = EveningFeed(boards, KeptGames(boards), Environment()).games.values()
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
