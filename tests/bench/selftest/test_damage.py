"""What `./damcam bench faults` calls lost, changed and told wrongly: each answer to a damaged log that is not the right one is found."""

from collections.abc import Callable
from pathlib import Path

import pytest

from record.log.errors import LogDamaged
from record.log.log import Log
from record.log.reading import read
from tests.bench.faulting.damage import Answer, Ask, Walk, damages, every_bit, follower_with, reader, verifier, writer

ROWS = 4


def grown(path: Path, name: str) -> tuple[Path, list[tuple[bytes, bytes]]]:
    """A log, and the content of log and tail after each row but the last."""
    earlier = []
    with Log.create(path) as log:
        for number in range(ROWS):
            earlier.append((path.read_bytes(), path.with_name(f"{path.name}-tail").read_bytes()))
            log.append({"press": number, "by": name}, after=number)
    return path, earlier[1:]


@pytest.fixture
def faults(tmp_path: Path) -> Callable[[Ask], set[str]]:
    """The faults that are found in these answers."""
    (path, earlier), (other, _) = grown(tmp_path / "log", "Anke"), grown(tmp_path / "other", "Ype")

    def found(ask: Ask) -> set[str]:
        walk = Walk(path, [row.event for row in read(path)])
        row = walk.row("a log", damages(path, earlier, other, every_bit(path.read_bytes()), 37), [ask])
        assert (row.lost, row.changed) == (walk.faults["lost"], walk.faults["changed"])
        assert row.ok is not any(walk.faults.values())
        return {fault for fault, count in walk.faults.items() if count}

    return found


@pytest.mark.parametrize("ask", [reader, follower_with(ROWS), verifier, writer])
def test_the_log_itself_answers_rightly(faults: Callable[[Ask], set[str]], ask: Ask) -> None:
    assert faults(ask) == set()


def test_who_does_not_look_at_checksums_gives_other_rows_and_loses_some(faults: Callable[[Ask], set[str]]) -> None:
    def careless(log: Path) -> Answer:
        lines = log.read_bytes().splitlines() if log.exists() else []
        rows = [line[line.find(b'"event":') + 8 : line.rfind(b',"check"')] for line in lines]
        return Answer(len(rows), rows)

    assert faults(careless) == {"lost", "changed"}


def test_who_does_not_look_at_the_tail_loses_the_end(faults: Callable[[Ask], set[str]]) -> None:
    def without_tail(log: Path) -> Answer:
        log.with_name("log-tail").unlink(missing_ok=True)
        return reader(log)

    assert faults(without_tail) == {"lost", "changed", "rewritten"}, "changed where the log is exchanged"


def test_who_calls_everything_damaged_tells_wrongly(faults: Callable[[Ask], set[str]]) -> None:
    wrong = {"told wrongly that something is wrong", "told wrongly which row is damaged"}
    assert faults(lambda _log: Answer(0, said="it is damaged", row=2)) == wrong


def test_who_cuts_off_what_is_damaged_rewrites_it(faults: Callable[[Ask], set[str]]) -> None:
    def repairing(log: Path) -> Answer:
        try:
            return reader(log)
        except LogDamaged as error:
            if log.exists():
                log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[: error.row - 1]))
            raise

    assert faults(repairing) == {"rewritten"}
