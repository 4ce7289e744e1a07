"""Two machines with one key: the hub takes the one that it heard first, until that one is gone or somebody lets it go."""

import shutil
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hub.boards.link import read_link
from link.enrolment import Enrolment
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
from tests.support.mosquitto import Mosquitto, mosquitto
from tests.support.waiting import wait_until


@dataclass(frozen=True)
class TwoMachines:
    """A hub with its broker, the first machine of board 7, which it hears, and the state folder of a second one."""

    broker: Mosquitto
    enrolment: Enrolment
    mirror: Mirror
    first: JoinedUplink
    two: Path

    @property
    def mirrored(self):
        return self.broker.hall.boards / "7"

    def until(self, condition, *more):
        """Let all go on until the condition holds."""

        def goes_on():
            for part in (self.mirror, self.first, *more):
                part.step(0.01)
            return condition()

        wait_until(goes_on, lambda: (self.first.trouble, read_link(self.mirrored)))

    def until_first_is_heard(self):
        first = machine_id(self.two.with_name("one"))
        self.until(lambda: sole_machine(self.mirrored) == first and self.first.connection and read_link(self.mirrored).online)

    @contextmanager
    def second_refused(self):
        """The second machine, which the broker does not let in."""
        with closing(JoinedUplink(self.two, self.enrolment)) as second:
            self.until(lambda: second.trouble and second.trouble.code == "WireLineSays.not-let-in", second)
            yield second


@pytest.fixture
def machines(system, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two, tmp_path / "boards" / "7"):
        folder.mkdir(parents=True)
    with mosquitto(tmp_path) as broker, closing(HubEnd(broker.hall.own(), "mirror")) as half:
        enrolment = broker.enroll("7")
        join(one, enrolment, again=False)
        with closing(Mirror(broker.hall.boards, half)) as mirror, closing(JoinedUplink(one, enrolment)) as first:
            made = TwoMachines(broker, enrolment, mirror, first, two)
            made.until(lambda: first.connection == 2)  # the second one, with the broker that lets in this machine alone
            made.until_first_is_heard()
            yield made


def test_a_second_machine_with_the_enrolment_is_refused_by_the_broker_and_says_so_and_the_first_goes_on(machines):
    join(machines.two, machines.enrolment, again=False)
    with machines.second_refused() as second:
        told = second._uplink._report().check
        assert (told.level, told.do.code) == (Level.WARN, "WireLineSays.other-or-revoked")
        heard = machines.mirror._boards["7"].heard[0].number
        machines.until(lambda: machines.mirror._boards["7"].heard[0].number > heard + 1, second)
        assert (machines.first.connection, second.connection) == (2, 0)


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


def test_a_machine_that_joins_again_with_a_new_enrolment_is_the_only_one_again(machines):
    renewed = machines.broker.enroll("7", again=True)
    assert not was_heard(machines.mirrored)
    for state in (machines.two.with_name("one"), machines.two):
        join(state, renewed, again=False)
    machines.until_first_is_heard()
    with replace(machines, enrolment=renewed).second_refused():
        assert sole_machine(machines.mirrored) == machine_id(machines.two.with_name("one"))
