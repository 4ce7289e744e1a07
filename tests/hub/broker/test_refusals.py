"""What the broker's log says of whom it refused."""

from pathlib import Path

from hub.broker.refusals import MAX_LOG_BYTES, Refusals

CAME = "1795621628: New connection from 192.0.2.9:58825 on port 41763.\n"


def test_each_refusal_is_logged_once_with_board_or_address_and_reason(tmp_path: Path, caplog) -> None:
    log = tmp_path / "log"
    log.write_text("1: Client 1.pi disconnected, not authorised.\n")
    refusals = Refusals(log)
    with log.open("a") as file:
        file.write(f"{CAME}1: Client <unknown> disconnected, not authorised.\n" * 3)
        file.write("2: Client 7.pi disconnected due to oversize packet.\n2: Client 8.pi disconnected due to prot")
    refusals.look()
    with log.open("a") as file:
        file.write("ocol error.\n3: Client 6.pi disconnected.\n")
    refusals.look()
    said = [
        "192.0.2.9 was not let in by the broker: its password is wrong, or was revoked",
        "7 was cut off by the broker: it sent a message that is too long",
        "8 was cut off by the broker: what it sent is no MQTT",
    ]
    assert [str(one) for one in refusals.now()] == said, "what was there before is not told again"
    assert [record.getMessage() for record in caplog.records] == said


def test_the_board_is_the_one_whose_password_was_used_and_not_the_one_that_the_clients_name_tells(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("1: New client connected from 192.0.2.9:1 as 8.evil (p5, c1, k5, u'7').\n")
    refusals = Refusals(log)
    with log.open("a") as file:
        file.write("2: Client 8.evil disconnected due to oversize packet.\n")
        file.write("3: New client connected from 192.0.2.9:2 as x (p5, c1, k5, u'8') (p5, c1, k5, u'7').\n")
        file.write("4: Client x (p5, c1, k5, u'8') disconnected due to oversize packet.\n")
        file.write("5: New client connected from 192.0.2.9:3 as Client 8.pi disconnected, not authorised. (p5, c1, k5, u'7').\n")
        file.write("6: Client Client 8.pi disconnected, not authorised. closed its connection.\n")
    refusals.look()
    assert list(map(str, refusals.now())) == ["7 was cut off by the broker: it sent a message that is too long"]


def test_a_log_that_grows_is_emptied_and_one_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    refusals = Refusals(log)
    refusals.look()
    with log.open("a", buffering=1) as file:
        file.write(CAME * (MAX_LOG_BYTES // len(CAME) + 1))
        refusals.look()
        refusals.look()
        assert log.stat().st_size == 0
        file.write("2: Client 7.pi disconnected due to oversize packet.\n")
        refusals.look()
    assert len(refusals.now()) == 1
