"""One language's sentences: the door for everything that tells riders something."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from stopbell_server.contract.alerts import AlertsData, AlertSummary
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.journeys import JourneyData, JourneysData
from stopbell_server.contract.routes import RouteData
from stopbell_server.contract.station_inside import StationInside
from stopbell_server.contract.stops import StopData, StopsData, StopSummary
from stopbell_server.contract.trips import TripPlanData
from stopbell_server.contract.vehicle_position import PositionData, VehicleCandidate
from stopbell_server.contract.vehicles import VehiclesData, VehicleSummary
from stopbell_server.phrases.active_journeys import tell_journeys
from stopbell_server.phrases.alerts import tell_alerts, tell_ended, tell_short
from stopbell_server.phrases.asked import tell_mode
from stopbell_server.phrases.boards import tell_board
from stopbell_server.phrases.calls import take_apart, to_kind
from stopbell_server.phrases.codes import tell_code, tell_remedy
from stopbell_server.phrases.freshness import tell_freshness
from stopbell_server.phrases.inside import tell_lift_states, tell_lifts
from stopbell_server.phrases.journeys import tell_journey
from stopbell_server.phrases.my_stop import tell_my_stop
from stopbell_server.phrases.passed import tell_passed
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_compass, tell_distance, tell_place, tell_stop
from stopbell_server.phrases.routes import tell_route
from stopbell_server.phrases.spelling import spell_out
from stopbell_server.phrases.stops import tell_candidates, tell_portrait, tell_side, tell_stops
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity, parse_verbosity
from stopbell_server.phrases.telling_apart import tell_stops_apart
from stopbell_server.phrases.templates import to_direction
from stopbell_server.phrases.time_style import PLAIN, TimeStyle
from stopbell_server.phrases.times import tell_minutes
from stopbell_server.phrases.trips import tell_trips
from stopbell_server.phrases.vehicle_position import tell_position
from stopbell_server.phrases.vehicles import tell_subject as tell_vehicle_subject
from stopbell_server.phrases.vehicles import tell_vehicles
from stopbell_server.phrases.which_vehicle import tell_candidate, tell_which
from stopbell_server.phrases.wording import Value, Wording

_KINDS = {"setup": "prompt", "face": "note", "code": "error", "remedy": "note"}
"""Event kind of a message by the first part of its id; others are answers."""


class Phrasebook:
    """Turns facts into sentences of one language, each with a written and a spoken form."""

    def __init__(self, wording: Wording, styles: "dict[TimeStyle, Phrasebook] | None" = None) -> None:
        """Take the language's messages and conventions, and the same language's books in other styles."""
        self._words = wording
        self._styles: dict[TimeStyle, Phrasebook] = {PLAIN: self} if styles is None else styles

    @property
    def plain(self) -> "Phrasebook":
        """The book of the same language with times told as a server tells them."""
        return self._styles[PLAIN]

    def with_style(self, style: TimeStyle) -> "Phrasebook":
        """Give the book of the same language with times told as a rider wants them."""
        if style not in self._styles:
            self._styles[style] = Phrasebook(self._words.with_style(style), self._styles)
        return self._styles[style]

    @property
    def language(self) -> str:
        """BCP 47 tag of the sentences."""
        return self._words.language.tag

    @property
    def toward_words(self) -> tuple[str, ...]:
        """Words for "to" with which headsigns begin, so that nobody says it twice."""
        return self._words.language.names.toward_words

    @property
    def comma(self) -> str:
        """What stands between parts of a sentence."""
        return self._words.language.list.comma

    @property
    def full_stop(self) -> str:
        """What ends a sentence."""
        return self._words.language.list.stop

    @property
    def beside_other_scripts(self) -> str:
        """What sets a name in other letters apart where words have no blanks; empty elsewhere."""
        return self._words.language.list.beside_other_scripts

    @property
    def has_bare_hour(self) -> bool:
        """Whether a time of day is written without a zero before it: 9:05."""
        return self._words.language.clock.written.startswith("H:")

    @property
    def direction(self) -> str:
        """How the language is written: `ltr` or `rtl`."""
        return to_direction(self._words.language.locale)

    def say(self, message_id: str, /, **values: Value) -> Phrase:
        """Fill one message of the catalogs. A whole number is spoken in words; text stands as it is.

        A message with plural forms takes its number as `count`. Names and line labels are better given as
        `name(...)` and `label(...)`, which know how they are spoken.

        Raises:
            UnknownMessageError: no catalog has the id.
            MissingValueError: the message has a placeholder that no value was given for.
        """
        line = self._words.line(message_id, **values)
        return from_lines((line,), _KINDS.get(message_id.partition(".")[0], "answer"))

    def has(self, message_id: str) -> bool:
        """Tell whether a message of this id is there."""
        return self._words.has(message_id)

    def template(self, message_id: str) -> Mapping[str, str]:
        """Give a message's written wording by CLDR plural class, with its placeholders left in.

        Raises:
            UnknownMessageError: no catalog has the id.
        """
        return self._words.template(message_id)

    def name(self, name: str, language: str | None = None) -> Line:
        """Give a stop's or destination's name with its spoken form; `language` is the name's own, where known."""
        return self._words.name(name, language)

    def label(self, label: str) -> Line:
        """Give a line number, platform or code with its spoken form."""
        return self._words.label(label)

    def board(self, data: BoardData, *, verbosity: str = "normal", age_seconds: int | None = None) -> Phrase:
        """Give the answer about a stop's calls; `age_seconds` is the age of its live data, where known.

        Raises:
            ValueError: no such verbosity.
        """
        board = tell_board(self._words, data, verbosity=parse_verbosity(verbosity), age_s=age_seconds)
        return board if data.passed is None else tell_passed(self._words, data).then(board)

    def call(self, call: MonitoredCall, *, verbosity: str = "normal", is_arrival: bool = False) -> Phrase:
        """Give one call by itself; its `minutes` are told as they stand.

        Raises:
            ValueError: no such verbosity.
        """
        telling = Telling(verbosity=parse_verbosity(verbosity), is_arrivals=is_arrival)
        line = take_apart(self._words, call, telling).tell(self._words)
        return from_lines((line,), to_kind(call), call.certainty)

    def subject(self, call: MonitoredCall) -> Line:
        """Give which vehicle a call is of, by line and destination, as a label without a full stop."""
        return tell_subject(self._words, call, Telling(verbosity=Verbosity.NORMAL))

    def passed(self, data: BoardData) -> Phrase:
        """Give what was due a moment ago and what is known to have happened; `data.passed` says which."""
        return tell_passed(self._words, data)

    def journey(self, data: JourneyData, *, verbosity: str = "normal") -> Phrase:
        """Give how far a journey is: the next stop first. It needs stops; one that was not found is told by its code.

        Raises:
            ValueError: no such verbosity.
        """
        if data.stop is not None and data.phase not in ("cancelled", "unknown"):
            return tell_my_stop(self._words, data, data.stop, verbosity=parse_verbosity(verbosity))
        return tell_journey(self._words, data, verbosity=parse_verbosity(verbosity))

    def journeys(self, data: JourneysData) -> Phrase:
        """Give the journeys that are under way, each with its next stop; or say that none is known to be."""
        return tell_journeys(self._words, data)

    def route(self, data: RouteData, *, verbosity: str = "normal") -> Phrase:
        """Give a line by timetable: each direction with its first and last departure, and how often it runs.

        Raises:
            ValueError: no such verbosity.
        """
        return tell_route(self._words, data, verbosity=parse_verbosity(verbosity))

    def trips(self, data: TripPlanData, *, verbosity: str = "normal") -> Phrase:
        """Give ways from one place to another, the best in full. It needs options; none found is told by a code.

        Raises:
            ValueError: no such verbosity.
        """
        return tell_trips(self._words, data, verbosity=parse_verbosity(verbosity))

    def stops(self, data: StopsData) -> Phrase:
        """Give the stops of a search, or around a place with the nearest first."""
        return tell_stops(self._words, data)

    def portrait(self, data: StopData) -> Phrase:
        """Give one stop in full."""
        return tell_portrait(self._words, data)

    def side(self, stop: StopSummary) -> Phrase:
        """Say which way vehicles leave a stop and how far the stop for the other way is; computed, and says so."""
        return tell_side(self._words, stop)

    def label_stop(self, stop: StopSummary) -> Phrase:
        """Give a stop with what tells it apart, as a label without a full stop, for lists and choices."""
        return from_lines((tell_stop(self._words, stop),), "stop")

    def label_stops(self, stops: Sequence[StopSummary]) -> tuple[Phrase, ...]:
        """Give several stops as labels of which no two sound alike."""
        return tuple(from_lines((line,), "stop") for line in tell_stops_apart(self._words, stops))

    def place(self, stop: StopSummary) -> Line:
        """Give a stop's name, and its feed where a stop of another one could be meant: how a board begins."""
        return tell_place(self._words, stop)

    def vehicles(self, data: VehiclesData) -> Phrase:
        """Give accessible vehicles at a stop, on a line or around a place; unknown ones are counted."""
        return tell_vehicles(self._words, data)

    def position(self, data: PositionData) -> Phrase:
        """Give where one vehicle last reported, and how long ago."""
        return tell_position(self._words, data)

    def which_vehicle(self, data: PositionData) -> Phrase:
        """Give the vehicle that a rider probably stands before, and why; or say that it cannot be told."""
        return tell_which(self._words, data)

    def vehicle(self, vehicle: VehicleSummary) -> Line:
        """Give which vehicle it is, by line and destination, else by its number, as a label without a full stop."""
        return tell_vehicle_subject(self._words, vehicle)

    def candidate_vehicle(self, candidate: VehicleCandidate) -> Line:
        """Give a vehicle that may be the one before the rider, as a label without a full stop."""
        return tell_candidate(self._words, candidate)

    def alerts(self, data: AlertsData) -> Phrase:
        """Give disruptions, or say that none is reported."""
        return tell_alerts(self._words, data)

    def notice(self, alert: AlertSummary) -> Phrase:
        """Give one disruption in a sentence, to stand beside something else."""
        return from_lines((tell_short(self._words, alert),), "alerts")

    def ended(self, alert: AlertSummary, what: Line) -> Phrase:
        """Say that one disruption of `what` is no longer reported."""
        return from_lines((tell_ended(self._words, alert, what),), "alerts")

    def lifts(self, data: StopData) -> Phrase:
        """Tell whether lifts of a station are reported closed, and whether there is a step-free way now."""
        return tell_lifts(self._words, data)

    def lift_states(self, inside: StationInside, language: str | None = None) -> Phrase:
        """Tell which lifts are reported closed; `language` is that of the names, where known."""
        return tell_lift_states(self._words, inside, language)

    def candidates(self, candidates: Sequence[Candidate]) -> Phrase:
        """Give what a question may mean, numbered."""
        return tell_candidates(self._words, candidates)

    def code(self, code: Code, **values: Value | None) -> Phrase:
        """Give the sentence of a code. Values that are unknown may be None or left out; the sentence is plainer then.

        Known names: `stop`, `line`, `lines` (comma separated), `feed`, `feeds`, `minutes`, `first_day` and
        `last_day` (ISO dates), `argument`, `allowed`.
        """
        return tell_code(self._words, code, values)

    def remedy(self, code: Code, **values: Value | None) -> Phrase:
        """Give what to do next about a code; values as for `code`."""
        return tell_remedy(self._words, code, values)

    def freshness(self, state: str, *, age_seconds: int | None = None) -> Phrase:
        """Say how fresh the live data is, by the contract's `liveState` word."""
        return tell_freshness(self._words, state, age_seconds)

    def compass(self, heading: float | str) -> str:
        """Give the compass word for degrees from north, or for one of the contract's words."""
        return tell_compass(self._words, heading).written

    def distance(self, meters: float) -> Line:
        """Give a distance, rounded to what can be known, with its unit in full."""
        return tell_distance(self._words, meters)

    def minutes(self, minutes: int) -> Line:
        """Give a span of whole minutes, as after "in"."""
        return tell_minutes(self._words, minutes)

    def clock(self, instant: datetime) -> Line:
        """Give the time of day in the instant's own zone."""
        return self._words.clock.tell_time(instant)

    def date(self, day: date, *, with_year: bool = False) -> Line:
        """Give a day, as after "until"."""
        return self._words.clock.tell_date(day, with_year=with_year)

    def listing(self, parts: Sequence[Line]) -> Line:
        """Give several as one list: "a, b and c"."""
        return self._words.enumerate(parts)

    def chain(self, parts: Sequence[Line]) -> Line:
        """Give what belongs to one thing after each other, with commas: "tram, direction: Zoo"."""
        return self._words.chain(parts)

    def mode(self, mode: str) -> Line:
        """Give a kind of vehicle, by the contract's word, as a label."""
        return tell_mode(self._words, mode)

    def text(self, text: str) -> Line:
        """Give running text, such as an operator's words, with a spoken form."""
        return Line(text, self._words.names.read_text(text))

    def spell(self, text: str) -> Line:
        """Give a text letter by letter and digit by digit."""
        return spell_out(self._words, text)

    def with_notice(self, phrase: Phrase, notice: str | None) -> Phrase:
        """Give the answer followed by what the operator wants said with every answer; unchanged without one."""
        if not notice:
            return phrase
        return phrase.then(from_lines((self._words.sentence(self.text(notice)),), "notice"))
