"""Whether this machine has a way to the network, as the Linux kernel lists its routes."""

from pathlib import Path

_ROUTES = Path("/proc/net/route")
_ROUTES_6 = Path("/proc/net/ipv6_route")
_UP = 0x1
_LOOPBACK = "lo"


def has_way_out(routes: Path = _ROUTES, routes_6: Path = _ROUTES_6) -> bool | None:
    """Tell whether there is a route to anywhere but this machine; None where the system does not tell."""
    told = [table for table in (_read(routes), _read(routes_6)) if table is not None]
    if not told:
        return None
    return any(_leads_out(row) for table in told for row in table)


def _read(path: Path) -> list[list[str]] | None:
    try:
        return [line.split() for line in path.read_text(encoding="ascii", errors="replace").splitlines()]
    except OSError:
        return None


def _leads_out(row: list[str]) -> bool:
    """Read one row: `Iface Destination Gateway Flags …` of IPv4, or the ten columns of IPv6; only default routes."""
    if len(row) == 10:
        return row[0] == "0" * 32 and row[1] == "00" and row[-1] != _LOOPBACK
    return len(row) > 7 and row[1] == "00000000" and row[7] == "00000000" and bool(int(row[3], 16) & _UP)
