"""Whether a board is ready before the round, and how many are."""

import pytest

from hub.boards.readiness import summary_of
from hub.public.before_names import state_of


@pytest.mark.parametrize(
    ("phase", "levels", "state"),
    [
        ("ready", ["ok", "untried"], "ready"),
        ("ready", ["ok", "warn"], "remarked"),
        ("ready", ["warn", "fail"], "failing"),
        ("waiting", ["ok"], "waiting"),
        ("waiting", ["fail"], "failing"),
        *((phase, ["fail"], phase) for phase in ("playing", "over", "silent")),
    ],
)
def test_a_board_is_ready_when_it_stands_and_no_check_fails_and_in_a_game_checks_do_not_count(phase, levels, state):
    assert state_of({"phase": phase, "checks": [{"level": level} for level in levels]}) == state


def test_boards_that_play_or_have_ended_count_as_such_not_as_boards_that_are_not_ready():
    told = {
        ("waiting", "failing", "ready", "remarked"): "2 of 4 ready",
        ("playing", "playing"): "2 of 2 playing",
        ("playing", "over", "ready"): "1 of 3 ready · 1 of 3 playing · 1 of 3 over",
        ("silent", "closed"): "0 of 2 ready",
        (): "0 of 0 ready",
    }
    assert {states: summary_of(states, "en") for states in told} == told
