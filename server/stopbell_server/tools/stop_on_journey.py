"""From a stop argument to a call of one journey: the rider's own stop."""

from collections import Counter
from collections.abc import Sequence

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.uris import to_stop_uri
from stopbell_server.desk.question import Question
from stopbell_server.desk.stops import summarise
from stopbell_server.domain.calls import CallKind, ResolutionState
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Line
from stopbell_server.tools.refusal import Refusal
from stopbell_server.tools.stop_argument import to_candidates

_MOST_CHOICES = 12
_SHORTEST = 3
"""Letters from which on the beginning of a word stands for it."""
VISIT = "#"
"""Between a stop and the stop_sequence of one of several visits."""


def find_call_at(question: Question, journey: Journey, asked: str) -> int:
    """Give the place of the call that an argument means among those of a journey.

    A stop of this journey goes before namesakes elsewhere: who rides it means a stop of it.

    Raises:
        Refusal: no stop is called so; this journey does not call there; or it does several times, with each.
    """
    name, separator, sequence = asked.rpartition(VISIT)
    if separator and sequence.isascii() and sequence.isdigit():
        visit = [n for n in _list_visits(question, journey, name) if journey.calls[n].call.sequence == int(sequence)]
        if len(visit) == 1:
            return visit[0]
    visits = _list_visits(question, journey, asked)
    if len(visits) == 1:
        return visits[0]
    authority, clean = journey.feed.authority, to_clean_text(asked)
    if visits:
        candidates = _to_choices(question, journey, visits[:_MOST_CHOICES])
        if len({journey.calls[n].call.stop.id for n in visits}) > 1:
            raise Refusal(Code.AMBIGUOUS_STOP, candidates=candidates, authorities=[authority], stop=clean)
        raise Refusal(Code.AMBIGUOUS_CALL, candidates=candidates, authorities=[authority], stop=candidates[0].name)
    resolution = question.known_stops.recall(question.world).resolve(question.world, asked)
    if resolution.state is ResolutionState.UNKNOWN:
        nearest = to_candidates(question, resolution.candidates)
        raise Refusal(Code.UNKNOWN_STOP, candidates=nearest, authorities=[authority], stop=clean)
    named = summarise(question, resolution.found).name if resolution.found else clean
    raise Refusal(Code.STOP_NOT_ON_JOURNEY, authorities=[authority], stop=named)


def _list_visits(question: Question, journey: Journey, asked: str) -> list[int]:
    """List the calls at what an argument means, by id, code or name; else those with all its words in their name."""
    resolution = question.known_stops.recall(question.world).resolve(question.world, asked)
    meant = (resolution.found,) if resolution.found else resolution.candidates
    ids: set[StopId] = set()
    for described in meant if resolution.state is not ResolutionState.UNKNOWN else ():
        if described.feed.authority == journey.feed.authority:
            ids |= {described.stop.id, *(platform.id for platform in described.platforms)}
    found = [n for n, one in enumerate(journey.calls) if {one.call.stop.id, one.call.stop.parent} & ids]
    if found or resolution.found:
        return found
    fold = question.get_view(journey.feed.authority).store.fold_name
    words = fold(asked).split()
    names = [fold(one.call.stop.name).split() for one in journey.calls]
    return [n for n, name in enumerate(names) if words and all(_is_in(word, name) for word in words)]


def _is_in(asked: str, name: Sequence[str]) -> bool:
    return any(word == asked or (len(asked) >= _SHORTEST and word.startswith(asked)) for word in name)


def _to_choices(question: Question, journey: Journey, visits: Sequence[int]) -> list[Candidate]:
    """Name each visit by its stop and its time, the one thing by which a rider can tell them apart."""
    naming, book, authority = question.get_naming(journey.feed.authority), question.book, journey.feed.authority
    repeated = Counter(journey.calls[n].call.stop.id for n in visits)
    choices: list[Candidate] = []
    for number, n in enumerate(visits, 1):
        call = journey.calls[n].call
        name, instant = naming.name_stop(call.stop), call.effective(CallKind.DEPARTURES)
        label = book.chain([Line(name.written, name.spoken), book.clock(instant) if instant else Line("", "")])
        is_one_of_several = repeated[call.stop.id] > 1 and call.sequence is not None
        visit = f"{VISIT}{call.sequence}" if is_one_of_several else ""
        choices.append(
            Candidate(
                number=number,
                id=to_scoped_id(authority, call.stop.id) + visit,
                name=name.written,
                label=label.written,
                spoken=label.spoken,
                uri=to_stop_uri(authority, call.stop.id),
            )
        )
    return choices
