"""Pictures that go: the journal says so first, an alert's stay, and what was cut off is finished."""

import json
import shutil
from pathlib import Path

import pytest

from record.events.about import About
from record.events.as_json import decode, encode
from record.events.of_game import (
    Alert,
    Alerted,
    BoardFound,
    BoardMoved,
    CameraFault,
    FlagFell,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from record.events.of_players import MoveEntered, PlayerSaid
from record.events.of_record import Described, PicturesDropped, Why
from record.papers.game_pdn import export_pdn
from record.papers.public_view import public_view
from record.session.step import SessionError, step
from record.store.dropping import GameRuns, drop_pictures, finish, was_cut_off
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from tests.bench.live.watching import unshown

OF_THE_ALERT = ["0000.jpg", "0001.jpg", "0002-before-1.jpg", "0002.jpg", "0002a.jpg"]
AT = "2026-11-21T17:00:00+01:00"


def state_of(game):
    with Journal.reader(game / JOURNAL_NAME) as journal:
        return fold(journal)


def test_when_a_game_is_closed_the_pictures_of_alerts_what_was_read_before_them_and_the_first_stay(recorded, left):
    over, running = recorded(1), recorded(2, is_over=False)
    assert drop_pictures(over, Why.CLOSED, AT) == 2000
    assert left(over) == OF_THE_ALERT
    assert state_of(over).dropped == PicturesDropped(3 * 10**9, AT, "closed", kept=tuple(f"frames/{name}" for name in OF_THE_ALERT))
    with pytest.raises(GameRuns, match="close it first: damcam rule close"):
        drop_pictures(running, Why.ASKED, AT)
    assert len(left(running)) == 7


def test_those_of_a_press_that_the_players_entered_stay(recorded, left):
    game = recorded(1, is_over=False)
    move = MoveEntered(2, 1, 2, "white", "the players", 32, 28, (), "W", "B", "legal", "32-28", 1, 1, (Alert("players", None, (), "x"),))
    with Journal.open(game / JOURNAL_NAME) as journal:
        journal.append(move, 2)
        journal.append(SessionClosed(3), 3)
    drop_pictures(game, Why.CLOSED, AT)
    assert left(game) == sorted([*OF_THE_ALERT, "0001-before-1.jpg", "0001a.jpg"])


def played(game, *events):
    """The folder of a closed game of these events, with the pictures that they name, and two in which the board was found again."""
    names = {name for event in events for name in _named(event)} | {"frames/0000.jpg", "frames/0002-again-1.jpg", "frames/0003-again-1.jpg"}
    for name in names:
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_bytes(b"x")
    with Journal.create(game / JOURNAL_NAME) as journal:
        for event in (SessionOpened("frisian", 10, "W:W31-50:B1-20", "none", 0, 0), *events, SessionClosed(9)):
            journal.append(event, 0)
    return game


def _named(event):
    lists = [getattr(event, name, ()) for name in ("pictures", "before", "straight")] if not isinstance(event, BoardMoved) else []
    single = [getattr(event, name, None) for name in ("picture", "drawn")]
    moved = [event.before, event.after] if isinstance(event, BoardMoved) else []
    return filter(None, [*(name for names in lists for name in names), *single, *moved])


def press(seq, verdict="legal", *alerts, before=()):
    """A press with three pictures, of which one is drawn on."""
    side, other = ("white", "black") if seq % 2 else ("black", "white")
    names = tuple(f"frames/{seq:04}{end}.jpg" for end in ("a", ""))
    fen = f"{'B' if seq % 2 else 'W'}:W31-50:B1-20"
    told = Ruled(seq, side, verdict, None, fen, 0.99, alerts, False, (), names[1], f"drawn/{seq:04}.jpg", names, before)
    return Pressed(seq, seq, side, 0, 0, other), told


def late(seq, by, *alerts):
    """What a press comes to by a later one."""
    side, fen = ("white", "B:W31-50:B1-20") if seq % 2 else ("black", "W:W31-50:B1-20")
    straight = (f"drawn/{seq:04}-before-{by}.jpg", f"drawn/{seq:04}-after-{by}.jpg")
    return Ruled(seq, side, "27c-missed", None, fen, 0.99, alerts, amends=True, straight=straight)


ALERT = Alert("27c-missed", "27c", (32,), "x")
ENTERED = MoveEntered(2, 2, 3, "black", "the players", 20, 25, (), "B", "W", "legal", "20-25", 0, 0, (ALERT,))
FOUND = BoardFound(0, ((0.0, 0.0),) * 4, "frames/0000.jpg", "drawn/0000.jpg")
OF = {seq: [f"drawn/{seq:04}.jpg", f"frames/{seq:04}.jpg", f"frames/{seq:04}a.jpg"] for seq in range(1, 5)}
READ = {seq: [f"drawn/{seq:04}.jpg", f"frames/{seq:04}.jpg"] for seq in range(5)}
LATE = ["drawn/0002-after-3.jpg", "drawn/0002-before-3.jpg"]
ON_CALL = [*READ[1], *OF[2], "frames/0002-again-1.jpg"]


@pytest.mark.parametrize(
    ("events", "stay"),
    [
        ((*press(1), *press(2), *press(3, "27c-missed", ALERT), *press(4)), [*READ[2], *OF[3], "frames/0003-again-1.jpg"]),
        ((*press(1, "14", ALERT, before=("frames/0001-before-1.jpg",)), *press(2)), [*READ[0], *OF[1], "frames/0001-before-1.jpg"]),
        (
            (*press(1), *press(2, "unsure"), press(3)[0], late(2, 3, ALERT), press(3)[1], *press(4)),
            [*READ[1], *OF[2], *OF[3], *LATE, "frames/0002-again-1.jpg", "frames/0003-again-1.jpg"],
        ),
        ((*press(1), *press(2, "unsure"), *press(3, "27a", ALERT)), [*READ[1], *READ[2], *OF[3], "frames/0003-again-1.jpg"]),
        ((*press(1), *press(2), press(3)[0], ENTERED, press(3)[1]), ON_CALL),
        ((*press(1), *press(2), PlayerSaid(2, 2, "white", "arbiter-called", 0, 0, (ALERT,)), *press(3)), ON_CALL),
        ((*press(1), *press(2), FlagFell(2, "white", 0, 0, (ALERT,))), ON_CALL),
        ((*press(1), *press(2), Alerted(2, (ALERT,)), *press(3)), ON_CALL),
        ((*press(1), CameraFault(2, "black", "frames/0009.jpg", "black", (ALERT,))), [*READ[0], *OF[1], "frames/0009.jpg"]),
        ((*press(1), BoardMoved(2, 1, 1, 0, (), "frames/0008.jpg", "frames/0009.jpg")), ["frames/0008.jpg", "frames/0009.jpg"]),
        ((*press(1), *press(2)), []),
    ],
)
@pytest.mark.parametrize("why", [Why.CLOSED, Why.BUDGET])
def test_whatever_an_alert_comes_with_what_shows_it_stays_and_no_more(tmp_path, events, stay, why):
    game = played(tmp_path / "0001", FOUND, *events)
    drop_pictures(game, why, AT)
    left = {f"{path.parent.name}/{path.name}" for path in game.glob("*/*.jpg")}
    assert left == {"frames/0000.jpg", *stay}
    assert unshown(game) == set()


def test_the_soak_sees_that_a_picture_of_an_amended_alert_is_gone(tmp_path):
    game = played(tmp_path / "0001", *press(1, "unsure"), press(2)[0], late(1, 2, ALERT), press(2)[1])
    (game / "frames/0001a.jpg").unlink()
    assert unshown(game) == {"frames/0001a.jpg"}


@pytest.mark.parametrize("why", [Why.ASKED, Why.DAYS])
def test_all_go_also_those_that_stayed_before_and_what_was_left_half_written(recorded, left, why):
    game = recorded(1, white="Jelle")
    drop_pictures(game, Why.CLOSED, AT)
    (game / "drawn").mkdir()
    for name in ("frames/0002.jpg.new", "drawn/0002.jpg"):
        (game / name).write_bytes(b"x")
    assert drop_pictures(game, why, AT, "J. Jansen") == 5002
    assert (left(game), list((game / "drawn").iterdir())) == ([], [])
    state = state_of(game)
    assert (state.dropped.why, state.dropped.by, state.dropped.kept) == (why, "J. Jansen", ())
    assert drop_pictures(game, why, AT) == 0
    with Journal.reader(game / JOURNAL_NAME) as journal:
        assert sum(isinstance(event, PicturesDropped) for _, event in journal.since(0)) == 2, "what is gone is not noted again"


def test_the_game_is_told_without_its_pictures(recorded):
    game = recorded(1, white="Jelle")
    before = state_of(game)
    drop_pictures(game, Why.ASKED, AT, "J. Jansen")
    state, folder = state_of(game), read_folder(game)
    assert (state.plies, export_pdn(state)) == (before.plies, export_pdn(before))
    assert (before.picture, state.picture, state.kept(["frames/0002.jpg"])) == ("frames/0002.jpg", None, ())
    assert public_view(state)["drawn"] is None
    assert [press.pictures for press in folder.presses] == [(), ()]
    assert folder.about.others["pictures_dropped"] == {"t_ns": 3 * 10**9, "at": AT, "why": "asked", "by": "J. Jansen", "kept": []}


def test_wherever_the_power_goes_the_rest_goes_later(tmp_path, recorded, left, monkeypatch):
    game, cut, unlink = recorded(1), [], Path.unlink

    def disk_as_it_is(path, missing_ok=False):
        if path.parent.name == "frames":
            cut.append(shutil.copytree(game, tmp_path / f"cut-{len(cut)}"))
        unlink(path, missing_ok)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", disk_as_it_is)
        drop_pictures(game, Why.ASKED, AT)
    assert [len(left(copy)) for copy in cut] == [7, 6, 5, 4, 3, 2, 1]
    for copy in cut:
        assert was_cut_off(copy)
        assert state_of(copy).kept(["frames/0002.jpg"]) == (), "it is told before the first picture goes"
        finish(copy)
        assert (left(copy), was_cut_off(copy)) == ([], False)
        assert json.loads((copy / "session.json").read_text())["pictures_dropped"]["why"] == "asked"
    assert not was_cut_off(game)


def test_two_who_drop_at_once_do_not_disturb_each_other(recorded, left, monkeypatch):
    game, unlink = recorded(1), Path.unlink

    def twice(path, missing_ok=False):
        unlink(path, missing_ok)
        if path.name == "0001.jpg" and left(game):
            finish(game)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", twice)
        assert drop_pictures(game, Why.ASKED, AT) < 7000
    assert (left(game), state_of(game).dropped.why) == ([], "asked")


def test_of_a_running_game_nothing_can_be_said_to_be_dropped(recorded):
    state = state_of(recorded(1, is_over=False))
    with pytest.raises(SessionError, match="before the session was closed"):
        step(state, PicturesDropped(4, AT, Why.ASKED))


@pytest.mark.parametrize("is_over", [True, False])
def test_what_is_known_of_a_game_can_be_told_anew_also_when_it_is_closed(recorded, is_over):
    state = state_of(recorded(1, is_over=is_over, white="Jele", event="Cup", round="3"))
    told = Described(4, "J. Jansen", About.of({"white": "Jelle", "board": "7", "round": ""}))
    assert decode(*encode(told)) == told
    after, _ = step(state, told)
    assert [line for line in export_pdn(after).splitlines() if line.startswith(("[Event", "[Round", "[White ", "[Board"))] == [
        '[Event "Cup"]',
        '[Round "?"]',
        '[White "Jelle"]',
        '[Board "7"]',
    ]
    assert public_view(after)["about"] == {"white": "Jelle", "event": "Cup", "round": "", "board": "7"}
