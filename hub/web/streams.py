"""A stream of server-sent events as the answer to a request."""

from collections.abc import Iterator

from flask import Response

STREAM = "text/event-stream"


def streamed(events: Iterator[bytes]) -> Response:
    """The answer that sends these events as they come; no cache keeps it, and no proxy (nginx) holds it back."""
    return Response(events, mimetype=STREAM, headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"})
