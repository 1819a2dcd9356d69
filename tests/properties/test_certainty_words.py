"""The words say how sure a time is, in every language: live is never left out, and a planned time never sounds live."""

import re
from collections.abc import Iterator

from hypothesis import given

from tests.properties.asking import Answer, ask_town
from tests.properties.fuzzing import fuzz
from tests.properties.rows import Row, list_rows
from tests.properties.towns import LANGUAGES, Town, draw_town

LIVE = {"en": re.compile(r"(?:,|^| all) live\b|All live\."), "uk": re.compile(r"(?:,|усе|Усе) наживо\b")}
"""The word of a time; sentences on live information as a whole have other words around it."""
WORDS = {
    "en": {
        "ageing": re.compile(r"live, .*old|live, but not fresh"),
        "lost": re.compile(r"no contact"),
        "timetable": re.compile(r"timetable|due at"),
        "frequency": re.compile(r"about every|every \d+"),
        "none": re.compile(r"time not known"),
    },
    "uk": {
        "ageing": re.compile(r"наживо, оновлено|наживо, але"),
        "lost": re.compile(r"контакт.* втрачено"),
        "timetable": re.compile(r"розкладом"),
        "frequency": re.compile(r"кожн|що\w*хвилин"),
        "none": re.compile(r"час невідомий"),
    },
}
PAST_WORDS = {
    "en": re.compile(r"has probably left|expected at|not there yet|Whether it came is not reported"),
    "uk": re.compile(r"імовірно|очікува|ще не|невідомо, чи"),
}
"""A prediction whose time is past: it says so instead of "live"."""
NOT_COMING = ("cancelled", "skipped", "replaced")


@fuzz()
@given(draw_town(), LANGUAGES)
def test_the_words_for_certainty_are_those_of_the_data(town: Town, language: str) -> None:
    faults = [
        f"{answer.asked} {fault}: {text}"
        for answer in ask_town(town, language)
        for text in (answer.text, answer.spoken)
        if text and "data" in answer.document
        for fault in list_unsaid(answer, text.splitlines()[0], language)
    ]
    assert not faults, "\n".join([*faults[:20], repr(town)])


def list_unsaid(answer: Answer, text: str, language: str) -> Iterator[str]:
    """List certainties of the told calls that no word tells, and the word live where no call is."""
    there = {row.certainty for row in list_rows(answer.document)}
    if not there & {"live", "ageing"} and (found := LIVE[language].search(text)):
        yield f"says {found[0]!r} of nothing live"
    certainties = {row.certainty for row in list_told(answer)}
    if "live" in certainties and not (LIVE[language].search(text) or PAST_WORDS[language].search(text)):
        yield "does not say that a time is live"
    for certainty in certainties - {"live"}:
        said = WORDS[language][certainty]
        if not said.search(text) and not (certainty == "ageing" and PAST_WORDS[language].search(text)):
            yield f"does not say that a time is {certainty}"


def list_told(answer: Answer) -> list[Row]:
    """Give the calls that an answer speaks of by time; further ones stand in the structure only."""
    data = answer.data
    if data.get("type") == "StopBoard":
        rows = [row for row in list_rows(data["arrivals"], journey=None) if row.node["status"] not in NOT_COMING]
    elif data.get("type") == "VehicleList":
        rows = list(list_rows(data["calls"]))
    elif data.get("type") == "JourneyList":
        # At a stop that was asked about its own time is told, else that of the next stop.
        nodes = [one.get("atStop") or one.get("next") for one in data["journeys"]]
        rows = [row for node in nodes if node for row in list_rows(node)]
    elif data.get("type") == "MonitoredVehicleJourney" and data.get("phase") in ("not-started", "under-way"):
        # Asked for in full: every stop that is still to come has its time, and so has the last one of a long journey.
        nodes = [one for one in (*data["calls"], data.get("last")) if one and one["progress"] in ("next", "ahead")]
        rows = [row for node in nodes for row in list_rows(node)]
    else:
        return []
    return [row for row in rows if row.is_call and row.node["status"] not in NOT_COMING]
