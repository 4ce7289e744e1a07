"""Signing in is slowed after failures, for a name and for an address, in bounded memory."""

import pytest

from hub.access.attempts import ADDRESS, FORGOTTEN_S, NAME, NAME_HERE, Attempts

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Clock:
    now_s = 1000.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def attempts(clock):
    return Attempts(clock)


def fail(attempts, clock, times, name="anke", address=HERE):
    """Fail that many times, each as soon as it is allowed, and return the seconds that each attempt had to wait."""
    waits = []
    for _ in range(times):
        waits.append(attempts.begin(name, address))
        clock.now_s += waits[-1]
        if waits[-1]:
            assert attempts.begin(name, address) == 0
    return waits


def test_the_waits_double_up_to_the_longest(attempts, clock):
    waits = fail(attempts, clock, 16)
    assert waits == pytest.approx([0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])


def test_who_tries_while_he_must_wait_does_not_wait_longer(attempts, clock):
    fail(attempts, clock, NAME_HERE.free)
    assert [attempts.begin("anke", HERE) for _ in range(5)] == [1] * 5


def test_others_do_not_wait(attempts, clock):
    fail(attempts, clock, 6)
    assert attempts.begin("durk", HERE) == 0
    assert attempts.begin("anke", THERE) == 0


def test_an_address_that_tries_many_names_waits(attempts, clock):
    for number in range(ADDRESS.free):
        assert attempts.begin(f"name {number}", HERE) == 0
    assert attempts.begin("another", HERE) > 0
    assert attempts.begin("another", THERE) == 0


def test_one_machine_of_many_ipv6_addresses_is_one(attempts):
    for number in range(ADDRESS.free):
        assert attempts.begin(f"name {number}", f"2001:db8::{number:x}") == 0
    assert attempts.begin("another", "2001:db8::ffff") > 0
    assert attempts.begin("another", "2001:db8:0:1::1") == 0


def test_a_name_that_is_tried_from_everywhere_waits_but_never_long(attempts, clock):
    for number in range(2 * NAME.free):
        clock.now_s += attempts.begin("anke", f"10.0.0.{number}")
    assert 0 < attempts.begin("anke", THERE) <= NAME.max_wait_s


def test_success_forgives(attempts, clock):
    fail(attempts, clock, NAME_HERE.free - 1)
    assert attempts.begin("anke", HERE) == 0
    attempts.succeeded("anke", HERE)
    assert fail(attempts, clock, NAME_HERE.free) == [0] * NAME_HERE.free
    assert attempts.begin("anke", HERE) > 0


def test_signing_in_oneself_does_not_buy_free_guesses_at_others(attempts):
    tries = 0
    while attempts.begin(f"name {tries}", HERE) == 0:
        tries += 1
        if attempts.begin("own", HERE) == 0:
            attempts.succeeded("own", HERE)
    assert tries == ADDRESS.free


def test_what_failed_long_ago_is_forgotten(attempts, clock):
    fail(attempts, clock, 6)
    clock.now_s += FORGOTTEN_S
    assert fail(attempts, clock, 4) == [0, 0, 0, 1]


def test_memory_is_bounded_and_a_flood_does_not_free_who_floods(clock):
    attempts = Attempts(clock, max_counts=50)
    for number in range(200):
        wait = attempts.begin(f"name {number}", HERE)
        clock.now_s += wait
        attempts.begin(f"name {number}", HERE)
        assert len(attempts) <= 50
    assert wait > 100
