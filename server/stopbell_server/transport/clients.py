"""Who asks: by token or by address, and how often each may."""

import math
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from stopbell_server.domain.clock import Clock
from stopbell_server.transport.callers import Caller, Verifier
from stopbell_server.transport.rates import Rates
from stopbell_server.transport.refused import Reason, RefusedError


class Clients:
    """Tells clients apart and counts what each sends."""

    def __init__(self, verifier: Verifier | None, per_minute: int, clock: Clock) -> None:
        """Judge tokens by the verifier; without one every client is let in under its address."""
        self._verifier = verifier
        self._per_minute = per_minute
        self._rates = Rates(per_minute, clock)

    async def identify(self, scope: Scope, headers: Mapping[str, str]) -> Caller:
        """Say who asks, and count the request.

        Raises:
            RefusedError: no valid token where one is needed (401), or too many requests (429).
        """
        address = to_client(scope)
        if self._verifier is None:
            caller = Caller(address, may_measure=True)
        else:
            given = _read_token(headers)
            found = await self._verifier.verify(given) if given else None
            if found is None:
                self._count(f"refused {address}")
                raise _refuse_token(is_given=bool(given))
            caller = found
        with naming(caller):
            self._count(caller.name)
        return caller

    async def is_still(self, caller: Caller, headers: Mapping[str, str]) -> bool:
        """Whether the token of a request stands for the same as when it came; it may have been taken back since."""
        return self._verifier is None or await self._verifier.verify(_read_token(headers)) == caller

    def _count(self, client: str) -> None:
        wait_s = self._rates.take(client)
        if wait_s > 0:
            sentence = f"More than {self._per_minute} requests a minute; ask again later (STOPBELL_HTTP_PER_MINUTE)."
            raise RefusedError(429, Reason.RATE, sentence, Retry_After=str(math.ceil(wait_s)))


def _read_token(headers: Mapping[str, str]) -> str:
    """Give the bearer token; empty where there is none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


@contextmanager
def naming(caller: Caller) -> Generator[None]:
    """Let a refusal say whom it met."""
    try:
        yield
    except RefusedError as refused:
        refused.who = caller.name
        raise


def to_client(scope: Scope) -> str:
    """Give the network address that stands for a client; of IPv6 the /64, within which a client chooses freely."""
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return "unknown"
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)


def _refuse_token(*, is_given: bool) -> RefusedError:
    if is_given:
        sentence = "The token is not valid here; ask whoever runs this server for another."
        return RefusedError(401, Reason.TOKEN, sentence, WWW_Authenticate='Bearer error="invalid_token"')
    sentence = "A token is needed; send it as the header Authorization: Bearer TOKEN."
    return RefusedError(401, Reason.TOKEN, sentence, WWW_Authenticate="Bearer")
