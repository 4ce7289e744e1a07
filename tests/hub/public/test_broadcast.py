"""The broadcast of a round: its games, their order, its addresses and its headers."""

import re

import pytest

from hub.boards.board import Boards, ServedBoard
from hub.boards.readiness import game_to_begin
from hub.boards.round_games import MAX_GAMES, games_in, in_address, parts_of, round_pdn, written
from record.log.tail import tail_of
from tests.hub.public.conftest import ask as asked

ADDRESS = "/pdn/frysk-kampioenskip/3.pdn"
TOLD = {"white": "Anke", "black": "Bauke", "event": "Frysk Kampioenskip", "round": "4"}


@pytest.fixture
def tell_of_a_game(tell_status):
    """Tells the status of a board that waits for a game."""

    def tell(folder, **more):
        game = {"rules": "frisian", "time_control": "80m+60s", "date": "2026.11.21", "about": TOLD}
        return tell_status(folder, **game | more)

    return tell


def ask(app, address=ADDRESS, **headers):
    return asked(app, address, headers=headers)


def tags(text):
    return dict(re.findall(r'\[(\w+) "(.*)"\]', text))


def text_of(board="", event="Frysk Kampioenskip", round_="3", moves="1. 32-28 *"):
    board = f'[Board "{board}"]\n' if board else ""
    return f'[Event "{event}"]\n[Round "{round_}"]\n{board}\n{moves}\n'


def test_a_game_is_there_before_its_first_move_and_grows_and_an_undone_result_is_gone(app, game):
    game.open(board="2")
    before = ask(app)
    assert (before.status_code, before.content_type) == (200, "application/x-pdn; charset=utf-8")
    assert before.text.endswith("\n\n*\n")
    game.move("white", 32, 28)
    during = ask(app)
    assert during.text.endswith("\n\n1. 32-28 {[%clock w1:20:50 B1:20:00]} *\n")
    game.end("1-0")
    assert tags(ask(app).text)["Result"] == "1-0"
    game.undo_end()
    assert ask(app).text == during.text
    game.close("1-0")
    after = ask(app)
    assert after.text.endswith("} 1-0\n")
    assert tags(before.text) == tags(during.text) == tags(after.text) | {"Result": "*"}
    assert {"Event", "Round", "White", "Black", "Board", "Date", "GameType", "TimeControl"} <= set(tags(before.text))


def test_what_was_not_changed_is_not_sent_again_and_scripts_of_any_site_may_read_it(app, game):
    game.open()
    first = ask(app)
    headers = {"Origin": "https://lidraughts.org", "Access-Control-Request-Headers": "If-None-Match"}
    allowed = app.test_client().options(ADDRESS, headers=headers).headers
    assert (allowed["Access-Control-Allow-Origin"], allowed["Access-Control-Allow-Headers"]) == ("*", "If-None-Match")
    assert first.headers["Cache-Control"] == "public, no-cache"
    same = ask(app, **{"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert same.headers["Access-Control-Allow-Origin"] == "*"
    game.move("white", 32, 28)
    assert ask(app, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_round_is_found_by_its_names_as_they_are_written_and_no_other_is(app, game):
    game.open()
    for name in ("Frysk%20Kampioenskip/3.pdn", "FRYSK-KAMPIOENSKIP/3.pdn"):
        assert ask(app, f"/pdn/{name}").status_code == 200
    for name in ("frysk-kampioenskip/4.pdn", "other/3.pdn", "x.pdn", "frysk-kampioenskip/3", "a/b/3.pdn"):
        assert ask(app, f"/pdn/{name}").status_code == 404


def test_a_name_in_an_address():
    names = {"Súdwest Fryslân": "sudwest-fryslan", "?": "-", "": "-", "3.1": "3-1", "a/b": "a-b", "Ⅳ": "iv", "棋": "棋"}
    for name, address in names.items():
        assert in_address(name) == in_address(address) == address


def test_the_game_that_is_to_begin_has_the_tags_that_it_will_have(app, game, tell_of_a_game):
    tell_of_a_game(game.folder)
    before = ask(app, "/pdn/frysk-kampioenskip/4.pdn")
    assert before.text.endswith("\n\n*\n")
    game.open(**TOLD, date="2026.11.21")
    assert ask(app, "/pdn/frysk-kampioenskip/4.pdn").text == before.text


@pytest.mark.parametrize("wrong", [{"rules": "chess"}, {"start_fen": "W:W99"}, {"time_control": "soon"}])
def test_a_status_that_tells_no_game(app, game, wrong, tell_of_a_game):
    status = tell_of_a_game(game.folder, **wrong)
    assert game_to_begin(status) is None
    assert ask(app, "/api/rounds").json["rounds"] == []
    assert game_to_begin(None) is None


def test_a_finished_game_stays_when_the_next_is_awaited_under_the_same_names(serving, tmp_path, new_game, tell_of_a_game):
    for name, result in (("0007", "0-1"), ("0008", "1-0")):
        finished = new_game(tmp_path / name).open(round="7" if result == "0-1" else "3")
        finished.move("white", 32, 28)
        finished.close(result)
    tell_of_a_game(tmp_path, about=TOLD | {"round": "3"})
    (tmp_path / "0009").mkdir()
    app = serving(Boards.lone(tmp_path / "0009" / "journal.jsonl", state=tmp_path))
    assert tags(ask(app).text)["White"] == "Jelle de Vries"
    assert ask(app).text.endswith("1-0\n")
    assert ask(app, "/pdn/frysk-kampioenskip/7.pdn").text.endswith("0-1\n")
    assert len(ask(app, "/api/rounds").json["rounds"]) == 2


def test_a_result_at_which_a_page_looked_while_the_disk_still_wrote_it_is_shown_once_it_is_written(serving, tmp_path, new_game):
    """The tail names a row last. The journal itself does not change then."""
    finished = new_game(tmp_path / "0001").open()
    finished.move("white", 32, 28)
    (tmp_path / "0002").mkdir()
    app, tail = serving(Boards.lone(tmp_path / "0002" / "journal.jsonl")), tail_of(tmp_path / "0001" / "journal.jsonl")
    before = tail.read_bytes()
    finished.close("1-0")
    named = tail.read_bytes()
    tail.write_bytes(before)
    assert ask(app).status_code == 404
    tail.write_bytes(named)
    assert ask(app).text.endswith("1-0\n")


def test_games_stand_in_the_order_of_their_boards():
    given = [text_of(board) for board in ("10", "", "2", "", "1")]
    boards = [games_in(text.replace("32-28", f"{32 + place}-28")) for place, text in enumerate(given)]
    text = round_pdn(("frysk-kampioenskip", "3"), boards)
    assert [game.tags.get("Board") for game in games_in(text)] == ["1", "2", "10", None, None]
    assert text.index("33-28") < text.index("35-28")
    assert round_pdn(("frysk-kampioenskip", "3"), boards * 20).count("[Event") == MAX_GAMES


def test_a_large_round_is_told_in_parts_and_no_game_moves_to_another():
    boards = {number: games_in(text_of(str(number)))[0] for number in range(1, 131)}
    unnumbered, same = games_in(text_of(""))[0], games_in(text_of("3"))[0]
    parts = parts_of([unnumbered, *boards.values(), same])
    assert {part: len(games) for part, games in parts.items()} == {1: 64, 2: 64, 3: 2, 4: 2}
    assert [game.tags["Board"] for game in parts[3]] == ["129", "130"]
    assert parts_of([boards[70], boards[2]]) == {1: [boards[2]], 2: [boards[70]]}
    assert parts_of([unnumbered] * 65) == {1: [unnumbered] * 64, 2: [unnumbered]}
    assert parts_of([]) == {}


def test_each_part_of_a_round_has_an_address_that_the_list_names(serving, tmp_path, new_game):
    app = serving(Boards(ServedBoard(key, new_game(tmp_path / key).open(board=key).folder / "journal.jsonl") for key in ("3", "65")))
    listed = ask(app, "/api/rounds").json["rounds"][0]["parts"]
    assert listed == ["/pdn/frysk-kampioenskip/3/1.pdn", "/pdn/frysk-kampioenskip/3/2.pdn"]
    assert [games_in(ask(app, part).text)[0].tags["Board"] for part in listed] == ["3", "65"]
    assert ask(app, listed[0]).headers["Access-Control-Allow-Origin"] == "*"
    assert ask(app, "/pdn/frysk-kampioenskip/3/3.pdn").status_code == ask(app, "/pdn/frysk-kampioenskip/3/x.pdn").status_code == 404
    assert len(games_in(ask(app, "/pdn/frysk-kampioenskip/3.pdn").text)) == 2


def test_no_empty_line_stands_in_a_game_before_a_tag_and_what_is_no_broadcast_is_refused():
    text = written(games_in(text_of()) + games_in(text_of("2")))
    assert text.split("\n\n[")[1].startswith('Event "Frysk')
    assert len(text.split("\n\n[")) == len(games_in(text)) == 2
    whole = text_of()
    for text in ("<html>", '[Event "x"]\n', text_of(moves="[x"), whole + "\n\n" + whole, text_of(moves=""), whole + "1-0", "\n" + whole):
        with pytest.raises(ValueError, match="no broadcast"):
            games_in(text)
