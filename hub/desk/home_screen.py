"""What makes the desk an app on a telephone's home screen. An iPhone or iPad shows notifications of no other page."""

import json

from flask import Blueprint, Response, current_app, url_for

from hub.texts import languages
from record.texts import marked, say

NAME = marked("Arbiter's desk")
PAPER = "#f5f1e8"
"""The background until the page is there, that of the pages in light."""
STANDALONE = "standalone"
"""How it opens: without the bars of the browser, as Apple demands for notifications."""


def blueprint() -> Blueprint:
    """The route `/desk/app.webmanifest`, for everybody: browsers fetch it without a cookie, and it tells nothing of a game."""
    pages = Blueprint("home_screen", __name__, url_prefix="/desk")

    @pages.get("/app.webmanifest")
    def manifest() -> Response:
        lang, static = languages.readers(), current_app.jinja_env.globals["static"]
        start = url_for("desks.page")
        told = {
            "id": start,
            "name": f"damcam · {say(lang, NAME)}",
            "short_name": "damcam",
            "lang": lang,
            "start_url": start,
            "scope": "/",
            "display": STANDALONE,
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [
                {"src": f"{static}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
                {"src": f"{static}/home/icon-512.png", "sizes": "512x512", "type": "image/png"},
            ],
        }
        return Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")

    return pages
