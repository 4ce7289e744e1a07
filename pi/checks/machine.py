"""The checks of the machine itself: room on the disk, power, heat and time of day. They disturb no service."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from link.status import Check
from pi.checks.checks import fail, ok, untried, warn
from pi.machine.kernel_clock import time_is_set
from record.store.pictures import MB, MIN_FREE_BYTES
from record.telling.sentences import listed
from rules.errors import Phrase, Sentence


class DiskSays(Phrase):
    """Of the room on the disk."""

    FREE = "{free} GB free for the games in {folder}"
    MAKE_ROOM = "make room: below 64 MB no picture is kept; du -xh / | sort -h | tail shows what is large"
    TOO_LITTLE = "{room}, but {budget} GB of pictures may be kept"
    SET_BUDGET = "set budget_mb in [evidence] to {fits} or less, or make room; it goes well until the disk is full"


class PowerSays(Phrase):
    """Of power and heat."""

    NO_PI = "this machine is no Raspberry Pi, and tells nothing of its power"
    NOT_TOLD = "the firmware does not tell"
    ASK_FIRMWARE = "look with vcgencmd get_throttled; it must say 0x0"
    WARM = "{power}, {heat} °C"
    NOW = "{what} at this moment"
    SINCE_START = "{what} since it was started"
    LOW_VOLTAGE = "too low a voltage"
    SLOWER = "a slower processor"
    HEAT = "heat"
    BETTER_SUPPLY = "use the supply that was made for this Raspberry Pi, with its own cable, and let air to it"
    HOT = "{heat} °C"
    LET_AIR = "let air to it: from 80 °C on it works slower"
    ENOUGH = "enough"


class TimeSays(Phrase):
    """Of the time of day."""

    FOLLOWS = "follows a time server"
    DOES_NOT_FOLLOW = "does not follow a time server"
    NOT_TOLD = "nothing tells whether it follows a time server"
    CONNECT_IT = "connect it to a network for a minute, so that games bear the right date; clocks and record do not need it"


HOT_C = 80
"""The temperature in degrees Celsius at which a Raspberry Pi slows down."""
NOW, SINCE_START = 0xF, 0xF0000
"""The bits of the firmware's answer: what holds now and, 16 bits higher, what held at any time since the start."""
BITS = {0: PowerSays.LOW_VOLTAGE, 1: PowerSays.SLOWER, 2: PowerSays.SLOWER, 3: PowerSays.HEAT}
ANSWERS_WITHIN_S = 2.0


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the machine tells its figures; tests use folders of their own."""

    root: Path = Path("/")
    time_is_set: Callable[[], bool | None] = time_is_set
    """Whether the time of day follows a time server; None where that is unknown."""

    def throttled(self) -> int | None:
        """The firmware's bits, or the bit of a low voltage alone; None where nothing tells."""
        for path in self.root.glob("sys/devices/platform/soc*/*firmware/get_throttled"):
            return _number(_text(path))
        told = _answer("vcgencmd", "get_throttled") if self.root == Path("/") else ""
        if (bits := _number(told.partition("=")[2])) is not None:
            return bits
        sensors = (path.parent for path in self.root.glob("sys/class/hwmon/*/name") if _text(path) == "rpi_volt")
        return next((_number(_text(sensor / "in0_lcrit_alarm")) for sensor in sensors), None)

    def heat_c(self) -> float | None:
        """The temperature of the processor."""
        told = _text(self.root / "sys/class/thermal/thermal_zone0/temp")
        return int(told) / 1000 if told.lstrip("-").isdigit() else None

    def is_a_pi(self) -> bool:
        return "Raspberry Pi" in _text(self.root / "proc/device-tree/model")


def machine_checks(state: Path, budget_mb: int, machine: Machine) -> tuple[Check, ...]:
    """The checks of room for the games in `state`, power and time, which can be repeated often."""
    return room_check(state, budget_mb), power_check(machine), time_check(machine)


def room_check(state: Path, budget_mb: int) -> Check:
    """The check whether the pictures that may be kept have room."""
    there = next(path for path in (state, *state.absolute().parents) if path.exists())
    free, taken = shutil.disk_usage(there).free, sum(path.stat().st_size for path in state.glob("games/*/*/*.jpg"))
    budget = budget_mb * MB
    seen = DiskSays.FREE.said(free=round(free / 1000 / MB, 1), folder=str(state))
    if free < MIN_FREE_BYTES:
        return fail("disk", seen, DiskSays.MAKE_ROOM.said())
    short = budget - taken - (free - MIN_FREE_BYTES)
    if short > 0:
        fits = max(0, (budget - short) // MB)
        too_much = DiskSays.TOO_LITTLE.said(room=seen, budget=round(budget / 1000 / MB, 1))
        return warn("disk", too_much, DiskSays.SET_BUDGET.said(fits=fits))
    return ok("disk", seen)


def power_check(machine: Machine) -> Check:
    bits, heat = machine.throttled(), machine.heat_c()
    if bits is None and not machine.is_a_pi():
        return untried("power", PowerSays.NO_PI.said())

    def warm(seen: Sentence) -> Sentence:
        return seen if heat is None else PowerSays.WARM.said(power=seen, heat=round(heat))

    if bits is None:
        return untried("power", warm(PowerSays.NOT_TOLD.said()), PowerSays.ASK_FIRMWARE.said())
    now, before = _words(bits & NOW), _words((bits & SINCE_START) >> 16)
    do = PowerSays.BETTER_SUPPLY.said()
    if now:
        return fail("power", warm(PowerSays.NOW.said(what=listed(now))), do)
    if before:
        return warn("power", warm(PowerSays.SINCE_START.said(what=listed(before))), do)
    if heat is not None and heat >= HOT_C:
        return warn("power", PowerSays.HOT.said(heat=round(heat)), PowerSays.LET_AIR.said())
    return ok("power", warm(PowerSays.ENOUGH.said()))


def time_check(machine: Machine) -> Check:
    knows = machine.time_is_set()
    if knows:
        return ok("time", TimeSays.FOLLOWS.said())
    seen = TimeSays.DOES_NOT_FOLLOW if knows is False else TimeSays.NOT_TOLD
    return warn("time", seen.said(), TimeSays.CONNECT_IT.said())


def _words(bits: int) -> list[Sentence]:
    return [word.said() for word in dict.fromkeys(word for bit, word in BITS.items() if bits >> bit & 1)]


def _number(text: str) -> int | None:
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def _answer(*command: str) -> str:
    """The output of a program; empty where the program is missing or does not answer."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ANSWERS_WITHIN_S, env=os.environ | {"LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""
