"""Servers of the tests' own that take notices as those of ntfy and of mail do, and one that never comes to an end."""

import json
import threading
from email import message_from_string
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer


class Ntfy(ThreadingHTTPServer):
    """An ntfy server on a port of this machine. `notices` are topics, titles and messages; while `answers` is cleared it is silent.

    One that `drips` sends a head meanwhile that does not end: whoever asks gives up a silent server, and never this one.
    """

    def __init__(self, *, drips=False):
        super().__init__(("127.0.0.1", 0), _NtfyHandler)
        self.notices, self.answers, self.drips = [], threading.Event(), drips
        self.answers.set()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def address(self, topic):
        """The address of a topic, as apprise takes it."""
        return f"ntfy://127.0.0.1:{self.server_port}/{topic}"

    def close(self):
        self.answers.set()
        self.shutdown()
        self.server_close()


class _NtfyHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        notice = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.notices.append((notice["topic"], notice.get("title", ""), notice["message"]))
        self.send_response(200)
        if self.server.drips:
            self.flush_headers()
            self.wfile.write(b"X-Pieces: ")
        while not self.server.answers.wait(0.5 if self.server.drips else None):
            self.wfile.write(b".")
        if self.server.drips:
            self.wfile.write(b"\r\n")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Mail(ThreadingTCPServer):
    """A mail server on a port of this machine. `mails` are the subjects and texts that came, by their recipients."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _MailHandler)
        self.mails = []
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def address(self, recipient):
        """The address of a recipient, as apprise takes it."""
        return f"mailto://127.0.0.1:{self.server_address[1]}?mode=insecure&from=damcam@example.org&to={recipient}"

    def close(self):
        self.shutdown()
        self.server_close()


class _MailHandler(StreamRequestHandler):
    def handle(self):
        self.say("220 mail")
        recipient = ""
        while line := self.rfile.readline().decode().strip():
            word = line.split(":")[0].split()[0].upper()
            if word == "RCPT":
                recipient = line.partition("<")[2].partition(">")[0]
            if word == "DATA":
                self.say("354 go on")
                self.take(recipient)
            self.say("221 bye" if word == "QUIT" else "250 ok")
            if word == "QUIT":
                return

    def take(self, recipient):
        lines = iter(lambda: self.rfile.readline().decode().rstrip("\r\n"), ".")
        mail = message_from_string("\n".join(lines))
        [text] = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
        self.server.mails.append((recipient, mail["Subject"], text.get_payload(decode=True).decode().strip()))

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())
