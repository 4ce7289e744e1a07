"""Mosquitto as a hall runs it: what it is told, what it holds, and when it ends."""

import json
import os
import signal
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from hub.broker import serving
from hub.broker.configuration import STATE, configuration
from hub.broker.hall import Hall, HallError
from hub.broker.serving import ServedBroker
from link.budget import SHUT_OUT_NS
from link.enrolment import Enrolment
from link.mqtt import BoardEnd, HubEnd
from link.sole_machine import SoleMachine, let_go
from link.wire import Packet
from tests.support.free_port import HERE, free_port
from tests.support.mosquitto import mosquitto
from tests.support.says import says
from tests.support.waiting import wait_until

pytestmark = pytest.mark.usefixtures("system")
WILL = Packet("presence", b"offline")


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    made.init(free_port())
    made.enroll("7", (HERE,))
    return made


def until(broker, condition):
    """Serve until that is so."""
    wait_until(lambda: broker.step(0.05) or condition())


def refused(board):
    return board.trouble and board.trouble.code == "WireLineSays.not-let-in"


def test_who_is_enrolled_while_it_runs_is_let_in_and_who_is_none_any_more_is_cut_off(hall):
    own = hall.own()
    with closing(ServedBroker(hall)) as broker, closing(HubEnd(own, "mirror")) as hub:
        until(broker, lambda: hub.connection)
        for key in ("8", "admin"):
            hall._set_password(key, f"of {key}".ljust(40))
            made = Enrolment(key, (HERE,), own.port, own.certificate, f"of {key}".ljust(40))
            with closing(BoardEnd(made, "pi", WILL)) as board:
                until(broker, lambda board=board: board.connection)
                hall._set_password(key, None)
                until(broker, lambda board=board: refused(board))
        assert hub.connection == 1, "nobody else notices"


def test_who_is_shut_out_is_cut_off_and_let_in_again_later_and_nobody_else_notices(tmp_path):
    now_ns = [1]
    hall = Hall(tmp_path, lambda: now_ns[0])
    hall.init(free_port())
    one, other = (hall.enroll(key, (HERE,)) for key in ("7", "8"))
    with (
        closing(ServedBroker(hall)) as broker,
        closing(BoardEnd(one, "aa-1", WILL)) as floods,
        closing(BoardEnd(other, "bb-1", WILL)) as board,
    ):
        until(broker, lambda: floods.connection and board.connection)
        hall.shut_out("7")
        until(broker, lambda: refused(floods))
        now_ns[0] += SHUT_OUT_NS
        until(broker, lambda: floods.connection)
        assert board.connection == 1


def test_of_two_machines_with_one_enrolment_the_second_is_refused_and_the_first_stays(hall):
    enrolment, state = hall.enroll("7", (HERE,), again=True), hall.boards / "7"
    state.mkdir(parents=True)
    hub = SoleMachine(state)
    with closing(ServedBroker(hall)) as broker, closing(BoardEnd(enrolment, "aa-1", WILL)) as first:
        until(broker, lambda: first.connection)
        assert hub.accepts("aa-1"), "it has heard it"
        until(broker, lambda: first.connection == 2)  # a client that is changed is cut off once
        with closing(BoardEnd(enrolment, "bb-1", WILL)) as second:
            until(broker, lambda: refused(second))
            assert first.connection == 2
            hub.let_card_move()
            until(broker, lambda: second.connection)
            assert not hub.accepts("bb-1"), "another card goes on nowhere"
            assert hub.accepts("aa-2"), "the card is in another machine"
            until(broker, lambda: refused(second) and refused(first))
        with closing(BoardEnd(enrolment, "aa-2", WILL)) as moved:
            until(broker, lambda: moved.connection)
        let_go(state)
        until(broker, lambda: first.connection)


def test_enrolments_that_cannot_be_read_change_nothing_while_it_runs_and_begin_nothing(hall, caplog):
    with closing(ServedBroker(hall)) as broker:
        (hall.files / "enrolments.json").write_text("{")
        broker.step(0)
        assert "enrolments" in caplog.text or "JSON" in caplog.text
    with pytest.raises(HallError, check=says("HallFault.not-read")):
        ServedBroker(hall)


@pytest.mark.parametrize(
    ("cut", "code"),
    [
        (lambda state: "", "HallFault.lost"),
        (lambda state: json.dumps(state | {"clients": []}), "HallFault.lost"),
        (lambda state: json.dumps(state | {"clients": state["clients"][:2]}), "HallFault.holds-others"),
        (lambda state: json.dumps(state | {"defaultACLAccess": {"subscribe": True}}), "HallFault.holds-others"),
    ],
)
def test_a_state_that_the_disk_has_cut_lets_nobody_in(cut, code, hall, monkeypatch):
    def configured(files, running, port, user):
        if port is not None:  # it was filled, and is read again
            (running / STATE).write_text(cut(json.loads((running / STATE).read_text())))
        return configuration(files, running, port, user)

    monkeypatch.setattr(serving, "configuration", configured)
    with pytest.raises(HallError, check=says(code)):
        ServedBroker(hall)


def test_one_who_may_more_than_his_enrolment_is_found_and_ends_it(hall):
    with closing(ServedBroker(hall)) as broker:
        more = {"command": "addRoleACL", "rolename": "of 7", "acltype": "publishClientSend", "topic": "#", "allow": True}
        broker._admin.ask([more])
        hall._set_password("8", "x" * 40)
        with pytest.raises(HallError, check=says("HallFault.holds-others")):
            broker.step(0)


def test_a_command_that_mosquitto_refuses_ends_it(hall):
    with closing(ServedBroker(hall)) as broker, pytest.raises(HallError, check=says("HallFault.refused", command="deleteClient")):
        broker._admin.ask([{"command": "deleteClient", "username": "nobody"}])


def test_there_is_one_broker_of_a_hall_and_a_port_of_somebody_else_is_not_taken(hall):
    with closing(ServedBroker(hall)), pytest.raises(HallError, check=says("HallFault.runs-already")):
        ServedBroker(hall)
    port = hall.own().port
    taken = says("HallFault.port-taken", port=port)
    with socket.create_server((HERE, port)), pytest.raises(HallError, check=taken) as told:
        ServedBroker(hall)
    assert told.value.sentence.remedy.code == "HallFault.other-port"


def test_a_machine_without_mosquitto_is_told_what_to_install(hall, monkeypatch):
    monkeypatch.setattr(serving, "PLACES", "/nowhere")
    with pytest.raises(HallError, check=says("HallFault.no-program", program="mosquitto_ctrl")) as told:
        ServedBroker(hall)
    assert told.value.sentence.remedy.code == "HallFault.install-it"


def test_no_password_is_on_a_command_line(hall, monkeypatch):
    run, popen, words = subprocess.run, subprocess.Popen, []
    monkeypatch.setattr(serving.subprocess, "run", lambda command, **more: words.extend(command) or run(command, **more))
    monkeypatch.setattr(serving.subprocess, "Popen", lambda command, **more: words.extend(command) or popen(command, **more))
    with closing(ServedBroker(hall)) as broker:
        secret = {broker._password, *(login.password for login in hall.logins().logins.values())}
    assert len(secret) == 3
    assert not [word for word in words if any(one in word for one in secret)]
    assert any(word.endswith("mosquitto_ctrl") for word in words)


def test_mosquitto_ends_with_the_program_and_the_program_with_mosquitto(tmp_path):
    with mosquitto(tmp_path) as broker:
        _, its = broker.pids
        os.kill(its, signal.SIGKILL)
        assert broker.process.wait() == 1
        wait_until(lambda: not broker.answers())
        broker.start()
        _, its = broker.pids
        broker.end(signal.SIGKILL)
        wait_until(lambda: not Path(f"/proc/{its}/exe").exists())
        broker.start()
        broker.enroll("7")
        broker.end(signal.SIGTERM)
        assert broker.process.returncode == 0


def test_mosquitto_takes_the_configuration_without_a_warning_and_lines_of_ones_own(tmp_path):
    (Hall(tmp_path).init(port := free_port()))
    (Hall(tmp_path).files / "conf.d" / "own.conf").write_text("max_connections 2\n")
    with mosquitto(tmp_path, port) as broker:
        with closing(HubEnd(broker.hall.own(), "a")) as half:
            wait_until(lambda: half.connection, lambda: half.trouble)
        broker.end(signal.SIGTERM)
        assert "as _hub.a." in broker.log()
        said = [line for line in broker.log().splitlines() if "Warning" in line or "Error" in line or "Note" in line]
        # a client may be gone before it has said goodbye, and the administrator's socket is not of TCP
        of_its_own = "run as root", "unexpected eof while reading", "Unable to set TCP_NODELAY"
        assert all(any(words in line for words in of_its_own) for line in said), said
