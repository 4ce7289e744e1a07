"""The parts of a desk: what they say of rulings, of commands for a board elsewhere and where no game is shown, and which of them come."""

import json

import pytest

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.desk.desk_parts import parts_of
from hub.web.fragments import changes
from record.events.of_game import TimesSet
from tests.hub.desk.desk_page import DeskPage
from tests.hub.journal_rows import START
from tests.support.signing import admitting, client_of

S = 10**9
RULING = {"row": 9, "seq": 4, "move": "2… 20-25", "word": "take-back", "by": "Anke", "t_ns": 3_725 * S}
ENDED = {"word": "end", "result": "1-0", "article": "20.2", "cause": "resigned"}
COMMAND = {"id": 1, "name": "restore", "by": "Anke", "why": "", "lang": "en"}
NO_GAME = {"rulings": [], "alerts": [], "undo": None, "link": None, "lost": None, "no_news": False, "trouble": "", "faulty": ""}


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
        return DeskPage(changes(parts_of(app.jinja_env, lang, {**NO_GAME, **view}, 0.0, "/desk/1", may_rule=may_rule), None))

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


def test_where_no_game_is_shown_the_desk_says_only_what_it_knows(shown):
    cut_off = {"cut_off": True, "says": "Rule there.", "commands": []}
    told = {"lost": {"row": 3}}, {"link": cut_off}, {}
    assert [shown(view)["standing"] for view in told] == [
        "The journal of this game has lost something.",
        "Whether a game has begun is not known here.",
        "The game has not begun.",
    ]
    assert [shown({"link": cut_off})[part] for part in ("cut-off", "on-its-way", "silent", "faulty", "undo-does")] == ["Rule there."] + [
        ""
    ] * 4


def test_how_the_game_stands_is_said_in_the_readers_language(shown):
    game = {"stands": START, "about": {"white": "Auke", "black": "Bouke"}, "pending": "27c-missed", "on_paper": True}
    page = shown(game, "nl")
    assert (page["about"], page["standing"]) == ("Auke \u2013 Bouke", "Wit aan zet · Open: slag gemist · Op papier voortgezet")
    assert shown({**game, "closed": True, "result": "*"})["standing"] == "The game is over: Not decided"
    undone = {"rulings": [{**RULING, "fen": START}], "undo": {"ruled_ns": 3, "clock": "stands"}}
    assert shown({**game, **undone})["undo-does"] == (
        "Undo takes back “Take back”: the game stands as before it, and an alert that it settled opens again. "
        "The clocks stand, at what they showed then; start them."
    )


def htmls(client, path):
    """The HTML of each event at that address."""
    with client.get(path) as answer:
        yield from (json.loads(event.partition(b"data: ")[2])["html"] for event in answer.iter_encoded() if b"data: {" in event)


def ids(html):
    """The ids of the parts that come, besides the time."""
    return {part["id"] for part in DeskPage(html).parts if part["id"] != "now"}


def test_each_connection_begins_with_all_parts_and_then_those_come_that_changed(app, game):
    board, client = app.extensions[BOARDS].first, client_of(app)
    board.desk.look()
    events = htmls(client, "/desk/1/events")
    first = ids(next(events))
    assert {"about", "standing", "silent", "faulty", "cut-off", "on-its-way", "undo-does", "rulings"} <= first
    game.move("white", 32, 28)
    board.desk.look()
    assert ids(next(events)) == {"standing"}
    game.journal.append(TimesSet(game.t_ns, 60 * S, 60 * S, "Anke"), game.t_ns)
    board.desk.look()
    assert ids(next(events)) == {"rulings", "undo-does"}
    assert ids(next(htmls(client, "/desk/1/events"))) == first


def test_after_a_view_that_could_not_be_sent_all_parts_come_again(app, game):
    board = app.extensions[BOARDS].first
    board.desk.look()
    asked, views = [], iter(({"id": 1}, {"id": float("nan")}, {"id": 3}, {"id": 4}))

    def view(is_anew):
        asked.append(is_anew)
        return next(views)

    events = board.desk.events(lambda: True, view)
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19)):
        game.move(side, start, end)
        board.desk.look()
        next(event for event in events if b"retry" not in event)
    assert asked == [True, False, True, False]


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
GAME = {"stands": START, "board_size": 10, "mirrored": False, "rules": "frisian", "pending": None, "on_paper": False}


def test_an_alert_has_its_pictures_then_its_boards_and_the_articles_with_their_lines(shown):
    (alert,) = shown({**GAME, "alerts": [ALERT]}).alerts
    assert (alert["text"], alert["pictures"], alert["boards"]) == ("19-24 is a <quiet> move.", ["drawn/2.jpg"], [START] * 2)
    assert (alert["kept"], alert["articles"]) == (["frames/1.jpg", "frames/2.jpg"], [("Article 27", "One.\nTwo.")])


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
    offers = [{"word": "start-clock", "side": "white"}]
    for alert in ({**ALERT, "offers": offers}, ALERT, {**ALERT, "away": ["drawn/2.jpg", "frames/1.jpg"], "open": False}):
        (card,) = shown({**GAME, "alerts": [alert]}).alerts
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
    assert changes(parts(other, ALERT), before) == ""
    assert ids(changes(parts(other, {**ALERT, "amended": True}), before)) == {"alert-12-0"}
    assert ids(changes(parts(ALERT), before)) == {"alerts"}
