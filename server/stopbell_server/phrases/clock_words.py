"""Times of day and days, shown by CLDR's conventions and spoken in words."""

from collections.abc import Callable
from datetime import date, datetime, time
from functools import lru_cache, partial

from babel import Locale
from babel.dates import format_date, parse_pattern

from stopbell_server.phrases.language import ClockTable, Language
from stopbell_server.phrases.numbers import NumberWords
from stopbell_server.phrases.phrase import Line

_MINUTES_OF_A_DAY = 1440


def spell_time(at: time, clock: ClockTable, numbers: NumberWords, form: str = "") -> str:
    """Give a time of day in words, to the minute; in a form that the clock names, or the usual one.

    Raises:
        KeyError: the clock has no form of this name.
    """
    words = clock.forms[form] if form else clock
    if not at.hour and not at.minute:
        return words.midnight
    if at.minute:
        frame = clock.early if at.minute < 10 else clock.other
    else:
        frame = clock.full_hour if at.hour >= 10 else clock.full_early_hour
    return frame.format(hour=numbers.spell(at.hour, words.hours), minute=numbers.spell(at.minute, words.minutes))


def spell_half_day(at: time, clock: ClockTable, numbers: NumberWords, form: str = "") -> str:
    """Give a time of day in words with hours from one to twelve; which half of the day it is, is not among them.

    Raises:
        KeyError: the clock has no form of this name.
    """
    words = clock.forms[form] if form else clock
    hour, minute = numbers.spell((at.hour - 1) % 12 + 1, words.hours), numbers.spell(at.minute, words.minutes)
    if not at.minute:
        return (clock.twelve_full_hour or clock.full_hour).format(hour=hour, minute=minute)
    return (clock.early if at.minute < 10 else clock.other).format(hour=hour, minute=minute)


class ClockWords:
    """Tells times of day and days in one language."""

    def __init__(self, language: Language, numbers: NumberWords, *, is_half_day: bool = False) -> None:
        """Take the conventions; the clock's pattern is taken apart once.

        `is_half_day` tells hours from one to twelve with the part of the day, as CLDR names it.
        """
        self._clock = language.clock
        self._dates = language.dates
        self._numbers = numbers
        self._locale = Locale.parse(language.locale)
        self._part_of_day = parse_pattern(_choose_width(self._locale)) if is_half_day else None
        self._pattern = parse_pattern("h:mm" if is_half_day else language.clock.written)
        self._told = lru_cache(_MINUTES_OF_A_DAY)(self._tell)

    def tell_time(self, instant: datetime) -> Line:
        """Give the time of day in the instant's own zone, as "14:05" and "fourteen oh five"."""
        return self._told(instant.hour, instant.minute)

    def _tell(self, hour: int, minute: int) -> Line:
        at = time(hour, minute)
        written = self._pattern.apply(at, self._locale)
        spell: Callable[[str], str] = partial(spell_time, at, self._clock, self._numbers)
        if self._part_of_day is not None:
            part = self._part_of_day.apply(at, self._locale)
            written = self._clock.half_day.format(time=written, part=part)
            spell = partial(self._spell_half_day, at, part)
        return Line(written, spell(""), tuple((form, spell(form)) for form in self._clock.forms))

    def _spell_half_day(self, at: time, part: str, form: str) -> str:
        told = spell_half_day(at, self._clock, self._numbers, form)
        return self._clock.half_day.format(time=told, part=part)

    def tell_date(self, day: date, *, with_year: bool = False) -> Line:
        """Give the day in the form that follows "until"."""
        pattern = self._dates.written_year if with_year else self._dates.written
        frame = self._dates.spoken_year if with_year else self._dates.spoken
        words = frame.format(
            day=self._dates.ordinals[day.day - 1],
            month=self._dates.months[day.month - 1],
            year=self._spell_year(day.year) if with_year else "",
        )
        return Line(format_date(day, format=pattern, locale=self._locale), words)

    def tell_weekday(self, day: date) -> Line:
        """Give the weekday in the form that follows "on"."""
        name = self._dates.weekdays[day.weekday()]
        return Line(name, name)

    def _spell_year(self, year: int) -> str:
        if self._dates.years == "cardinal":
            return self._numbers.spell(year)
        if self._dates.years == "digits":
            return self._numbers.spell_digits(str(year))
        century, rest = divmod(year, 100)
        if self._dates.years == "pairs":
            if rest < 10:
                return self._numbers.spell(year)
            return f"{self._numbers.spell(century)} {self._numbers.spell(rest)}"
        if century == 20 and rest:
            return self._dates.years.format(ordinal=self._dates.ordinals[rest - 1])
        return self._numbers.spell(year)


def _choose_width(locale: Locale) -> str:
    """Give CLDR's letters for the part of the day in words: where its wide names are the middle ones, those are asked.

    Babel would take the narrow ones for wide ones that are not listed, and those are cut short: "po poł.".
    """
    periods: dict[str, dict[str, str]] = dict(locale.day_periods["format"])
    return "BBBB" if periods.get("wide") else "B"
