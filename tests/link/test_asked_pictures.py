"""The pictures of a board at its hub: which come by themselves, which when somebody wants them, and which are deleted."""

from link.asked_pictures import ASKED_AT_ONCE
from link.board_socket import last_link, want_picture
from pi.cli import main
from record.events.alert import Alert
from record.events.of_game import Ruled
from record.events.of_record import PicturesDropped
from record.store.journal import Journal
from tests.link.simulated_hall import MOVES


def keep(board, name, size=1000):
    path = board.game.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\xff\xd8" + bytes(size - 2))


def alert(hall, names, straight=None, pictures=()):
    """The board keeps pictures with these names, White presses, and an alert comes to which they belong, else those that are given."""
    game = hall.board.game
    for name in names:
        keep(hall.board, name)
    game.press("white")
    told = Alert("27a", "27a", (32,), "", pictures=pictures)
    game.journal.append(Ruled(1, "white", "27a", None, game.fen("B"), 0.9, alerts=(told,), straight=straight or names), game.t_ns)


def are_there(hall, names):
    """Whether the hub has each of these pictures."""
    return [(hall.journal().parent / name).exists() for name in names]


TWO = ("drawn/0001.jpg", "drawn/0002.jpg")


def test_what_is_forgotten_at_the_board_or_the_hub_goes_on_both_sides_though_the_next_game_is_played(playing, monkeypatch):
    board = playing.board
    alert(playing, TWO)
    playing.do("next, 12")
    assert are_there(playing, TWO) == [True, True]
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(board.state))
    assert main(["forget", "1", "--yes", "--by", "Anna"]) == 0
    playing.run(5)
    assert playing.agrees("0001"), "the row is told though another game is played"
    assert are_there(playing, TWO) == [False, False]

    second = board.game.folder
    alert(playing, TWO)
    playing.do("next, 12")
    mirrored = playing.journal("0002").parent
    assert len(list((mirrored / "drawn").iterdir())) == 3
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(playing.venue.parent))
    (playing.venue.parent / "boards").symlink_to(playing.venue)
    playing.do("cut board")
    assert main(["forget", "--older-than", "0", "--yes", "--by", "Anna"]) == 0
    assert list((mirrored / "drawn").iterdir()) == [], "the copies go at once"
    playing.run(5)
    assert len(list((second / "drawn").iterdir())) == 3, "the board is away"
    playing.do("join board, 12")
    assert list((second / "drawn").iterdir()) == []
    assert playing.agrees("0002")
    with Journal.reader(board.journal("0002")) as journal:
        dropped = [event for _, event in journal.since(0) if isinstance(event, PicturesDropped)]
    assert [(event.why, event.by) for event in dropped] == [("asked", "Anna")]
    assert (list((playing.state / "forget").iterdir()), list((mirrored / "drawn").iterdir())) == ([], [])


def test_the_pictures_of_alerts_come_by_themselves_and_others_when_they_are_wanted(playing):
    a, b, c, d = names = [f"drawn/{number:04}-{side}.jpg" for number in (1, 2) for side in ("a", "b")]
    keep(playing.board, "drawn/0009.jpg", 200_001)
    others = ("frames/0001.jpg", "frames/0001a.jpg", "drawn/0009.jpg")
    alert(playing, (*names, *others[:2]), straight=(a, b, None, "drawn/0009.jpg", "drawn/none.jpg"), pictures=(c, None, d))
    playing.run(12)
    assert (are_there(playing, names), are_there(playing, others)) == ([True] * 4, [False] * 3)
    for name in ("0001a.jpg", "none.jpg"):
        want_picture(playing.state, "0001", f"frames/{name}")
    playing.run(2)
    assert are_there(playing, others) == [False, True, False]
    assert (playing.journal().parent / others[1]).read_bytes() == (playing.board.game.folder / others[1]).read_bytes()
    assert last_link(playing.state).absent == ("0001/drawn/0009.jpg", "0001/drawn/none.jpg", "0001/frames/none.jpg")
    asked = len(playing.packets("wanted"))
    for name in ("frames/none.jpg", "../x.jpg"):
        want_picture(playing.state, "0001", name)
    playing.run(12)
    assert len(playing.packets("wanted")) == asked, "the board has the one no more, and the other is none"


def test_pictures_come_after_the_rows_and_within_a_limit(playing, monkeypatch):
    """Once the limit is passed no more are asked for; those that were asked for still come."""
    monkeypatch.setattr("link.asked_pictures.MAX_OF_ALERTS", 2500)
    since, names = len(playing.wire.seen), [f"drawn/{number:04}.jpg" for number in range(12)]
    alert(playing, names)
    playing.run(15)
    kinds = [packet.kind for _, _, packet in playing.wire.seen[since:] if packet.kind in ("rows", "picture")]
    assert kinds[0] == "rows"
    assert 2 <= kinds.count("picture") <= 2 + ASKED_AT_ONCE


def press_with_picture(hall, number):
    """A press whose picture the public sees."""
    game, name = hall.board.game, f"drawn/{number:04}.jpg"
    game.move(*MOVES[game.seq % 4], 0, drawn=name)
    keep(hall.board, name)
    return name


def test_the_picture_of_each_press_comes_with_its_row_and_of_a_board_that_was_away_those_of_the_last_presses(playing, monkeypatch):
    monkeypatch.setattr("link.asked_pictures.MAX_OF_PRESSES", 6_000)
    names = [press_with_picture(playing, number) for number in range(1, 3)]
    playing.run(0.3)
    assert are_there(playing, names) == [True, True]
    playing.do("cut board")
    names = [press_with_picture(playing, number) for number in range(3, 9)]
    playing.do("join board, 3")
    assert are_there(playing, names) == [False, False, True, True, True, True]
    name = press_with_picture(playing, 9)
    playing.run(12)
    assert are_there(playing, [name]) == [False], "the budget of the game is spent"


def test_of_lost_pictures_and_rows_about_them_the_rest_is_done_after_a_restart_of_the_mirror(playing):
    restart, game = "kill mirror, fair, start mirror, 3", playing.board.game
    alert(playing, TWO)
    playing.do(f"lose picture, 2, {restart}")
    assert are_there(playing, TWO) == [True, True]
    game.close("1-0")
    game.journal.append(PicturesDropped(game.t_ns, "", "closed", "", (TWO[1],)), game.t_ns)
    playing.run(1)
    assert are_there(playing, TWO) == [False, True]
    (playing.journal().parent / TWO[0]).write_bytes(b"x")  # killed between the row and the picture
    playing.do(restart)
    assert are_there(playing, TWO) == [False, True]
