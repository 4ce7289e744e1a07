"""A web site of somebody else, such as a club's, with one page."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def site_of(html: str) -> Iterator[int]:
    """A context in which a site serves that page on this machine; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f'<title>Club</title><link rel="icon" href="data:,">{html}'.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        threading.Thread(target=site.serve_forever).start()
        try:
            yield site.server_port
        finally:
            site.shutdown()
