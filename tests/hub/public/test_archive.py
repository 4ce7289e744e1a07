"""The archive, and the lasting addresses of games: pages, lists, PDN, and what messengers show, as the public may know them."""

import os
import re

import pytest

from hub.app import BOARDS, GAMES
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
from record.store.in_short import in_short
from record.store.journal import Journal
from rules.board.ruleset import ruleset
from rules.pdn.check import check_game
from rules.pdn.read import read_games
from tests.hub.public.conftest import ask, look

EVENT = "/frysk-kampioenskip"
MANY = 50


def played(game, *moves, result=""):
    for place, (start, end) in enumerate(moves):
        game.move("black" if place % 2 else "white", start, end)
    if result:
        game.close(result)
    return game


def shown(answer):
    """The position that the page carries."""
    return re.search('<data id="position" value="([^"]*)"', answer.text)[1]


def test_the_address_of_a_game_lasts_while_it_runs_after_it_and_after_the_next_has_begun(hall, hall_app):
    first = played(hall("east", 1, board="7"), (32, 28))
    app, address = hall_app(), f"{EVENT}/3/7"
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


def test_the_address_of_a_game_whose_journal_has_lost_something_says_what_the_board_says(hall, hall_app):
    game = played(hall("east", 1, board="7"), (32, 28))
    app = hall_app()
    assert ask(app, f"{EVENT}/3/7").status_code == 200
    game.journal.close()
    older = (game.folder / "journal.jsonl").read_bytes()
    with Journal.open(game.folder / "journal.jsonl") as journal:
        journal.append(Described(game.t_ns, "Anke", About.of({"round": "4"})), game.t_ns)
    (game.folder / "older").write_bytes(older)
    (game.folder / "older").rename(game.folder / "journal.jsonl")  # its tail knows more
    assert '<data id="state" value="withheld"' in ask(app, f"{EVENT}/3/7").text
    assert ask(app, f"{EVENT}/3/7/game.pdn").status_code == 404


def test_of_games_with_one_address_the_first_keeps_it(hall, hall_app):
    hall("east", 1, board="7").close("1-0")
    hall("east", 2, board="7", white="Tryn").close("0-1")
    hall("east", 3, board="7", white="Wiebe")
    app = hall_app()
    for path, name in ((f"{EVENT}/3/7", "Jelle de Vries"), (f"{EVENT}/3/7.2", "Tryn"), (f"{EVENT}/3/7.3", "Wiebe")):
        assert f'class="name">{name}<' in ask(app, path).text, path
    assert ask(app, f"{EVENT}/3/7.1").headers["Location"] == f"{EVENT}/3/7"
    assert ask(app, f"{EVENT}/3/7.1/game.pdn?x=1").headers["Location"] == f"{EVENT}/3/7/game.pdn?x=1"


def test_a_game_without_names_and_a_board_without_a_number_have_addresses_whatever_comes_later(hall, hall_app):
    hall("west", 1, event="", round="", date="2026.11.21").close("1-0")
    hall("west", 2, event="", round="", date="????.??.??").close("1-0")
    hall("west", 3, event="Board", round="").close("1-0")
    hall("east", 1).close("1-0")
    app = hall_app()
    for path in ("/2026-11-21/-/west", "/-/-/west", "/event-board/-/west", f"{EVENT}/3/east"):
        assert ask(app, path).status_code == 200, path
    hall("east", 2, board="7", round="4")
    app = hall_app()
    assert list(app.extensions[BOARDS]) == ["7", "west"]
    assert ask(app, f"{EVENT}/3/east").status_code == 200


def test_no_other_address_begins_with_the_name_of_an_event(hall_app):
    others = {rule.rule.split("/")[1] for rule in hall_app().url_map.iter_rules() if not rule.rule.startswith("/<")}
    assert {name for name in others if name and "." not in name and "<" not in name} <= RESERVED


def test_a_corrected_name_leads_to_the_game_too(hall, hall_app):
    game = hall("east", 1, board="7", event="Frisk Kampjoenskip")
    app = hall_app()
    assert ask(app, "/frisk-kampjoenskip/3/7").status_code == 200
    game.journal.append(Described(0, "Anke", About.of({"event": "Frysk Kampioenskip"})), 0)
    assert ask(app, f"{EVENT}/3/7").status_code == 200
    assert ask(app, "/frisk-kampjoenskip/3/7").headers["Location"] == f"{EVENT}/3/7"
    assert ask(app, "/Frysk%20Kampioenskip/3/7").status_code == 200


@pytest.fixture
def archive(hall, hall_app):
    """The application over two games that have ended, and one that is played."""
    played(hall("east", 1, board="7", round="2"), (32, 28), (19, 23), result="1-0")
    played(hall("west", 1, board="10", white="Ype", black="Tsjêbbe"), (31, 27), result="draw")
    played(hall("east", 2, board="7", white="Sjoerd"), (33, 29))
    return hall_app()


def test_the_archive_lists_the_games_of_all_boards_by_event_and_round(archive):
    text = ask(archive, "/archive").text
    rows = re.findall(r'<td>(.*?)</td>\s*<td><a href="(.*?)">(.*?)</a></td>\s*<td>(.*?)</td>', text)
    assert rows == [
        ("7", f"{EVENT}/2/7", "Jelle de Vries \u2013 Sytske Hoekstra", "White wins"),
        ("7", f"{EVENT}/3/7", "Sjoerd \u2013 Sytske Hoekstra", "In play"),
        ("10", f"{EVENT}/3/10", "Ype \u2013 Tsjêbbe", "Draw"),
    ]
    assert re.findall(r'href="([^"]*)">Round (\d)', text) == [(f"{EVENT}/2", "2"), (f"{EVENT}/3", "3")]
    assert [ask(archive, path).text.count("<tr>") for path in (f"{EVENT}/2", EVENT)] == [2, 5]
    for path in ("/nobody", f"{EVENT}/9", f"{EVENT}/9/round.pdn", "/nobody/event.pdn"):
        assert ask(archive, path).status_code == 404, path


def test_a_game_to_which_a_player_did_not_come_is_listed_as_not_played(hall, hall_app):
    hall("east", 1, board="7").close("0-1")
    played(hall("west", 1, board="10"), (31, 27), result="0-1")
    app = hall_app()
    cells = re.findall(r"<td>(Black wins.*?)</td>", ask(app, "/archive").text)
    assert cells == ["Black wins <small>not played</small>", "Black wins"]
    games = read_games(ask(app, f"{EVENT}/event.pdn").text)
    assert [(game.tags["Board"], game.is_played) for game in games] == [("7", False), ("10", True)]
    for lang, says in (("en", "not played"), ("nl", "niet gespeeld"), ("fy", "net spile")):
        pages = (app.test_client().get(f"{EVENT}/3/{board}", headers={"Accept-Language": lang}).text for board in (7, 10))
        assert [re.search('id="why" class="why">(.*?)<', page)[1] for page in pages] == [says, ""]


def test_a_player_is_found_by_the_beginning_of_a_name(archive):
    found = {"ype": 1, "Hoeks": 2, "de vries": 1, "Tsjêbbe": 1, "tsjebbe": 1, "pe": 0, "ype hoekstra": 0, "<b>": 0}
    for asked, count in found.items():
        text = ask(archive, "/archive", query_string={"player": asked}).text
        assert (text.count('<td><a href="'), "No player of that name" in text, "<b>" in text) == (count, not count, False), asked


def test_a_game_a_round_and_an_event_are_there_as_pdn(archive):
    one, third, whole = (ask(archive, f"{EVENT}/{path}.pdn") for path in ("2/7/game", "3/round", "event"))
    assert one.headers["Content-Type"] == "application/x-pdn; charset=utf-8"
    assert 'filename="round.pdn"' in third.headers["Content-Disposition"]
    games = list(read_games(whole.text))
    assert [[game.tags[name] for name in ("Event", "Round", "Board", "White", "Result")] for game in games] == [
        ["Frysk Kampioenskip", "2", "7", "Jelle de Vries", "1-0"],
        ["Frysk Kampioenskip", "3", "7", "Sjoerd", "*"],
        ["Frysk Kampioenskip", "3", "10", "Ype", "1/2-1/2"],
    ]
    assert [check_game(game, ruleset("frisian")).faults for game in games] == [(), (), ()]
    assert [game.tags["Board"] for game in read_games(third.text)] == ["7", "10"]
    assert [game.tags["Round"] for game in read_games(one.text)] == ["2"]


def test_an_archive_of_many_games_has_pages(hall, hall_app, monkeypatch):
    monkeypatch.setattr("hub.public.archive.AT_ONCE", 2)
    for number in range(1, 6):
        hall("east", number, round=str(number)).close("1-0")
    app = hall_app()
    first, last = ask(app, "/archive").text, ask(app, "/archive?page=2").text
    assert re.findall(r'">Round (\d)', first) == ["4", "5"]
    assert re.findall(r'">Round (\d)', last) == ["1"]
    assert "Older games" in first
    assert "Newer games" in last
    assert "Older games" not in last
    assert ask(app, "/archive?page=x").status_code == 404


def test_a_running_game_is_as_old_here_as_everywhere(hall, hall_app):
    game = played(hall("east", 1, board="7"), (32, 28), (19, 23))
    app, address = hall_app(delay=parse_delay("1 move")), f"{EVENT}/3/7"
    assert shown(ask(app, address)).startswith("W:W31,32")
    assert "1. 32-28" not in ask(app, f"{address}/game.pdn").text
    assert "32-28" not in ask(app, f"{EVENT}/3/round.pdn").text
    assert "32-28" not in ask(app, address).text.partition("</head>")[0], "what messengers show"
    game.close("1-0")
    assert "32-28" in ask(app, f"{address}/game.pdn").text


def test_a_game_that_was_broken_off_is_held_back_by_the_delay_too_and_by_its_own_where_the_hub_has_none(hall, hall_app):
    played(hall("west", 1, delay="1 move"), (32, 28), (19, 23))
    hall("west", 2, round="4")
    assert shown(ask(hall_app(), f"{EVENT}/3/west")).startswith("W:W31,32")
    played(hall("east", 1, board="7"), (32, 28), (19, 23))
    hall("east", 2, board="7", round="4")
    app = hall_app(delay=parse_delay("1 move"))
    assert shown(ask(app, f"{EVENT}/3/7")).startswith("W:W31,32")
    assert "32-28" not in ask(app, f"{EVENT}/event.pdn").text
    now_s = [0.0]
    late = hall_app(delay=parse_delay("15m"))
    look(late)
    boards = late.extensions[BOARDS]
    readings = Readings(boards, lambda: now_s[0])
    kept, _ = late.extensions[GAMES].at("frysk-kampioenskip", "3", "7")
    now_s[0] = kept.seen_s + 880
    assert len(readings.feed_of(kept).latest.view["fens"]) == 1
    now_s[0] = kept.seen_s + 910
    assert len(readings.feed_of(kept).latest.view["fens"]) == 3


def test_messengers_get_names_and_standing(hall, hall_app):
    played(hall("east", 1, board="7"), (32, 28), (19, 23), result="1-0")
    hall("east", 2, board="7", round="4", white='A "<b>" &')
    app = hall_app()
    text = ask(app, f"{EVENT}/3/7", headers={"Host": "draughts.example"}).text
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))
    assert told["title"] == "Jelle de Vries \u2013 Sytske Hoekstra · Frysk Kampioenskip"
    assert told["description"] == "Round 3 · Board 7 · After 1… 19-23 · White wins"
    assert told["url"] == f"http://draughts.example{EVENT}/3/7"
    assert 'content="A &#34;&lt;b&gt;&#34; &amp; \u2013 Sytske' in ask(app, "/board/7").text
    assert "Wit wint" in ask(app, f"{EVENT}/3/7?lang=nl").text.partition("</head>")[0]
    assert '<meta property="og:title" content="Draughts, live">' in ask(app, "/board/west").text, "before a game"


def test_moves_that_are_entered_later_are_shown(hall, hall_app):
    """They leave everything as it is that the list tells of the game."""
    old = played(hall("east", 1, board="7"), (32, 28))
    old.go_on_paper()
    old.close("1-0")
    hall("east", 2, board="7", round="4")
    app, address = hall_app(), f"{EVENT}/3/7"
    assert "19-23" not in ask(app, f"{address}/game.pdn").text
    after = "W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23"
    old.journal.append(PaperMoves(old.t_ns, "Anke", ("32-28", "19-23"), (old.fen("B"), after), (0, 0)), old.t_ns)
    assert "19-23" in ask(app, f"{address}/game.pdn").text


def test_many_games_are_read_once_and_each_has_its_address(hall, hall_app, tmp_path, monkeypatch):
    read, games = [], tmp_path / "east" / "games"
    monkeypatch.setattr(kept_games, "in_short", lambda path: read.append(path) or in_short(path))
    first = hall("east", 1, board="7")
    first.close("1-0")
    first.journal.close()
    for number in range(2, MANY + 1):
        (games / f"{number:04}").mkdir()
        os.link(games / "0001" / "journal.jsonl", games / f"{number:04}" / "journal.jsonl")
    app = hall_app()
    look(app)
    assert len({place for _, place in app.extensions[GAMES].all()}) == MANY
    for path in ("/archive", f"{EVENT}/3/7", f"{EVENT}/3/7.{MANY // 2}"):
        assert ask(app, path).status_code == 200
    assert len(read) == len({*read}) == MANY - 1, "the last one is followed"


def test_a_change_in_an_old_game_is_seen_after_a_while(hall, hall_app):
    old = hall("east", 1, round="1")
    for number in range(2, 7):
        hall("east", number, round=str(number))
    app = hall_app()
    now_s = [0.0]
    app.extensions[GAMES].now_s = lambda: now_s[0]
    look(app)
    old.journal.append(Described(0, "Anke", About.of({"white": "Wytske"})), 0)
    assert "Wytske" not in ask(app, "/archive").text
    now_s[0] += ALL_S
    assert "Wytske" in ask(app, "/archive").text


def test_only_so_many_games_are_read_in_a_second(hall, hall_app):
    for number in range(1, KEPT + 8):
        hall("east", number, round=str(number)).close("1-0")
    app = hall_app()
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


def test_a_game_that_cannot_be_read_costs_itself_alone_and_only_two_files_are_written_at_once(hall, hall_app, caplog):
    hall("east", 1, board="7").close("1-0")
    hall("east", 2, board="7", round="4").close("1-0")
    hall("east", 3, board="7", round="5")
    app = hall_app()
    look(app)
    damaged = app.extensions[BOARDS]["7"].games / "0001" / "journal.jsonl"
    damaged.write_bytes(b"no journal")
    assert app.test_client().get(f"{EVENT}/3/7").status_code == 500
    assert [record for record in caplog.records if record.exc_info] == [], "which is no failure of the program"
    assert [game.tags["Round"] for game in read_games(ask(app, f"{EVENT}/event.pdn").text)] == ["4", "5"]
    client = app.test_client()
    under_way = [client.get(f"{EVENT}/event.pdn") for _ in range(2)]
    assert client.get(f"{EVENT}/event.pdn").status_code == 503
    under_way[0].close()
    assert client.get(f"{EVENT}/event.pdn", buffered=True).status_code == 200
    under_way[1].close()


def test_the_address_of_a_boards_game_in_which_a_lone_board_is_number_1(hall, hall_app, serving):
    game = hall("east", 1, board="7")
    app = hall_app()
    addresses = [re.search('<data id="address" value="(.*?)"', ask(app, f"/board/{key}").text)[1] for key in ("7", "west")]
    assert addresses == [f"{EVENT}/3/7", ""]
    game.journal.append(Described(0, "Anke", About.of({"board": ""})), 0)
    assert ask(serving(Boards.lone(game.folder / "journal.jsonl")), f"{EVENT}/3/1").status_code == 200
