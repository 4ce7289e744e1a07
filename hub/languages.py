"""The reader's language, of those that the pages are written in."""

from flask import request

LANGUAGES = ("nl", "fy", "en")


def readers() -> str:
    """What the browser asks for first of them, also for one country as in `nl-BE`; English where it asks for none."""
    asked = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((lang for lang in asked if lang in LANGUAGES), "en")
