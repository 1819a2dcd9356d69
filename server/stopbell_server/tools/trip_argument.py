"""From a trip argument to a trip of one feed."""

from stopbell_server.contract.codes import Code
from stopbell_server.desk.question import Question
from stopbell_server.domain.addresses import list_meant_ids
from stopbell_server.domain.ids import Authority, TripId
from stopbell_server.domain.text import to_clean_text
from stopbell_server.tools.refusal import Refusal


def find_trip(question: Question, asked: str, authority: str) -> tuple[Authority, TripId]:
    """Give the feed and the trip that a scoped or raw id means; `authority` narrows it to one feed.

    Raises:
        Refusal: no loaded feed plans such a trip, or several do and none is named.
    """
    found: list[tuple[Authority, TripId]] = []
    for view in question.world.feeds:
        owner = view.store.info.authority
        if authority in ("", owner):
            names = dict.fromkeys((asked, *list_meant_ids(asked.removeprefix(f"{owner}:"))))
            found += [(owner, TripId(name)) for name in names if view.store.find_trip(TripId(name))]
    if len(found) != 1:
        raise Refusal(Code.UNKNOWN_TRIP, asked=to_clean_text(asked))
    return found[0]
