"""How much may be watched: by one request, by one client, and by all together."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS

_BUSY = -32000
"""JSON-RPC: reserved for what a server defines itself."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers of addresses. What is watched is read again whenever its feed brings something: about a millisecond."""

    per_request: int = 100
    per_client: int = 400
    """Of a client over HTTP; on standard input and output, and in process, of the server's one client."""
    in_all: int = 2000


class Places:
    """Counts what is watched."""

    def __init__(self, limits: Limits) -> None:
        """Begin with nothing watched."""
        self._limits = limits
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many addresses are watched, by all clients."""
        return self._taken.total()

    @contextmanager
    def hold(self, client: str, wanted: int) -> Generator[None]:
        """Hold so many places of a client for as long as the block lasts.

        Raises:
            MCPError: too many; the sentence says which limit it is.
        """
        self.take(client, wanted)
        try:
            yield
        finally:
            self.free(client, wanted)

    def take(self, client: str, wanted: int) -> None:
        """Take places.

        Raises:
            MCPError: too many; the sentence says which limit it is.
        """
        limits = self._limits
        if wanted > limits.per_request:
            raise _refuse(
                f"At most {limits.per_request} resources in one request; {wanted} were asked for.", INVALID_PARAMS
            )
        if self._taken[client] + wanted > limits.per_client:
            raise _refuse(f"A client watches at most {limits.per_client} resources; end a subscription first.")
        if self.taken + wanted > limits.in_all:
            raise _refuse("This server watches as many resources as it can; ask again later.")
        self._taken[client] += wanted

    def free(self, client: str, held: int) -> None:
        """Give places back."""
        self._taken[client] -= held
        if self._taken[client] <= 0:
            del self._taken[client]


def _refuse(sentence: str, code: int = _BUSY) -> MCPError:
    data: dict[str, Any] = {"reason": "subscriptions"}
    return MCPError(code=code, message=sentence, data=data)
