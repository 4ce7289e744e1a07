"""The games of a board before the one that is followed: which there are, and that a changed one is read again."""

import pytest

from hub.board_faults import BoardFaults
from hub.boards.past_games import KEPT, PastGames


@pytest.fixture
def play(tmp_path, new_game):
    """Makes a game of that number, which is over if it has a result; its folder."""

    def make(number, result=""):
        game = new_game(tmp_path / f"{number:04}").open(white=f"White {number}")
        if result:
            game.close(result)
        return game.folder

    return make


def test_the_latest_come_first_and_one_that_is_not_over_has_nothing_to_broadcast(play):
    folders = [play(number, "1-0") for number in range(1, KEPT + 3)]
    gone_on, now = play(KEPT + 3), play(KEPT + 4)
    past = PastGames(BoardFaults("1"))
    found = past.before(now)
    assert [game.folder for game in found] == [gone_on, *folders[:-KEPT:-1]]
    assert (found[0].closed, found[0].broadcast, found[0].time_control) == (False, "", "80m+60s")
    assert (found[1].closed, found[1].result, found[1].tags.white) == (True, "1-0", f"White {KEPT + 2}")
    assert '[White "White 8"]' in found[1].broadcast
    assert [game.folder for game in past.before(now, 2)] == [gone_on, folders[-1]]
    assert past.before(folders[0]) == past.before(now.parent / "elsewhere") == past.before(now.parent / "none" / "0009") == []


def test_a_game_that_ends_later_is_read_again_and_one_that_cannot_be_read_is_left_out(tmp_path, new_game, play):
    first = new_game(tmp_path / "0001").open()
    damaged, now = play(2), play(3)
    (damaged / "journal.jsonl").write_text("damaged\n")
    past = PastGames(BoardFaults("1"))
    (before,) = past.before(now)
    assert not before.closed
    assert past.before(now)[0] is before, "an unchanged game is kept as it was read"
    first.close("0-1")
    (after,) = past.before(now)
    assert (after.closed, after.result) == (True, "0-1")
