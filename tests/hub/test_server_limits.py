"""The real server's limits of a request's head."""

import http.client
import socket

from hub.serve import MAX_FIELD_SIZE, MAX_FIELDS, MAX_REQUEST_LINE


def answer_to(port, head):
    """The status of the answer to a raw request."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(head)
        answer = http.client.HTTPResponse(client)
        answer.begin()
        return answer.status


REQUESTS = [
    ("GET / HTTP/1.1", ["X-One: 1"] * (MAX_FIELDS - 10), 200),
    (f"GET /?{'q' * MAX_REQUEST_LINE} HTTP/1.1", [], 414),
    ("GET / HTTP/1.1", ["X-One: 1"] * (MAX_FIELDS + 1), 431),
    ("GET / HTTP/1.1", [f"X-Long: {'x' * MAX_FIELD_SIZE}"], 431),
    ("GET / HTTP/9.9", [], 400),
    ("GET", [], 400),
    ("get / HTTP/1.1", [], 400),
    ("GET / HTTP/1.1", ["no field"], 400),
    ("POST /login HTTP/1.1", ["Content-Length: -1"], 400),
    ("POST /login HTTP/1.1", ["Content-Length: 100000000"], 404),
]


def test_what_is_too_large_or_no_request_is_answered_so(server):
    for line, fields, status in REQUESTS:
        assert answer_to(server.port, "\r\n".join([line, "Host: localhost", *fields, "", ""]).encode()) == status, (line, fields)
