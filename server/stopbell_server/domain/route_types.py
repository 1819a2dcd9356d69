"""Numbers of route_type as kinds of vehicle, in routes.txt as in alerts (GTFS routes.route_type)."""

from stopbell_server.domain.network import Mode

_BASIC = {
    0: Mode.TRAM,
    1: Mode.METRO,
    2: Mode.RAIL,
    3: Mode.BUS,
    4: Mode.FERRY,
    5: Mode.CABLE_TRAM,
    6: Mode.AERIAL_LIFT,
    7: Mode.FUNICULAR,
    11: Mode.TROLLEYBUS,
    12: Mode.MONORAIL,
    405: Mode.MONORAIL,
    1701: Mode.CABLE_TRAM,
}
_HUNDREDS = {
    1: Mode.RAIL,
    2: Mode.COACH,
    3: Mode.RAIL,
    4: Mode.METRO,
    5: Mode.METRO,
    6: Mode.METRO,
    7: Mode.BUS,
    8: Mode.TROLLEYBUS,
    9: Mode.TRAM,
    10: Mode.FERRY,
    12: Mode.FERRY,
    13: Mode.AERIAL_LIFT,
    14: Mode.FUNICULAR,
    15: Mode.TAXI,
}
"""Extended route types (the European TPEG list) by their hundreds."""


def find_mode(code: int) -> Mode | None:
    """Give the kind of vehicle; OTHER for extended types that are none of ours, None for numbers that mean nothing."""
    return _BASIC.get(code) or _HUNDREDS.get(code // 100) or (Mode.OTHER if 100 <= code < 1800 else None)
