"""What every answer carries: where a page's parts may come from, and what browsers are to leave alone."""

from flask import Flask, Response

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors {frames}; form-action {forms}"
)
"""Nothing inline, nothing from elsewhere, in nobody's frame."""
HEADERS = {
    "Content-Security-Policy": POLICY.format(frames="'none'", forms="'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


def add_headers(app: Flask) -> None:
    """Have every answer carry them, where it does not say otherwise itself."""

    def add(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    app.after_request(add)


def forms_allowed(response: Response) -> Response:
    """The answer of a page that has forms: they go to this server alone."""
    response.headers["Content-Security-Policy"] = POLICY.format(frames="'none'", forms="'self'")
    return response


def framed_anywhere(response: Response) -> Response:
    """The answer of a page that any site may have in a frame of its own."""
    response.headers["Content-Security-Policy"] = POLICY.format(frames="*", forms="'none'")
    return response
