"""Two machines with one enrolment, over a real broker: the one that the hub heard first stays, and the other one says why it is refused."""

from contextlib import closing

from hub.venue.link import read_link
from link.hub import Mirror
from link.mqtt import HubEnd
from link.sole_machine import sole_machine
from link.status import Level
from pi.machine.joining import join
from pi.uplink.joined import JoinedUplink
from pi.uplink.machine_id import machine_id
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
