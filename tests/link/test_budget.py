"""What a board may send and keep at its hub: an honest one is never refused, and one that floods costs the others nothing."""

import shutil
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from link import budget
from link.budget import (
    BYTES_A_SECOND,
    BYTES_AT_ONCE,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MOST_BYTES,
    MOST_GAMES,
    NEW_GAMES_A_MINUTE,
    NEW_GAMES_AT_ONCE,
    REFUSED_AT_ONCE,
    WAITING,
    Allowance,
    Room,
    S,
    Turns,
)
from link.wire import Games, Packet, Pulse, Rows, wire_packet
from record.store.folder import GAMES
from record.store.journal_rows import LastRow
from tests.hub.journal_rows import game_of, raw_rows
from tests.link.simulated_hall import STEP_NS
from tests.link.wire_messages import BOOT, MACHINE

SMALL, ROWS = Packet("pulse", b"x" * 300), Packet("rows", b"x" * 200_000)
DAY_BYTES = 10_000_000


def taken(turns, now_ns, rounds=1):
    """The keys of the packets that are taken in so many rounds, in order."""
    return [key for _ in range(rounds) for key, _ in turns.round(now_ns)]


@given(st.lists(st.tuples(st.integers(0, 5 * S), st.integers(0, 50)), max_size=50))
def test_no_more_is_used_than_the_allowance_gives(uses):
    allowance, now_ns, used = Allowance(3, 20), 0, 0
    for later_ns, asked in uses:
        now_ns += later_ns
        given_now = min(asked, int(allowance.left(now_ns)))
        allowance.use(given_now, now_ns)
        used += given_now
    assert used <= 20 + 3 * now_ns / S + 1


def test_boards_are_served_in_turn_however_much_waits_of_one():
    turns = Turns()
    for _ in range(100):
        turns.put("flood", SMALL, 0)
    turns.put("1", SMALL, 0)
    turns.put("2", SMALL, 0)
    turns.put("2", SMALL, 0)
    assert taken(turns, 0, rounds=3) == ["flood", "1", "2", "flood", "2", "flood"]


@pytest.mark.parametrize(("a_second", "times"), [(40, 1), (1000, 1), (5000, 3)])
def test_one_that_floods_is_taken_at_its_pace_then_refused_then_shut_out(a_second, times):
    turns, now_ns, counts, refusals, out = Turns(), 0, Counter(), 0, []
    for step in range(60 * 20):
        now_ns = step * S // 20
        for _ in range(a_second // 20):
            refusals += turns.put("flood", SMALL, now_ns) is not None
        counts.update(taken(turns, now_ns, rounds=50))
        if turns.to_shut_out():
            out.append(now_ns)
            break
    assert counts["flood"] <= MESSAGES_AT_ONCE + MESSAGES_A_SECOND * (now_ns / S + 1)
    assert refusals > REFUSED_AT_ONCE
    assert out
    assert turns.to_shut_out() == set()
    assert not turns.is_due(now_ns + 60 * S), "what waited of it is dropped"


def test_one_that_fills_its_bytes_is_refused_and_others_are_not():
    turns = Turns()
    refused = [turns.put("large", ROWS, 0) for _ in range(30)]
    assert refused[19] is None
    assert str(refused[20]).startswith("it sends more than 20 messages or 1000 kB a second")
    assert turns.put("1", ROWS, 0) is None


def test_an_honest_board_that_catches_up_after_a_day_or_a_year_is_not_refused():
    """It has four messages of rows on their way, and a pulse and a status besides."""
    for size in (DAY_BYTES, 100 * DAY_BYTES):
        turns, now_ns, left, on_the_way, step = Turns(), 0, size, 0, 0
        while left > 0:
            while on_the_way < 4 and left > 0:
                assert turns.put("1", ROWS, now_ns) is None
                on_the_way, left = on_the_way + 1, left - len(ROWS.payload)
            if step % 20 == 0:
                assert turns.put("1", SMALL, now_ns) is None
                assert turns.put("1", SMALL, now_ns) is None
            on_the_way -= sum(packet is ROWS for _, packet in turns.round(now_ns))
            step += 1
            now_ns = step * S // 20
        assert turns.to_shut_out() == set()
        assert now_ns / S <= max(10, (size - BYTES_AT_ONCE) / BYTES_A_SECOND * 1.1 + 10)


def test_after_a_hub_that_stood_still_what_the_boards_sent_meanwhile_is_taken():
    turns = Turns()
    for _ in range(2 * 60 + 60):
        assert turns.put("1", SMALL, 0) is None
    assert len(taken(turns, 0, rounds=WAITING)) == 180


def test_ever_new_games_are_taken_at_their_pace_and_up_to_a_number(monkeypatch):
    room, now_ns = Room(0, 0, 0), 0
    assert [room.refuses_game(now_ns) for _ in range(NEW_GAMES_AT_ONCE)] == [None] * NEW_GAMES_AT_ONCE
    assert str(room.refuses_game(now_ns)) == "it sends more new games than 6 a minute: the others are taken later"
    now_ns += 60 * S
    assert [room.refuses_game(now_ns) is None for _ in range(NEW_GAMES_A_MINUTE + 1)] == [True] * NEW_GAMES_A_MINUTE + [False]
    full = Room(MOST_GAMES, 0, 0)
    assert str(full.refuses_game(0)) == "it has 10000 games here, and a board may have no more"


def test_bytes_are_taken_up_to_a_number():
    room = Room(0, MOST_BYTES - 1, 0)
    assert room.refuses_more() is None
    room.grew(1)
    assert str(room.refuses_more()) == "its games take 8 GB here, and a board may have no more"


def test_a_packet_as_long_as_the_wire_takes_has_a_place():
    assert budget.WAITING_BYTES > budget.BYTES_A_SECOND > 256_000


# in a hall


FLOODS = "2"
OPENING = tuple(raw_rows(game_of()[:1]))


class Enrolled:
    """The boards with these keys are enrolled."""

    def __init__(self, *keys):
        self.keys, self.shut_out_keys = set(keys), []

    def has(self, key):
        return key in self.keys

    def shut_out(self, key):
        self.shut_out_keys.append(key)


@pytest.fixture
def enrolled(playing):
    """The enrolled boards of a hall in which a game goes on."""
    playing.enrolled = Enrolled(playing.key, FLOODS)
    playing.do("stop mirror, start mirror, 2")
    return playing.enrolled


def send(hall, message):
    hall.wire.carry("up", FLOODS, wire_packet(message))


def name_a_game(hall, number):
    """Send the first row of that game, of which a pulse tells before."""
    game = f"{number:04}"
    send(hall, Pulse(MACHINE, BOOT, number, number, 1_790_000_000_000, alive=True, game=game, last=LastRow(1, OPENING[0].checksum)))
    send(hall, Rows(MACHINE, game, OPENING))


def test_ever_new_games_are_taken_at_their_pace_and_the_others_go_on(playing, enrolled):
    """Ten a second, with their pulses as many messages as a board may send."""
    seconds, number = 60, 0
    for step in range(seconds):
        for _ in range(MESSAGES_A_SECOND // 2):
            number += 1
            name_a_game(playing, number)
        playing.say(f"r{step}")
        playing.do(f"press, 1, has {5 + 2 * step}" if step < 20 else "1")
    assert playing.became() == [f"r{step}+obeyed" for step in range(seconds)]
    assert len(list((playing.venue / FLOODS / GAMES).iterdir())) <= NEW_GAMES_AT_ONCE + NEW_GAMES_A_MINUTE * seconds / 60 + 1
    link = playing.mirror._boards[FLOODS].link
    assert str(link.refused["room"]) == "it sends more new games than 6 a minute: the others are taken later"
    assert (playing.link.refused, enrolled.shut_out_keys) == ({}, [])


def test_who_goes_on_to_send_too_much_is_shut_out_by_the_broker_and_the_arbiter_is_told(playing, enrolled):
    for _ in range(S // STEP_NS):
        for _ in range(50):
            send(playing, Games(MACHINE, {}))
        playing.run(STEP_NS / S)
    assert FLOODS in enrolled.shut_out_keys
    link = playing.mirror._boards[FLOODS].link
    assert str(link.refused["budget"]) == "it sends more than 20 messages or 1000 kB a second, and what is beyond that is not taken"
    assert str(link.refused["shut-out"]) == "it went on to send more than a board may, and the broker lets it in no more for 60 s each time"
    playing.do("press, 1, has 5, say r, 1, = r+obeyed")
    assert playing.link.refused == {}


def test_a_revoked_board_whose_folder_was_deleted_does_not_come_back_with_what_was_on_its_way(playing, enrolled):
    name_a_game(playing, 1)
    playing.run(1)
    assert (playing.venue / FLOODS).exists()
    enrolled.keys.remove(FLOODS)
    shutil.rmtree(playing.venue / FLOODS)
    name_a_game(playing, 2)
    playing.run(1)
    assert not (playing.venue / FLOODS).exists()
    enrolled.keys.add(FLOODS)
    name_a_game(playing, 3)
    playing.run(1)
    assert (playing.venue / FLOODS).exists()
