"""Who asks, by his address, and how much he may. Imports nothing of the application."""

import ipaddress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client may: so many `listeners` at once, and so many `requests` a second in the long run."""

    listeners: int = 2500
    """A full hall behind one address, which leaves room for a thousand others."""
    requests: int = 200


GENEROUS = Limits()


def place(address: str | None) -> str:
    """The address; of IPv6 the network of 64 bits, for within it one machine has as many as it likes."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
