"""Pictures of games: their names, the budget, which of them go and when, and what was cut off is finished; an alert's stay."""

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from record.decisions.rulings_file import read_rulings
from record.events.about import About
from record.events.of_game import (
    Alert,
    Alerted,
    Arbitrated,
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
from record.store.pictures import EvidenceStore, picture_name, pictures_of
from record.store.session_files import write_session
from record.store.tidying import Policy, tidy
from tests.support.live.judging import unshown
from tests.support.says import says

OF_THE_ALERT = ["0000.jpg", "0001.jpg", "0002-before-1.jpg", "0002.jpg", "0002a.jpg"]
AT = "2026-11-21T17:00:00+01:00"
KB = bytes(1000)


def state_of(game):
    with Journal.reader(game / JOURNAL_NAME) as journal:
        return fold(journal)


def test_when_a_game_is_closed_the_pictures_of_alerts_what_was_read_before_them_and_the_first_stay(recorded, left):
    over, running = recorded(1), recorded(2, is_over=False)
    assert drop_pictures(over, Why.CLOSED, AT) == 2000
    assert left(over) == OF_THE_ALERT
    assert state_of(over).dropped == PicturesDropped(3 * 10**9, AT, "closed", kept=tuple(f"frames/{name}" for name in OF_THE_ALERT))
    with pytest.raises(GameRuns, check=says("DroppingFault.game-runs")):
        drop_pictures(running, Why.ASKED, AT)
    with pytest.raises(SessionError, check=says("SessionFault.not-closed")):
        step(state_of(running), PicturesDropped(4, AT, Why.ASKED))
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
        ((*press(1, "legal", ALERT, before=("frames/0001-before-1.jpg",)), *press(2)), [*READ[0], *OF[1], "frames/0001-before-1.jpg"]),
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
        (
            (*press(1), BoardMoved(2, 1, 1, 0, FOUND.corners_px, "frames/0008.jpg", "frames/0009.jpg")),
            ["frames/0008.jpg", "frames/0009.jpg"],
        ),
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


@pytest.mark.parametrize("why", [Why.ASKED, Why.DAYS])
def test_all_go_also_those_that_stayed_before_and_what_was_left_half_written(recorded, left, why):
    game = recorded(1, white="Jelle")
    before = state_of(game)
    drop_pictures(game, Why.CLOSED, AT)
    (game / "drawn").mkdir()
    for name in ("frames/0002.jpg.new", "drawn/0002.jpg"):
        (game / name).write_bytes(b"x")
    assert drop_pictures(game, why, AT, "J. Jansen") == 5002
    assert (left(game), list((game / "drawn").iterdir())) == ([], [])
    state, folder = state_of(game), read_folder(game)
    assert state.dropped == PicturesDropped(3 * 10**9, AT, why, "J. Jansen")
    assert folder.about.others["pictures_dropped"] == {"t_ns": 3 * 10**9, "at": AT, "why": why, "by": "J. Jansen"}
    assert (state.plies, export_pdn(state)) == (before.plies, export_pdn(before)), "the game is told without them"
    assert (before.picture, state.picture, state.kept(["frames/0002.jpg"])) == ("frames/0002.jpg", None, ())
    assert public_view(state)["drawn"] is None
    assert [press.pictures for press in folder.presses] == [(), ()]
    assert drop_pictures(game, why, AT) == 0
    with Journal.reader(game / JOURNAL_NAME) as journal:
        assert sum(isinstance(event, PicturesDropped) for _, event in journal.since(0)) == 2, "what is gone is not noted again"


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


@pytest.mark.parametrize("is_over", [True, False])
def test_what_is_known_of_a_game_can_be_told_anew_also_when_it_is_closed(recorded, is_over):
    state = state_of(recorded(1, is_over=is_over, white="Jele", event="Cup", round="3"))
    after = step(state, Described(4, "J. Jansen", About.of({"white": "Jelle", "board": "7", "round": ""})))
    assert public_view(after)["about"] == {"white": "Jelle", "event": "Cup", "round": "", "board": "7"}
    assert {'[Event "Cup"]', '[Round "?"]', '[White "Jelle"]', '[Board "7"]'} <= set(export_pdn(after).splitlines())


FEN = "W:W28,31,33-50:B1-18,20,23"


def test_the_last_picture_of_a_press_bears_its_number(tmp_path):
    assert [picture_name(7, number, 3) for number in range(3)] == ["frames/0007a.jpg", "frames/0007b.jpg", "frames/0007.jpg"]
    (tmp_path / "frames").mkdir()
    for number in (0, 1):
        (tmp_path / picture_name(7, number, 3)).write_bytes(KB)
    assert pictures_of(tmp_path, 7) == (), "the last was not written: the others may not be all"
    (tmp_path / picture_name(7, 2, 3)).write_bytes(KB)
    assert pictures_of(tmp_path, 7) == ("frames/0007a.jpg", "frames/0007b.jpg", "frames/0007.jpg")


def test_beyond_the_budget_the_oldest_finished_games_pictures_go_but_none_of_an_alert_and_what_is_left_can_be_replayed(
    tmp_path, recorded, left
):
    first, second, running, mine = (recorded(n, is_over=n != 3) for n in (1, 2, 3, 4))
    store = EvidenceStore(tmp_path, mine, 28_900, 0)
    assert store.keep("frames/0003.jpg", KB)
    assert left(first) == OF_THE_ALERT
    assert [len(left(game)) for game in (second, running, mine)] == [7, 7, 8]
    presses = read_folder(first).presses
    assert [press.pictures for press in presses] == [("frames/0001.jpg",), ("frames/0002a.jpg", "frames/0002.jpg")]
    assert presses[1].before == ("frames/0002-before-1.jpg",)
    closed_meanwhile = recorded(5)
    assert store.keep("frames/0100.jpg", bytes(3000))
    assert (left(second), left(closed_meanwhile)) == (OF_THE_ALERT, OF_THE_ALERT)
    assert EvidenceStore(tmp_path, mine, 1000, 0).keep("frames/0004.jpg", KB), "the running game's are kept all the same"
    assert (len(left(running)), len(left(mine))) == (7, 10)


def test_where_no_more_may_go_it_is_not_looked_for_again_at_each_picture(tmp_path, recorded, left, monkeypatch):
    """The running game's take more than the budget, and there is an earlier one whose journal nobody can read."""
    damaged, mine = recorded(1), recorded(2)
    (damaged / JOURNAL_NAME).write_bytes(b"x")
    store, looks = EvidenceStore(tmp_path, mine, 10_000, 0), []
    monkeypatch.setattr(
        "record.store.pictures.drop_pictures", lambda game, why, at: looks.append(left(game)) or drop_pictures(game, why, at)
    )
    assert all(store.keep(f"frames/{number:04}.jpg", bytes(100)) for number in range(100, 200))
    assert len(looks) == 10, "once for each tenth of the budget, not once for each of 100 pictures"


def test_no_picture_is_kept_where_there_is_no_room(tmp_path, recorded):
    mine = recorded(1)
    assert not EvidenceStore(tmp_path, mine, 10**9, 10**18).keep("frames/0009.jpg", KB)
    assert not EvidenceStore(tmp_path, mine, 10**9, 0).keep("nowhere/0009.jpg", KB)


def test_what_cannot_be_understood_is_left_alone(tmp_path, recorded, left):
    *others, mine = (recorded(number) for number in (1, 2, 3))
    (others[0] / JOURNAL_NAME).write_bytes(b"x")
    (others[1] / JOURNAL_NAME).unlink()
    EvidenceStore(tmp_path, mine, 0, 0).trim()
    assert [len(left(other)) for other in others] == [7, 7]


def test_session_files_tell_the_game_and_what_the_arbiter_ruled(recorded):
    folder = recorded(1, is_over=False)
    with Journal.open(folder / JOURNAL_NAME) as journal:
        for ruling, more in (
            ("position", {}),
            ("to-move", {}),
            ("take-back", {"plies": 1}),
            ("end", {"result": "1-0", "article": "20.2"}),
        ):
            journal.append(Arbitrated(3 * 10**9, 2, ruling, "J. Jansen", FEN, "why", **more), 0)
        write_session(folder, fold(journal))
    about = json.loads((folder / "session.json").read_text())
    assert (about["rules"], about["start_fen"], about["time_control"]) == ("frisian", "W:W31-50:B1-20", "80m+60s")
    rulings = [one.decision for one in read_rulings(read_folder(folder))[2]]
    assert [one.ruling for one in rulings] == ["position", "to-move", "take-back", "end"]
    assert (rulings[0].fen, rulings[1].side, rulings[2].plies, rulings[3].article) == (FEN, "white", 1, "20.2")


NOW = datetime(2026, 11, 21, 17, tzinfo=UTC)
ALERTS, ALL = Policy(False, 30), Policy(True, 30)


@pytest.fixture
def aged(recorded):
    """A function that records a game whose record was written so many days ago."""

    def play(number, *, days, **more):
        game = recorded(number, **more)
        (game / "game.pdn").write_text("")
        os.utime(game / "game.pdn", ((NOW - timedelta(days=days)).timestamp(),) * 2)
        return game

    return play


def test_after_a_closing_what_no_alert_needs_goes_unless_all_is_to_stay(tmp_path, aged, left):
    first, second, running = aged(1, days=1), aged(2, days=0), aged(3, days=0, is_over=False)
    tidy(tmp_path, ALL, NOW)
    assert [len(left(game)) for game in (first, second, running)] == [7, 7, 7]
    tidy(tmp_path, ALERTS, NOW)
    assert [len(left(game)) for game in (first, second, running)] == [5, 5, 7]


@pytest.mark.parametrize("policy", [ALERTS, ALL])
def test_after_the_days_all_go_once_they_were_too_old_for_another_day(tmp_path, aged, left, policy):
    old, young = aged(1, days=31), aged(2, days=28)
    kept = 7 if policy is ALL else 5
    for later, expected in ((0, (kept, kept)), (0.9, (kept, kept)), (1.1, (0, kept)), (3, (0, kept)), (4.1, (0, 0))):
        tidy(tmp_path, policy, NOW + timedelta(days=later))
        assert (len(left(old)), len(left(young))) == expected
    with Journal.reader(old / JOURNAL_NAME) as journal:
        dropped = fold(journal).dropped
    assert (dropped.why, dropped.at) == ("days", (NOW + timedelta(days=1.1)).isoformat(timespec="seconds"))
    assert not (old / "found-old").exists()


def test_a_clock_that_leapt_and_is_set_right_costs_no_picture(tmp_path, aged, left):
    game = aged(1, days=1)
    for leap in (200, 0, 200.1, 0, 200.2):
        tidy(tmp_path, ALL, NOW + timedelta(days=leap))
    assert len(left(game)) == 7


def test_what_was_cut_off_is_finished_and_a_game_that_cannot_be_read_is_left_alone(tmp_path, aged, left):
    cut, broken = aged(1, days=0), aged(2, days=0)
    (broken / JOURNAL_NAME).write_bytes(b"x")
    drop_pictures(cut, Why.ASKED, "")
    (cut / "frames" / "0002.jpg").write_bytes(b"x")
    (cut / "session.json").unlink()
    assert was_cut_off(cut)
    tidy(tmp_path, ALL, NOW)
    assert (left(cut), was_cut_off(cut), len(left(broken))) == ([], False, 7)


def test_it_ends_between_two_games(tmp_path, aged, left):
    games = [aged(number, days=0) for number in (1, 2)]
    asked = iter([False, True])
    tidy(tmp_path, ALERTS, NOW, lambda: next(asked))
    assert [len(left(game)) for game in games] == [5, 7]


def test_a_second_deletion_that_was_cut_off_is_seen(recorded, left):
    game = recorded(1)
    drop_pictures(game, Why.CLOSED, AT)
    session, kept = (game / "session.json").read_bytes(), left(game)
    drop_pictures(game, Why.ASKED, AT)
    assert not was_cut_off(game)
    (game / "session.json").write_bytes(session)
    (game / "frames" / kept[0]).write_bytes(b"x")
    assert was_cut_off(game)
    finish(game)
    assert (left(game), was_cut_off(game)) == ([], False)
