"""The values of the command line and of the settings."""

from collections.abc import Callable

import pytest

from pi.setup import values
from pi.setup.values import ValueRefused


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (values.positive, "\u0663"),
        (values.non_negative, "\uff18"),
        (values.whole_number, "1_0"),
        (values.port, "\u0968080"),
        (values.days, "\u0663"),
        (values.moves_made, "\u0663,2"),
        (values.weights, "\u0663,2,1"),
        (values.speed, "\u0668"),
        (values.corners, "\u0661,1 9,1 9,9 1,9"),
    ],
)
def test_numbers_have_the_digits_0_to_9(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(ValueRefused):
        parse(text)


def test_numbers_in_their_usual_forms_are_read() -> None:
    assert (values.positive(" 5"), values.whole_number("-3"), values.port("8080"), values.moves_made("12, 11")) == (5, -3, 8080, (12, 11))
    assert (values.speed("0.5"), values.speed("1e3")) == (0.5, 1000.0)
    assert values.corners("1,1 9.5,1 9,9 1,9") == [(1.0, 1.0), (9.5, 1.0), (9.0, 9.0), (1.0, 9.0)]


@pytest.mark.parametrize("text", ["0.0.0.0", "::", "fe80::7%eth0", "board-1", "board-1.local", "draughts.example.org"])
def test_a_machine_is_named_or_has_an_address(text: str) -> None:
    assert values.host(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 0.0.0.0",
        "192.168.1..5",
        "256.1.1.1",
        "192.168.1",
        "[::]",
        "0.0.0.0:8000",
        "http://board-1",
        "board-1.",
        "a" * 64,
        "\0",
        "bo\nard",
    ],
)
def test_what_names_no_machine_is_refused(text: str) -> None:
    with pytest.raises(ValueRefused):
        values.host(text)
