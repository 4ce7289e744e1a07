"""The uplink of a board: what it sends and takes over, and what hinders it."""

from threading import Event, Timer

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.wire.downward import AccountsSent, Acknowledged, MachineRefused, PicturesWanted, WordGiven
from hub.wire.packets import packet_of, upward_in
from hub.wire.upward import AnswerTold, GamesThere, PictureSent, Presence, Pulse, RowsOf
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink_says import UplinkSays
from record.events.about import About
from record.events.of_record import Described, RowsLost
from record.store.folder import GAMES
from tests.hub.wire.messages import BOOT


def sent(world, *kinds):
    """The messages of these kinds that the board sent."""
    messages = [upward_in(packet) for way, _, packet in world.wire.seen if way == "up"]
    return [message for message in messages if isinstance(message, kinds)]


def tell(world, message):
    world.wire.hub.send("1", packet_of(message))
    world.run(0.2)


@pytest.fixture
def alone(world):
    """A board with a game, and a hub of which the test says what it sends."""
    world.board.begin()
    world.stop_mirror()
    world.wire.hub.join()
    world.run(0.2)
    return world


def acknowledged(world, row, checksum="", game="0001", trouble=None):
    return Acknowledged(world.board.uplink.machine, "cc", {game: (row, checksum)}, trouble)


def test_a_connection_begins_with_presence_pulse_and_games_and_no_row_until_the_hub_says_how_far_it_is(alone):
    kinds = [type(message) for message in sent(alone, Presence, Pulse, GamesThere, RowsOf)]
    assert kinds == [Presence, Pulse, GamesThere]
    tell(alone, acknowledged(alone, 0))
    assert [row.row_id for row in sent(alone, RowsOf)[0].rows] == [1, 2, 3]


def test_a_window_of_four_messages_is_on_its_way_at_most(alone):
    for _ in range(80):
        alone.board.game.journal.append(Described(0, "A", About(), "x" * 15_000), 0)
    tell(alone, acknowledged(alone, 0))
    rows = sent(alone, RowsOf)
    assert len(rows) == 4
    tell(alone, acknowledged(alone, rows[1].rows[-1].row_id, rows[1].rows[-1].checksum.hex()))
    assert len(sent(alone, RowsOf)) == 6


def test_without_a_word_of_the_hub_nothing_is_sent_again(alone):
    tell(alone, acknowledged(alone, 0))
    alone.run(30)
    assert len(sent(alone, RowsOf)) == 1
    for _ in range(3):
        tell(alone, acknowledged(alone, 0))
    assert len(sent(alone, RowsOf)) == 2


def test_a_row_that_is_too_long_ends_what_is_sent_of_its_game(alone, caplog):
    alone.board.game.journal.append(Described(0, "A", About(), "x" * 400_000), 0)
    tell(alone, acknowledged(alone, 0))
    tell(alone, acknowledged(alone, 3, alone.board.game.journal.checksum(3)))
    assert len(sent(alone, RowsOf)) == 1
    assert caplog.text.count(str(UplinkSays.TOO_LONG.said(game="0001", row=4))) == 1


@pytest.mark.parametrize(("row", "checksum"), [(9, "ab" * 32), (2, "ab" * 32)])
def test_where_the_hub_has_another_journal_nothing_of_it_is_sent(alone, caplog, row, checksum):
    tell(alone, acknowledged(alone, row, checksum))
    alone.board.press("white", 32, 28)
    alone.run(1)
    assert sent(alone, RowsOf) == []
    assert "otherwise than this board" in caplog.text


def test_from_where_a_game_went_on_its_rows_are_sent_although_the_hub_has_others(alone):
    alone.board.game.journal.append(RowsLost(0, "A", 3, 0, 9, 0, 0, "set-aside-1"), 0)
    tell(alone, acknowledged(alone, 9, "ab" * 32))
    assert [row.row_id for row in sent(alone, RowsOf)[0].rows] == [4]


def test_of_a_new_hub_everything_is_asked_anew(alone):
    tell(alone, acknowledged(alone, 3, alone.board.game.journal.checksum(3)))
    tell(alone, Acknowledged(alone.board.uplink.machine, "dd", {}))
    assert len(sent(alone, GamesThere)) == 2


def test_what_is_not_for_this_machine_is_left_alone(alone):
    tell(alone, Acknowledged("ee", "cc", {"0001": (0, "")}))
    tell(alone, acknowledged(alone, 0, game="0007"))
    assert sent(alone, RowsOf) == []


def test_a_packet_that_is_none_is_logged_and_disturbs_nothing(alone, caplog):
    alone.wire.hub.send("1", packet_of(acknowledged(alone, 0)).__class__("acknowledged", b"{"))
    tell(alone, acknowledged(alone, 0))
    assert "a message of kind acknowledged cannot be read" in caplog.text
    assert sent(alone, RowsOf)


def test_the_hub_says_why_it_takes_nothing(alone):
    tell(alone, acknowledged(alone, 0, trouble=UplinkSays.OTHER_GAME.said()))
    assert str(alone.board.uplink.hub_trouble) == "the hub: another game is played at this board now"
    tell(alone, MachineRefused(alone.board.uplink.machine, UplinkSays.OTHER_GAME.said()))
    assert "takes nothing of this board" in str(alone.board.uplink.refused)
    tell(alone, acknowledged(alone, 0))
    assert (alone.board.uplink.refused, alone.board.uplink.hub_trouble) == (None, None)


def test_pictures_are_sent_when_they_are_wanted_unless_they_are_too_large(alone):
    folder = alone.board.state / GAMES / "0001" / "drawn"
    for name, size in (("0001.jpg", 9), ("0002.jpg", 200_001)):
        (folder / name).write_bytes(b"x" * size)
    tell(alone, PicturesWanted(alone.board.uplink.machine, "0001", ("drawn/0001.jpg", "drawn/0002.jpg", "drawn/0003.jpg")))
    assert [picture.data for picture in sent(alone, PictureSent)] == [b"x" * 9, None, None]


def test_accounts_are_taken_over_wholly_or_not_at_all(alone, tmp_path, caplog):
    Accounts(tmp_path / "hub.json").put(Account("Anna", Role.ARBITER, "scrypt:x"))
    for text in ((tmp_path / "hub.json").read_text(), "{"):
        tell(alone, AccountsSent(alone.board.uplink.machine, text))
    assert [one.name for one in Accounts(alone.board.accounts).all()] == ["Anna"]
    assert "the accounts of the hub were not taken over" in caplog.text


def test_a_word_for_a_game_that_is_not_there_is_withdrawn(alone):
    word = WordGiven(
        machine=alone.board.uplink.machine, word="w-9", game="0007", row=1, kind="X", json="{}", boot=BOOT, pulse=1, since_ms=0, left_ms=1
    )
    tell(alone, word)
    assert sent(alone, AnswerTold) == [AnswerTold(word.machine, "w-9", "withdrawn")]


def test_a_word_whose_service_never_says_what_became_of_it_is_answered_so(alone):
    uplink, pulse = alone.board.uplink, sent(alone, Pulse)[-1]
    alone.board.is_busy = True
    word = WordGiven(
        machine=uplink.machine,
        word="w-1",
        game="0001",
        row=3,
        kind="StopClock",
        json='{"by": "Anna"}',
        boot=pulse.boot,
        pulse=pulse.number,
        since_ms=0,
        left_ms=5000,
    )
    tell(alone, word)
    inbox = uplink._words._inboxes["0001"]
    assert [number for number, _ in inbox.take()] == [1]
    alone.run(31)
    assert "did not say what became of it" in str(sent(alone, AnswerTold)[-1].became)


def test_it_runs_until_it_is_ended_and_says_that_it_goes(world):
    ended = Event()
    Timer(0.2, ended.set).start()
    world.board.uplink.run(ended)
    world.board.uplink = None
    assert sent(world, Presence)[-1].online is False


def test_a_machine_has_its_id_for_good(tmp_path):
    first = machine_id(tmp_path)
    assert machine_id(tmp_path) == first
    (tmp_path / "machine-id").write_text("NO ID")
    assert machine_id(tmp_path) != first


def test_a_board_without_a_game_sends_its_pulse(world):
    world.run(2.5)
    assert [(pulse.game, pulse.row) for pulse in sent(world, Pulse)] == [("", 0)] * 3
    assert world.board.uplink.refused is None


def test_a_hub_that_never_says_how_far_it_has_a_game_is_asked_ever_less_often(alone):
    alone.run(60)
    assert len(sent(alone, GamesThere)) == 4
