"""What is reported of the stops of a trip that may keep a rider who needs a low floor from getting through."""

from stopbell.conversation.session import Session
from stopbell.conversation.watching.stop_notices import list_alighting_notices
from stopbell_server.contract.trips import TripOption
from stopbell_server.phrases.phrase import Line, Phrase


async def tell_stop_notices(session: Session, option: TripOption) -> tuple[Phrase, ...]:
    """Tell the most important notice of each stop where one gets on or off, each once; nothing where there is none.

    What the plan itself has told of the way between two platforms is not told again.
    """
    told: list[Phrase] = []
    known: set[str] = set()
    headers = set(option.change.closed_by) if option.change else set[str]()
    stops = {
        call.stop_id: (call.name, leg.line)
        for leg in option.legs
        for call in (leg.board, leg.alight)
        if call is not None
    }
    for stop, (name, line) in stops.items():
        notices = await list_alighting_notices(session.ask, stop, line)
        new = next((one for one in notices if one.key not in known and one.header not in headers), None)
        known.update(one.key for one in notices)
        if new is not None:
            said = new.tell(session.book)
            told.append(session.say("notice.at", stop=session.book.name(name), notice=Line(said.written, said.spoken)))
    return tuple(told)
