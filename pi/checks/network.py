"""The check of this board's pages. Those of a running service are asked; otherwise it says where they would be."""

import json
from pathlib import Path

from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import SecretError, secret_key
from hub.boards.other_boards import UNREACHABLE, OtherBoards, fetch
from hub.boards.readiness import checked
from pi.checks.checks import Check, Level, from_sentence, ok, warn
from pi.checks.machine import own_address
from pi.machine.web_server import ServerError, is_free, ports
from pi.setup.faults import LOOPBACK
from pi.setup.settings import Settings, WebSettings

ANYWHERE = ("0.0.0.0", "::")


def network_check(settings: Settings, *, is_served: bool) -> Check:
    """The check. `is_served` where a service records and should serve its pages."""
    web = settings.web
    trouble = _not_served(web) if is_served else _would_not_be(web, Path(settings.board.state))
    if trouble:
        return trouble
    silent = next((one for one in OtherBoards(web.boards.split()).views() if one["phase"] == UNREACHABLE), None)
    if silent:
        return warn("network", f"{silent['address']}, named in boards of [web]: {silent['why']}", silent["do"])
    if web.host in LOOPBACK:
        alone = f"pages for this machine alone, at http://localhost:{web.port}/before"
        return ok("network", f'{alone}; host = "0.0.0.0" in [web] lets others look')
    address = own_address()
    if address is None:
        return warn("network", "this machine is in no network", "plug its cable in or join the wireless network; it records without")
    return ok("network", f"pages at http://{address if web.host in ANYWHERE else web.host}:{web.port}/before")


def _not_served(web: WebSettings) -> Check | None:
    """What is wrong with the pages of the running service, if anything."""
    port = next((port for port in ports(web.port) if _are_pages(web.host, port)), None)
    if port == web.port:
        return None
    if port is None:
        do = "it records without; see why: journalctl -e -u damcam-board"
        return warn("network", f"damcam runs here, but no pages of it answer at port {web.port}, or the next ones", do)
    do = f"sudo ss -ltnp 'sport = :{web.port}' shows what took it; end that, and restart the service, or choose another port in [web]"
    return warn("network", f"the pages came at port {port}, for {web.port} was taken: http://localhost:{port}/before", do)


def _are_pages(host: str, port: int) -> bool:
    """Whether pages of damcam answer there."""
    name = "localhost" if host in (*LOOPBACK, *ANYWHERE) else host
    try:
        checked(json.loads(fetch(f"http://{f'[{name}]' if ':' in name else name}:{port}")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False
    return True


def _would_not_be(web: WebSettings, state: Path) -> Check | None:
    """Why a service that is started now would serve no pages, or on another port."""
    try:
        if (state / SECRET_NAME).exists():
            secret_key(state / SECRET_NAME)
        is_taken = not is_free(web.host, web.port)
    except SecretError as error:
        return from_sentence(Level.WARN, "network", f"there would be no pages: {error}", "delete it, and a new one is made")
    except ServerError as error:
        return from_sentence(Level.WARN, "network", str(error), "set host and port in [web]")
    if is_taken:
        do = f"choose another port in [web]; sudo ss -ltnp 'sport = :{web.port}' shows the other program"
        return warn("network", f"port {web.port} is taken by another program: the pages would come at the next free one", do)
    return None
