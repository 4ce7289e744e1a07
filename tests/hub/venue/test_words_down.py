"""Words that are put into an inbox at the hub: carried out once or told as not carried out, never both, and never after their time."""

from dataclasses import replace

import pytest

from hub.venue import mirrored_words
from hub.venue.link import read_link
from hub.venue.mirror import sole_mirror
from hub.venue.venue_says import VenueError
from hub.wire.downward import WordGiven
from hub.wire.packets import downward_in, packet_of
from hub.wire.upward import AnswerTold
from pi.uplink.uplink import LOOKS_EVERY_S, LOOKS_FOR_ANSWER_EVERY_S
from record.decisions.carried_words import CarriedInbox
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.ruled_upon import RuledUpon
from record.decisions.words import Describe, StopClock
from record.events.about import About
from record.events.of_game import Arbitrated
from record.store.inbox_file import inbox_of
from record.store.journal_faults import JournalError
from rules.errors import Sentence
from tests.hub.venue.world import S, last
from tests.hub.wire.fake import FakeBoardHalf

WITHDRAWN = "the board did not take it up within 5 s: it is withdrawn, and will not be done later"


def put(world, reason="a", word=None):
    with Inbox(world.journal(world.board.game.folder.name)) as inbox:
        return inbox.put(word or StopClock("Anna", reason))


def became(world, number):
    with Inbox(world.journal(world.board.game.folder.name)) as inbox:
        answer = inbox.answered(number)
    return answer if answer in (None, OBEYED) else str(answer)


def words(world, kind, way):
    return [packet for sent, _, packet in world.wire.seen if (sent, packet.kind) == (way, kind)]


def reasons(world):
    return [reason for reason, _ in world.board.done]


@pytest.fixture
def playing(world):
    world.board.begin()
    world.run(2)
    return world


def test_a_word_is_carried_out_at_the_board_and_its_answer_comes_back(playing):
    number = put(playing)
    playing.run(0.3)
    assert (reasons(playing), became(playing, number)) == (["a"], OBEYED)
    playing.run(10)
    assert reasons(playing) == ["a"]
    assert len(words(playing, "word", "down")) == 1


@pytest.mark.parametrize("kinds", [{"word"}, {"answer"}, {"word", "answer"}])
def test_a_repeated_or_lost_packet_does_no_word_twice(playing, kinds):
    lost = set(kinds)

    def fate(_way, packet):
        if packet.kind in lost:
            lost.discard(packet.kind)
            return []
        return [0, S // 10, 2 * S, 20 * S]

    playing.weather.fate = fate
    number = put(playing)
    playing.run(30)
    assert (reasons(playing), became(playing, number)) == (["a"], OBEYED)


def test_what_is_not_taken_up_in_time_is_withdrawn_and_never_done(playing):
    playing.board.is_busy = True
    number = put(playing)
    playing.run(4.5)
    assert became(playing, number) is None
    playing.run(2)
    assert became(playing, number) == WITHDRAWN
    playing.board.is_busy = False
    playing.run(10)
    assert reasons(playing) == []


def test_a_word_that_waited_at_the_hub_until_its_life_was_over_is_not_sent(playing):
    with Inbox(playing.journal()) as inbox:
        number = inbox.put(StopClock("Anna", "a"), until_ns=playing.now_ns - S)  # as on a disk that took no note of it before
    playing.run(2)
    assert (became(playing, number), reasons(playing), words(playing, "word", "down")) == (WITHDRAWN, [], [])


@pytest.mark.parametrize("kind", ["word", "answer"])
def test_a_packet_that_comes_after_the_time_does_nothing(playing, kind):
    playing.weather.fate = lambda _way, packet: [7 * S] if packet.kind == kind else [0]
    number = put(playing)
    playing.run(20)
    assert (reasons(playing), became(playing, number)) == (([], WITHDRAWN) if kind == "word" else (["a"], OBEYED))


def test_a_slow_network_shortens_the_life_and_never_lengthens_it(playing):
    """The hub's pulse is 2 s old on arrival, so the board ends the word so much sooner."""
    playing.weather.fate = lambda way, _packet: [2 * S] if way == "up" else [0]
    playing.run(4)
    playing.board.is_busy = True
    number = put(playing)
    playing.run(3.5)
    playing.board.is_busy = False
    playing.run(10)
    assert (reasons(playing), became(playing, number)) == ([], WITHDRAWN)
    number, put_ns = put(playing, "b"), playing.now_ns
    playing.run(10)
    assert became(playing, number) == OBEYED
    assert playing.board.done[0][1] - put_ns < S


def test_for_a_board_that_is_cut_off_nothing_is_done(playing):
    playing.wire.boards["1"].cut()
    playing.run(0.1)
    number = put(playing)
    playing.run(0.1)
    assert became(playing, number) == "the board cannot be reached from here, and nothing was done: rule at its own desk"
    playing.wire.boards["1"].join()
    playing.run(10)
    assert reasons(playing) == []


def test_a_word_that_was_cut_off_on_its_way_stays_open_until_the_board_tells(playing):
    number = put(playing)
    playing.weather.fate = lambda way, _packet: [] if way == "up" else [0]
    playing.run(20)
    assert (reasons(playing), became(playing, number)) == (["a"], None)
    playing.weather.fate = lambda _way, _packet: [0]
    playing.run(3)
    assert (reasons(playing), became(playing, number)) == (["a"], OBEYED)


def test_a_mirror_that_is_killed_asks_for_the_answer_when_it_is_back(playing):
    number = put(playing)
    playing.weather.fate = lambda way, packet: [] if packet.kind == "answer" else [0]
    playing.run(0.5)
    playing.stop_mirror(orderly=False)
    playing.weather.fate = lambda _way, _packet: [0]
    playing.run(1)
    playing.start_mirror()
    playing.run(3)
    assert (reasons(playing), became(playing, number)) == (["a"], OBEYED)


def test_a_mirror_that_asks_about_a_word_on_its_way_ends_it(playing):
    """It was killed after it had sent the word, which comes only after the question of the next mirror."""
    playing.weather.fate = lambda _way, packet: [2 * S] if packet.kind == "word" and downward_in(packet).left_ms else [0]
    number = put(playing)
    playing.run(0.2)
    playing.stop_mirror(orderly=False)
    playing.start_mirror()
    playing.run(1.5)
    answers = [became(playing, number)]
    playing.run(10)
    assert (reasons(playing), [*answers, became(playing, number)]) == ([], [WITHDRAWN, WITHDRAWN])


def test_what_was_said_while_no_mirror_ran_is_not_done(playing):
    playing.stop_mirror()
    number = put(playing)
    playing.run(1)
    playing.start_mirror()
    playing.run(3)
    assert became(playing, number).startswith("nobody was there to send it to the board when it was said")
    assert reasons(playing) == []


def test_an_uplink_that_is_killed_leaves_no_word_to_be_done_later(playing):
    playing.board.is_busy = True
    number = put(playing)
    playing.run(0.5)
    playing.board.stop(orderly=False)
    playing.run(8)
    playing.board.start()
    playing.board.is_busy = False
    playing.run(5)
    assert (reasons(playing), became(playing, number)) == ([], WITHDRAWN)


def test_who_rules_on_a_row_that_is_no_longer_the_last_is_refused(playing):
    playing.weather.fate = lambda way, packet: [] if packet.kind == "rows" else [0]
    playing.board.game.journal.append(Arbitrated(S, 0, "to-move", "Bouma", playing.board.game.fen("B"), "first"), S)
    number = put(playing)
    names = put(playing, word=Describe("Anna", About.of({"white": "Jelle"}), "names"))
    playing.board.done.clear()
    playing.board.is_busy = True
    playing.run(0.5)
    assert became(playing, number).startswith("another ruling was made at the board meanwhile")
    with Inbox(playing.board.journal()) as inbox:
        assert [word.because for _, word in inbox.take()] == ["names"]
    assert became(playing, names) is None


def test_what_the_board_ruled_before_the_mirror_took_a_word_up_counts_too(playing):
    """The desk at the hub looked at the game; then the board's ruling came; only then the mirror took the word up."""
    upon = last(playing.journal())[0]
    playing.board.game.journal.append(Arbitrated(S, 0, "to-move", "Bouma", playing.board.game.fen("B"), "first"), S)
    playing.run(0.2)
    with Inbox(playing.journal()) as inbox:
        number = inbox.put(StopClock("Anna", "a"), upon=upon)
    playing.run(0.5)
    assert playing.ends()[0] == playing.ends()[1]
    assert reasons(playing) == []
    assert became(playing, number) == str(RuledUpon.RULED_MEANWHILE)


def test_the_service_hears_upon_what_a_word_of_the_hub_was_made(playing):
    playing.board.is_busy = True
    put(playing)
    playing.run(0.3)
    with Inbox(playing.board.journal()) as inbox:
        assert inbox.upon(inbox.last) == last(playing.journal())[0]


def test_a_word_for_another_game_than_the_one_that_is_played_is_refused(playing):
    playing.weather.fate = lambda way, packet: [] if packet.kind == "pulse" else [0]
    with Inbox(playing.journal("0001")) as inbox:
        playing.board.begin("0002")
        number = inbox.put(StopClock("Anna", "a"))
        playing.run(1)
        assert str(inbox.answered(number)) == "another game is played at this board now"


def test_two_words_go_in_their_order_each_with_its_answer(playing):
    numbers = [put(playing, reason) for reason in "abc"]
    playing.run(1)
    assert (reasons(playing), [became(playing, number) for number in numbers]) == (["a", "b", "c"], [OBEYED] * 3)


def test_a_word_that_somebody_has_withdrawn_is_not_sent(playing):
    with Inbox(playing.journal()) as inbox:
        assert inbox.withdraw(inbox.put(StopClock("Anna", "a")))
    playing.run(1)
    assert words(playing, "word", "down") == []


@pytest.mark.parametrize("change", [{"boot": "b0"}, {"pulse": 7}])
def test_a_word_of_an_unknown_pulse_is_not_done(playing, change):
    """Such as one of an earlier boot: nobody can say how old it is."""
    put(playing)
    playing.weather.fate = lambda way, packet: [] if packet.kind == "word" else [0]
    playing.run(0.2)
    word = replace(downward_in(words(playing, "word", "down")[0]), word="w-9", **change)
    playing.weather.fate = lambda _way, _packet: [0]
    playing.wire.hub.send("1", packet_of(word))
    playing.run(0.1)
    assert words(playing, "answer", "up") == [packet_of(AnswerTold(playing.board.uplink.machine, "w-9", "withdrawn"))]
    assert reasons(playing) == []


def test_an_answer_that_nobody_waits_for_is_left_alone(playing):
    number = put(playing)
    playing.board.is_busy = True
    playing.wire.boards["1"].send(packet_of(AnswerTold(playing.board.uplink.machine, "w-1", OBEYED)))
    playing.run(0.5)
    assert became(playing, number) is None


def word_of(world):
    return WordGiven(
        machine=world.board.uplink.machine, word="w-9", game="0007", row=1, kind="X", json="{}", boot="b", pulse=1, since_ms=0, left_ms=1
    )


def test_a_word_for_a_game_that_is_not_there_is_withdrawn(playing):
    playing.wire.hub.send("1", packet_of(word_of(playing)))
    playing.run(0.2)
    assert words(playing, "answer", "up")[-1] == packet_of(AnswerTold(playing.board.uplink.machine, "w-9", "withdrawn"))


def test_one_mirror_alone_reads_the_inboxes(tmp_path):
    with (
        sole_mirror(tmp_path / "hub"),
        pytest.raises(VenueError, match="another damcam mirrors boards there"),
        sole_mirror(tmp_path / "hub"),
    ):
        pass
    with sole_mirror(tmp_path / "hub"):
        pass


def test_a_word_that_is_put_into_the_game_before_while_the_next_begins_is_answered(playing):
    """The rows of the next game are not here yet, so whoever speaks still sees the one before."""
    playing.weather.fate = lambda _way, packet: [] if packet.kind == "rows" else [0]
    playing.board.begin("0002")
    playing.run(2)
    with Inbox(playing.journal("0001")) as inbox:
        number = inbox.put(StopClock("Anna", "a"))
        playing.run(1)
        assert str(inbox.answered(number)) == "another game is played at this board now"


def test_a_damaged_inbox_is_set_aside_and_the_next_word_is_carried(playing, caplog):
    put(playing)
    playing.run(1)
    playing.stop_mirror()
    inbox = inbox_of(playing.journal())
    inbox.write_bytes(b"no inbox")
    inbox.with_name(inbox.name + "-wal").unlink(missing_ok=True)
    playing.start_mirror()
    playing.run(0.2)
    assert "an inbox was damaged" in caplog.text
    number = put(playing, "b")
    playing.run(1)
    assert (reasons(playing), became(playing, number)) == (["a", "b"], OBEYED)


def test_a_word_that_is_too_long_for_the_wire_is_withdrawn(playing):
    number = put(playing, "x" * 160_000)
    playing.run(6)
    assert (reasons(playing), became(playing, number)) == ([], WITHDRAWN)
    assert "150000 are the most" in str(read_link(playing.state).refused["own-WireFault.too-long"])


def test_a_word_whose_bytes_were_seen_before_it_was_there_does_not_wait(playing, monkeypatch):
    """SQLite lets others see a word once the disk has it, and its files look the same before and after."""
    looks, waiting = [], CarriedInbox.waiting

    def not_yet(inbox):
        looks.append(1)
        return [] if len(looks) < 3 else waiting(inbox)

    put(playing, "first")
    playing.run(5)
    monkeypatch.setattr(CarriedInbox, "waiting", not_yet)
    put(playing, "second")
    playing.run(0.4)
    assert reasons(playing) == ["first", "second"]


def test_an_inbox_that_cannot_be_opened_once_is_tried_again_at_the_next_look(playing, monkeypatch):
    opened, faults = mirrored_words.CarriedInbox, [JournalError(Sentence.plain("locked"))]

    def opening(journal):
        if faults:
            raise faults.pop()
        return opened(journal)

    monkeypatch.setattr(mirrored_words, "CarriedInbox", opening)
    put(playing)
    playing.run(0.4)
    assert reasons(playing) == ["a"]


def test_the_uplink_looks_often_while_an_answer_is_awaited_and_only_then(playing, monkeypatch):
    waits_s, receive = [], FakeBoardHalf.receive
    monkeypatch.setattr(FakeBoardHalf, "receive", lambda half, within_s: waits_s.append(within_s) or receive(half, within_s))
    uplink = playing.board.uplink

    def first_wait_s():
        waits_s.clear()
        uplink.step(LOOKS_EVERY_S)
        return waits_s[0]

    assert first_wait_s() == LOOKS_EVERY_S
    put(playing)
    playing.run(0.3, serving=False)
    assert first_wait_s() == LOOKS_FOR_ANSWER_EVERY_S < LOOKS_EVERY_S
    playing.run(0.5)
    assert reasons(playing) == ["a"]
    assert first_wait_s() == LOOKS_EVERY_S
