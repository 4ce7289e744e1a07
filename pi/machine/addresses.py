"""The addresses at which browsers open the pages: on this machine, and on others in its network."""

from link.addresses import local_name, numeric_addresses
from pi.setup.faults import LOOPBACK

ANYWHERE = ("0.0.0.0", "::")
"""What pages listen on that every machine in the network can open."""


def urls(host: str, port: int, path: str = "/") -> list[str]:
    """The addresses of pages that listen on `host`, for browsers on other machines; that of this machine where only it can open them.

    The surest comes first. NAME.local is answered where avahi-daemon runs, as on Raspberry Pi OS. Empty where there is no network.
    """
    if host in LOOPBACK:
        return [url("localhost", port, path)]
    if host not in ANYWHERE:
        return [url(host, port, path)]
    numeric = list(numeric_addresses())
    return [url(one, port, path) for one in (*numeric, local_name())] if numeric else []


def url(host: str, port: int, path: str = "/") -> str:
    """The address of a page."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"
