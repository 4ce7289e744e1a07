"""Whose an address is, for the limits and for the pages of this machine alone."""

import pytest
from flask import Flask

from hub.access.clients import place
from hub.access.tablet_access import is_here


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),  # as a server that listens on IPv6 sees a client of IPv4
        ("2001:db8::7", "2001:db8::/64"),
        ("nonsense", "nonsense"),
        (None, ""),
    ],
)
def test_the_limits_are_those_of_a_machine(address, expected):
    assert place(address) == expected


@pytest.mark.parametrize(
    ("address", "expected"), [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("::ffff:192.0.2.7", False)]
)
def test_this_machine_is_this_machine_on_every_python(address, expected):
    with Flask(__name__).test_request_context("/", base_url="http://localhost", environ_base={"REMOTE_ADDR": address}):
        assert is_here() is expected
