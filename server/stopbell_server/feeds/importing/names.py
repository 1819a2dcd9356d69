"""The index for search by name: each distinct name once per station or group of namesakes that stand together."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing.stops import CompiledStop, CompiledStops
from stopbell_server.store.fold import fold_name, to_grams
from stopbell_server.store.packing import pack
from stopbell_server.store.read_stops import measure_m

_TOGETHER_M = 200.0
"""Stops of one name, each within this of another, are one place to a rider: the two sides of a street."""


@dataclass(frozen=True, slots=True)
class CompiledNames:
    """Rows of `names` (folded, written, stop, traffic), numbered from 1, and of `name_grams`."""

    rows: tuple[tuple[str, str, int, int], ...]
    grams: tuple[tuple[str, bytes], ...]


def compile_names(stops: CompiledStops, others: Mapping[int, Iterable[str]], calls: Counter[int]) -> CompiledNames:
    """Index the names of stops and stations, and their other names (translations, spoken forms) by stop number."""
    traffic = Counter[int]()
    names: dict[int, dict[str, str]] = defaultdict(dict)
    fold = cache(fold_name)
    for stop in stops.rows:
        if stop.location_type > LocationType.STATION:
            continue
        head = stop.parent or stop.number
        traffic[head] += calls[stop.number]
        for name in (stop.name, stop.spoken_name, *others.get(stop.number, ())):
            folded = fold(name) if name else ""
            if name and folded:
                names[head].setdefault(folded, name)
    return _index(_group(names, stops, traffic))


def _group(
    names: Mapping[int, Mapping[str, str]], stops: CompiledStops, traffic: Counter[int]
) -> tuple[tuple[str, str, int, int], ...]:
    bearers: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for head, own in names.items():
        for folded, written in own.items():
            bearers[folded].append((head, written))
    rows: list[tuple[str, str, int, int]] = []
    for folded, heads in bearers.items():
        written_of = dict(heads)
        for group in _split_by_place([stops.rows[head - 1] for head, _ in heads]):
            busiest = max(group, key=lambda number: (traffic[number], -number))
            rows.append((folded, written_of[busiest], busiest, sum(traffic[number] for number in group)))
    # Busy ones first: where many names fit a short query equally, a search keeps those.
    return tuple(sorted(rows, key=lambda row: (-row[3], row[0], row[2])))


def _split_by_place(stops: list[CompiledStop]) -> list[list[int]]:
    """Split namesakes into groups that stand together; a stop without a position stands alone."""
    if len(stops) == 1:
        return [[stops[0].number]]
    groups: list[list[int]] = []
    group_of: dict[int, list[int]] = {}
    placed = sorted(
        (stop for stop in stops if stop.lat is not None), key=lambda stop: (stop.lat, stop.lon, stop.number)
    )
    for place, stop in enumerate(placed):
        own = group_of.setdefault(stop.number, [stop.number])
        for other in _list_before(placed, place):
            if group_of[other.number] is not own and _measure(stop, other) <= _TOGETHER_M:
                own = _join(own, group_of[other.number], group_of)
    seen: set[int] = set()
    for stop in placed:
        group = group_of[stop.number]
        if id(group) not in seen:
            seen.add(id(group))
            groups.append(group)
    return groups + [[stop.number] for stop in stops if stop.lat is None]


def _list_before(placed: list[CompiledStop], place: int) -> Iterable[CompiledStop]:
    """List the stops before this one that are near enough to the south of it."""
    degrees = _TOGETHER_M / 110_000
    for earlier in range(place - 1, -1, -1):
        if (placed[place].lat or 0) - (placed[earlier].lat or 0) > degrees:
            return
        yield placed[earlier]


def _join(one: list[int], other: list[int], group_of: dict[int, list[int]]) -> list[int]:
    other.extend(one)
    for number in one:
        group_of[number] = other
    return other


def _measure(one: CompiledStop, other: CompiledStop) -> float:
    return measure_m(one.lat or 0, one.lon or 0, other.lat or 0, other.lon or 0)


def _index(rows: tuple[tuple[str, str, int, int], ...]) -> CompiledNames:
    postings: dict[str, list[int]] = defaultdict(list)
    for number, (folded, *_) in enumerate(rows, start=1):
        for gram in to_grams(folded):
            postings[gram].append(number)
    grams = tuple((gram, pack(numbers)) for gram, numbers in sorted(postings.items()))
    return CompiledNames(rows, grams)
