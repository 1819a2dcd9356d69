"""Telling systemd how the kiosk is: the protocol of sd_notify(3), which is one datagram to a socket."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_MICROSECONDS = 1_000_000


class Notifier:
    """Sends states to whoever supervises this process; sends nothing where nobody does."""

    def __init__(self, address: str | None, watchdog_s: float | None = None) -> None:
        """Take the socket's address, with a leading @ for one without a file, and how often a sign of life is due."""
        self._address = f"\0{address[1:]}" if address and address.startswith("@") else address
        self.watchdog_s = watchdog_s
        """Without a sign of life for so many seconds the supervisor starts the kiosk again; None: it does not look."""

    @property
    def is_supervised(self) -> bool:
        """Whether anybody listens."""
        return self._address is not None

    def send(self, **states: str) -> bool:
        """Send states such as READY="1" or STATUS="…"; False where nobody took them. It never waits or raises."""
        if self._address is None:
            return False
        lines = "\n".join(f"{name}={value.replace(chr(10), ' ')}" for name, value in states.items())
        # No child inherits it: Python sees to that, also where the system has no SOCK_CLOEXEC.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.setblocking(False)
            channel.sendto(lines.encode(), self._address)
            return True
        return False


def find_notifier(environment: Mapping[str, str] = os.environ, pid: int | None = None) -> Notifier:
    """Read what the supervisor says in the environment; a watchdog that is another process's is none of ours."""
    address = environment.get("NOTIFY_SOCKET") or None
    watched = environment.get("WATCHDOG_PID", "")
    is_ours = not watched or watched == str(os.getpid() if pid is None else pid)
    microseconds = environment.get("WATCHDOG_USEC", "")
    watchdog_s = int(microseconds) / _MICROSECONDS if is_ours and microseconds.isdigit() else None
    return Notifier(address, watchdog_s or None)
