"""The check of this board's pages. Those of a running service are asked; otherwise it says where they would be."""

from pathlib import Path

from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import SecretError, secret_key
from hub.boards.other_boards import UNREACHABLE, OtherBoards, fetch
from hub.boards.readiness import UNREADABLE, checked
from pi.checks.checks import Check, Level, of_trouble, ok, warn
from pi.checks.machine import own_address
from pi.checks.network_phrases import NetworkSays
from pi.machine.web_server import ServerError, is_free, ports
from pi.setup.faults import LOOPBACK
from pi.setup.settings import Settings, WebSettings
from record.store.json_text import json_in
from rules.errors import Sentence

ANYWHERE = ("0.0.0.0", "::")


def network_check(settings: Settings, *, is_served: bool) -> Check:
    """The check. `is_served` where a service records and should serve its pages."""
    web = settings.web
    trouble = _not_served(web) if is_served else _would_not_be(web, Path(settings.board.state))
    if trouble:
        return trouble
    silent = next((one for one in OtherBoards(web.boards.split()).views() if one["phase"] == UNREACHABLE), None)
    if silent:
        return warn("network", NetworkSays.SILENT_BOARD.said(address=silent["address"], why=silent["why"]), silent["do"])
    if web.host in LOOPBACK:
        return ok("network", NetworkSays.ALONE.said(port=web.port))
    address = own_address()
    if address is None:
        return warn("network", NetworkSays.NO_NETWORK.said(), NetworkSays.JOIN_ONE.said())
    return ok("network", NetworkSays.PAGES_AT.said(host=address if web.host in ANYWHERE else web.host, port=web.port))


def _not_served(web: WebSettings) -> Check | None:
    """What is wrong with the pages of the running service, if anything."""
    port = next((port for port in ports(web.port) if _are_pages(web.host, port)), None)
    if port == web.port:
        return None
    if port is None:
        return warn("network", NetworkSays.NO_PAGES.said(port=web.port), NetworkSays.ASK_JOURNAL.said())
    return warn("network", NetworkSays.OTHER_PORT.said(port=port, asked=web.port), NetworkSays.END_OTHER.said(asked=web.port))


def _are_pages(host: str, port: int) -> bool:
    """Whether pages of damcam answer there."""
    name = "localhost" if host in (*LOOPBACK, *ANYWHERE) else host
    try:
        checked(json_in(fetch(f"http://{f'[{name}]' if ':' in name else name}:{port}")))
    except (OSError, *UNREADABLE):
        return False
    return True


def _would_not_be(web: WebSettings, state: Path) -> Check | None:
    """Why a service that is started now would serve no pages, or on another port."""
    try:
        if (state / SECRET_NAME).exists():
            secret_key(state / SECRET_NAME)
        is_taken = not is_free(web.host, web.port)
    except SecretError as error:
        return of_trouble(Level.WARN, "network", _no_pages(error.sentence), NetworkSays.DELETE_IT.said())
    except ServerError as error:
        return of_trouble(Level.WARN, "network", error.sentence, NetworkSays.SET_HOST.said())
    if is_taken:
        return warn("network", NetworkSays.TAKEN.said(port=web.port), NetworkSays.ANOTHER_PORT.said(port=web.port))
    return None


def _no_pages(why: Sentence) -> Sentence:
    return NetworkSays.NO_PAGES_WOULD_BE.said(why.remedy, why=why.without_remedy())
