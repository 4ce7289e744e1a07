"""The network between boards and hub: a proxy with a port for each part of the hall, which can be cut.

usage: python -m tests.bench.venuing.cut_proxy TARGET_PORT PORT ...

Reads orders from standard input, one a line: `cut PORT reset` ends its connections and takes no new ones, `cut PORT silent` lets them stand
and carries nothing, `heal PORT` ends both. Ends with the input.
"""

import asyncio
import sys
from contextlib import suppress

CHUNK = 65_536
ON, SILENT, RESET = "on", "silent", "reset"


class Cable:
    """The connections through one port."""

    def __init__(self, target: int) -> None:
        self._target = target
        self.state = ON
        self._writers: set[asyncio.StreamWriter] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.state != ON:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, far_writer}
        self._writers |= both
        try:
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        finally:
            for one in both:
                one.transport.abort()
            self._writers -= both

    def set(self, state: str) -> None:
        """Cut it or heal it. What was silent is lost, as its connections are after a while."""
        was, self.state = self.state, state
        if state == RESET or was == SILENT:
            for writer in list(self._writers):
                writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while came := await reader.read(CHUNK):
                if self.state == ON:
                    writer.write(came)
                    await writer.drain()
        writer.transport.abort()


async def serve(target: int, ports: list[int]) -> None:
    cables = {port: Cable(target) for port in ports}
    for port, cable in cables.items():
        await asyncio.start_server(cable.connected, "127.0.0.1", port)
    print("carrying", flush=True)
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        match line.decode().split():
            case ["cut", port, how]:
                cables[int(port)].set(how)
            case ["heal", port]:
                cables[int(port)].set(ON)
        print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), [int(port) for port in sys.argv[2:]]))
