"""The index for search by name: each distinct name once per station or group of namesakes that stand together."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing.namesakes import group_by_place
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.store.fold import fold_name, to_grams
from stopbell_server.store.packing import pack


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
        for group in group_by_place([stops.rows[head - 1] for head, _ in heads]):
            busiest = max(group, key=lambda stop: (traffic[stop.number], -stop.number)).number
            rows.append((folded, written_of[busiest], busiest, sum(traffic[stop.number] for stop in group)))
    # Busy ones first: where many names fit a short query equally, a search keeps those.
    return tuple(sorted(rows, key=lambda row: (-row[3], row[0], row[2])))


def _index(rows: tuple[tuple[str, str, int, int], ...]) -> CompiledNames:
    postings: dict[str, list[int]] = defaultdict(list)
    for number, (folded, *_) in enumerate(rows, start=1):
        for gram in to_grams(folded):
            postings[gram].append(number)
    grams = tuple((gram, pack(numbers)) for gram, numbers in sorted(postings.items()))
    return CompiledNames(rows, grams)
