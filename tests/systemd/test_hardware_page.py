"""What hardware.md computes and what its drawing shows agree with what it says."""

import re
from math import atan, cos, degrees, radians, sin, tan
from pathlib import Path

import pytest

from pi.setup.loading import load_settings
from pi.setup.settings import BUZZER_PIN, LAMP_PINS, ButtonSettings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "hardware.md").read_text(encoding="utf-8")
HQ_6MM = 2 * degrees(atan(4.712 / 2 / 6))
"""The HQ camera's sensor is 4.712 mm high; the other angles are the makers'."""
LENSES = (41, HQ_6MM, 48.8, 67)
TILT = radians(20)
GPIO_OF_PIN = {3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11, 24: 8, 26: 7}
"""The first two thirds of the 40-pin header, the same on every Raspberry Pi that has one."""
ABOVE_CM = 6
"""The bolt of the camera's head stands so much higher above the foot than the camera does above the board."""
GROUNDS = {6, 9, 14, 20, 25, 30, 34, 39}


@pytest.mark.parametrize("side", [40, 45, 50, 55])
def test_the_table_of_heights_is_the_formula(side: int) -> None:
    row = re.search(rf"(?m)^\| {side} cm \|(.+)\|$", PAGE)
    shown = [tuple(map(int, re.findall(r"\d+", cell))) for cell in row[1].split("|")]
    distances = [0.6 * side * (cos(TILT) / tan(radians(lens / 2)) + sin(TILT)) for lens in LENSES]
    assert shown == [(round(d * cos(TILT)), round(d * sin(TILT))) for d in distances]


def test_the_mast_reaches_the_heights_of_the_table() -> None:
    short = re.search(r"batten of 20 x 40 mm, (\d+) cm long", PAGE), re.search(r"from (\d+) to (\d+) cm above the foot", PAGE)
    long = re.search(r"(\d+) and (\d+) cm high, the batten is (\d+) cm long and the slot goes from (\d+) to (\d+)", PAGE)
    high = {side: round(0.6 * side * (cos(TILT) / tan(radians(41 / 2)) + sin(TILT)) * cos(TILT)) for side in (45, 50, 55)}
    assert [int(long[1]), int(long[2])] == [high[50], high[55]]
    of_short = (45,), int(short[0][1]), map(int, short[1].groups())
    for sides, length, (low, top) in (of_short, ((50, 55), int(long[3]), map(int, long.groups()[3:]))):
        assert all(low < high[side] + ABOVE_CM < top < length for side in sides)


def test_the_parts_cost_what_is_said_in_all() -> None:
    parts = PAGE.partition("## Parts for one board")[2].partition("Also possible")[0]
    prices = [re.findall(r"\d+", row.split("|")[-2]) for row in parts.splitlines() if row.startswith("| ") and "---" not in row]
    *each, told = [[int(one) for one in price] for price in prices if price]
    assert told == [sum(price[0] for price in each), sum(price[-1] for price in each)]


@pytest.mark.parametrize(
    ("rows", "lens", "tilt", "sentence"),
    [
        (10, 41, 20, r"the farthest row is (\d+)\s+wide and (\d+) high"),
        (8, 41, 20, r"One of 8x8: 100, and (\d+) by (\d+)"),
        (10, 67, 20, r"the farthest row of 10x10 is (\d+) by\s+(\d+)"),
        (10, 67, 15, r"tilt a wide lens by 15°, where it is ()(\d+) high"),
    ],
)
def test_the_squares_are_as_large_as_the_camera_shows_them(rows: int, lens: float, tilt: int, sentence: str) -> None:
    t, half = radians(tilt), tan(radians(lens / 2))
    distance, focal_px, far, near = 0.6 * 45 * (cos(t) / half + sin(t)), 480 / half, 45 / 2, 45 / 2 - 45 / rows
    wide = focal_px * 45 / rows / (distance + far * sin(t))
    high = focal_px * cos(t) * (far / (distance + far * sin(t)) - near / (distance + near * sin(t)))
    shown = re.search(sentence, PAGE)
    assert (shown[1] or f"{wide:.0f}", shown[2]) == (f"{wide:.0f}", f"{high:.0f}")


def test_the_pin_table_names_the_header_as_it_is_and_the_drawing_shows_it() -> None:
    drawing = (ROOT / "docs" / "wiring.svg").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| [^|]+ \| (\d+) \| (\d*) ?\|", PAGE.partition("## Wiring")[2].partition("## Power")[0])
    assert len(rows) == 8
    for pin, gpio in ((int(pin), gpio) for pin, gpio in rows):
        name = f"GPIO {gpio}" if gpio else "ground"
        assert (GPIO_OF_PIN[pin] == int(gpio)) if gpio else (pin in GROUNDS)
        assert f"{name} · {pin}" in drawing or f"{pin} · {name}" in drawing


def test_the_lines_for_the_settings_are_settings_and_name_the_pins_of_the_table(tmp_path: Path) -> None:
    wiring = PAGE.partition("## Wiring")[2].partition("## Power")[0]
    lines = re.search(r"(?ms)^```toml\n(.*?)^```", wiring)
    settings = tmp_path / "damcam.toml"
    for text, kind in ((lines[1], "buttons"), (lines[1].replace("#kind", "kind"), "lever")):
        settings.write_text(text, encoding="utf-8")
        told = load_settings(settings, {}).buttons
        assert told == ButtonSettings(kind=kind, lamps=True, buzzer="press flag")
    pins = {"White's button": told.white, "Black's button": told.black, "buzzer": BUZZER_PIN}
    pins |= zip(("White's clock runs", "Black's clock runs"), LAMP_PINS, strict=True)
    for what, pin in pins.items():
        assert re.search(rf"(?m)^\| [^|]*{what}[^|]* \| \d+ \| {pin} \|", wiring)
