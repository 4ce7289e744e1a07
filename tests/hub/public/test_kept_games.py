"""The list of all games: it follows the folders, and no fault in one of them stops it."""

import shutil

import pytest

from hub.app import GAMES
from hub.boards import kept_games
from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.public.turns import Turns
from record.events.about import About
from record.events.of_record import Described
from tests.hub.public.conftest import ask
from tests.support.waiting import wait_until


@pytest.fixture
def boards(tmp_path):
    made = Boards.of_states([tmp_path / "east", tmp_path / "west"])
    yield made
    for board in made.values():
        board.follower.close()


def addresses(games):
    return sorted(place.path for _, place in games.all())


def test_it_follows_in_the_background_and_a_fault_of_the_disk_is_logged_and_does_not_end_it(hall, boards, monkeypatch, caplog):
    monkeypatch.setattr(kept_games, "LOOK_S", 0.02)
    hall("east", 1, board="7").close("1-0")
    games, failing = KeptGames(boards), [OSError("the disk is gone")]
    look = games.look

    def failing_once():
        if failing:
            raise failing.pop()
        look()

    monkeypatch.setattr(games, "look", failing_once)
    games.start()
    try:
        assert addresses(games) == ["/frysk-kampioenskip/3/7"]
        hall("west", 1, board="8")
        wait_until(lambda: len(games.all()) == 2)
        assert addresses(games) == ["/frysk-kampioenskip/3/7", "/frysk-kampioenskip/3/8"]
    finally:
        games.stop()
    assert "the disk is gone" in caplog.text


def test_two_boards_that_have_one_address_and_one_number_are_told_apart(hall, boards):
    for state in ("east", "west"):
        for number in (1, 2):
            hall(state, number, board="7", white=f"{state} {number}")
    games = KeptGames(boards)
    games.look()
    found = {game.short.tags.white: place.board for game, place in games.all()}
    assert found == {"east 1": "7", "west 1": "7.1", "east 2": "7.2", "west 2": "7.2-2"}
    for name, board in found.items():
        assert games.at("Frysk Kampioenskip", "3", board)[0].short.tags.white == name


def test_a_folder_that_is_gone_is_listed_no_more_and_a_game_that_begins_has_its_address_at_once(hall, boards, tmp_path):
    for number in (1, 2, 3):
        hall("east", number, board="7").close("1-0")
    games = KeptGames(boards)
    games.look()
    shutil.rmtree(tmp_path / "east" / "games" / "0002")
    games.look()
    assert addresses(games) == ["/frysk-kampioenskip/3/7", "/frysk-kampioenskip/3/7.3"], "the others keep theirs"
    begun = hall("east", 4, board="7", round="4")
    assert games.place_of(begun.folder / "journal.jsonl").path == "/frysk-kampioenskip/4/7"
    assert games.place_of(tmp_path / "elsewhere" / "0001" / "journal.jsonl") is None


def test_a_journal_that_cannot_be_read_is_not_listed_and_said_once(hall, boards, tmp_path, caplog):
    hall("east", 1, board="7")
    (tmp_path / "west" / "games" / "0001").mkdir()
    (tmp_path / "west" / "games" / "0001" / "journal.jsonl").write_bytes(b"no journal\n")
    games = KeptGames(boards)
    for _ in range(3):
        games.look()
    assert addresses(games) == ["/frysk-kampioenskip/3/7"]
    assert caplog.text.count("a game is not listed") == 1


def test_a_game_that_was_taken_over_is_listed_where_it_goes_on(hall, boards, taken_over, tmp_path):
    dead = hall("east", 1, board="7")
    dead.move("white", 32, 28)
    hall("west", 1, board="7").close()
    games, news = KeptGames(boards), boards.news.next
    games.look()
    assert addresses(games) == ["/frysk-kampioenskip/3/7", "/frysk-kampioenskip/3/7.1"], "two games that began alike are two"
    spare = taken_over(dead, tmp_path / "west" / "games" / "0002")
    journals = [game.folder / "journal.jsonl" for game in (dead, spare)]
    games.look()
    assert [(game.board, place.path) for game, place in games.all()] == [
        ("west", "/frysk-kampioenskip/3/7.2"),
        ("west", "/frysk-kampioenskip/3/7"),
    ]
    assert games.at("Frysk Kampioenskip", "3", "7.1")[0].journal == journals[1], "the address that it had leads there"
    assert (games.goes_on(journals[0]).journal, games.goes_on(journals[1]), news.is_set()) == (journals[1], None, True)
    assert games.tags_of(journals[0]).board == "7", "its log is still known"
    spare.close("1-0")
    hall("west", 3, board="7", round="4")
    games.look()
    assert games.goes_on(journals[0]).short.result == "1-0"
    dead.move("black", 19, 23)
    games.look()
    assert games.goes_on(journals[0]) is None, "both go on"
    assert len(addresses(games)) == 4


def test_the_pages_of_a_board_whose_game_was_taken_over_show_how_it_goes_on_and_it_is_broadcast_once(hall, hall_app, taken_over, tmp_path):
    dead = hall("east", 1, board="7")
    dead.move("white", 32, 28)
    app = hall_app()
    spare = taken_over(dead, tmp_path / "west" / "games" / "0001")
    spare.move("black", 19, 23)

    def listed():
        return sorted(board["key"] for board in ask(app, "/api/boards").json["boards"])

    assert listed() == ["west"]
    for page in ("board/7", "embed/7", "overlay/7", "board/7/game.pdn", "board/west"):
        assert "19-23" in ask(app, f"/{page}").text, page
    assert app.extensions[GAMES].at("Frysk Kampioenskip", "3", "7")[0].board == "west"
    broadcast = ask(app, "/pdn/Frysk Kampioenskip/3.pdn").text
    assert (broadcast.count("32-28"), broadcast.count("19-23")) == (1, 1)
    dead.move("black", 18, 23)
    assert "18-23" in ask(app, "/board/7").text, "both go on"
    assert listed() == ["7", "west"]


def test_of_recorders_that_took_a_game_over_in_turn_the_last_one_has_it(hall, boards, taken_over, tmp_path):
    first = hall("east", 1, board="7")
    second = taken_over(first, tmp_path / "west" / "games" / "0001")
    second.move("white", 32, 28)
    third = taken_over(second, tmp_path / "east" / "games" / "0002")
    games = KeptGames(boards)
    games.look()
    assert [game.journal.parent for game, _ in games.all()] == [third.folder]
    assert {games.goes_on(game.folder / "journal.jsonl").journal.parent for game in (first, second)} == {third.folder}


def test_a_folder_in_which_no_game_has_begun_hinders_no_other(hall, boards, tmp_path, caplog):
    hall("east", 1, board="7")
    (tmp_path / "east" / "games" / "0002").mkdir()
    games = KeptGames(boards)
    games.look()
    assert (addresses(games), caplog.text) == (["/frysk-kampioenskip/3/7"], "")
    hall("west", 1, board="8")
    games.look()
    assert len(addresses(games)) == 2


def test_a_game_stays_listed_while_it_is_read_again(hall, boards, monkeypatch):
    game, seen = hall("east", 1, board="7"), []
    games = KeptGames(boards)
    games.look()
    reading = kept_games.in_short

    def looked_at_meanwhile(journal):
        seen.append(addresses(games))
        return reading(journal)

    monkeypatch.setattr(kept_games, "in_short", looked_at_meanwhile)
    game.close("1-0")
    games.look()
    assert seen == [["/frysk-kampioenskip/3/7"]]


def test_the_games_before_are_as_they_are_now_the_latest_first_without_those_that_cannot_be_read(hall, boards, tmp_path):
    played = [hall("east", number, white=f"White {number}") for number in range(1, 6)]
    for game in played[:3]:
        game.close("1-0")
    (tmp_path / "east" / "games" / "0003" / "journal.jsonl").write_text("damaged\n")
    games, board = KeptGames(boards), boards["east"]
    board.turn()
    board.follower.look()
    found = games.before(board, 3)
    assert [(game.number, game.short.closed) for game in found] == [(4, False), (2, True)]
    assert (found[1].short.result, found[1].short.time_control, found[1].short.tags.white) == ("1-0", "80m+60s", "White 2")
    assert games.before(board, 3)[0] is found[0], "an unchanged game is kept as it was read"
    played[3].close("0-1")
    assert [(game.number, game.short.result) for game in games.before(board, 1)] == [(4, "0-1")]
    assert games.before(boards["west"], 3) == []


def test_a_game_that_is_followed_is_not_read_again_and_is_once_it_is_not(hall, boards, monkeypatch):
    read, reading = [], kept_games.in_short
    monkeypatch.setattr(kept_games, "in_short", lambda journal: read.append(journal) or reading(journal))
    game, board = hall("east", 1, board="7", white="Jele"), boards["east"]
    games = KeptGames(boards)
    board.follower.look()
    game.move("white", 32, 28)
    game.journal.append(Described(0, "Anke", About.of({"white": "Jelle", "board": "8"})), game.t_ns)
    board.follower.look()
    games.look()
    ((kept, place),) = games.all()
    assert (read, [tags.white for tags in kept.short.named], place.board) == ([], ["Jele", "Jelle"], "8")
    assert games.at("Frysk Kampioenskip", "3", "7") == (kept, place), "a name that was corrected leads to it"
    assert kept.short == reading(kept.journal)
    game.close("1-0")
    hall("east", 2)
    board.turn()
    board.follower.look()
    games.look()
    assert read == [kept.journal]
    assert {game.number: game.short.result for game, _ in games.all()} == {1: "1-0", 2: "*"}


def test_a_game_is_not_listed_as_the_next_one_that_the_board_turns_to_meanwhile(hall, boards):
    """The list waits for the look in which the follower turns."""
    hall("east", 1, board="7", white="Jele").close("1-0")
    board, games = boards["east"], KeptGames(boards)
    board.follower.look()

    class Turning:
        def __enter__(self):
            board.follower.looking = looking
            hall("east", 2, board="7", white="Sytske")
            board.turn()
            board.follower.look()

        def __exit__(self, *_):
            pass

    looking, board.follower.looking = board.follower.looking, Turning()
    games.look()
    assert [(game.number, game.short.tags.white, game.short.result) for game, _ in games.all()] == [(1, "Jele", "1-0")]


def test_a_board_without_a_folder_has_no_games(tmp_path):
    for boards in (Boards.lone(tmp_path / "journal.jsonl"), Boards.of_states([tmp_path / "nowhere"])):
        games = KeptGames(boards)
        games.look()
        assert games.all() == ()


def test_turns_come_at_their_pace_and_some_at_once_after_a_silence():
    now_s = [100.0]
    turns = Turns(0.5, 2.0, lambda: now_s[0])
    assert [turns.take() for _ in range(5)] == [0, 0, 0, 0, 0.5]
    now_s[0] += 0.5
    assert turns.take() == 0
    assert turns.take() == 0.5
