"""What a rider would hear on the way, in order, each with its instant: made by the watches of a real ride."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell.conversation.practising.practised_tools import PractisedClock, PractisedTools
from stopbell.conversation.practising.ride import PractisedRide
from stopbell.conversation.watching.alighting import AlightingWatch
from stopbell.conversation.watching.arrival import ArrivalWatch
from stopbell.conversation.watching.lookout import Lookout
from stopbell.conversation.watching.ride import Ride
from stopbell.conversation.watching.watch import Watch
from stopbell.conversation.watching.wish import Wish
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

AT_STOP = timedelta(minutes=6)
"""So long before the vehicle a practice begins at the stop: a whole wait teaches nothing."""
LEAD_STOPS = 2
LEAD_S = 120
_TICK = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is heard."""

    at: datetime
    phrase: Phrase


async def write_script(rides: Sequence[PractisedRide], books: Phrasebooks, language: str) -> list[Step]:
    """Go through the rides with the watches that a rider would have, and note what they tell."""
    steps: list[Step] = []
    arrived: datetime | None = None
    for ride in rides:
        steps += await _write_ride(ride, arrived, books, language)
        arrived = ride.stops[-1].arrives
    return steps


async def _write_ride(ride: PractisedRide, arrived: datetime | None, books: Phrasebooks, language: str) -> list[Step]:
    boards, over = ride.stops[0].departs, ride.stops[-1].departs
    begin = boards - AT_STOP if arrived is None else max(arrived, boards - AT_STOP)
    clock = PractisedClock(begin)
    book = books.pick(language)
    lookout = Lookout(PractisedTools(ride, clock, language), books, clock, lambda: language)
    call = ride.board_at(begin).arrivals[:1]
    waits = book.say("practice.wait", stop=book.name(ride.stop.name))
    steps = [Step(begin, waits.then(*(book.call(one) for one in call)))]
    waiting = ArrivalWatch(Wish(ride.stop, route=ride.leg.line_id or ride.leg.line or ""))
    waiting.begin(call, begin)
    steps += await _watch(waiting, lookout, clock, boards)
    steps.append(Step(clock.now(), _say_on_board(book, ride)))
    mine = ride.stops[-1].call
    visit = f"{mine.stop_id}#{mine.stop_sequence}"
    riding = AlightingWatch(
        Ride(ride.journey, visit, mine.name, None, LEAD_STOPS, LEAD_S), ride.journey_at(clock.now(), visit), clock.now()
    )
    return steps + await _watch(riding, lookout, clock, over)


def _say_on_board(book: Phrasebook, ride: PractisedRide) -> Phrase:
    """Say that the rider gets on, and how many stops it is, as the plan has them."""
    off = book.say("trip.off", count=len(ride.stops) - 1, stop=book.name(ride.stops[-1].call.name))
    return book.say("practice.on_board", off=off)


async def _watch(watch: Watch, lookout: Lookout, clock: PractisedClock, until: datetime) -> list[Step]:
    steps: list[Step] = []
    while not watch.is_over and clock.now() < until:
        told = [event.tell() for event in await watch.look(lookout)]
        steps += [Step(clock.now(), phrase) for phrase in told if phrase]
        clock.advance(_TICK)
    return steps
