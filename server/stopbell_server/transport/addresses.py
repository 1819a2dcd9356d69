"""Where the HTTP server listens, and which names of it a request may use."""

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from stopbell_server.domain.errors import SettingsInvalid

LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = frozenset({"localhost", LOOPBACK, "[::1]"})
"""What a client on this machine may call a server on this machine."""
_ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104  # recognised, not bound to by default
_HIGHEST_PORT = 65535


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """An address of this machine and a port."""

    host: str
    """An IP address, without brackets."""
    port: int
    """0 lets the system choose."""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def names(self) -> frozenset[str]:
        """The names by which a request may call it without any being set: itself, and the usual ones on loopback."""
        if self.host in _ANY:
            return frozenset()
        own = f"[{self.host}]" if ":" in self.host else self.host
        return LOOPBACK_NAMES | {own} if self.is_loopback else frozenset({own})


def parse_listen(text: str) -> ListenAddress:
    """Parse `[HOST:]PORT`; without a host it is the loopback, and a name is looked up.

    Raises:
        SettingsInvalid: no such form, or a host that cannot be found.
    """
    host, colon, port = text.strip().rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > _HIGHEST_PORT or (colon and not host):
        raise SettingsInvalid(f"{text!r} is no address to listen on; write PORT or HOST:PORT, for example 8080.")
    return ListenAddress(_find_address(host.removeprefix("[").removesuffix("]")) if colon else LOOPBACK, int(port))


def _find_address(host: str) -> str:
    if host.lower() == "localhost":
        return LOOPBACK
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        return str(ipaddress.ip_address(found[0][4][0]))
    except (OSError, ValueError) as error:
        raise SettingsInvalid(
            f"There is no address {host!r} to listen on; give an IP address of this machine."
        ) from error


def is_own_host(header: str, names: Iterable[str]) -> bool:
    """Whether a Host header (name, or name:port) is one of the names; case and a closing dot do not count."""
    name, _, port = header.strip().lower().rpartition(":")
    if not name or not port.isdigit():
        name = header.strip().lower()
    return name.removesuffix(".") in {one.lower() for one in names}


def is_own_origin(header: str, origins: Iterable[str], *, loopback: bool) -> bool:
    """Whether an Origin header is one of the origins, or with `loopback` a page of this machine on any port."""
    origin = header.strip().lower()
    if origin in {one.lower().removesuffix("/") for one in origins}:
        return True
    scheme, _, host = origin.partition("://")
    return loopback and scheme in ("http", "https") and is_own_host(host, LOOPBACK_NAMES)
