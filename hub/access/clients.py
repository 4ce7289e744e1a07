"""A client by its address, and the limits of one client. Imports nothing of the application."""

import ipaddress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may use."""

    listeners: int = 2500
    """Streams at once. The default admits a full hall behind one address, and leaves room for a thousand others."""
    requests: int = 200
    """Requests per second in the long run; more may come at once after a silence (`hub.access.limits`)."""


GENEROUS = Limits()


def numeric_address(address: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the address of a client; ValueError where the text is none.

    A server that listens on IPv6 sees a client of IPv4 at an IPv6 address (RFC 4291, 2.5.5.2), which leads to the client's own one.
    """
    numeric = ipaddress.ip_address(address or "")
    return getattr(numeric, "ipv4_mapped", None) or numeric


def place(address: str | None) -> str:
    """The address; for IPv6 its /64 network, because one machine may use any address of it."""
    try:
        found = numeric_address(address)
    except ValueError:
        return address or ""
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
