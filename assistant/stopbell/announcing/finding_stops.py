"""From what an operator calls a stop to the stop as it is called in each language."""

from collections.abc import Sequence

from stopbell.announcing.announced_stop import AnnouncedStop
from stopbell.announcing.errors import StopUnclearError
from stopbell.announcing.held_clock import HeldClock
from stopbell.announcing.lookouts import FirstLookout
from stopbell.conversation.ports import Clock, WatchedTools
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks


async def find_announced_stops(
    asked: Sequence[str], languages: Sequence[str], tools: WatchedTools, phrasebooks: Phrasebooks, clock: Clock
) -> tuple[AnnouncedStop, ...]:
    """Find every stop; where there are several, each is announced with a label that no other one has.

    Raises:
        StopUnclearError: one is not there, or several may be meant; the message lists them.
    """
    # A row for each language, a column for each stop.
    found = [[await _find(tools, stop, language) for stop in asked] for language in languages]
    for number, stop in enumerate(found[0]):
        if stop.id in {other.id for other in found[0][:number]}:
            raise StopUnclearError(f"{asked[number]} is a stop that is given already: {stop.id}; leave one out.")
    labels = [_label(phrasebooks, language, row) for language, row in zip(languages, found, strict=True)]
    made: list[AnnouncedStop] = []
    for number in range(len(asked)):
        held = HeldClock(clock)
        lookout = FirstLookout(tools, phrasebooks, held, languages[0], languages[1:])
        made.append(AnnouncedStop([row[number] for row in found], [row[number] for row in labels], lookout, held))
    return tuple(made)


async def _find(tools: WatchedTools, asked: str, language: str) -> StopSummary:
    answer = await tools.call("get_arrivals", {"stop": asked, "limit": 1, "language": language})
    if not isinstance(answer.data, BoardData) or answer.data.stop is None:
        candidates = [f"--stop {one.id}  {one.label}" for one in answer.status.candidates]
        if answer.status.state == "ambiguous":
            raise StopUnclearError("\n".join([f"{asked!r} may be several stops; give one of these:", *candidates]))
        raise StopUnclearError("\n".join([answer.text or f"{asked!r} is no stop.", *candidates]))
    return answer.data.stop


def _label(phrasebooks: Phrasebooks, language: str, stops: Sequence[StopSummary]) -> list[Line | None]:
    """Give what is said at the end of each announcement: the names, or more where two of them are the same."""
    if len(stops) == 1:
        return [None]
    book = phrasebooks.pick(language)
    names = [book.place(stop) for stop in stops]
    if len({name.spoken for name in names}) == len(names):
        return list(names)
    return [Line(label.written, label.spoken) for label in book.label_stops(stops)]
