"""The security headers of every response."""

from flask import Flask, Response

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; frame-ancestors {frames}; form-action {forms}"
)
"""The content security policy: nothing inline and nothing from other origins. The two placeholders say who may frame the page and where
its forms may go."""
HEADERS = {
    "Content-Security-Policy": POLICY.format(frames="'none'", forms="'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


def add_headers(app: Flask) -> None:
    """Add HEADERS to every response that does not set them itself."""

    def add(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    app.after_request(add)


def forms_allowed(response: Response) -> Response:
    """The response, with forms allowed that go to this server."""
    response.headers["Content-Security-Policy"] = POLICY.format(frames="'none'", forms="'self'")
    return response


def framed_anywhere(response: Response) -> Response:
    """The response, which pages of any site may show in a frame."""
    response.headers["Content-Security-Policy"] = POLICY.format(frames="*", forms="'none'")
    return response
