"""Letting a program be asked from afar how it is: this machine only, unless the operator opens it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.addresses import parse_listen
from stopbell_server.transport.health_pages import Describe, HealthPages
from stopbell_server.transport.listening import listen

_CONNECTIONS = 16


@asynccontextmanager
async def listen_health(address: str, describe: Describe, *, is_open: bool = False) -> AsyncGenerator[str]:
    """Answer at `[HOST:]PORT` until the block is left; gives the URL of the root.

    Args:
        address: where; without a host it is the loopback.
        describe: gives the report at each request.
        is_open: whether other machines may ask.

    Raises:
        SettingsInvalid: the address cannot be used, or is not this machine's own and `is_open` is False.
    """
    where = parse_listen(address)
    if not where.is_loopback and not is_open:
        raise SettingsInvalid(f"Other machines could ask at {where.host}; allow that by open = true, or use 127.0.0.1.")
    names = where.names if where.is_loopback else frozenset[str]()
    async with listen(HealthPages(describe, names), where, connections=_CONNECTIONS) as root:
        yield root
