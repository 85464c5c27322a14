"""A proxy on loopback that cuts connections, or lets them hang, where a test says."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from types import TracebackType

HOST = "127.0.0.1"


class Proxy:
    """Passes everything on to a port, until a connection has carried `cut_after` bytes to the client.

    While `hang` is set nothing is passed on in either direction, and no connection is closed: a line that is half open.
    """

    def __init__(self, target: int, cut_after: int | None = None, cuts: int | None = None, host: str = HOST) -> None:
        self.target = target
        self.cut_after = cut_after
        self.cuts = cuts
        """How many connections are cut; all of them, if not said."""
        self.hang = False
        self.connections = 0
        self.carried = 0
        """Bytes to the client over the last connection."""
        self._listening = socket.create_server((host, 0))
        self.port: int = self._listening.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._ending = False
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ending = True
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()
        self._thread.join()

    def cut(self) -> None:
        """Every connection that there is now."""
        for line in self._lines:
            _shut(line)

    def _accept(self) -> None:
        carriers = []
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                break
            self.connections += 1
            carrier = threading.Thread(target=self._carry, args=(client,), daemon=True)
            carrier.start()
            carriers.append(carrier)
        for carrier in carriers:
            carrier.join()

    def _carry(self, client: socket.socket) -> None:
        with client:
            try:
                server = socket.create_connection((HOST, self.target))
            except OSError:
                return
            with server, selectors.DefaultSelector() as ready:
                self._lines += [client, server]
                ready.register(client, selectors.EVENT_READ, server)
                ready.register(server, selectors.EVENT_READ, client)
                try:
                    self._pass_on(ready, client)
                except OSError:
                    pass
                finally:
                    self._lines.remove(client)
                    self._lines.remove(server)

    def _pass_on(self, ready: selectors.BaseSelector, client: socket.socket) -> None:
        carried = 0
        while not self._ending:
            for key, _ in ready.select(0.05):
                if self.hang:
                    continue
                source, target = key.fileobj, key.data
                assert isinstance(source, socket.socket)
                some = source.recv(65536)
                if not some:
                    return
                if target is client:
                    allowed = self._allowed(carried)
                    if allowed is not None and len(some) >= allowed:
                        target.sendall(some[:allowed])
                        if self.cuts is not None:
                            self.cuts -= 1
                        return
                    carried += len(some)
                    self.carried = carried
                target.sendall(some)
            if self.hang and not self._ending:
                threading.Event().wait(0.02)

    def _allowed(self, carried: int) -> int | None:
        if self.cut_after is None or self.cuts == 0:
            return None
        return self.cut_after - carried


def _shut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):  # closed already
        line.shutdown(socket.SHUT_RDWR)
