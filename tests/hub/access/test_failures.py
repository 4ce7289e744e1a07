"""The limit on guesses: failures delay, up to a bound; who shares an address with guessers is let in within a minute."""

import math
from heapq import heappop, heappush
from itertools import count

import gevent
import pytest
from gevent.event import Event

from hub.access.failures import FORGOTTEN_S, MAX_CLIENTS, MAX_WAIT_S, MAX_WAITING, MAX_WAITING_TOTAL, Failures, TooManyChecks
from hub.access.login import AGAIN_S

HALL = "192.0.2.1"
ON_A_PI_S = 0.3
"""Seconds that one check takes there."""


class World:
    """Greenlets in a time of their own, which goes on to the next one that sleeps whenever all of them wait."""

    def __init__(self, check_s=ON_A_PI_S):
        self.now_s, self.check_s, self._sleepers, self._number = 1000.0, check_s, [], count()
        self.limit = Failures(lambda: self.now_s, self.sleep)
        self.checks, self._greenlets = [], []

    def sleep(self, seconds):
        heappush(self._sleepers, (self.now_s + seconds, next(self._number), wakes := Event()))
        wakes.wait()

    def start(self, function, *arguments):
        self._greenlets.append(greenlet := gevent.spawn(function, *arguments))
        return greenlet

    def run(self, for_s):
        until_s = self.now_s + for_s
        while (gevent.idle() or self._sleepers) and self._sleepers[0][0] <= until_s:
            self.now_s, _, wakes = heappop(self._sleepers)
            wakes.set()
        self.now_s = until_s

    def end(self):
        gevent.killall(self._greenlets)

    def check(self, client, is_right=False, session=""):
        """Have a password checked, and return the seconds that it took. Each check without a session has one of its own."""

        def looks():
            self.checks.append(self.now_s)
            self.sleep(self.check_s)
            return is_right

        began_s = self.now_s
        assert self.limit.check(client, session or str(next(self._number)), looks) is is_right
        return self.now_s - began_s

    def guess(self, client, session=""):
        """Guess without end, each time as soon as the answer to the last guess came."""
        while True:
            try:
                self.check(client, session=session)
            except TooManyChecks:
                self.sleep(1)

    def tries(self, client, session, *, is_right=True, for_s=60):
        """The seconds until an arbiter has his password checked, who tries again when he is told to; inf when it is not within `for_s`."""
        began_s, took = self.now_s, [math.inf]

        def try_until_checked():
            while took == [math.inf]:
                try:
                    self.check(client, is_right, session)
                except TooManyChecks:
                    self.sleep(AGAIN_S)
                else:
                    took[:] = [self.now_s - began_s]

        self.start(try_until_checked)
        self.run(for_s)
        return took[0]

    def measured(self, client, for_s, *are_right):
        """The seconds that these checks took one after the other."""
        took = []
        self.start(lambda: took.extend([self.check(client, is_right) for is_right in are_right]))
        self.run(for_s)
        return took


@pytest.fixture
def world():
    made = World()
    yield made
    made.end()


def test_each_failure_makes_the_next_check_wait_longer_up_to_three_seconds_and_a_success_takes_none_back(world):
    world.check_s = 0.0
    assert world.measured(HALL, 60, *[False] * 7) == pytest.approx([0, 0.25, 0.5, 1, 2, 3, 3])
    assert world.measured(HALL, 60, True, False, True, False) == pytest.approx([0, 0, 3, 0])
    assert world.measured("192.0.2.2", 60, False, False) == pytest.approx([0, 0.25]), "another client"
    world.run(FORGOTTEN_S)
    assert world.measured(HALL, 60, False, False) == pytest.approx([0, 0.25])


@pytest.mark.parametrize("keep_their_sessions", [False, True])
@pytest.mark.parametrize("guessers", [1, 20, MAX_WAITING - 1, 60])
def test_an_arbiter_who_shares_his_address_with_guessers_is_let_in_within_a_minute(world, guessers, keep_their_sessions):
    for number in range(guessers):
        world.start(world.guess, HALL, f"guesser {number}" if keep_their_sessions else "")
    world.run(4 * max(30, guessers))
    for number in range(3):
        assert world.tries(HALL, f"arbiter {number}") <= 60


def test_an_arbiter_who_mistypes_twice_among_guessers_is_let_in_within_a_minute_all_the_same(world):
    for _ in range(60):
        world.start(world.guess, HALL)
    world.run(120)
    for is_right in (False, False, True):
        assert world.tries(HALL, "arbiter", is_right=is_right) <= 60


def test_one_address_guesses_once_a_second_at_most(world):
    world.check_s = 0.01
    for _ in range(2 * MAX_WAITING):
        world.start(world.guess, HALL)
    world.run(120)
    assert 110 < len(world.checks) <= 120 * MAX_WAITING / MAX_WAIT_S + 10


def test_guessers_at_many_addresses_take_half_a_core_and_turns_with_an_arbiter_elsewhere(world):
    for number in range(MAX_WAITING_TOTAL + 40):
        world.start(world.guess, f"10.0.0.{number % 40}")
    world.run(120)
    assert len(world.checks) <= 120 / (2 * ON_A_PI_S) + 1
    assert world.tries(HALL, "arbiter") <= 60


def test_a_check_for_which_there_is_no_place_is_refused_and_not_made(world):
    for _ in range(MAX_WAITING):
        world.start(world.guess, HALL)
    gevent.idle()
    with pytest.raises(TooManyChecks):
        world.check(HALL)
    world.run(0)
    assert len(world.checks) == 1


def test_what_is_kept_of_many_addresses_is_bounded_and_forgets_nobody_who_waits(world):
    world.check_s = 0.0
    world.start(world.guess, HALL)
    world.run(30)
    for number in range(MAX_CLIENTS + 500):
        world.measured(f"10.{number >> 8}.{number & 255}.1", 0, False)
    assert len(world.limit) <= MAX_CLIENTS
    checks = len(world.checks)
    world.run(30)
    assert 9 <= len(world.checks) - checks <= 11, "three seconds for each, as before"
