"""Two machines with one key: the hub takes the one that it heard first, until that one is gone or somebody lets it go."""

import shutil
from contextlib import closing

from hub.boards.link import read_link
from link.hub import Mirror
from link.hub_board import other_machine
from link.mqtt import HubEnd
from link.sole_machine import let_go, sole_machine, was_heard
from link.status import Level
from link.wire import Presence, wire_packet
from pi.machine.joining import join
from pi.uplink import machine_id as own_id
from pi.uplink.beat import BoardClock
from pi.uplink.joined import JoinedUplink
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink import Uplink
from tests.support.mosquitto import mosquitto
from tests.support.waiting import wait_until


def test_a_second_machine_with_the_enrolment_is_refused_by_the_broker_and_says_so_and_the_first_goes_on(system, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    (tmp_path / "boards" / "7").mkdir(parents=True)
    with mosquitto(tmp_path) as broker, closing(HubEnd(broker.hall.own(), "mirror")) as half:
        enrolment, mirrored = broker.enroll("7"), broker.hall.boards / "7"
        for state in (one, two):
            state.mkdir()
            join(state, enrolment, again=False)
        with closing(Mirror(broker.hall.boards, half)) as mirror, closing(JoinedUplink(one, enrolment)) as first:

            def until(condition, *more):
                def goes_on():
                    for part in (mirror, first, *more):
                        part.step(0.01)
                    return condition()

                wait_until(goes_on, lambda: (first.trouble, read_link(mirrored)))

            until(lambda: sole_machine(mirrored) == machine_id(one) and first.connection == 2 and read_link(mirrored).online)
            with closing(JoinedUplink(two, enrolment)) as second:
                until(lambda: second.trouble and second.trouble.code == "WireLineSays.not-let-in", second)
                told = second._uplink._report().check
                assert (told.level, told.do.code) == (Level.WARN, "WireLineSays.other-or-revoked")
                heard = mirror._boards["7"].heard[0].number
                until(lambda: mirror._boards["7"].heard[0].number > heard + 1, second)
                assert (first.connection, second.connection) == (2, 0)


def refused_machine(hall):
    """Why the hub refuses a machine; None where it refuses none."""
    return hall.link.refused.get("machine")


def test_another_machine_is_refused_until_somebody_lets_go_and_what_the_wire_has_kept_of_the_first_takes_no_key(playing, caplog):
    first, half = playing.board.uplink.machine, playing.wire.boards["1"]
    playing.do("stop uplink")
    (playing.board.state / "machine-id").unlink()
    playing.do("start uplink, press, 5")
    assert (playing.agrees(), refused_machine(playing)) == (False, other_machine(playing.key))
    assert playing.board.uplink.refused.values["why"] == other_machine(playing.key)
    assert len([record for record in caplog.records if record.name.startswith("link.hub")]) == 1
    playing.do("stop uplink, stop mirror")
    let_go(playing.state)
    playing.do("start mirror")
    half.join()
    half.send(wire_packet(Presence(first, False)))
    playing.run(0.2)
    assert not (playing.state / "machine").exists()
    half.cut()
    playing.do("start uplink, 8, has 5")
    assert playing.link.refused == {}
    assert playing.link.machine == playing.board.uplink.machine != first


def test_the_copy_of_a_card_is_refused_and_a_card_that_moves_goes_on(hall, tmp_path, monkeypatch):
    monkeypatch.setattr(own_id, "SERIAL", tmp_path / "serial")
    own_id.SERIAL.write_bytes(b"1000001\0")
    hall.do("stop uplink, 0.1")
    let_go(hall.state)
    hall.board.start()
    hall.board.begin()
    hall.run(2)
    first = hall.board.uplink.machine
    own_id.SERIAL.write_bytes(b"1000002\0")
    shutil.copytree(hall.board.state, tmp_path / "copied")
    half, own = hall.wire.boards["1"], hall.wire.board("1")
    with closing(Uplink(tmp_path / "copied", own, tmp_path / "copied/arbiters.json", BoardClock(lambda: hall.now_ns))) as clone:
        for _ in range(20):
            hall.wire.boards["1"] = half
            hall.run(0.1)
            hall.wire.boards["1"] = own
            clone.step(0)
        assert (clone.machine.partition("-")[0], clone.machine != first) == (first.partition("-")[0], True)
        assert (refused_machine(hall), hall.link.machine, hall.board.uplink.refused) == (
            other_machine(hall.key, has_same_card=True),
            first,
            None,
        )
    hall.wire.boards["1"] = half
    hall.do("stop uplink, start uplink, press, 20")  # the card is in the other Pi now
    assert not hall.agrees(), "the first machine may come back"
    hall.do("20, has 5")
    assert (hall.link.machine, hall.link.refused) == (hall.board.uplink.machine, {})


def test_a_machine_that_joins_again_with_a_new_enrolment_is_the_only_one_again(system, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    (tmp_path / "boards" / "7").mkdir(parents=True)
    with mosquitto(tmp_path) as broker, closing(HubEnd(broker.hall.own(), "mirror")) as half:
        enrolment, mirrored = broker.enroll("7"), broker.hall.boards / "7"
        for state in (one, two):
            state.mkdir()
        join(one, enrolment, again=False)
        with closing(Mirror(broker.hall.boards, half)) as mirror, closing(JoinedUplink(one, enrolment)) as first:

            def until(condition, *more):
                def goes_on():
                    for part in (mirror, first, *more):
                        part.step(0.01)
                    return condition()

                wait_until(goes_on, lambda: (first.trouble, read_link(mirrored)))

            until(lambda: sole_machine(mirrored) == machine_id(one) and first.connection == 2)
            renewed = broker.enroll("7", again=True)
            assert not was_heard(mirrored)
            join(one, renewed, again=False)
            until(lambda: sole_machine(mirrored) == machine_id(one) and first.connection and read_link(mirrored).online)
            join(two, renewed, again=False)
            with closing(JoinedUplink(two, renewed)) as second:
                until(lambda: second.trouble and second.trouble.code == "WireLineSays.not-let-in", second)
                assert sole_machine(mirrored) == machine_id(one)
