"""The simulation over loopback HTTP, so that its bytes take the way of any agency's feed."""

import logging
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import TCPServer
from threading import Thread
from typing import Any

from stopbell_server.domain.clock import Clock
from stopbell_server.feeds.realtime_writer import encode_alerts, encode_positions, encode_updates
from stopbell_server.feeds.simulator.simulator import Simulator

_LOOPBACK = "127.0.0.1"
_RENEWED_S = 5
"""The feed is made anew so often; in between, the same bytes and the same ETag are given."""
_CLIENT_TIMEOUT_S = 5
_STOP_CHECK_S = 0.05
_MAKERS: dict[str, Callable[[Simulator, datetime], bytes]] = {
    "/trip-updates": lambda simulator, now: encode_updates(now, simulator.list_updates(now)),
    "/vehicle-positions": lambda simulator, now: encode_positions(now, simulator.list_positions(now)),
    "/alerts": lambda simulator, now: encode_alerts(now, simulator.list_alerts(now)),
}


@dataclass(frozen=True, slots=True)
class ServedFeed:
    """Where a simulation is served."""

    urls: tuple[str, ...]
    """Trip updates, vehicle positions and alerts."""


class _Server(HTTPServer):
    """Keeps the rider's terminal clean: a client that went away is nothing, a fault of ours goes to the log."""

    def server_bind(self) -> None:
        """Bind without asking a name server who we are, as HTTPServer would: it can take seconds, and tells others."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = _LOOPBACK, self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log what went wrong with one request."""
        fault = sys.exception()
        if not isinstance(fault, OSError):
            logging.getLogger(__name__).error("The simulated feed failed to answer", exc_info=fault)


@contextmanager
def serve(get_simulator: Callable[[], Simulator | None], clock: Clock) -> Generator[ServedFeed]:
    """Serve a simulation on a free port of this machine's loopback until the block is left.

    `get_simulator` is asked on each request, in the server's thread; while it gives None the answer is 503.
    """
    with _Server((_LOOPBACK, 0), _make_handler(get_simulator, clock)) as server:
        thread = Thread(target=server.serve_forever, args=(_STOP_CHECK_S,), name="simulated-feed", daemon=True)
        thread.start()
        try:
            yield ServedFeed(tuple(f"http://{_LOOPBACK}:{server.server_port}{path}" for path in _MAKERS))
        finally:
            server.shutdown()
            thread.join()


def _make_handler(get_simulator: Callable[[], Simulator | None], clock: Clock) -> type[BaseHTTPRequestHandler]:
    @lru_cache(maxsize=2 * len(_MAKERS))
    def make(simulator: Simulator, path: str, second: int) -> bytes:
        return _MAKERS[path](simulator, datetime.fromtimestamp(second, UTC))

    class Handler(BaseHTTPRequestHandler):
        """Answers GET and HEAD for the three parts of the feed."""

        timeout = _CLIENT_TIMEOUT_S
        server_version = "simulated-feed"
        sys_version = ""

        def do_GET(self) -> None:
            self._answer(has_body=True)

        def do_HEAD(self) -> None:
            self._answer(has_body=False)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server calls
            """Keep silent: the client logs what it fetches."""

        def _answer(self, *, has_body: bool) -> None:
            path = self.path.partition("?")[0]
            if path not in _MAKERS:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            simulator = get_simulator()
            if simulator is None:
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
            second = int(clock.now().timestamp()) // _RENEWED_S * _RENEWED_S
            payload = make(simulator, path, second)
            etag = f'"{sha256(payload).hexdigest()[:32]}"'
            is_known = etag in (self.headers.get("If-None-Match") or "")
            self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
            self.send_header("ETag", etag)
            self.send_header("Last-Modified", format_datetime(datetime.fromtimestamp(second, UTC), usegmt=True))
            self.send_header("Cache-Control", f"max-age={_RENEWED_S}")
            if not is_known:
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            if has_body and not is_known:
                self.wfile.write(payload)

    return Handler
