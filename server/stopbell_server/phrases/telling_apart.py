"""Stops that would be told alike get what tells them apart, in the order in which it helps who cannot see them."""

from collections import Counter
from collections.abc import Callable, Sequence

from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.places import tell_code, tell_compass, tell_stop
from stopbell_server.phrases.spelling import spell_out
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

Mark = Callable[[Wording, StopSummary, Sequence[StopSummary]], Line]


def tell_stops_apart(words: Wording, stops: Sequence[StopSummary]) -> list[Line]:
    """Give each stop as `tell_stop` does; to those that would sound alike add what differs, until none does.

    In this order: where vehicles go, which way they leave, street, platform, code, and the id, which always differs.
    """
    told = [tell_stop(words, stop) for stop in stops]
    for mark in (_other_towards, _side, _street, _platform, _code, _identity):
        alike = [place for place, count in _count_alike(told) if count > 1]
        if not alike:
            break
        for group in _group(alike, told):
            marks = {place: mark(words, stops[place], [stops[other] for other in group]) for place in group}
            if len(set(marks.values())) > 1:
                for place, line in marks.items():
                    told[place] = words.chain((told[place], line))
    return told


def _to_key(line: Line) -> str:
    return line.spoken.casefold()


def _count_alike(told: Sequence[Line]) -> list[tuple[int, int]]:
    counts = Counter(map(_to_key, told))
    return [(place, counts[_to_key(line)]) for place, line in enumerate(told)]


def _group(alike: Sequence[int], told: Sequence[Line]) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for place in alike:
        groups.setdefault(_to_key(told[place]), []).append(place)
    return list(groups.values())


def _other_towards(words: Wording, stop: StopSummary, group: Sequence[StopSummary]) -> Line:
    """Give a destination that no other of them has, beyond those that are told anyway."""
    others = {name for other in group if other is not stop for name in other.towards}
    own = [words.name(name, stop.language) for name in stop.towards if name not in others][:1]
    return words.line("place.towards", count=1, names=own[0]) if own else NOTHING


def _side(words: Wording, stop: StopSummary, group: Sequence[StopSummary]) -> Line:
    del group
    return words.line("place.leaving", compass=tell_compass(words, stop.side)) if stop.side else NOTHING


def _street(words: Wording, stop: StopSummary, group: Sequence[StopSummary]) -> Line:
    del group
    return words.name(stop.street, stop.language) if stop.street else NOTHING


def _platform(words: Wording, stop: StopSummary, group: Sequence[StopSummary]) -> Line:
    del group
    return words.line("call.platform", platform=words.label(stop.platform)) if stop.platform else NOTHING


def _code(words: Wording, stop: StopSummary, group: Sequence[StopSummary]) -> Line:
    del group
    return words.line("place.code", code=tell_code(words, stop.code)) if stop.code else NOTHING


def _identity(words: Wording, stop: StopSummary, group: Sequence[StopSummary]) -> Line:
    del group
    identity = stop.id.partition(":")[2]
    return words.line("place.identity", identity=Line(identity, spell_out(words, identity).spoken))
