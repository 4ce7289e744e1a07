"""The delay of the public feed, by moves and by time, and when it ends."""

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.feeds.delay import NONE, Delay, DelayError, parse_delay
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from hub.serve import _boards, _parser, main
from record.events.of_game import Arbitrated
from record.events.of_record import MovesBefore
from record.store.latest import ClockRow, Latest
from tests.support.says import says

GAME = [("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37), ("black", 10, 14)]
"""The moves of a game. Each takes ten seconds."""
S = 1_000_000_000


@pytest.fixture
def now_s():
    return [1000.0]


@pytest.fixture
def follow(game, now_s):
    """Make a feed that follows the game with that delay. Each call stands for a new process."""
    made = []

    def begin(delay):
        made.append(Feed(Follower(game.folder / "journal.jsonl", lambda: now_s[0], delay=parse_delay(delay))))
        made[-1].look()
        return made[-1]

    yield begin
    for feed in made:
        feed.follower.close()


def played(game, moves):
    for move in moves:
        game.move(*move)


def shown(feed):
    """The moves that the public sees, in order."""
    rows = feed.latest.view.get("moves", [])
    return [move for row in rows for move in (row["white"], row["black"]) if move]


def test_a_delay_is_read_and_what_is_none_is_refused():
    right = {"": NONE, " ": NONE, "1 move": Delay(moves=1), "3 moves": Delay(moves=3), "15m": Delay(seconds=900), "5 m": Delay(seconds=300)}
    for text, delay in right.items():
        assert parse_delay(text) == delay
    for text in ("0m", "0 moves", "-1m", "101 moves", "1441m", "15", "15 minutes", "3 zetten", "m", "1.5m", "٣m"):
        with pytest.raises(DelayError, check=says("DelayFault.no-delay", text=repr(text))):
            parse_delay(text)


@settings(max_examples=40)
@given(st.text(max_size=12))
def test_whatever_is_written_is_a_delay_or_a_sentence(text):
    try:
        delay = parse_delay(text)
    except DelayError:
        return
    assert 0 <= delay.moves <= 100
    assert 0 <= delay.seconds <= 86400


def test_by_moves_a_move_is_shown_when_each_side_has_made_so_many_more_and_the_clocks_stand(game, follow):
    """Running clocks would show how long a side thought about a move that is still held back."""
    feed = follow("2 moves")
    game.open()
    feed.look()
    assert feed.latest.view["about"]["white"] == "Jelle de Vries"
    seen = []
    for move in GAME:
        game.move(*move)
        feed.look()
        seen.append(len(shown(feed)))
    assert seen == [0, 0, 0, 0, 1, 2]
    assert shown(feed) == ["32-28", "19-23"]
    clock = feed.latest.view["clock"]
    assert (len(feed.follower.state.plies), clock["white_ns"], clock["black_ns"], clock["running"], clock["rate"]) == (
        6,
        4850 * S,
        4850 * S,
        "white",
        0.0,
    )


def test_by_time_each_view_comes_so_much_later_with_its_clock(game, follow, now_s):
    feed = follow("15m")
    game.open()
    feed.look()
    assert feed.latest.view["clock"]["running"] is None
    now_s[0] = 1100.0
    game.move("white", 32, 28)
    feed.look()
    now_s[0] = 1999.9
    game.move("black", 19, 23)
    feed.look()
    assert shown(feed) == []
    assert feed.latest.view["clock"]["running"] == "white"
    assert feed.latest.text_at(1999.9).startswith('{"age_ms":99900,')
    now_s[0] = 2000.5
    before = feed.latest
    feed.look()
    assert feed.latest is not before
    assert shown(feed) == ["32-28"]
    assert feed.latest.text_at(2001.0).startswith('{"age_ms":1000,')
    before = feed.latest
    feed.look()
    assert feed.latest is before
    now_s[0] = 2900.0
    feed.look()
    assert shown(feed) == ["32-28", "19-23"]


def test_what_was_played_before_the_pages_began_is_as_old_as_the_journal_knows(game, follow, now_s, monkeypatch):
    """The clock went on for 870 s after the last press: of the six, ten seconds apart, the first three are 15 minutes old.

    The time of day counts for nothing: it leaps when a Raspberry Pi finds a network after months.
    """
    game.open()
    played(game, GAME)
    with monkeypatch.context() as patch:
        patch.setattr("hub.feeds.journals.time.time", lambda: 4e9)
        assert shown(follow("15m")) == []
    with closing(Latest(game.journal.path)) as latest:
        latest.write_clock(ClockRow(game.t_ns + 870 * S, 0, 0))
    feed = follow("15m")
    assert shown(feed) == ["32-28", "19-23", "37-32"]
    now_s[0] += 10.0
    feed.look()
    assert len(shown(feed)) == 4


@pytest.mark.parametrize("delay", ["2 moves", "15m"])
@pytest.mark.parametrize("over", ["close", "end"])
def test_once_the_game_is_over_all_is_shown(game, follow, delay, over):
    feed = follow(delay)
    game.open()
    played(game, GAME)
    feed.look()
    assert feed.latest.view["result"] == "*"
    getattr(game, over)("0-1")
    feed.look()
    assert (len(shown(feed)), feed.latest.view["result"]) == (6, "0-1")


def test_a_game_that_is_taken_up_again_is_held_back_again(game, follow):
    feed = follow("1 move")
    game.open()
    played(game, GAME[:3])
    game.end("0-1")
    feed.look()
    game.journal.append(Arbitrated(game.t_ns, 3, "to-move", "A. Bouma", game.fen("B")), game.t_ns)
    played(game, GAME[3:5])
    feed.look()
    assert (shown(feed), len(feed.follower.state.plies)) == (["32-28", "19-23", "37-32", "…"], 6)


@pytest.mark.parametrize("delay", ["2 moves", "15m"])
def test_an_end_that_was_undone_is_known_at_once_and_what_follows_is_held_back(game, follow, delay):
    """Otherwise the public would read a result for as long as the delay that nobody holds any more. Unless nobody saw it."""
    feed, unseen = follow(delay), follow(delay)
    game.open()
    played(game, GAME[:4])
    game.end("0-1")
    feed.look()
    assert feed.latest.view["result"] == "0-1"
    game.undo_end()
    unseen.look()
    assert (unseen.latest.view["result"], shown(unseen)) == ("*", [])
    feed.look()
    assert (feed.latest.view["result"], feed.latest.view["closed"], len(shown(feed))) == ("*", False, 4)
    game.move(*GAME[4])
    feed.look()
    assert len(shown(feed)) == 4


def test_moves_that_were_made_before_the_recording_are_held_back_too(game, follow):
    feed = follow("1 move")
    game.open()
    moves, fens = ("32-28", "19-23"), ("B:W28:B19", "W:W28:B23")
    game.journal.append(MovesBefore(0, "A. Bouma", moves, fens, (None, None)), 0)
    feed.look()
    assert shown(feed) == []
    played(game, GAME[2:4])
    feed.look()
    assert shown(feed) == list(moves)


def test_the_pictures_that_may_be_had_are_those_of_the_views(game, follow):
    feed = follow("1 move")
    game.open()
    for number, move in enumerate(GAME, 1):
        game.move(*move, drawn=f"drawn/{number:04}.jpg")
        feed.look()
    assert list(feed.pictures) == ["drawn/0000.jpg", *(f"drawn/{number:04}.jpg" for number in range(1, 5))]


def test_it_is_an_option_of_the_server(capsys):
    assert _boards(_parser().parse_args(["--journal", "none", "--delay", "1 move"])).first.follower.own_delay == Delay(moves=1)
    with pytest.raises(SystemExit, match="2"):
        main(["--journal", "none", "--delay", "3 zetten"])
    assert "'3 zetten'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("own", "began_with", "seen"), [("", "2 moves", 2), ("1 move", "2 moves", 2), ("2 moves", "1 move", 2), ("", "", 6)]
)
def test_a_game_keeps_the_delay_with_which_it_began_where_that_is_longer(game, follow, own, began_with, seen):
    """A hub without a delay may serve the folder of a board that has one."""
    game.open(delay=began_with)
    played(game, GAME)
    feed = follow(own)
    assert len(shown(feed)) == seen
    assert len(feed.follower.state.plies) == 6
    assert "delay" not in feed.latest.view["about"]


def test_the_next_game_has_its_own_delay(game, new_game, follow, tmp_path):
    feed = follow("")
    game.open(delay="2 moves")
    played(game, GAME[:2])
    feed.look()
    following = new_game(tmp_path / "next").open()
    feed.follower.path = tmp_path / "next" / "journal.jsonl"
    feed.look()
    played(following, GAME[:2])
    feed.look()
    assert (feed.delay, shown(feed)) == (NONE, ["32-28", "19-23"])


def test_of_a_game_whose_delay_nobody_can_read_nothing_is_shown(game, follow):
    feed = follow("")
    game.open(delay="soon")
    feed.look()
    with pytest.raises(DelayError, check=says("DelayFault.of-the-game", why="DelayFault.no-delay")):
        raise feed.fault
    assert (feed.latest.view, feed.follower.row) == ({"id": 0}, 3)
