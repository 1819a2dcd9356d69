"""Alerts that say the same: publishers send one for each line or day, a rider hears it once."""

from collections.abc import Iterable, Sequence

from stopbell_server.contract.alerts import AlertSummary

_SPECIFIC = 30
"""Characters from which on a header says what it is about; "Detour" may head different news."""


def merge_same(alerts: Iterable[AlertSummary], most_names: int, *, by_header: bool = False) -> tuple[AlertSummary, ...]:
    """Give each text once, where it stood first, with the lines and stops of all that say it.

    It is active if one of them is, and lasts as long as the longest. At most `most_names` lines and stops each.
    `by_header` also puts together what differs in the details alone, which are left out then.
    """
    said: dict[tuple[str | None, str, str], list[AlertSummary]] = {}
    for alert in alerts:
        is_enough = by_header and len(alert.header) >= _SPECIFIC
        key = (alert.source, _fold(alert.header), "" if is_enough else _fold(alert.description or ""))
        said.setdefault(key, []).append(alert)
    return tuple(_merge(same, most_names) if len(same) > 1 else same[0] for same in said.values())


def _merge(same: Sequence[AlertSummary], most_names: int) -> AlertSummary:
    ends = [alert.ends for alert in same if alert.ends]
    details = {_fold(alert.description or "") for alert in same}
    kept = {} if len(details) == 1 else {"description": None, "spoken_description": None}
    return same[0].model_copy(
        update={
            "active": any(alert.active for alert in same),
            "starts": None if any(alert.starts is None for alert in same) else same[0].starts,
            "ends": max(ends) if len(ends) == len(same) else None,
            "lines": _unite((alert.lines for alert in same), most_names),
            "stops": _unite((alert.stops for alert in same), most_names),
            **kept,
        }
    )


def _unite(lists: Iterable[Sequence[str]], most: int) -> list[str]:
    return list(dict.fromkeys(name for names in lists for name in names))[:most]


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
