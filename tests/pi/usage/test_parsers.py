"""Options and the other words of a command stand in any order."""

import pytest

from pi.usage.parsers import arguments_of
from pi.usage.table import command_of


@pytest.mark.parametrize(
    ("command", "ids", "options", "values"),
    [
        ("event enter", ["EVENT", "p1", "p2"], ["--by", "A"], {"ids": ["p1", "p2"], "by": "A"}),
        (
            "event result",
            ["EVENT", "1", "a", "b", "1-0"],
            ["--reason", "x", "--default"],
            {"round": "1", "white": "a", "black": "b", "result": "1-0", "reason": "x", "default": True},
        ),
        ("event season", ["a", "b"], ["--json"], {"events": ["a", "b"], "json": True}),
        ("event line-up", ["EVENT", "team", "p1", "-"], ["--reason", "x"], {"players": ["p1", "-"], "reason": "x"}),
        ("paper", ["DIR", "32-28", "19-23"], ["--result", "draw", "--check"], {"moves": ["32-28", "19-23"], "result": "draw"}),
        ("names", ["Anke", "Bauke"], ["--by", "A"], {"names": ["Anke", "Bauke"], "by": "A"}),
        ("names", [], ["--by", "A"], {"names": [], "by": "A"}),
        ("tablet", [], ["--new"], {"board": "1", "new": True}),
    ],
)
def test_options_stand_before_between_and_behind_the_other_words(command, ids, options, values):
    chosen, rest = command_of(command.split())
    assert rest == []
    for place in range(len(ids) + 1):
        args = arguments_of(chosen, [*ids[:place], *options, *ids[place:]])
        assert {name: getattr(args, name) for name in values} == values
    if len(options) > 2:  # some options here, some there
        args = arguments_of(chosen, [*options[:2], *ids[:2], *options[2:], *ids[2:]])
        assert {name: getattr(args, name) for name in values} == values


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("names -- -A B", "names", ["-A", "B"]),
        ("names --by A -- -A B", "names", ["-A", "B"]),
        ("passwd -- -x", "name", "-x"),
        ("paper --check DIR -- -x 32-28", "moves", ["-x", "32-28"]),
    ],
)
def test_behind_two_dashes_no_word_is_an_option(words, name, value):
    assert getattr(arguments_of(*command_of(words.split())), name) == value
