"""Where browsers open the pages: the log says it when they start, and the installer at its end."""

import logging
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from link.addresses import local_name
from pi.machine.addresses import url, urls
from pi.setup.faults import LOOPBACK
from pi.setup.loading import INSTALLED, SettingsError, load_settings
from pi.setup.qr_code import show_code
from pi.setup.settings import Settings

NO_NETWORK = "this machine is in no network; plug its cable in or join the wireless network"
BEHIND_PROXY = "others open the pages through your own proxy, at its address"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the pages of a board or a hub listen."""

    host: str
    port: int
    service: str
    """The service to restart after a change of the settings."""
    is_behind_proxy: bool
    """Whether a proxy of the organiser's own lets others in."""

    def sentences(self) -> Iterator[str]:
        """Yield who can open which pages and at which addresses, and what to do where nobody else can."""
        if self.host in LOOPBACK:
            yield BEHIND_PROXY if self.is_behind_proxy else f"only this machine can open the pages; {self._remedy()}"
        elif not urls(self.host, self.port):
            yield f"{NO_NETWORK}; the pages can be opened there by the name"
        for pages, path in (("the games", "/"), ("whether boards are ready", "/before"), ("the arbiter's desk", "/desk")):
            addresses = urls(self.host, self.port, path) or [url(local_name(), self.port, path)]
            yield f"{pages}: {', '.join(addresses)}"

    def _remedy(self) -> str:
        setting = f'set host = "0.0.0.0" in [web] of {INSTALLED}'
        return f"to let others in this network look, {setting}, then: sudo systemctl restart {self.service}"


def reach_of_board(settings: Settings) -> Reach:
    """Return where the pages of this machine's board listen."""
    web = settings.web
    return Reach(web.board_host, web.port, "damcam-board", bool(web.trusted_proxies))


def reach_of_hub(settings: Settings) -> Reach:
    """Return where the pages of the hub on this machine listen."""
    web, hub = settings.web, settings.hub
    return Reach(web.hub_host, hub.port, "damcam-hub", bool(web.trusted_proxies))


def log_reach(reach: Reach) -> None:
    """Log who can open the pages, and where."""
    for sentence in reach.sentences():
        _log.info("%s", sentence)


def print_reach(role: str, file: str) -> None:
    """Print where others see whether the boards are ready, an address a line, the surest first and as a QR code on a terminal.

    The installer calls this at its end, in the release that it installed. `role` is `board` or `hub`, `file` the file of the settings.
    """
    try:
        settings = load_settings(Path(file))
    except SettingsError as error:
        print(f"damcam: {error}", file=sys.stderr, flush=True)
        return
    reach = reach_of_hub(settings) if role == "hub" else reach_of_board(settings)
    addresses = urls(reach.host, reach.port, "/before")
    print("\n".join(addresses) if addresses else f"damcam: {NO_NETWORK}", file=sys.stderr, flush=True)
    if addresses:
        show_code(addresses[0])
