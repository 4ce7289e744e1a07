"""One enrolled board that sends ever more: the others go on as if it were not there, and the arbiter is told."""

import shutil

import pytest

from link.budget import MESSAGES_A_SECOND, NEW_GAMES_A_MINUTE, NEW_GAMES_AT_ONCE
from link.wire import Games, Pulse, Rows, wire_packet
from record.store.folder import GAMES
from record.store.journal_rows import LastRow
from tests.hub.journal_rows import game_of, raw_rows
from tests.hub.venue.world import STEP_NS, S
from tests.link.wire_messages import BOOT, MACHINE

FLOODS = "2"
OPENING = tuple(raw_rows(game_of()[:1]))


class KnownHall:
    """A hall in which these boards are enrolled."""

    def __init__(self, *keys):
        self.keys, self.shut_out_keys = set(keys), []

    def has(self, key):
        return key in self.keys

    def shut_out(self, key):
        self.shut_out_keys.append(key)


@pytest.fixture
def hall(playing):
    """The hall of the game that goes on."""
    playing.hall = KnownHall(playing.key, FLOODS)
    playing.do("stop mirror, start mirror, 2")
    return playing.hall


def send(world, message):
    world.wire.carry("up", FLOODS, wire_packet(message))


def name_a_game(world, number):
    """Send the first row of that game, of which a pulse tells before."""
    game = f"{number:04}"
    send(world, Pulse(MACHINE, BOOT, number, number, 1_790_000_000_000, alive=True, game=game, last=LastRow(1, OPENING[0].checksum)))
    send(world, Rows(MACHINE, game, OPENING))


def test_ever_new_games_are_taken_at_their_pace_and_the_others_go_on(playing, hall):
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
    assert (playing.link.refused, hall.shut_out_keys) == ({}, [])


def test_who_goes_on_to_send_too_much_is_shut_out_by_the_broker_and_the_arbiter_is_told(playing, hall):
    for _ in range(S // STEP_NS):
        for _ in range(50):
            send(playing, Games(MACHINE, {}))
        playing.run(STEP_NS / S)
    assert FLOODS in hall.shut_out_keys
    link = playing.mirror._boards[FLOODS].link
    assert str(link.refused["budget"]) == "it sends more than 20 messages or 1000 kB a second, and what is beyond that is not taken"
    assert str(link.refused["shut-out"]) == "it went on to send more than a board may, and the broker lets it in no more for 60 s each time"
    playing.do("press, 1, has 5, say r, 1, = r+obeyed")
    assert playing.link.refused == {}


def test_a_revoked_board_whose_folder_was_deleted_does_not_come_back_with_what_was_on_its_way(playing, hall):
    name_a_game(playing, 1)
    playing.run(1)
    assert (playing.venue / FLOODS).exists()
    hall.keys.remove(FLOODS)
    shutil.rmtree(playing.venue / FLOODS)
    name_a_game(playing, 2)
    playing.run(1)
    assert not (playing.venue / FLOODS).exists()
    hall.keys.add(FLOODS)
    name_a_game(playing, 3)
    playing.run(1)
    assert (playing.venue / FLOODS).exists()
