"""Days as they stand in operators' texts: "06.10.2025", "2025-10-06", "October 09" and "9 October" in words."""

import re
from datetime import date

from stopbell_server.phrases.clock_words import ClockWords
from stopbell_server.phrases.language import Language
from stopbell_server.phrases.numbers import NumberWords

_DOTTED = re.compile(r"(?<![\w.])(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})(?![0-9]|\.[0-9])")
_ISO = re.compile(r"(?<![\w-])(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})(?![\w-])")
_ENDING = r"(?:st|nd|rd|th|\.|-?го)?"
_YEAR = r"(?:\s+(?P<year>20[0-9]{2})(?![\w:]|[.,-][0-9])(?:\s*(?:р|r)\b\.?|\s+(?:року|roku)\b)?)?"
"""A year with the word or letter for it, which the spoken year has too."""


class TextDates:
    """Reads days in one language. Figures with slashes stay: nobody can tell whether the month stands first."""

    def __init__(self, language: Language) -> None:
        """Take the language's names of months and its way to say a day."""
        self._dates = language.dates
        self._clock = ClockWords(language, NumberWords(language))
        self._months = {name.casefold(): number for number, name in enumerate(language.dates.months, 1)}
        months = "|".join(language.dates.months)
        month_first = rf"(?<!\w)(?P<month>{months})\s+(?P<day>[0-9]{{1,2}}){_ENDING}(?![\w:]|[.,][0-9])"
        day_first = rf"(?<![\w.:,-])(?:the\s+)?(?P<day>[0-9]{{1,2}}){_ENDING}\s+(?:of\s+)?(?P<month>{months})(?!\w)"
        if language.names.days_are_ordinals:
            self._named = (re.compile(day_first + _YEAR, re.IGNORECASE),)
        else:
            self._named = (re.compile(month_first, re.IGNORECASE), re.compile(day_first, re.IGNORECASE))

    def read(self, text: str) -> str:
        """Give the text with its days in words; what is no day stays."""
        for figures in (_DOTTED, _ISO):
            text = figures.sub(self._read_figures, text)
        for named in self._named:
            text = named.sub(self._read_named, text)
        return text

    def _read_figures(self, found: re.Match[str]) -> str:
        return self._read_figures_of(int(found["day"]), int(found["month"]), int(found["year"])) or found[0]

    def _read_figures_of(self, day: int, month: int, year: int) -> str:
        """Give a day of a year in words; nothing where there is no such day."""
        try:
            return self._clock.tell_date(date(year, month, day), with_year=True).spoken
        except ValueError:
            return ""

    def _read_named(self, found: re.Match[str]) -> str:
        day = int(found["day"])
        if not 1 <= day <= 31:
            return found[0]
        number = self._months[found["month"].casefold()]
        if year := found.groupdict().get("year"):
            return self._read_figures_of(day, number, int(year)) or found[0]
        month = self._dates.months[number - 1]
        return self._dates.spoken.format(day=self._dates.ordinals[day - 1], month=month)
