"""Where a push may be sent: to a push service in the internet, over https, and to no machine of this network."""

import ipaddress
from urllib.parse import urlsplit

HTTPS_PORT = 443
MAX_LENGTH = 1000
"""Characters of an endpoint. Those of the known push services have 150 to 700."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that lead to the IPv4 address in their last 32 bits."""
UNICAST = ipaddress.ip_network("2000::/3")
"""The addresses of IPv6 that are given out for the internet (RFC 4291 and IANA's registry)."""
PROTOCOLS = ipaddress.ip_network("2001::/23")
"""Addresses of protocols among these (RFC 2928), some of which one version of Python or another takes for public."""
NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.0.0.0/24",  # of protocols (RFC 6890)
            "3fff::/20",  # of documentation (RFC 9637)
        ),
    )
)
"""Addresses of nobody that `is_global` lets through in one version of Python or another."""
LOCAL_NAMES = (".local", ".localhost", ".internal", ".lan", ".home.arpa", ".home")


def may_be_sent_to(endpoint: str) -> bool:
    """Whether the address, given by a browser, can be that of a push service. What its name leads to is looked at when it is sent to."""
    try:
        parts = urlsplit(endpoint)
        name, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return False
    if len(endpoint) > MAX_LENGTH or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    if parts.scheme != "https" or port not in (None, HTTPS_PORT) or parts.username is not None or parts.fragment:
        return False
    return _is_public_name(name)


def is_public(address: str) -> bool:
    """Whether the numeric address is one of the internet: not private, of this machine, of this link, or for many."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and (inner := _inner(found)):
        return is_public(str(inner))
    if found.version == 6 and (found not in UNICAST or found in PROTOCOLS):
        return False
    return found.is_global and not found.is_multicast and not any(found in network for network in NOT_PUBLIC)


def _inner(found: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that it leads to."""
    return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else found.ipv4_mapped or found.sixtofour


def _is_public_name(name: str) -> bool:
    last = name.rpartition(".")[2]
    if ":" in name or last.isdigit() or last.lower().startswith("0x"):
        return is_public(name)
    return "." in name and not name.endswith(LOCAL_NAMES)
