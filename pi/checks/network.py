"""The check of this board's pages. Those of a running service are asked; otherwise it says where they would be."""

from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import SecretError, secret_key
from link.status import MAX_BYTES, Check, Level
from pi.checks.checks import of_trouble, ok, warn
from pi.machine.addresses import ANYWHERE, urls
from pi.machine.web_server import ServerError, is_free, ports
from pi.setup.faults import LOOPBACK
from pi.setup.loading import INSTALLED
from pi.setup.settings import Settings, WebSettings
from record.store.json_text import JsonError, json_in
from rules.errors import Phrase, Sentence

ANSWERS_WITHIN_S = 1.5
"""The timeout of each part of an answer. Pages on this machine answer within some hundredths of a second."""
BEFORE = "/before"
"""The page that shows whether the boards are ready."""


class NetworkSays(Phrase):
    """Of the pages and where they are."""

    ALONE = "only this machine can open the pages, at {address}"
    LET_OTHERS_LOOK = (
        'to let others in this network look, set host = "0.0.0.0" in [web] of {file}, then: sudo systemctl restart damcam-board'
    )
    BEHIND_PROXY = "pages at {address}, for others through your own proxy"
    NO_NETWORK = "this machine is in no network"
    JOIN_ONE = "plug its cable in or join the wireless network; it records without"
    PAGES_AT = "pages at {addresses}"
    NO_PAGES = "damcam runs here, but no pages of it answer at port {port}, or the next ones"
    ASK_JOURNAL = "it records without; see why: journalctl -e -u damcam-board"
    OTHER_PORT = "the pages came at port {port}, for {asked} was taken: http://localhost:{port}/before"
    END_OTHER = "sudo ss -ltnp 'sport = :{asked}' shows what took it; end that, and restart the service, or choose another port in [web]"
    NO_PAGES_WOULD_BE = "there would be no pages: {why}"
    DELETE_IT = "delete it, and a new one is made"
    SET_HOST = "set host and port in [web]"
    TAKEN = "port {port} is taken by another program: the service would have no pages there"
    ANOTHER_PORT = "choose another port in [web]; sudo ss -ltnp 'sport = :{port}' shows the other program"


def network_check(settings: Settings, *, is_served: bool) -> Check:
    """The check. `is_served` where a service records and should serve its pages."""
    web = settings.web
    trouble = _not_served(web) if is_served else _would_not_be(web, Path(settings.board.state))
    return trouble or _reach(web)


def _reach(web: WebSettings) -> Check:
    """From where the pages can be opened."""
    addresses = urls(web.board_host, web.port, BEFORE)
    if not addresses:
        return warn("network", NetworkSays.NO_NETWORK.said(), NetworkSays.JOIN_ONE.said())
    if web.board_host not in LOOPBACK:
        return ok("network", NetworkSays.PAGES_AT.said(addresses=tuple(addresses)))
    if web.trusted_proxies:
        return ok("network", NetworkSays.BEHIND_PROXY.said(address=addresses[0]))
    return warn("network", NetworkSays.ALONE.said(address=addresses[0]), NetworkSays.LET_OTHERS_LOOK.said(file=str(INSTALLED)))


def _not_served(web: WebSettings) -> Check | None:
    """What is wrong with the pages of the running service, if anything."""
    port = next((port for port in ports(web.port) if _are_pages(web.board_host, port)), None)
    if port == web.port:
        return None
    if port is None:
        return warn("network", NetworkSays.NO_PAGES.said(port=web.port), NetworkSays.ASK_JOURNAL.said())
    return warn("network", NetworkSays.OTHER_PORT.said(port=port, asked=web.port), NetworkSays.END_OTHER.said(asked=web.port))


def _are_pages(host: str, port: int) -> bool:
    """Whether pages of damcam answer there."""
    name = "localhost" if host in (*LOOPBACK, *ANYWHERE) else host
    with closing(HTTPConnection(name, port, timeout=ANSWERS_WITHIN_S)) as connection:
        try:
            connection.request("GET", "/ready.json", headers={"Connection": "close"})
            answer = connection.getresponse()
            told = json_in(answer.read(MAX_BYTES))
        except (OSError, HTTPException, JsonError):
            return False
        return answer.status == HTTPStatus.OK and isinstance(told, dict) and {"phase", "checks"} <= told.keys()


def _would_not_be(web: WebSettings, state: Path) -> Check | None:
    """Why a service that is started now would serve no pages, or on another port."""
    try:
        if (state / SECRET_NAME).exists():
            secret_key(state / SECRET_NAME)
        is_taken = not is_free(web.board_host, web.port)
    except SecretError as error:
        return of_trouble(Level.WARN, "network", _no_pages(error.sentence), NetworkSays.DELETE_IT.said())
    except ServerError as error:
        return of_trouble(Level.WARN, "network", error.sentence, NetworkSays.SET_HOST.said())
    if is_taken:
        return warn("network", NetworkSays.TAKEN.said(port=web.port), NetworkSays.ANOTHER_PORT.said(port=web.port))
    return None


def _no_pages(why: Sentence) -> Sentence:
    return NetworkSays.NO_PAGES_WOULD_BE.said(why.remedy, why=why.without_remedy())
