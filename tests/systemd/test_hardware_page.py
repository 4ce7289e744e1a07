"""What hardware.md computes and what its drawing shows agree with what it says."""

import re
from math import atan, cos, degrees, radians, sin, tan
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "hardware.md").read_text(encoding="utf-8")
HQ_6MM = 2 * degrees(atan(4.712 / 2 / 6))
"""The HQ camera's sensor is 4.712 mm high; the other angles are the makers'."""
LENSES = (41, HQ_6MM, 48.8, 67)
TILT = radians(20)
GPIO_OF_PIN = {3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11, 24: 8, 26: 7}
"""The first two thirds of the 40-pin header, the same on every Raspberry Pi that has one."""
GROUNDS = {6, 9, 14, 20, 25, 30, 34, 39}


@pytest.mark.parametrize("side", [40, 45, 50, 55])
def test_the_table_of_heights_is_the_formula(side: int) -> None:
    row = re.search(rf"(?m)^\| {side} cm \|(.+)\|$", PAGE)
    assert row
    shown = [tuple(map(int, re.findall(r"\d+", cell))) for cell in row[1].split("|")]
    distances = [0.6 * side * (cos(TILT) / tan(radians(lens / 2)) + sin(TILT)) for lens in LENSES]
    assert shown == [(round(d * cos(TILT)), round(d * sin(TILT))) for d in distances]


def test_the_pin_table_names_the_header_as_it_is_and_the_drawing_shows_it() -> None:
    drawing = (ROOT / "docs" / "wiring.svg").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| [^|]+ \| (\d+) \| (\d*) ?\|", PAGE.partition("## Wiring")[2].partition("## Power")[0])
    assert len(rows) == 8
    for pin, gpio in ((int(pin), gpio) for pin, gpio in rows):
        name = f"GPIO {gpio}" if gpio else "ground"
        assert (GPIO_OF_PIN[pin] == int(gpio)) if gpio else (pin in GROUNDS)
        assert f"{name} · {pin}" in drawing or f"{pin} · {name}" in drawing
