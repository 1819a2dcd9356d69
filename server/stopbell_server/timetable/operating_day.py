"""A service day by plan: which services run, and what is other than in the weeks around it."""

from datetime import date, timedelta

from stopbell_server.domain.ids import ServiceId
from stopbell_server.domain.planned_days import OperatingDay
from stopbell_server.domain.store import Store

_NONE = frozenset[ServiceId]()
_WEEKS = (-2, -1, 1, 2)
_FEWEST = 2
"""One other week alone does not tell what is usual."""


def describe_operating_day(store: Store, day: date) -> OperatingDay:
    """Tell a day of a timetable; of a day that it does not cover nothing is known but its neighbours."""
    services = store.services_on(day) if _is_covered(store, day) else _NONE
    around = tuple(one for weeks in _WEEKS if (one := _move(day, 7 * weeks)) and _is_covered(store, one))
    usual = [store.services_on(one) for one in around] if _is_covered(store, day) else []
    is_comparable = len(usual) >= _FEWEST
    added = services - _NONE.union(*usual) if is_comparable else _NONE
    removed = usual[0].intersection(*usual) - services if is_comparable else _NONE
    before, after = _move(day, -1), _move(day, 1)
    return OperatingDay(
        day=day,
        services=tuple(sorted(services)),
        compared_with=around if is_comparable else (),
        added=tuple(sorted(added)),
        removed=tuple(sorted(removed)),
        previous=before if before and _is_covered(store, before) else None,
        following=after if after and _is_covered(store, after) else None,
    )


def _move(day: date, days: int) -> date | None:
    """Give a day before or after; None beyond the calendar."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def _is_covered(store: Store, day: date) -> bool:
    first, last = store.info.first_day, store.info.last_day
    return first is not None and last is not None and first <= day <= last
