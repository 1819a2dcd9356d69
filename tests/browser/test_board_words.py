"""The board says of any call what the server's own sentences say of it, in each language."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.times import to_minutes
from stopbell_server.phrases.calls import take_apart
from stopbell_server.phrases.telling import Telling, Verbosity, find_scheduled, find_time
from stopbell_server.phrases.times import tell_certainty, tell_clock, tell_minutes, tell_time
from stopbell_server.phrases.wording import Wording
from tests.asking import load_phrasebooks
from tests.browser.stage import Stage
from tests.server.phrases.facts import NOW
from tests.server.phrases.test_any_call import calls

_NOW = datetime.fromisoformat(NOW)
_LIVE = ("live", "ageing")
_NEAR = (timedelta(hours=-5), timedelta(hours=24))
"""Boards look no further."""


def to_true(call: MonitoredCall, *, is_arrivals: bool) -> MonitoredCall:
    """Give a call as the server makes them: its minutes follow from its time, and live ones have a time."""
    telling = {"is_arrivals": is_arrivals}
    timed = find_scheduled(call, **telling) if call.certainty == "timetable" else find_time(call, **telling)[0]
    assume(call.certainty not in _LIVE or timed is not None)
    for end in ("arrival", "departure"):
        for kind in ("scheduled", "expected", "observed"):
            text = getattr(call, f"{kind}_{end}")
            assume(text is None or _NEAR[0] < datetime.fromisoformat(text) - _NOW < _NEAR[1])
    return call.model_copy(update={"minutes": to_minutes(timed, _NOW)})


def to_row(words: Wording, call: MonitoredCall, *, is_arrivals: bool) -> tuple[str, str, str]:
    """Give heading, time and facts as the server words them, at the length that suits a row."""
    plain = Telling(Verbosity.NORMAL, _NOW, is_arrivals)
    rich = Telling(Verbosity.RICH, _NOW, is_arrivals)
    parts = take_apart(words, call, plain)
    heading = words.line(parts.frame, call=parts.subject, **dict(parts.frame_values)) if parts.frame else parts.subject
    facts = words.chain(take_apart(words, call, rich).qualifiers)
    if call.status in ("cancelled", "skipped", "replaced"):
        return _in_order(heading.written), _in_order(parts.time.written), ""
    instant, is_observed = find_time(call, is_arrivals=is_arrivals)
    is_counted = call.certainty in _LIVE and call.minutes in range(1, 61) and not is_observed
    if is_counted and instant is not None and call.minutes is not None:
        clock = tell_clock(words, instant, _NOW)
        coming = words.line("time.minutes_clock", minutes=tell_minutes(words, call.minutes), clock=clock)
        time = words.chain((coming, tell_certainty(words, call, plain)))
    else:
        time = tell_time(words, call, rich if call.certainty == "timetable" else plain)
    return _in_order(heading.written), _in_order(time.written), _in_order(facts.written)


def _in_order(text: str) -> str:
    """Give a text without the marks around names of the other direction: on the page these are elements."""
    return text.translate(dict.fromkeys(map(ord, "\u2068\u2069")))


def show_calls(
    board: Stage, given: list[MonitoredCall], language: str, *, is_arrivals: bool
) -> list[tuple[str, str, str]]:
    """Let the board show calls; give heading, time and facts of each row."""
    rows = [call.model_dump(mode="json", by_alias=True, exclude_none=True) for call in given]
    data: Mapping[str, Any] = {"kind": "arrivals" if is_arrivals else "departures", "now": NOW, "arrivals": rows}
    board.give({}, {"content": [], "structuredContent": {"text": "x", "language": language, "data": data}})
    return [
        tuple(row)
        for row in board.run(
            "[...document.querySelectorAll('#calls > li')].map((row) => ['h3', '.time', '.facts']"
            ".map((part) => row.querySelector(part).textContent))"
        )
    ]


@pytest.fixture(scope="module")
def still(chrome: Any, page: str) -> Any:
    """Give one board for all examples; it is the instant of the facts, and the host asks for nothing."""
    stage = Stage(chrome, start_ms=int(_NOW.timestamp() * 1000))
    stage.load(page, {"hostCapabilities": {}})
    yield stage
    stage.close()


@pytest.mark.parametrize("language", load_phrasebooks().languages)
def test_a_row_says_what_the_servers_sentence_says(still: Stage, language: str) -> None:
    words: Wording = load_phrasebooks().pick(language)._words

    @settings(
        max_examples=150,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(drawn=calls(), is_arrivals=st.booleans())
    def check(drawn: MonitoredCall, is_arrivals: bool) -> None:
        call = to_true(drawn, is_arrivals=is_arrivals)
        assert show_calls(still, [call], language, is_arrivals=is_arrivals) == [
            to_row(words, call, is_arrivals=is_arrivals)
        ]

    check()
