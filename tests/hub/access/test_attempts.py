"""Guesses at passwords: so many an hour for a name and no more, whoever makes them; who is known waits for nobody else."""

from types import SimpleNamespace

import pytest

from hub.access.attempts import HOUR_S, MAX_AN_HOUR, MAX_STRANGERS, NAME_HERE, Attempt, Attempts

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def clock():
    return SimpleNamespace(now_s=1000.0)


@pytest.fixture
def attempts(clock):
    return Attempts(lambda: clock.now_s)


def anke(address=HERE, browser=""):
    return Attempt("anke", address, browser)


def fail(attempts, clock, times):
    """Fail that many times, each as soon as it is allowed, and return the seconds that each attempt had to wait."""
    waits = []
    for _ in range(times):
        waits.append(attempts.begin(anke()))
        clock.now_s += waits[-1]
        if waits[-1]:
            assert attempts.begin(anke()) == 0
    return waits


def guesses(attempts, clock, attempt_of, for_s=HOUR_S):
    """How many guesses are allowed in that time to one who tries each second, at the `number`th try as `attempt_of(number)`."""
    allowed = 0
    for number in range(int(for_s)):
        allowed += attempts.begin(attempt_of(number)) == 0
        clock.now_s += 1
    return allowed


def test_the_waits_double_up_to_the_longest(attempts, clock):
    waits = fail(attempts, clock, 16)
    assert waits == pytest.approx([0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    assert len({attempts.begin(anke()) for _ in range(5)}) == 1, "who tries while he must wait does not wait longer"


@pytest.mark.parametrize(("addresses", "exists"), [(1, True), (60, False), (100_000, True)])
def test_a_name_is_guessed_at_so_often_an_hour_whatever_the_number_of_addresses(attempts, clock, addresses, exists):
    def attempt(number):
        return Attempt("anke", f"10.{number % addresses >> 16}.{number % addresses >> 8 & 255}.{number % addresses & 255}", "", exists)

    for _ in range(2):
        assert guesses(attempts, clock, attempt) <= MAX_AN_HOUR


def test_who_signed_in_here_before_waits_for_no_failures_of_others(attempts, clock):
    for number in range(500):
        attempts.begin(Attempt(f"name {number}", HERE, "", exists=False))
    assert attempts.begin(anke(HERE)) == 0, "other names from the same address lock nobody out"
    for number in range(500):
        attempts.begin(anke(HERE if number % 2 else f"10.0.0.{number % 250}"))
    assert attempts.begin(anke(HERE)) > 0
    assert attempts.begin(anke(HERE, "his own")) == 0
    attempts.succeeded(anke(HERE, "his own"))
    assert guesses(attempts, clock, lambda _: anke(HERE, "stolen")) < 20, "a known browser that guesses waits itself"


def test_one_machine_of_many_ipv6_addresses_is_one(attempts):
    for number in range(NAME_HERE.free):
        assert attempts.begin(anke(f"2001:db8::{number:x}")) == 0
    assert attempts.begin(anke("2001:db8::ffff")) > 0
    assert attempts.begin(anke("2001:db8:0:1::1")) == 0


def test_success_forgives_and_is_no_guess_and_neither_is_what_was_not_looked_at(attempts, clock):
    for ended in (attempts.succeeded, attempts.withdrawn):
        for _ in range(3 * MAX_AN_HOUR):
            assert attempts.begin(anke()) == 0
            ended(anke())
    assert fail(attempts, clock, 6)[: NAME_HERE.free] == [0] * NAME_HERE.free
    clock.now_s += HOUR_S
    assert fail(attempts, clock, 4) == [0, 0, 0, 1], "what failed long ago is forgotten"


def test_signing_in_oneself_does_not_buy_free_guesses_at_others(attempts, clock):
    def attempt(number):
        own = Attempt("own", f"10.0.0.{number % 200}")
        if attempts.begin(own) == 0:
            attempts.succeeded(own)
        return anke(own.address)

    assert guesses(attempts, clock, attempt) <= MAX_AN_HOUR


def test_a_flood_of_names_and_addresses_takes_little_memory_and_forgets_no_guesses(clock):
    attempts = Attempts(lambda: clock.now_s, max_counts=50)
    fail(attempts, clock, 1)
    for number in range(MAX_AN_HOUR):
        attempts.begin(anke(f"10.0.1.{number}"))
    for number in range(3 * MAX_STRANGERS):
        attempts.begin(Attempt(f"name {number}", f"10.1.{number >> 8}.{number & 255}", "", exists=False))
        assert len(attempts) <= 50
    assert attempts.begin(anke(THERE)) > 0
