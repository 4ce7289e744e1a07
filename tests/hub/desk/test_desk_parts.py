"""The parts of a desk: what they say of rulings, of commands for a board elsewhere and where no game is shown, and which of them come."""

import pytest
from bs4 import BeautifulSoup

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.desk.desk_parts import drawn_position, parts_of
from hub.feeds.desk_moves import ListedPress
from record.events.of_game import Ruled, TimesSet
from tests.hub.desk.desk_page import DeskPage, events_of
from tests.hub.journal_rows import START
from tests.support.signing import admitting, client_of

S = 10**9
RULING = {"row": 9, "seq": 4, "move": "2… 20-25", "word": "take-back", "by": "Anke", "t_ns": 3_725 * S}
ENDED = {"word": "end", "result": "1-0", "article": "20.2", "cause": "resigned"}
COMMAND = {"id": 1, "name": "restore", "by": "Anke", "stays": False, "why": "", "lang": "en"}
NO_GAME = {
    "rulings": [],
    "alerts": [],
    "undo": None,
    "link": None,
    "lost": None,
    "no_news": False,
    "trouble": "",
    "faulty": "",
    "damaged": None,
    "others": [],
    "game": "0001",
    "id": 0,
    "last_ruling": 0,
}

CLOCK = {"white_ns": 60 * S, "black_ns": 90 * S, "running": None, "rate": 1}
GAME = {
    "stands": START,
    "board_size": 10,
    "mirrored": False,
    "rules": "frisian",
    "pending": None,
    "on_paper": False,
    "paper": False,
    "clock": CLOCK,
    "recorded": True,
}


@pytest.fixture
def app(game):
    game.open()
    boards = Boards.lone(game.folder / "journal.jsonl", state=game.folder)
    yield create_app(boards, sign_in=admitting(game.folder), follow=False)
    boards.stop()


@pytest.fixture
def shown(app):
    """What the parts of a desk with that view show."""

    def shown(view, lang="en", *, may_rule=True):
        return DeskPage(parts_of(app.jinja_env, lang, {**NO_GAME, **view}, 0.0, "/desk/1", may_rule=may_rule).changes(None))

    return shown


@pytest.mark.parametrize(
    ("told", "says", "clocks"),
    [
        ({}, "Take back", None),
        ({"plies": 2, "reason": "both agree"}, "Take back · 2 plies · both agree", None),
        (ENDED, "End the game · White wins · Article 20.2 · Black has resigned.", None),
        ({**ENDED, "reason": "he went home"}, "End the game · White wins · Article 20.2 · Black has resigned. · he went home", None),
        ({"word": "end", "result": "1-0"}, "End the game · White wins", None),
        ({"word": "to-move", "side": "black"}, "Give the turn · Black", None),
        ({"word": "undo", "of": "end", "reason": "a slip"}, "Undo · End the game · a slip", None),
        ({"word": "undo", "of": "set-times"}, "Undo · Set the clocks", "white black"),
        ({"word": "set-times", "white_ns": 600 * S, "black_ns": 4_800 * S}, "Set the clocks · 0:10:00 / 1:20:00", "white black"),
        ({"word": "add-times", "added_ns": [0, -30 * S]}, "Add time or take it off · Black \u22120:00:30", "black"),
        (
            {"word": "add-times", "added_ns": [60 * S, 30 * S]},
            "Add time or take it off · White +0:01:00, Black +0:00:30",
            "white black",
        ),
        ({"word": "position", "fen": "W:W31:B1", "reason": "<b>"}, "Set up a position · W:W31:B1 · <b>", None),
        ({"word": "of a later version"}, "of a later version", None),
    ],
)
def test_a_ruling_is_listed_with_what_belongs_to_it_and_whose_clocks_it_changed(shown, told, says, clocks):
    page = shown({"rules": "frisian", "rulings": [{**RULING, **told}]})
    assert (page.rulings, page.clocks_changed) == ([(says, "2… 20-25 · Press 4 · Anke, after 1:02:05")], [clocks])


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"at": "2026-11-21T18:43:05+01:00"}, "18:43, by Anke"),
        ({"at": "2026-11-21T18:43:05+01:00?"}, "18:43 (device's time of day not sure), by Anke"),
        ({}, "Anke, after 1:02:05"),
    ],
)
def test_the_time_of_day_is_listed_where_it_was_noted_else_the_time_since_the_beginning(shown, told, says):
    (((_, moment),)) = shown({"rulings": [{**RULING, "seq": 0, "move": "", **told}]}).rulings
    assert moment == f"before the first press · {says}"


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"state": "open"}, "On its way to the board: Restore, by Anke"),
        ({"state": "done"}, "Done: Restore, by Anke"),
        ({"state": "refused", "why": "it is withdrawn"}, "Not done: Restore, by Anke: it is withdrawn"),
        (
            {"state": "late"},
            "No answer from the board: Restore, by Anke. It is not known here whether it was done. If not, it is withdrawn and will not be"
            " done later.",
        ),
    ],
)
def test_a_command_for_a_board_elsewhere_says_what_became_of_it(shown, told, says):
    page = shown({"link": {"cut_off": False, "says": "", "commands": [{**COMMAND, **told}]}})
    assert (page["on-its-way"], page["cut-off"]) == (says, "")


LOST = {"says": "a row does not fit", "lang": "en", "row": 3, "seq": 2, "may_go_on": True}
DAMAGED = {
    "row": 3,
    "hub_row": 9,
    "logs": [{"source": "/x/card.jsonl", "row": 8, "seq": 4}, {"source": "/x/given.jsonl", "row": 7, "seq": 3}],
}


def test_what_was_lost_is_shown_with_the_logs_with_which_the_game_may_go_on(shown):
    page = shown({"game": "0001", "lost": LOST, "damaged": DAMAGED, "recording": False, "given": ""})
    assert page["lost-says"] == "a row does not fit"
    assert page.logs == {
        "3 ": "the sound beginning of the journal: up to row 3, press 2",
        "3 /x/card.jsonl": "/x/card.jsonl: up to row 8, press 4",
        "3 /x/given.jsonl": "the file that was given: up to row 7, press 3",
    }
    assert page["give-hub"] == "The hub has this game up to row 9."
    over = shown({"lost": {**LOST, "may_go_on": False}})
    assert (over.has("lost-says"), over.has("confirm-part"), over.has("given-log")) == (True, False, False)


def test_nothing_is_confirmed_while_the_game_is_recorded_nor_by_an_operator_nor_of_a_board_elsewhere(shown):
    lost, link = {"lost": LOST, "damaged": DAMAGED}, {"cut_off": False, "says": "", "commands": []}
    assert shown({**lost, "recording": True})["lost-means"].startswith("Recording and clock go on")
    for page in (shown({**lost, "recording": True}), shown(lost, may_rule=False), shown({"damaged": DAMAGED, "link": link})):
        assert (page["lost"] != "", page.has("confirm-part"), page.has("given-log")) == (True, False, False)
    assert shown({})["lost"] == ""


@pytest.mark.parametrize(
    ("given", "says"), [("reading", "The recorder reads the file"), ("no-more", "The file that was given has no more"), ("", "")]
)
def test_how_it_is_with_a_log_that_was_given_is_said(shown, given, says):
    assert shown({"lost": LOST, "damaged": DAMAGED, "given": given})["give-says"].startswith(says)


def test_where_no_game_is_shown_the_desk_says_only_what_it_knows(shown):
    cut_off = {"cut_off": True, "says": "Rule there.", "commands": []}
    told = {"lost": LOST}, {"link": cut_off}, {}
    assert [shown(view)["standing"] for view in told] == [
        "The journal of this game has lost something.",
        "Whether a game has begun is not known here.",
        "The game has not begun.",
    ]
    assert [shown({"link": cut_off})[part] for part in ("cut-off", "on-its-way", "silent", "faulty", "undo-does")] == ["Rule there."] + [
        ""
    ] * 4


def test_how_the_game_stands_is_said_in_the_readers_language(shown):
    game = {**GAME, "about": {"white": "Auke", "black": "Bouke"}, "pending": "27c-missed", "on_paper": True}
    page = shown(game, "nl")
    assert (page["about"], page["standing"]) == ("Auke \u2013 Bouke", "Wit aan zet · Open: slag gemist · Op papier voortgezet")
    assert shown({**game, "closed": True, "result": "*"})["standing"] == "The game is over: Not decided"
    undone = {"rulings": [{**RULING, "fen": START}], "undo": {"ruled_ns": 3, "clock": "stands"}}
    assert shown({**game, **undone})["undo-does"] == (
        "Undo takes back “Take back”: the game stands as before it, and an alert that it settled opens again. "
        "The clocks stand, at what they showed then; start them."
    )


def ids(page):
    """The ids of the parts that come, besides the time; of a row of a table, which comes in one, that of the row."""
    parts = [part.find(id=True) if part.name == "table" else part for part in page.parts]
    return {part["id"] for part in parts if part["id"] != "now"}


def test_each_connection_begins_with_all_parts_and_then_those_come_that_changed(app, game):
    board, client = app.extensions[BOARDS].first, client_of(app)
    board.desk.look()
    events = events_of(client)
    first = ids(next(events))
    assert {
        "about",
        "standing",
        "position",
        "waiting",
        "may-not",
        "white",
        "black",
        "silent",
        "faulty",
        "cut-off",
        "on-its-way",
        "undo-does",
        "rulings",
    } <= first
    game.move("white", 32, 28)
    board.desk.look()
    assert ids(next(events)) == {"standing", "position", "may-not", "white", "black", "no-moves", "rows"}
    game.journal.append(TimesSet(game.t_ns, 60 * S, 60 * S, "Anke"), game.t_ns)
    board.desk.look()
    assert ids(next(events)) == {"position", "may-not", "white", "black", "rulings", "undo-does"}
    assert ids(next(events_of(client))) == first


def test_after_a_view_that_could_not_be_sent_all_parts_come_again(app, game):
    board = app.extensions[BOARDS].first
    board.desk.look()
    asked, shown = [], iter((1, None, 3, 4))

    def newer(seen):
        asked.append(seen)
        now = next(shown)
        return now, b"%d" % now

    events = board.desk.events(lambda: True, newer)
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19)):
        game.move(side, start, end)
        board.desk.look()
        next(event for event in events if b"retry" not in event)
    assert asked == [None, 1, None, 3]


ALERT = {
    "id": "12-0",
    "code": "27c-missed",
    "row": 12,
    "seq": 2,
    "rank": 2,
    "acts": "on claim",
    "text": "19-24 is a <quiet> move.",
    "seen": "",
    "article": "27c",
    "side": "black",
    "squares": [19, 24],
    "move": "1… 19-24",
    "before": START,
    "after": START,
    "offers": [],
    "pictures": [None, "drawn/2.jpg"],
    "kept": ["frames/1.jpg", "frames/2.jpg"],
    "away": [],
    "amended": False,
    "righted": False,
    "open": True,
    "past": False,
    "texts": [{"number": "27", "text": "One.\nTwo."}],
}
ALL_MEN = f"White: {', '.join(map(str, range(31, 51)))}. Black: {', '.join(map(str, range(1, 21)))}."


def test_an_alert_has_its_pictures_then_its_boards_and_the_articles_with_their_lines(shown):
    (alert,) = shown({**GAME, "alerts": [ALERT]}).alerts
    assert (alert["text"], alert["pictures"], alert["boards"]) == ("19-24 is a <quiet> move.", ["drawn/2.jpg"], [ALL_MEN] * 2)
    assert (alert["kept"], alert["articles"]) == (["frames/1.jpg", "frames/2.jpg"], [("Article 27", "One.\nTwo.")])


def test_of_a_position_that_is_none_an_alert_draws_no_board(shown):
    (alert,) = shown({**GAME, "alerts": [{**ALERT, "before": "W:W51:B", "pictures": (None, None)}]}).alerts
    assert alert["boards"] == [ALL_MEN]


def test_rulings_are_offered_to_arbiters_alone_with_all_that_belongs_to_them(shown):
    end = {"word": "end", "result": "1-0", "article": "20.2", "cause": "resigned", "since": "3"}
    offers = [end, {"word": "start-clock", "side": "white"}]
    for may_rule, words in ((True, ["end", "start-clock"]), (False, [])):
        (alert,) = shown({**GAME, "alerts": [{**ALERT, "offers": offers}]}, may_rule=may_rule).alerts
        assert [button["word"] for button in alert["buttons"]] == words
        if may_rule:
            assert alert["buttons"][0] == end
    assert [shown({**GAME, "alerts": [ALERT]}, may_rule=may_rule).alerts[0]["buttons"] for may_rule in (True, False)] == [
        [{"word": "seen", "alert": "12-0"}],
        [],
    ]


def test_pictures_that_lie_at_a_board_elsewhere_have_their_places(shown):
    (alert,) = shown({**GAME, "alerts": [{**ALERT, "away": ["drawn/2.jpg", "frames/1.jpg"]}]}).alerts
    assert (alert["pictures"], alert["away"], alert["kept"]) == ([], ["drawn/2.jpg"], ["frames/1.jpg", "frames/2.jpg"])


def test_buttons_and_links_of_an_alert_that_need_scripts_cannot_be_used_before_these_are_there(shown):
    (card,) = shown({**GAME, "alerts": [{**ALERT, "away": ["drawn/2.jpg", "frames/1.jpg"], "open": False}]}).alerts
    assert card["live"] == []


def test_alerts_that_wait_no_more_lie_below_the_others(shown):
    past = {**ALERT, "id": "3-0", "past": True, "open": False}
    for alerts, told in (([ALERT, past], [("12-0", False), ("3-0", True)]), ([past], [("3-0", True)]), ([], [])):
        page = shown({**GAME, "alerts": alerts})
        assert [(alert["id"], alert["past"]) for alert in page.alerts] == told
        assert ("Earlier alerts (1)" in page["alerts"], "Nothing has been told." in page["alerts"]) == (past in alerts, not alerts)


def test_of_the_alerts_that_changes_which_is_another(app):
    def parts(*alerts):
        return parts_of(app.jinja_env, "en", {**NO_GAME, **GAME, "alerts": alerts}, 0.0, "/desk/1", may_rule=True)

    other = {**ALERT, "id": "14-0"}
    before = parts(other, ALERT)
    assert parts(other, ALERT).changes(before) == ""
    assert ids(DeskPage(parts(other, {**ALERT, "amended": True}).changes(before))) == {"alert-12-0"}
    assert ids(DeskPage(parts(ALERT).changes(before))) == {"waiting", "alerts"}


def test_an_event_of_a_long_game_brings_the_move_that_was_made_alone(app, game):
    """Kings move to and fro: a game may have hundreds of such moves."""
    game.white, game.black = {50, 49, 48, 47, 46}, {1, 2, 3, 4, 5}
    board, ways = app.extensions[BOARDS].first, {"white": ((50, 44), (44, 50)), "black": ((1, 7), (7, 1))}

    def move(ply):
        side = ("white", "black")[ply % 2]
        game.move(side, *ways[side][ply // 2 % 2], drawn=f"drawn/{ply + 1:04}.jpg")

    for ply in range(99):
        move(ply)
    board.desk.look()
    events = events_of(client_of(app))
    assert len(next(events).moves) == 99
    move(99)
    board.desk.look()
    told = next(events)
    assert (ids(told), told.moves) == ({"standing", "position", "may-not", "white", "black", "row-50"}, ["44-50", "7-1"])
    game.journal.append(Ruled(2, "black", "legal", "1-6", game.fen("W"), 0.9, amends=True), game.t_ns)
    board.desk.look()
    assert "row-1" in ids(next(events))


PRESS = ListedPress(3, "black", 6, "23-29", START, True, False, "27c-missed", 4_950 * S, None, None)
DOUBT, ALL = {"doubt": (37, 41), "move": None, "verdict": "unsure"}, tuple(range(1, 51))
DRAWN = "Not read since press 5: the last known position is drawn."


@pytest.mark.parametrize(
    ("told", "shows", "says"),
    [
        ({}, "23-29 1:22:30 capture missed", "3… 23-29 · Press 6 · capture missed"),
        ({"side": "white", "verdict": "", "left_ns": None}, "23-29", "3. 23-29 · Press 6"),
        ({"is_off_record": True}, "23-29 1:22:30 capture missed was put right", "3… 23-29 · Press 6 · capture missed · was put right"),
        ({"is_off_record": True, "verdict": ""}, "23-29 1:22:30 taken back", "3… 23-29 · Press 6 · taken back"),
        (DOUBT, "… 1:22:30 not read", "Press 6 · not read"),
        ({"verdict": "of a later version"}, "23-29 1:22:30 of a later version", "3… 23-29 · Press 6 · of a later version"),
    ],
)
def test_a_press_is_listed_with_its_clock_and_what_was_found_and_became_of_it(shown, told, shows, says):
    page = shown({**GAME, "listed": [PRESS._replace(**told)]})
    (press,) = page.presses
    assert (press["shows"], press["says"]) == (shows, says)


@pytest.mark.parametrize(
    ("squares", "says"),
    [
        ((37, 41), f"{DRAWN} On the squares with a dashed edge something else may stand: 37, 41."),
        (ALL, f"{DRAWN} Nothing of the board was seen."),
        ((), DRAWN),
    ],
)
def test_the_squares_in_doubt_are_named_unless_they_are_all_of_them_or_none(shown, squares, says):
    page = shown({**GAME, "doubt": {"since": 5, "squares": squares}, "listed": [PRESS._replace(seq=5, doubt=squares)]})
    marked = ",".join(map(str, squares))
    assert [(told["doubt"], told["doubted"]) for told in (page.position, *page.presses)] == [(marked, says)] * 2
    assert "doubt" not in shown(GAME).position


NO_WORDS = ["stand", "restore", "record", "enter-paper", "undo", "stop-clock"]


@pytest.mark.parametrize(
    ("told", "hindered"),
    [
        ({}, NO_WORDS),
        ({"pending": "27c-missed"}, NO_WORDS[2:]),
        ({"paper": True}, ["stand", "restore", "paper", "undo", "stop-clock"]),
        ({"clock": {**CLOCK, "running": "white"}}, [*NO_WORDS[:5], "start-clock-white"]),
        ({"clock": {**CLOCK, "running": "white"}, "no_news": True}, NO_WORDS[:5]),
        ({"clock": {**CLOCK, "white_ns": None, "black_ns": None}}, [*NO_WORDS, "set-times", "add-times"]),
        ({"recorded": False}, ["any"]),
        ({"stands": ""}, ["any"]),
        ({"link": {"cut_off": True, "says": "Rule there.", "commands": []}}, ["any"]),
        *(
            ({"link": {"cut_off": False, "says": "", "commands": [{**COMMAND, "state": state}]}}, ["any"] if waits else NO_WORDS)
            for state, waits in (("open", True), ("late", True), ("done", False), ("refused", False))
        ),
        ({"link": {"cut_off": False, "says": "", "commands": [{**COMMAND, "name": "seen", "state": "open"}]}}, NO_WORDS),
    ],
)
def test_the_rulings_are_named_that_the_game_as_it_stands_does_not_allow(shown, told, hindered):
    assert sorted(shown({**GAME, **told}).hindered) == sorted(hindered)


def test_the_clocks_stand_as_they_were_read_and_the_one_that_runs_is_marked(shown):
    running = {**CLOCK, "running": "black"}
    assert shown({**GAME, "clock": running}).clocks == {"white": ("60000", False), "black": ("90000", True)}
    assert shown({**GAME, "clock": running, "closed": True, "result": "*"}).clocks["black"] == ("90000", False)
    assert shown({}).clocks == {"white": (None, False), "black": (None, False)}


@pytest.mark.parametrize(("squares", "edges"), [((37, 41), [(20.45, 70.45, 9.1), (10.45, 80.45, 9.1)]), (ALL, [(-1, -1, 102)]), ((), [])])
def test_the_last_move_is_drawn_or_what_is_in_doubt(squares, edges):
    listed = [PRESS._replace(move="32-28"), PRESS._replace(is_off_record=True)]
    known, in_doubt = (
        drawn_position("en", {**GAME, "listed": listed, "doubt": doubt}) for doubt in (None, {"since": 5, "squares": squares})
    )
    assert (known["drawn"].marked, known["drawn"].edges, known["doubted"]) == ({32, 28}, (), "")
    assert (in_doubt["drawn"].marked, [*map(tuple, in_doubt["drawn"].edges)]) == (frozenset(), edges)
    assert in_doubt["doubted"].startswith(DRAWN)


def test_the_page_has_board_and_clocks_before_its_scripts(app, game):
    board = app.extensions[BOARDS].first
    game.move("white", 32, 28)
    board.desk.look()
    (svg,) = BeautifulSoup(client_of(app).get("/desk/1").text, "html.parser").select("#board")
    assert str(svg["aria-label"]).startswith("White: 28, 31, 33, ")
    assert [len(svg.select(part)) for part in ("use", ".mark", ".number")] == [40, 2, 50]
    assert [face.select(".time")[0].text != "" for face in svg.parent.select(".clocks p")] == [True, True]


def test_the_bar_tells_of_what_was_lost_then_of_the_most_urgent_alert_here_or_elsewhere(shown):
    def at(key, number, rank, *ids):
        return {
            "key": key,
            "number": number,
            "open": 1,
            "ids": [*ids],
            "carried": [],
            "alerts": [{"id": id_, "text": "Black calls.", "rank": rank} for id_ in ids],
        }

    own = {**GAME, "alerts": [ALERT, {**ALERT, "id": "3-0", "open": False}]}
    here = (["alert-12-0"], ALERT["text"], "#alert-12-0")
    assert shown(own).waiting == here
    calls = shown({**own, "others": [at("west", "", 5, "7-0"), at("8", "3", 0, "9-0")]}).waiting
    assert calls == (["alert-12-0", "west/7-0", "8/9-0"], "Board 3: Black calls.", "/desk/8#alert-9-0")
    assert shown({**own, "others": [at("west", "", 2, "7-0")]}).waiting[1:] == here[1:], "of two as urgent that of this board"
    assert shown({"others": [at("west", "", -1, "lost")]}).waiting == (["west/lost"], "west: Black calls.", "/desk/west#lost")
    assert shown({"lost": LOST, "others": [at("8", "3", -1, "lost")]}).waiting == (
        ["lost", "8/lost"],
        "The journal of this game has lost something.",
        "#lost",
    )
    assert shown({}).waiting == ([], "", "")


def test_the_duty_to_write_is_suspended_or_taken_up_again_by_arbiters_alone(shown):
    writes, suspended = ({"side": side, "last_ms": 300_000, "duty": duty} for side, duty in (("white", "writes"), ("black", "suspended")))
    view = {**GAME, "writing": [writes, {**suspended, "by": "Anke", "t_ns": 0, "seq": 3}]}
    assert shown(view).buttons("writing") == [
        {"word": "suspend-writing", "side": "white"},
        {"word": "resume-writing", "side": "black"},
    ]
    assert shown(view, may_rule=False).buttons("writing") == []
    assert shown(GAME)["writing"] == ""


def test_of_a_board_that_cannot_be_reached_an_alert_says_so_where_a_ruling_would_be(shown):
    link = {"cut_off": True, "says": "Rule there.", "commands": []}
    for alert, says in ((ALERT, 1), ({**ALERT, "open": False}, 0)):
        page = shown({**GAME, "alerts": [alert], "link": link})
        assert (page["alerts"].count("Rule there."), page["no-ruling"]) == (says, "Rule there.")
