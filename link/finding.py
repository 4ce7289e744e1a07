"""The hub is found by zeroconf where no address of it is known: it announces its broker, and boards ask for it."""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

_log = logging.getLogger(__name__)

SERVICE = "_damcam-hub._tcp.local."
FINGERPRINT = b"fingerprint"
"""The key of the certificate's fingerprint in the record of the service. It only says which hub is meant; the certificate proves it."""
RESOLVE_WITHIN_MS = 1000
LOOK_EVERY_S = 0.1
MAX_HUBS = 16


class BrokerPlace(NamedTuple):
    """Where a broker may be."""

    address: str
    port: int


@contextmanager
def announced(name: str, port: int, fingerprint: str, interfaces: Sequence[str] | None = None) -> Iterator[None]:
    """Announce the broker of the hub on the machine `name` while this lasts, on these addresses of it or on all.

    Where that is impossible it is logged: boards then need the address.
    """
    from zeroconf import Error, ServiceInfo, Zeroconf

    try:
        network = Zeroconf(interfaces=list(interfaces)) if interfaces else Zeroconf()
    except OSError as error:
        _log.warning("the hub cannot be found by zeroconf: %s", error)
        yield
        return
    try:
        addresses = list(interfaces) if interfaces else _own_addresses()
        label = f"{name}-{fingerprint[:8]}.{SERVICE}"
        info = ServiceInfo(SERVICE, label, port=port, parsed_addresses=addresses, properties={FINGERPRINT: fingerprint.encode()})
        try:
            network.register_service(info, allow_name_change=True)
        except (OSError, Error) as error:
            _log.warning("the hub cannot be found by zeroconf: %r", error)
        yield
    finally:
        network.close()


def find(
    fingerprint: str, within_s: float, stopped: threading.Event | None = None, interfaces: Sequence[str] | None = None
) -> list[BrokerPlace]:
    """Where a hub with that fingerprint says that it is; empty where none answers in time, or there is no network."""
    from zeroconf import ServiceBrowser, Zeroconf

    heard: list[str] = []

    def hear(**told: Any) -> None:
        if len(heard) < MAX_HUBS:
            heard.append(told["name"])

    try:
        network = Zeroconf(interfaces=list(interfaces)) if interfaces else Zeroconf()
    except OSError:
        return []
    try:
        asked = 0
        ServiceBrowser(network, SERVICE, handlers=[hear])
        until = time.monotonic() + within_s
        while time.monotonic() < until and not (stopped and stopped.is_set()):
            for name in heard[asked:]:
                asked += 1
                info = network.get_service_info(SERVICE, name, RESOLVE_WITHIN_MS)
                if info and info.port and (info.properties or {}).get(FINGERPRINT) == fingerprint.encode():
                    return [BrokerPlace(address, info.port) for address in info.parsed_addresses()]
            time.sleep(LOOK_EVERY_S)
        return []
    finally:
        network.close()


def _own_addresses() -> list[str]:
    """The addresses of this machine in its networks."""
    import ifaddr

    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    return [address for address in found if not address.startswith("127.")] or found
