"""What is printed of an event, and its files for other programs."""

import hashlib
import re
from base64 import b64encode
from typing import Final

from flask import Blueprint, Response, abort, current_app, request

from hub.organiser.files import FILES
from hub.organiser.pages import Organising
from hub.texts import languages
from hub.tournament.printing import print_html
from hub.web.headers import POLICY
from hub.web.numbers import whole_in
from tournament.events.published import with_initials
from tournament.events.state import EventState

TRF: Final = "text/plain; charset=utf-8"
TYPES: Final = {"csv": "text/csv; charset=utf-8", "trf": TRF, "trf26": TRF, "pdn": "application/x-pdn; charset=utf-8"}
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def add_downloads(pages: Blueprint, organising: Organising) -> None:
    """Add what is printed, and the files."""

    @pages.get("/<key>/print/<what>")
    def to_print(key: str, what: str) -> Response:
        round_ = whole_in(request.args.get("round", "")) or None
        return with_its_style(print_html(_state(key), what, round_, languages.readers()))

    @pages.get("/<key>/files/<form>/<name>")
    def file(key: str, form: str, name: str) -> Response:
        if form not in FILES:
            abort(404)
        text = next((text for known, text in FILES[form](_state(key), languages.readers()) if known == name), None)
        response = Response(text if text is not None else abort(404), content_type=TYPES[form])
        response.headers["Content-Disposition"] = f'attachment; filename="{key}-{name}"'
        return response

    def _state(key: str) -> EventState:
        state = organising.shown(key).event.state
        return with_initials(state) if request.args.get("names") == "initials" else state


def with_its_style(html: str) -> Response:
    """The page with a policy that allows the style within it, and nothing else."""
    icon = f'<link rel="icon" href="{current_app.jinja_env.globals["static"]}/icon.svg" type="image/svg+xml">'
    response = Response(html.replace("<head>", f"<head>\n{icon}", 1), mimetype="text/html")
    digests = (b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(html))
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    policy = POLICY.format(frames="'none'", forms="'none'").replace("style-src 'self'", f"style-src {allowed}")
    response.headers["Content-Security-Policy"] = policy
    return response
