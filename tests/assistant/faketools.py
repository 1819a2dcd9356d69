"""A server in a test's hands: tools answer with results of the contract, made from plain values."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from stopbell.answer import Answer, PromptChoice, ToolChoice, parse_answer, to_error_answer
from stopbell.bulletin import Bell
from stopbell_server.contract.alerts import AlertsData, AlertsResult, AlertSummary
from stopbell_server.contract.arrivals import ArrivalsResult, BoardData, BoardingAccess, MonitoredCall
from stopbell_server.contract.codes import TABLE, Code
from stopbell_server.contract.envelope import Candidate, Envelope, Provenance, Status
from stopbell_server.contract.station_inside import StationInside
from stopbell_server.contract.stops import AccessFactModel, StopData, StopResult, StopsData, StopsResult, StopSummary
from stopbell_server.contract.vehicles import VehiclesData, VehiclesResult
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

BOOKS = Phrasebooks.load()
NOW = "2026-11-30T12:00:00+02:00"
UNKNOWN = AccessFactModel(value="unknown", source="none")
NOTICE = "Demonstration, not real departures."

Answering = Callable[[Mapping[str, Any], Phrasebook], Envelope]


@dataclass
class FakeTools:
    """Answers each tool as a test says; what was asked is kept in order."""

    answers: dict[str, Answering] = field(default_factory=dict[str, Answering])
    prompts: dict[str, tuple[PromptChoice, str]] = field(default_factory=dict[str, tuple[PromptChoice, str]])
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])
    bells: dict[str, Bell] = field(default_factory=dict[str, Bell])
    """One for each address that was ever followed."""

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        given = dict(arguments or {})
        self.asked.append((name, given))
        book = BOOKS.pick(given.get("language"))
        if name not in self.answers:
            return to_error_answer(Code.NO_ANSWER, book)
        return parse_answer(self.answers[name](given, book).to_wire(), "")

    async def list_tools(self) -> tuple[ToolChoice, ...]:
        schema = {"type": "object", "properties": {}}
        return tuple(ToolChoice(name, name, schema, is_read_only=True) for name in self.answers)

    async def list_prompts(self) -> tuple[PromptChoice, ...]:
        return tuple(choice for choice, _ in self.prompts.values())

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> str:
        return self.prompts[name][1].format(**(arguments or {}))

    @asynccontextmanager
    async def follow(self, address: str) -> AsyncGenerator[AsyncIterator[None]]:
        """Subscribe; a test rings by address."""
        bell = self.bells.setdefault(address, Bell())
        yield bell

    def arguments(self, tool: str) -> list[dict[str, Any]]:
        """Give what a tool was asked with, without the language."""
        return [
            {name: value for name, value in given.items() if name != "language"}
            for asked, given in self.asked
            if asked == tool
        ]


def make_stop(stop_id: str = "town:oak", name: str = "Oak Street", **changes: Any) -> StopSummary:
    """A stop with a place and two directions."""
    given: dict[str, Any] = {
        "uri": f"mobility://public-transport-stop/town/{stop_id.partition(':')[2]}",
        "spoken_name": name,
        "lat": 49.84,
        "lng": 24.03,
        "towards": ["Harbour", "Central Station"],
        "lines": ["10A", "5"],
        "access": UNKNOWN,
    }
    return StopSummary(id=stop_id, name=name, **{**given, **changes})


def make_call(line: str = "10A", headsign: str = "Harbour", minutes: int = 3, **changes: Any) -> MonitoredCall:
    """A live departure so many minutes after noon."""
    clock = f"2026-11-30T12:{minutes:02}:00+02:00"
    access = BoardingAccess(verdict="unknown", stop=UNKNOWN, vehicle=UNKNOWN, low_floor="unknown")
    given: dict[str, Any] = {
        "mode": "bus",
        "trip_id": f"{line}-{minutes}",
        "service_day": "2026-11-30",
        "stop_id": "oak",
        "stop_sequence": 1,
        "scheduled_departure": clock,
        "expected_departure": clock,
        "minutes": minutes,
        "certainty": "live",
        "status": "running",
        "access": access,
    }
    return MonitoredCall(line=line, headsign=headsign, **{**given, **changes})


CALLS = (
    make_call("10A", "Harbour", 3),
    make_call("5", "Central Station", 6),
    make_call("10A", "Harbour", 14),
    make_call("5", "Central Station", 26),
    make_call("10A", "Harbour", 34),
)


def answer_board(*stops: StopSummary, calls: Sequence[MonitoredCall] = CALLS, **more: Any) -> Answering:
    """A tool that tells the board of the stop that is asked for, or of the first, filtered as it is asked."""
    known = stops or (make_stop(),)

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        here = next((stop for stop in known if stop.id == given["stop"]), known[0])
        route, headsign, mode = (given.get(name, "") for name in ("route", "headsign", "mode"))
        chosen = [
            call
            for call in calls
            if (not route or call.line == route)
            and (not headsign or headsign == call.headsign)
            and (not mode or mode == call.mode)
        ]
        limit = given.get("limit", 5)
        data = BoardData(stop=here, now=NOW, arrivals=chosen[:limit], more=len(chosen[limit:]), **more)
        phrase = book.board(data, verbosity=given.get("verbosity", "normal"))
        return to_result(ArrivalsResult, data, phrase, book)

    return answer


def answer_low_floor(calls: Sequence[MonitoredCall], unknown_before: int = 0) -> Answering:
    """A tool that tells the low-floor departures of one stop."""

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        limit = given.get("limit", 3)
        data = VehiclesData(
            scope="stop",
            stop=make_stop(),
            calls=list(calls[:limit]),
            unknown_before=unknown_before,
            more=len(calls[limit:]),
        )
        return to_result(VehiclesResult, data, book.vehicles(data), book)

    return answer


def answer_stop(*stops: StopSummary, inside: StationInside | None = None) -> Answering:
    """A tool that describes stops by id or name; namesakes come back as candidates."""

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        asked = str(given["stop"]).casefold()
        found = [stop for stop in stops if asked in (stop.id.casefold(), stop.name.casefold(), stop.code)]
        if len(found) == 1:
            data = StopData(stop=found[0], inside=inside)
            return to_result(StopResult, data, book.portrait(data), book)
        code = Code.AMBIGUOUS_STOP if found else Code.UNKNOWN_STOP
        return refuse(StopResult, StopData(), code, book, to_candidates(found, book), stop=str(given["stop"]))

    return answer


def answer_nearby(*stops: StopSummary) -> Answering:
    """A tool that tells the stops around any place."""

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        shown = [
            stop.model_copy(update={"distance_meters": 100 * number, "walk_bearing": "north"})
            for number, stop in enumerate(stops, 1)
        ]
        data = StopsData(latitude=given["latitude"], longitude=given["longitude"], stops=shown[: given["limit"]])
        return to_result(StopsResult, data, book.stops(data), book)

    return answer


def answer_alerts(*headers: str) -> Answering:
    """A tool that tells disruptions."""

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        alerts = [
            AlertSummary(id=header, header=header, spoken_header=header, reason="stop", active=True)
            for header in headers
        ]
        scope = "route" if given.get("route") else "stop" if given.get("stop") else "all"
        data = AlertsData(scope=scope, scope_name=given.get("route"), alerts=alerts)
        return to_result(AlertsResult, data, book.alerts(data), book)

    return answer


def refuse_always(code: Code) -> Answering:
    """A tool that cannot answer."""
    return lambda given, book: refuse(ArrivalsResult, BoardData(), code, book, ())


def to_candidates(stops: Sequence[StopSummary], book: Phrasebook) -> list[Candidate]:
    """Number stops, each with what tells it apart."""
    labels = [book.label_stop(stop) for stop in stops]
    return [
        Candidate(number=number, id=stop.id, name=stop.name, label=label.written, spoken=label.spoken)
        for number, (stop, label) in enumerate(zip(stops, labels, strict=True), 1)
    ]


def refuse(
    kind: type[Envelope], data: Any, code: Code, book: Phrasebook, candidates: Sequence[Candidate], **values: Any
) -> Envelope:
    """Put a refusal into words as the server does."""
    phrase = book.code(code, **values)
    if candidates:
        phrase = phrase.then(book.candidates(candidates[:3]))
    phrase = phrase.then(book.remedy(code, **values))
    remedy = book.remedy(code, **values).written
    status = Status(state=TABLE[code].state, code=code.value, remedy=remedy, candidates=list(candidates))
    return to_result(kind, data, phrase, book, status)


def to_result(
    kind: type[Envelope], data: Any, phrase: Phrase, book: Phrasebook, status: Status | None = None
) -> Envelope:
    """Wrap data into its envelope, with a notice as a demonstration has."""
    whole = book.with_notice(phrase, NOTICE)
    provenance = Provenance(authority="town", age_seconds=10, stale=False, live_state="live", notice=NOTICE)
    return kind(
        text=whole.written,
        spoken=whole.spoken,
        data=data,  # type: ignore[call-arg]  # each result names its own data
        status=status or Status(state="ok"),
        provenance=provenance,
        language=book.language,
    )
