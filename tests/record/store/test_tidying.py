"""What the settings let go of earlier games' pictures, by the day that it is."""

import os
from datetime import UTC, datetime, timedelta

import pytest

from record.events.of_record import Why
from record.store.dropping import drop_pictures, was_cut_off
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.tidying import Policy, tidy

NOW = datetime(2026, 11, 21, 17, tzinfo=UTC)
ALERTS, ALL = Policy(False, 30), Policy(True, 30)


@pytest.fixture
def played(recorded):
    """A function that records a game whose record was written so many days ago."""

    def play(number, *, days, **more):
        game = recorded(number, **more)
        (game / "game.pdn").write_text("")
        os.utime(game / "game.pdn", ((NOW - timedelta(days=days)).timestamp(),) * 2)
        return game

    return play


def test_after_a_closing_what_no_alert_needs_goes_unless_all_is_to_stay(tmp_path, played, left):
    first, second, running = played(1, days=1), played(2, days=0), played(3, days=0, is_over=False)
    tidy(tmp_path, ALL, NOW)
    assert [len(left(game)) for game in (first, second, running)] == [7, 7, 7]
    tidy(tmp_path, ALERTS, NOW)
    assert [len(left(game)) for game in (first, second, running)] == [5, 5, 7]


@pytest.mark.parametrize("policy", [ALERTS, ALL])
def test_after_the_days_all_go_once_they_were_too_old_for_another_day(tmp_path, played, left, policy):
    old, young = played(1, days=31), played(2, days=28)
    kept = 7 if policy is ALL else 5
    for later, expected in ((0, (kept, kept)), (0.9, (kept, kept)), (1.1, (0, kept)), (3, (0, kept)), (4.1, (0, 0))):
        tidy(tmp_path, policy, NOW + timedelta(days=later))
        assert (len(left(old)), len(left(young))) == expected
    with Journal.reader(old / JOURNAL_NAME) as journal:
        dropped = fold(journal).dropped
    assert (dropped.why, dropped.at) == ("days", (NOW + timedelta(days=1.1)).isoformat(timespec="seconds"))
    assert not (old / "found-old").exists()


def test_a_clock_that_leapt_and_is_set_right_costs_no_picture(tmp_path, played, left):
    game = played(1, days=1)
    for leap in (200, 0, 200.1, 0, 200.2):
        tidy(tmp_path, ALL, NOW + timedelta(days=leap))
    assert len(left(game)) == 7


def test_what_was_cut_off_is_finished_and_a_game_that_cannot_be_read_is_left_alone(tmp_path, played, left):
    cut, broken = played(1, days=0), played(2, days=0)
    (broken / JOURNAL_NAME).write_bytes(b"x")
    drop_pictures(cut, Why.ASKED, "")
    (cut / "frames" / "0002.jpg").write_bytes(b"x")
    (cut / f"{JOURNAL_NAME}-wal").touch()
    assert was_cut_off(cut)
    tidy(tmp_path, ALL, NOW)
    assert (left(cut), was_cut_off(cut), len(left(broken))) == ([], False, 7)


def test_it_ends_between_two_games(tmp_path, played, left):
    games = [played(number, days=0) for number in (1, 2)]
    asked = iter([False, True])
    tidy(tmp_path, ALERTS, NOW, lambda: next(asked))
    assert [len(left(game)) for game in games] == [5, 7]
