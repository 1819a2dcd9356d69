"""A town whose every row says which version of the timetable it is of, and every prediction which fetch.

`list_faults` reads an answer as a host gets it and tells where two versions are mixed.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from tests.realtimetext import alert, make_updates, stop, update

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
"""Noon in Kyiv."""
COLOURS = ("Amber", "Coral", "Denim", "Olive")
"""One for each version of the timetable."""
_FIRST_HEADER = NOW - timedelta(seconds=85)
_FIRST_DELAY_S = 300
_TRIPS = ("t1", "t2", "t3", "t4")


def list_tables(colour: str) -> Mapping[str, str]:
    """Give the timetable of one colour: the same ids as in the others, and nothing else of them."""
    place = COLOURS.index(colour)
    rows = (
        (trip, f"12:{10 * number + place:02d}:00", stop_id, 10 * place + step)
        for number, trip in enumerate(_TRIPS)
        for step, stop_id in enumerate(("b1", "b2"))
    )
    times = "\n".join(f"{trip},{time},{time},{stop_id},{sequence}" for trip, time, stop_id, sequence in rows)
    trips = "\n".join(f"R,daily,{trip},{colour} Hill" for trip in _TRIPS)
    return {
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\n"
        f"A,{colour} Transport,https://example.org,Europe/Kyiv,en\n",
        "routes.txt": f"route_id,agency_id,route_short_name,route_long_name,route_type\nR,A,{colour} 1,{colour},3\n",
        "stops.txt": "stop_id,stop_code,stop_name,stop_lat,stop_lon,wheelchair_boarding\n"
        f"b1,{place}1,Square {colour},{49.84 + place / 1000:.4f},24.03,{place % 2 + 1}\n"
        f"b2,{place}2,Market {colour},{49.845 + place / 1000:.4f},24.03,{place % 2 + 1}\n",
        "trips.txt": f"route_id,service_id,trip_id,trip_headsign\n{trips}\n",
        "stop_times.txt": f"trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{times}\n",
    }


def make_live(number: int) -> bytes:
    """Give the live feed of one fetch; its header, each delay and its alert tell which."""
    delay = {"delay": _FIRST_DELAY_S + number}
    entities = [update(trip, stop(None, "b1", arrival=delay, departure=delay)) for trip in _TRIPS]
    notice = alert(header=f"Notice {number}.", informed_entity=[{"stop_id": "b1"}, {"route_id": "R"}])
    return make_updates(header=_FIRST_HEADER + timedelta(seconds=number), entities=[*entities, notice])


def find_number(answer: str) -> int | None:
    """Give which fetch an answer says that it rests on; None when it does not say exactly one."""
    times = {datetime.fromisoformat(time) for time in re.findall(r'"sourceTime":\s*"([^"]+)"', answer)}
    return int((times.pop() - _FIRST_HEADER).total_seconds()) if len(times) == 1 else None


def find_colour(answer: str, versions: Mapping[str, str]) -> str | None:
    """Give the colour of the version that an answer says it rests on; None when it does not say exactly one."""
    named = set(re.findall(r'"feedVersion":\s*"([^"]+)"', answer))
    return versions.get(named.pop()) if len(named) == 1 else None


_PLAN = re.compile(r'"temporalMeaning":\s*"static-plan"')
_NO_FETCH = -1
"""Of documents of the plan: live data has no part in them, so they name no fetch."""


def list_faults(answer: str, versions: Mapping[str, str]) -> list[str]:
    """List what is not of the one version and the one fetch that the answer names."""
    colour, number = find_colour(answer, versions), find_number(answer)
    if number is None and _PLAN.search(answer):
        number = _NO_FETCH
    if colour is None or number is None:
        return [f"not one version and one time: {answer[:400]}"]
    place = COLOURS.index(colour)
    expected = {
        "colours": (set(re.findall("|".join(COLOURS), answer)), {colour}),
        "codes": (set(re.findall(r'"code":\s*"(\d)\d"', answer)), {str(place)}),
        "latitudes": (_list_places(answer), {place}),
        "access": (
            set(re.findall(r'"source":\s*"stop"', answer)) and set(re.findall(r'"value":\s*"(yes|no)"', answer)),
            {"no" if place % 2 else "yes"},
        ),
        "minutes": (set(re.findall(r'"scheduled\w+":\s*"[^"]*T12:\d(\d)', answer)), {str(place)}),
        "sequences": ({int(text) // 10 for text in re.findall(r'"stopSequence":\s*(\d+)', answer)}, {place}),
        "delays": (set(re.findall(r'"delaySeconds":\s*(-?\d+)', answer)), {str(_FIRST_DELAY_S + number)}),
        "expected": (_list_delays(answer), {_FIRST_DELAY_S + number}),
        "notices": (set(re.findall(r"Notice (\d+)", answer)), {str(number)}),
        "state": (set(re.findall(r'"liveState":\s*"([^"]+)"', answer)), {"absent" if number == _NO_FETCH else "live"}),
    }
    return [
        f"{colour} {number}: {name} {sorted(map(str, found))} in {answer[:400]}"
        for name, (found, wanted) in expected.items()
        if not set(found) <= wanted
    ]


def _list_places(answer: str) -> set[int]:
    latitudes = (round(float(text) * 1000) - 49840 for text in re.findall(r'"lat":\s*([\d.]+)', answer))
    return {thousandths % 5 for thousandths in latitudes}


def _list_delays(answer: str) -> set[int]:
    """List by how much each expected departure is later than the scheduled one of its row."""
    pairs = re.findall(r'"scheduledDeparture":\s*"([^"]+)",\s*"expectedDeparture":\s*"([^"]+)"', answer)
    return {int((datetime.fromisoformat(late) - datetime.fromisoformat(plan)).total_seconds()) for plan, late in pairs}
