"""Hailing and booking of the domain as the wire has them."""

from collections.abc import Callable, Iterable

from stopbell_server.contract.line_boarding import HailWord, LineBoarding
from stopbell_server.contract.plain_text import to_plain_text
from stopbell_server.domain.boarding import Booking, Hailing
from stopbell_server.domain.ids import RouteId
from stopbell_server.domain.network import Boarding

HAILS: dict[Boarding, HailWord | None] = {
    Boarding.REGULAR: "anywhere",
    Boarding.NOT_AVAILABLE: None,
    Boarding.PHONE_AGENCY: "by-phone",
    Boarding.ASK_DRIVER: "ask-driver",
}
"""continuous_pickup and continuous_drop_off: 0 is anywhere along the way, 1 is not at all."""


def to_line_boardings(
    hailing: Iterable[Hailing],
    bookings: Iterable[Booking],
    name_line: Callable[[RouteId], str],
    find_phone: Callable[[RouteId], str | None],
) -> list[LineBoarding]:
    """Give what must be known, each once; `find_phone` is the operator's own number, where a booking rule has none."""
    told = [_to_hailed(one, name_line(one.route)) for one in hailing]
    told += [_to_booked(one, name_line(one.route), find_phone(one.route)) for one in bookings]
    return list(dict.fromkeys(told))


def _to_hailed(one: Hailing, line: str) -> LineBoarding:
    return LineBoarding(
        line=line,
        board_between_stops=HAILS[one.pickup],
        alight_between_stops=HAILS[one.drop_off],
        some_trips=None if one.is_every_trip else True,
    )


def _to_booked(one: Booking, line: str, phone: str | None) -> LineBoarding:
    rule = one.rule
    both = one.for_pickup and one.for_drop_off
    return LineBoarding(
        line=line,
        must_book="both" if both else "boarding" if one.for_pickup else "alighting",
        phone=(rule.phone if rule and rule.phone else None) or phone,
        message=to_plain_text(rule.message) if rule and rule.message else None,
        some_trips=None if one.is_every_trip else True,
    )
