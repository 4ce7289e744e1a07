"""A stream of server-sent events as a response."""

from collections.abc import Iterator

from flask import Response

STREAM = "text/event-stream"


def streamed(events: Iterator[bytes]) -> Response:
    """The response that sends these events as they come. No cache stores it, and no proxy buffers it."""
    return Response(events, mimetype=STREAM, headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"})
