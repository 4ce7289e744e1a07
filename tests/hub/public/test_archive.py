"""The archive, and the lasting addresses of games: pages, lists, PDN and previews, as the public may know them."""

import os
import re
from contextlib import suppress

import cv2
import numpy as np
import pytest

from hub.app import BOARDS, GAMES, create_app
from hub.boards import kept_games
from hub.boards.board import Boards
from hub.boards.game_address import RESERVED
from hub.boards.kept_games import ALL_S
from hub.feeds.delay import parse_delay
from hub.public.reading import BURST_S, EACH_S, KEPT, Readings
from hub.web.errors import Refused
from record.events.about import About
from record.events.of_game import PaperMoves
from record.events.of_record import Described
from record.papers.board_png import HEIGHT, WIDTH
from record.store.in_short import in_short
from record.store.journal import Journal
from rules.board.ruleset import ruleset
from rules.errors import DamcamError
from rules.pdn.check import check_game
from rules.pdn.read import read_games

EVENT = "/frysk-kampioenskip"


@pytest.fixture
def serving(tmp_path):
    """Makes the application over both boards; `ask` looks at the boards first."""
    made = []

    def serve(delay=""):
        boards = Boards.of_states([tmp_path / "east", tmp_path / "west"], delay=parse_delay(delay))
        made.append(boards)
        return create_app(boards, follow=False)

    yield serve
    for boards in made:
        for board in boards.values():
            board.feed.close()


def look(app):
    for board in app.extensions[BOARDS].values():
        board.turn()
        with suppress(DamcamError):
            board.feed.look()
    app.extensions[GAMES].look()


def ask(app, path, **more):
    look(app)
    return app.test_client().get(path, buffered=True, **more)


def played(game, *moves, result=""):
    for place, (start, end) in enumerate(moves):
        game.move("black" if place % 2 else "white", start, end)
    if result:
        game.close(result)
    return game


def shown(answer):
    """The fens that the page carries."""
    return re.search(r'"fen": ?"([^"]*)"', answer.text.partition('id="view">')[2])[1]


def test_the_address_of_a_game_lasts_while_it_runs_after_it_and_after_the_next_has_begun(hall, serving):
    first = played(hall("east", 1, board="7"), (32, 28))
    app, address = serving(), f"{EVENT}/3/7"
    running = ask(app, address)
    assert running.status_code == 200
    assert 'data-base="/board/7"' in running.text
    first.move("black", 19, 23)
    first.close("1-0")
    after = ask(app, address)
    assert shown(after) == shown(ask(app, "/board/7"))
    played(hall("east", 2, board="7", round="4"), (31, 27))
    later = ask(app, address)
    assert f'data-base="{address}"' in later.text
    assert " data-kept" in later.text
    assert shown(later) == shown(after) != shown(ask(app, "/board/7"))
    assert shown(ask(app, f"{EVENT}/4/7")) == shown(ask(app, "/board/7"))
    assert ask(app, f"{EVENT}/5/7").status_code == 404


def test_the_address_of_a_game_whose_journal_has_lost_something_says_what_the_board_says(hall, serving):
    game = played(hall("east", 1, board="7"), (32, 28))
    app = serving()
    assert ask(app, f"{EVENT}/3/7").status_code == 200
    game.journal.close()
    older = (game.folder / "journal.sqlite").read_bytes()
    with Journal.open(game.folder / "journal.sqlite") as journal:
        journal.append(Described(game.t_ns, "Anke", About.of({"round": "4"})), game.t_ns)
    (game.folder / "older").write_bytes(older)
    (game.folder / "older").rename(game.folder / "journal.sqlite")  # its tail knows more
    for path in (f"{EVENT}/3/7", f"{EVENT}/3/7/state"):
        assert '"withheld":' in ask(app, path).text, path
    assert ask(app, f"{EVENT}/3/7/game.pdn").status_code == 404


def test_of_games_with_one_address_the_first_keeps_it(hall, serving):
    hall("east", 1, board="7").close("1-0")
    hall("east", 2, board="7", white="Tryn").close("0-1")
    hall("east", 3, board="7", white="Wiebe")
    app = serving()
    for path, name in ((f"{EVENT}/3/7", "Jelle de Vries"), (f"{EVENT}/3/7.2", "Tryn"), (f"{EVENT}/3/7.3", "Wiebe")):
        assert f'"white": "{name}"' in ask(app, path).text, path
    assert ask(app, f"{EVENT}/3/7.1").headers["Location"] == f"{EVENT}/3/7"
    assert ask(app, f"{EVENT}/3/7.1/state?x=1").headers["Location"] == f"{EVENT}/3/7/state?x=1"


def test_a_game_without_names_has_an_address_too(hall, serving):
    hall("west", 1, event="", round="", date="2026.11.21").close("1-0")
    hall("west", 2, event="", round="", date="????.??.??").close("1-0")
    hall("west", 3, event="Board", round="").close("1-0")
    app = serving()
    assert ask(app, "/2026-11-21/-/west").status_code == 200
    assert ask(app, "/-/-/west").status_code == 200
    assert ask(app, "/event-board/-/west").status_code == 200


def test_a_board_without_a_number_is_called_as_its_folder_whatever_comes_later(hall, serving):
    hall("east", 1).close("1-0")
    assert ask(serving(), f"{EVENT}/3/east").status_code == 200
    hall("east", 2, board="7", round="4")
    app = serving()
    assert list(app.extensions[BOARDS]) == ["7", "west"]
    assert ask(app, f"{EVENT}/3/east").status_code == 200


def test_a_lone_board_is_number_1(hall, tmp_path):
    hall("east", 1)
    boards = Boards.lone(tmp_path / "east" / "games" / "0001" / "journal.sqlite")
    app = create_app(boards, follow=False)
    assert ask(app, f"{EVENT}/3/1").status_code == 200
    boards.first.feed.close()


def test_no_other_address_begins_with_the_name_of_an_event(serving):
    others = {rule.rule.split("/")[1] for rule in serving().url_map.iter_rules() if not rule.rule.startswith("/<")}
    assert {name for name in others if name and "." not in name and "<" not in name} <= RESERVED


def test_a_corrected_name_leads_to_the_game_too(hall, serving):
    game = hall("east", 1, board="7", event="Frisk Kampjoenskip")
    app = serving()
    assert ask(app, "/frisk-kampjoenskip/3/7").status_code == 200
    game.journal.append(Described(0, "Anke", About.of({"event": "Frysk Kampioenskip"})), 0)
    assert ask(app, f"{EVENT}/3/7").status_code == 200
    assert ask(app, "/frisk-kampjoenskip/3/7").headers["Location"] == f"{EVENT}/3/7"
    assert ask(app, "/Frysk%20Kampioenskip/3/7").status_code == 200


def test_the_archive_lists_the_games_of_all_boards_by_event_and_round(hall, serving):
    played(hall("east", 1, board="7", round="2"), (32, 28), result="1-0")
    played(hall("west", 1, board="10", white="Ype", black="Ale"), (32, 28), result="draw")
    played(hall("east", 2, board="7", white="Sjoerd"), (32, 28))
    app = serving()
    text = ask(app, "/archive").text
    rows = re.findall(r'<td>(.*?)</td>\s*<td><a href="(.*?)">(.*?)</a></td>\s*<td>(.*?)</td>', text)
    assert rows == [
        ("7", f"{EVENT}/2/7", "Jelle de Vries \u2013 Sytske Hoekstra", "White wins"),
        ("7", f"{EVENT}/3/7", "Sjoerd \u2013 Sytske Hoekstra", "In play"),
        ("10", f"{EVENT}/3/10", "Ype \u2013 Ale", "Draw"),
    ]
    assert re.findall(r'href="([^"]*)">Round (\d)', text) == [(f"{EVENT}/2", "2"), (f"{EVENT}/3", "3")]
    assert len(re.findall("<tr>", ask(app, f"{EVENT}/2").text)) == 2
    assert len(re.findall("<tr>", ask(app, EVENT).text)) == 5
    assert ask(app, "/nobody").status_code == ask(app, f"{EVENT}/9").status_code == 404


@pytest.mark.parametrize(
    ("asked", "found"),
    [("ype", 1), ("Hoeks", 1), ("de vries", 1), ("Tsjêbbe", 1), ("tsjebbe", 1), ("pe", 0), ("ype hoekstra", 0), ("<b>", 0)],
)
def test_a_player_is_found_by_the_beginning_of_a_name(hall, serving, asked, found):
    hall("east", 1).close("1-0")
    hall("west", 1, white="Ype", black="Tsjêbbe").close("1-0")
    answer = ask(serving(), "/archive", query_string={"player": asked})
    assert answer.text.count("<tr>") == 2 * found
    assert ("No player of that name" in answer.text) == (not found)
    assert "<b>" not in answer.text


def test_an_archive_of_many_games_has_pages(hall, serving, monkeypatch):
    monkeypatch.setattr("hub.public.archive.AT_ONCE", 2)
    for number in range(1, 6):
        hall("east", number, round=str(number)).close("1-0")
    app = serving()
    first, last = ask(app, "/archive").text, ask(app, "/archive?page=2").text
    assert re.findall(r'">Round (\d)', first) == ["4", "5"]
    assert re.findall(r'">Round (\d)', last) == ["1"]
    assert "Older games" in first
    assert "Newer games" in last
    assert "Older games" not in last
    assert ask(app, "/archive?page=x").status_code == 404


def games_in(text):
    return list(read_games(text))


def test_a_game_a_round_and_an_event_are_there_as_pdn(hall, serving):
    played(hall("east", 1, board="7", round="2"), (32, 28), (19, 23), result="1-0")
    played(hall("west", 1, board="10", white="Ype"), (31, 27), result="draw")
    played(hall("east", 2, board="7"), (33, 29))
    app = serving()
    one = ask(app, f"{EVENT}/2/7/game.pdn")
    assert one.headers["Content-Type"] == "application/x-pdn; charset=utf-8"
    told = [
        [game.tags[name] for name in ("Event", "Round", "Board", "White", "Result")]
        for game in games_in(ask(app, f"{EVENT}/event.pdn").text)
    ]
    assert told == [
        ["Frysk Kampioenskip", "2", "7", "Jelle de Vries", "1-0"],
        ["Frysk Kampioenskip", "3", "7", "Jelle de Vries", "*"],
        ["Frysk Kampioenskip", "3", "10", "Ype", "1/2-1/2"],
    ]
    third = ask(app, f"{EVENT}/3/round.pdn")
    assert 'filename="round.pdn"' in third.headers["Content-Disposition"]
    assert [game.tags["Board"] for game in games_in(third.text)] == ["7", "10"]
    assert games_in(one.text)[0].tags["Round"] == "2"
    assert [check_game(game, ruleset("frisian")).faults for game in games_in(ask(app, f"{EVENT}/event.pdn").text)] == [(), (), ()]
    assert ask(app, f"{EVENT}/9/round.pdn").status_code == ask(app, "/nobody/event.pdn").status_code == 404


def test_no_remark_of_a_fault_is_in_what_the_public_gets(hall, serving):
    game = played(hall("east", 1, board="7"), (32, 28))
    game.fault("black", "27c-missed", 19, 24)
    game.move("white", 31, 27)
    game.close("1-0")
    hall("east", 2, board="7", round="4")
    app = serving()
    for path in (f"{EVENT}/3/7", f"{EVENT}/3/7/game.pdn", f"{EVENT}/3/round.pdn", f"{EVENT}/3/7/state", "/archive"):
        assert not re.search("missed|27c|left standing", ask(app, path).text), path


def test_a_running_game_is_as_old_here_as_everywhere(hall, serving):
    game = played(hall("east", 1, board="7"), (32, 28), (19, 23))
    app, address = serving("1 move"), f"{EVENT}/3/7"
    assert shown(ask(app, address)).startswith("W:W31,32")
    assert "1. 32-28" not in ask(app, f"{address}/game.pdn").text
    assert "32-28" not in ask(app, f"{EVENT}/3/round.pdn").text
    assert ask(app, f"{address}/preview.png").data == drawn_start(app, hall)
    game.close("1-0")
    assert "32-28" in ask(app, f"{address}/game.pdn").text


def drawn_start(app, hall):
    hall("west", 1, round="9")
    return ask(app, f"{EVENT}/9/west/preview.png").data


def test_a_game_that_was_broken_off_is_held_back_by_the_delay_too(hall, serving):
    played(hall("east", 1, board="7"), (32, 28), (19, 23))
    hall("east", 2, board="7", round="4")
    app = serving("1 move")
    assert shown(ask(app, f"{EVENT}/3/7")).startswith("W:W31,32")
    assert "32-28" not in ask(app, f"{EVENT}/event.pdn").text
    now_s = [0.0]
    late = serving("15m")
    look(late)
    boards = late.extensions[BOARDS]
    readings = Readings(boards, lambda: now_s[0])
    kept, _ = late.extensions[GAMES].at("frysk-kampioenskip", "3", "7")
    now_s[0] = kept.seen_s + 880
    assert len(readings.feed_of(kept).latest.view["fens"]) == 1
    now_s[0] = kept.seen_s + 910
    assert len(readings.feed_of(kept).latest.view["fens"]) == 3


def test_a_game_keeps_the_delay_with_which_it_began(hall, serving):
    played(hall("east", 1, board="7", delay="1 move"), (32, 28), (19, 23))
    hall("east", 2, board="7", round="4")
    assert shown(ask(serving(), f"{EVENT}/3/7")).startswith("W:W31,32")


def test_messengers_get_names_standing_and_a_drawn_position(hall, serving):
    played(hall("east", 1, board="7"), (32, 28), (19, 23), result="1-0")
    hall("east", 2, board="7", round="4", white='A "<b>" &')
    app = serving()
    text = ask(app, f"{EVENT}/3/7", headers={"Host": "draughts.example"}).text
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))
    assert told["title"] == "Jelle de Vries \u2013 Sytske Hoekstra · Frysk Kampioenskip"
    assert told["description"] == "Round 3 · Board 7 · After 1… 19-23 · White wins"
    assert told["url"] == f"http://draughts.example{EVENT}/3/7"
    assert told["image"].startswith(f"http://draughts.example{EVENT}/3/7/preview.png?v=")
    picture = ask(app, told["image"].removeprefix("http://draughts.example"))
    assert picture.mimetype == "image/png"
    assert cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR).shape == (HEIGHT, WIDTH, 3)
    live = ask(app, "/board/7").text
    assert 'content="A &#34;&lt;b&gt;&#34; &amp; \u2013 Sytske' in live
    assert ask(app, "/board/7/preview.png").data != picture.data
    assert "Wit wint" in ask(app, f"{EVENT}/3/7?lang=nl").text.partition("</head>")[0]


def test_a_page_before_a_game_has_no_picture_to_preview(hall, serving):
    hall("east", 1)
    app = serving()
    assert "og:image" not in ask(app, "/board/west").text
    assert ask(app, "/board/west/preview.png").status_code == 404


def test_what_was_not_changed_is_not_read_again(hall, serving, monkeypatch):
    read = []
    monkeypatch.setattr(kept_games, "in_short", lambda path: read.append(path.parent.name) or in_short(path))
    for number in range(1, 7):
        hall("east", number, round=str(number))
    app = serving()
    look(app)
    assert read == [f"{number:04}" for number in range(1, 7)]
    for _ in range(5):
        ask(app, "/archive")
        ask(app, f"{EVENT}/2/east")
    assert len(read) == 6


def test_moves_that_are_entered_later_are_shown(hall, serving):
    """They leave everything as it is that the list tells of the game."""
    old = played(hall("east", 1, board="7"), (32, 28))
    old.go_on_paper()
    old.close("1-0")
    hall("east", 2, board="7", round="4")
    app, address = serving(), f"{EVENT}/3/7"
    assert "19-23" not in ask(app, f"{address}/game.pdn").text
    after = "W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23"
    old.journal.append(PaperMoves(old.t_ns, "Anke", ("32-28", "19-23"), (old.fen("B"), after), (0, 0)), old.t_ns)
    assert "19-23" in ask(app, f"{address}/game.pdn").text


def test_a_thousand_games_are_read_once_and_each_has_its_address(hall, serving, tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr(kept_games, "in_short", lambda path: read.append(path) or in_short(path))
    first = hall("east", 1, board="7")
    first.close("1-0")
    first.journal.close()
    games = tmp_path / "east" / "games"
    for number in range(2, 1001):
        (games / f"{number:04}").mkdir()
        os.link(games / "0001" / "journal.sqlite", games / f"{number:04}" / "journal.sqlite")
    app = serving()
    look(app)
    look(app)
    assert len(read) == 1000
    assert len({place for _, place in app.extensions[GAMES].all()}) == 1000
    assert ask(app, "/archive?page=4").text.count('class="card"') == 1
    assert ask(app, f"{EVENT}/3/7.567").status_code == 200
    assert len(read) == 1000


def test_a_change_in_an_old_game_is_seen_after_a_while(hall, serving):
    old = hall("east", 1, round="1")
    for number in range(2, 7):
        hall("east", number, round=str(number))
    app = serving()
    now_s = [0.0]
    app.extensions[GAMES]._now_s = lambda: now_s[0]
    look(app)
    old.journal.append(Described(0, "Anke", About.of({"white": "Wytske"})), 0)
    assert "Wytske" not in ask(app, "/archive").text
    now_s[0] += ALL_S
    assert "Wytske" in ask(app, "/archive").text


def test_only_so_many_games_are_read_in_a_second(hall, serving):
    for number in range(1, KEPT + 8):
        hall("east", number, round=str(number)).close("1-0")
    app = serving()
    look(app)
    now_s, slept = [1000.0], []
    kept = [game for game, _ in app.extensions[GAMES].all()]

    def sleep(for_s):
        slept.append(for_s)
        now_s[0] += for_s

    readings = Readings(app.extensions[BOARDS], lambda: now_s[0], sleep)
    at_once = int(BURST_S / EACH_S)
    older = kept[1:]  # the newest is followed
    for game in older[:at_once]:
        readings.feed_of(game)
    with pytest.raises(Refused) as refusal:
        readings.feed_of(older[at_once])
    assert (refusal.value.code, refusal.value.wait_s) == (503, 1)
    readings.feed_of(older[at_once - 1])
    readings.feed_of(kept[0])
    assert len(readings._kept) == KEPT
    assert len(list(readings.in_turn(kept))) == len(kept)
    assert sum(slept) >= EACH_S


def test_a_game_that_cannot_be_read_costs_itself_alone(hall, serving):
    hall("east", 1, board="7").close("1-0")
    hall("east", 2, board="7", round="4").close("1-0")
    hall("east", 3, board="7", round="5")
    app = serving()
    look(app)
    damaged = app.extensions[BOARDS]["7"].games / "0001" / "journal.sqlite"
    damaged.write_bytes(b"no journal")
    answer = app.test_client().get(f"{EVENT}/3/7")
    assert answer.status_code == 500
    assert "this game cannot be read" in answer.text
    assert [game.tags["Round"] for game in games_in(ask(app, f"{EVENT}/event.pdn").text)] == ["4", "5"]


def test_only_two_files_are_written_at_once(hall, serving):
    hall("east", 1, board="7")
    app = serving()
    look(app)
    client = app.test_client()
    under_way = [client.get(f"{EVENT}/event.pdn") for _ in range(2)]
    assert client.get(f"{EVENT}/event.pdn").status_code == 503
    under_way[0].close()
    assert client.get(f"{EVENT}/event.pdn", buffered=True).status_code == 200
    under_way[1].close()


def test_the_address_of_a_boards_game(hall, serving):
    hall("east", 1, board="7")
    app = serving()
    assert ask(app, "/board/7/address.json").json == {"game": "0001", "address": f"{EVENT}/3/7"}
    assert ask(app, "/board/west/address.json").json == {"game": "", "address": ""}
