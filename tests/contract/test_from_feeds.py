"""Provenance on the wire."""

from dataclasses import replace

import pytest

from stopbell_server.contract.from_feeds import FeedSource, choose_notice, merge_provenance, to_provenance
from stopbell_server.domain.calls import LiveState
from stopbell_server.domain.certainty import FeedState
from stopbell_server.domain.ids import Authority
from tests.contract.facts import FEED, LIVE, NOW


def test_a_live_answer_says_where_it_comes_from_and_how_old_it_is() -> None:
    provenance = to_provenance(FeedSource(replace(FEED, attribution="© Lviv"), LIVE, {}), "en", observed=NOW)
    assert provenance.to_wire() == {
        "authority": "lviv",
        "feedVersion": "abc",
        "standard": "GTFS+GTFS-Realtime",
        "sourceTime": "2026-11-30T10:00:00+02:00",
        "observedTime": "2026-11-30T10:00:00+02:00",
        "retrievedTime": "2026-11-30T10:00:00+02:00",
        "ageSeconds": 12,
        "stale": False,
        "liveState": "live",
        "profile": "stopbell/1.0",
        "attribution": "© Lviv",
    }


@pytest.mark.parametrize(
    ("state", "standard", "stale"),
    [
        (FeedState.LIVE, "GTFS+GTFS-Realtime", False),
        (FeedState.AGEING, "GTFS+GTFS-Realtime", False),
        (FeedState.LOST, "GTFS+GTFS-Realtime", True),
        (FeedState.ABSENT, "GTFS", False),
        (FeedState.NOT_YET, "GTFS", False),
        (FeedState.UNMATCHED, "GTFS+GTFS-Realtime", False),
        (FeedState.FROZEN, "GTFS+GTFS-Realtime", True),
        (FeedState.FUTURE, "GTFS", False),
    ],
)
def test_each_live_state_says_whether_live_data_took_part(state: FeedState, standard: str, stale: bool) -> None:
    provenance = to_provenance(FeedSource(FEED, LiveState(state), {}), "en")
    assert (provenance.standard, provenance.stale, provenance.live_state) == (standard, stale, state.value)


def test_an_unbelievable_clock_gives_no_age() -> None:
    assert to_provenance(FeedSource(FEED, replace(LIVE, clock_ok=False), {}), "en").age_seconds is None


def test_the_notice_speaks_the_answers_language() -> None:
    notice = {"en": "Demonstration.", "uk": "Демонстрація."}
    assert [choose_notice(notice, tag) for tag in ("uk-UA", "en", "de")] == [
        "Демонстрація.",
        "Demonstration.",
        "Demonstration.",
    ]
    assert choose_notice({}, "en") is None


def test_several_feeds_have_no_single_authority_and_the_worst_state() -> None:
    one = FeedSource(FEED, LIVE, {"en": "One."})
    lost = replace(LIVE, state=FeedState.LOST, age_s=900)
    two = FeedSource(replace(FEED, authority=Authority("kyiv")), lost, {"en": "Two."})
    merged = merge_provenance([one, two], "en")
    assert (merged.authority, merged.live_state, merged.stale, merged.age_seconds) == (None, "lost", True, 900)
    assert merged.notice == "One. Two."


def test_one_feed_merges_to_itself_and_none_to_nothing() -> None:
    one = FeedSource(FEED, LIVE, {})
    assert merge_provenance([one], "en") == to_provenance(one, "en")
    assert merge_provenance([], "en").to_wire() == {
        "standard": "GTFS",
        "stale": False,
        "liveState": "absent",
        "profile": "stopbell/1.0",
    }
