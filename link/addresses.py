"""The addresses by which other machines reach this one."""

import fcntl
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

ELSEWHERE = "192.0.2.1"
"""An address that no machine has (RFC 5737). Nothing is sent to it."""
ASK_FOR_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux: the IPv4 address of an interface."""
INTERFACES = Path("/sys/class/net")


def own_addresses() -> tuple[str, ...]:
    """The addresses by which boards reach this machine, the surest first."""
    return (*numeric_addresses(), local_name())


def local_name() -> str:
    """The name by which other machines find this one without a name server."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def numeric_addresses() -> Iterator[str]:
    """The IPv4 addresses of this machine, that of the way out first. Bridges and tunnels of other programs are left out."""
    first = own_address()
    if first:
        yield first
    yield from (address for address in map(_address, _cables()) if address and address != first)


def own_address() -> str | None:
    """The address from which this machine reaches others; None where it has no way out, as in a hall without a router."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _cables() -> list[str]:
    """The interfaces that are devices: cables and radio.

    They are read from /sys, since the services of the pages may not open the socket by which if_nameindex asks.
    """
    return sorted(path.parent.name for path in INTERFACES.glob("*/device"))


def _address(interface: str) -> str | None:
    """The IPv4 address of the interface; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            told = fcntl.ioctl(probe, ASK_FOR_ADDRESS, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(told[20:24])
