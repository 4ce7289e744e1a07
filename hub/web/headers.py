"""The security headers of every response."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors {frames}; form-action {forms}"
)
"""The content security policy: nothing inline and nothing from other origins. The two placeholders say who may frame the page and where
its forms may go."""
HEADERS = {
    "Content-Security-Policy": POLICY.format(frames="'none'", forms="'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


OPENER = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent to secure contexts alone: elsewhere browsers ignore it, and write a warning about it for each page."""


def add_headers(app: Flask) -> None:
    """Add HEADERS to every response that does not set them itself, and OPENER where browsers see a secure context."""

    def add(response: Response) -> Response:
        for name, value in (HEADERS | (OPENER if _is_secure_context() else {})).items():
            response.headers.setdefault(name, value)
        return response

    app.after_request(add)


def _is_secure_context() -> bool:
    """Whether the page came over TLS, or from the reader's own machine."""
    host = urlsplit(f"//{request.host}").hostname or ""
    try:
        return request.is_secure or host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False


def forms_allowed(response: Response) -> Response:
    """The response, with forms allowed that go to this server."""
    response.headers["Content-Security-Policy"] = POLICY.format(frames="'none'", forms="'self'")
    return response


def framed_anywhere(response: Response) -> Response:
    """The response, which pages of any site may show in a frame."""
    response.headers["Content-Security-Policy"] = POLICY.format(frames="*", forms="'none'")
    return response
