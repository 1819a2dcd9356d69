"""Protobuf alerts as frozen facts, with texts made plain."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.ids import AgencyId, AlertId, RouteId, StopId
from stopbell_server.domain.realtime import Alert, Selector, Translation
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.realtime.plain_text import to_plain_text
from stopbell_server.feeds.realtime.trip_facts import to_descriptor
from stopbell_server.feeds.realtime.values import MILLISECONDS_UP_TO, to_datetime, to_text

_Alert = gtfs_realtime_pb2.Alert
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
"""BCP 47 tags as feeds write them; anything else says nothing of the language."""
_ADDRESS = re.compile(r"https?://[^\s<>\"]{1,2000}", re.IGNORECASE)
"""Without what no address may hold unescaped (RFC 3986, appendix C)."""


class AlertReader:
    """Converts the alerts of one feed; a text that many of them share is worked on once."""

    def __init__(self, problems: Counter[str]) -> None:
        """Count there what is wrong with them."""
        self._problems = problems
        self._plain: dict[str, str] = {}

    def to_alert(self, entity_id: str, message: _Alert) -> Alert:
        """Convert an Alert. Selectors that name nothing are left out and counted, they would mean everything."""
        selectors = tuple(_to_selector(selector) for selector in message.informed_entity)
        named = tuple(selector for selector in selectors if selector != Selector())
        self._problems["empty-selectors"] += len(selectors) - len(named)
        severity = _Alert.SeverityLevel.Name(message.severity_level) if message.HasField("severity_level") else None
        return Alert(
            id=AlertId(entity_id),
            selectors=named,
            periods=tuple(self._list_periods(message)),
            cause=_Alert.Cause.Name(message.cause),
            effect=_Alert.Effect.Name(message.effect),
            severity=None if severity == "UNKNOWN_SEVERITY" else severity,
            header=self._to_translations(message.header_text),
            description=self._to_translations(message.description_text),
            spoken_header=self._to_translations(message.tts_header_text),
            spoken_description=self._to_translations(message.tts_description_text),
            url=_find_url(message.url),
        )

    def _to_translations(self, message: gtfs_realtime_pb2.TranslatedString) -> tuple[Translation, ...]:
        """Convert a TranslatedString; empty texts and markup variants ("en-html") are left out."""
        found = (
            Translation(self._to_plain(to_text(item.text) or ""), _find_language(item.language))
            for item in message.translation
            if not _is_markup(to_text(item.language))
        )
        return tuple(translation for translation in found if translation.text)

    def _to_plain(self, text: str) -> str:
        if text not in self._plain:
            self._plain[text] = to_plain_text(text)
        return self._plain[text]

    def _list_periods(self, message: _Alert) -> Iterator[tuple[datetime | None, datetime | None]]:
        for period in message.active_period:
            # The largest number there is means "until further notice" to some publishers.
            end = period.end if period.end <= MILLISECONDS_UP_TO else 0
            yield to_datetime(period.start, self._problems), to_datetime(end, self._problems)


def _is_markup(language: str | None) -> bool:
    return bool(language) and language.lower().replace("_", "-").endswith("-html")


def _find_language(value: object) -> str | None:
    language = to_clean_text(to_text(value) or "").replace("_", "-")
    return language if _LANGUAGE.fullmatch(language) else None


def _find_url(message: gtfs_realtime_pb2.TranslatedString) -> str | None:
    urls = [to_clean_text(to_text(item.text) or "") for item in message.translation]
    return next((url for url in urls if _ADDRESS.fullmatch(url)), None)


def _to_selector(message: gtfs_realtime_pb2.EntitySelector) -> Selector:
    agency, route, stop = to_text(message.agency_id), to_text(message.route_id), to_text(message.stop_id)
    has_direction = message.HasField("direction_id") and message.direction_id in (0, 1)
    return Selector(
        agency=AgencyId(agency) if agency else None,
        route=RouteId(route) if route else None,
        route_type=message.route_type if message.HasField("route_type") else None,
        direction=message.direction_id if has_direction else None,
        trip=to_descriptor(message.trip) if message.HasField("trip") else None,
        stop=StopId(stop) if stop else None,
    )
