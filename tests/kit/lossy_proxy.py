"""A TCP proxy that loses chosen replies: the server has done the work, the client never hears of it."""

import select
import socket
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CHUNK = 65536


class LossyProxy:
    """Stands before a server's Unix socket. Requests that contain `marker` are counted from 1."""

    def __init__(self, target: Path, marker: bytes, lost: Collection[int]) -> None:
        self._target = str(target)
        self._marker = marker
        self._lost = lost
        self._counting = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.requests = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._target)
            self._pass_on(client, server)

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        """Pass bytes both ways; once a doomed request was answered, hang up instead."""
        doomed = False
        while True:
            for source in select.select([client, server], [], [])[0]:
                data = source.recv(CHUNK)
                if not data or (source is server and doomed):
                    return
                if source is client:
                    doomed = doomed or self._is_doomed(data)
                    server.sendall(data)
                else:
                    client.sendall(data)

    def _is_doomed(self, data: bytes) -> bool:
        with self._counting:
            before = self.requests
            self.requests += data.count(self._marker)
            return any(number in self._lost for number in range(before + 1, self.requests + 1))


@contextmanager
def lossy_proxy(target: Path, marker: bytes, lost: Collection[int]) -> Iterator[LossyProxy]:
    """A proxy for the length of a block that loses the replies to the requests of these numbers."""
    proxy = LossyProxy(target, marker, lost)
    try:
        yield proxy
    finally:
        proxy.close()
