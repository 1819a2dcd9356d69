"""The page's words: messages of the catalogs in every language, as templates that the page fills."""

import json
from collections.abc import Mapping
from typing import Any

from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

MESSAGES = (
    "access.low_floor",
    "access.no",
    "access.not_low_floor",
    "access.stop_no",
    "access.unknown",
    "access.vehicle_yes_stop_unknown",
    "access.yes",
    "alert.more",
    "alerts.coming",
    "board.more",
    "boarding.ask-driver",
    "boarding.none",
    "boarding.phone",
    "call.added",
    "call.cancelled",
    "call.ends_early",
    "call.ends_here",
    "call.line_headed",
    "call.line_number",
    "call.line_to",
    "call.no_line_to",
    "call.platform",
    "call.platform_change",
    "call.replaced",
    "call.skipped",
    "call.unknown",
    "certainty.ageing",
    "certainty.ageing_unknown",
    "certainty.live",
    "occupancy.empty",
    "occupancy.few-seats",
    "occupancy.full",
    "occupancy.many-seats",
    "occupancy.not-accepting-passengers",
    "occupancy.not-boardable",
    "occupancy.standing-room",
    "occupancy.very-full",
    "page.answer",
    "page.answer_plain",
    "page.arrivals",
    "page.as_of",
    "page.auto_ended",
    "page.auto_off",
    "page.auto_on",
    "page.choices",
    "page.departures",
    "page.disruptions",
    "page.empty",
    "page.failed",
    "page.later",
    "page.more_news",
    "page.news",
    "page.no_longer_live",
    "page.no_news",
    "page.no_renewing",
    "page.old",
    "page.pause",
    "page.platform",
    "page.refresh",
    "page.renewing",
    "page.resume",
    "page.runs_again",
    "page.source",
    "page.title",
    "page.waiting",
    "page.was_expected",
    "time.arrived",
    "time.clock",
    "time.departed",
    "time.departing_now",
    "time.frequency",
    "time.frequency_minute",
    "time.lost",
    "time.lost_known",
    "time.minutes",
    "time.minutes_clock",
    "time.none",
    "time.now",
    "time.passed",
    "time.timetable",
    "time.timetable_about",
    "time.timetable_minutes",
    "time.timetable_passed",
    "time.tomorrow",
    "unit.hours",
    "unit.minutes",
    "unit.seconds",
)
"""Ids of all that the page says; it has no words of its own."""


def make_words(books: Phrasebooks) -> str:
    """Give the words of all languages as one JSON document that can stand inside a script element.

    The ids stand there once, and each language's texts in the same order: so a language costs its words alone.
    """
    words = {"ids": MESSAGES, "languages": {tag: _to_words(books.pick(tag)) for tag in books.languages}}
    text = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _to_words(book: Phrasebook) -> Mapping[str, Any]:
    return {
        "dir": book.direction,
        "toward": book.toward_words,
        "stop": book.full_stop,
        "comma": book.comma,
        "apart": book.beside_other_scripts,
        "bareHour": book.has_bare_hour,
        "texts": [_to_forms(book.template(message_id)) for message_id in MESSAGES],
    }


def _to_forms(template: Mapping[str, str]) -> str | dict[str, str]:
    """Give one text, or those plural forms that differ from `other`, which stands for all others."""
    other = template["other"]
    forms = {plural: text for plural, text in template.items() if text != other}
    return {"other": other, **forms} if forms else other
