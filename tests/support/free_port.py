"""A port for a server that a test starts as a process of its own."""

import socket
from random import Random

HERE = "127.0.0.1"
BELOW_EPHEMERAL = range(20_000, 32_000)
"""Ports that the kernel gives to nobody by itself, so that one stays free until its server starts, and between two starts of it."""
_chosen = Random()


def free_port() -> int:
    """A port on which nothing listens, and nothing does by chance."""
    for _ in range(100):
        port = _chosen.choice(BELOW_EPHEMERAL)
        try:
            with socket.create_server((HERE, port)):
                return port
        except OSError:
            continue
    raise AssertionError("no port is free")
