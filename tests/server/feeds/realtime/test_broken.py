"""The published and derived broken feeds behave as their case list expects."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.domain.realtime import StopTimeEvent, Translation
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, decode, receive
from tests.server.feeds.realtime.tiny_store import TinyStore

pytestmark = pytest.mark.corpus

CALTRAIN_TIME = datetime.fromtimestamp(1_699_405_534, UTC)


def read(corpus: Path, name: str, now: datetime, previous: FeedSnapshot | None = None) -> FeedSnapshot:
    payload = (corpus / name).read_bytes()
    return build_snapshot([receive(payload, "live", now)], TinyStore({}), previous)


@pytest.mark.parametrize("name", ["r01-zero-bytes.pb", "r03-not-protobuf.pb", "r19-trailing-garbage.pb"])
def test_unusable_bytes_keep_the_last_good_data_and_its_age(corpus: Path, name: str) -> None:
    with pytest.raises(RealtimeRefused):
        decode((corpus / "broken" / name).read_bytes())
    good = read(corpus, "pair-caltrain-2023-11-08/ct-trip-updates.pb", CALTRAIN_TIME)
    after = read(corpus, f"broken/{name}", CALTRAIN_TIME + timedelta(minutes=5), good)
    assert len(after.list_all_updates()) == 19
    assert after.updates_time == CALTRAIN_TIME
    assert after.health.sources[0].failure is not None


def test_a_feed_cut_off_between_entities_is_noticed(corpus: Path) -> None:
    now = datetime.fromtimestamp(1_762_463_054, UTC)
    whole = read(corpus, "pair-halifax-2025-11-06/TripUpdates.pb", now)
    cut = read(corpus, "broken/r05-truncated-on-entity-border.pb", now + timedelta(seconds=30), whole)
    assert cut.health.problems["sudden-drop"] == 1
    assert cut.health.sources[0].failure is not None
    assert "from 511 to 3" in cut.health.sources[0].failure
    assert len(cut.list_all_updates()) == 511


@pytest.mark.parametrize("name", ["r07-gzip.pb", "r09-json-camel.pb"])
def test_packed_and_json_feeds_say_the_same_as_the_plain_one(corpus: Path, name: str) -> None:
    plain = read(corpus, "pair-caltrain-2023-11-08/ct-trip-updates.pb", CALTRAIN_TIME)
    other = read(corpus, f"broken/{name}", CALTRAIN_TIME)
    assert other.list_all_updates() == plain.list_all_updates()
    assert other.updates_time == plain.updates_time


def test_without_a_header_time_the_fetch_time_counts(corpus: Path) -> None:
    snapshot = read(corpus, "broken/r11-header-ts-zero-real.pb", CALTRAIN_TIME)
    assert (snapshot.updates_time, len(snapshot.list_all_updates())) == (CALTRAIN_TIME, 182)


def test_departures_in_milliseconds_become_what_they_mean(corpus: Path) -> None:
    plain = read(corpus, "pair-caltrain-2023-11-08/ct-trip-updates.pb", CALTRAIN_TIME)
    broken = read(corpus, "broken/r13-milliseconds-departure-only.pb", CALTRAIN_TIME)
    assert broken.list_all_updates() == plain.list_all_updates()


def test_a_stale_feed_keeps_its_own_age(corpus: Path) -> None:
    snapshot = read(corpus, "broken/r15-stale-1-day.pb", CALTRAIN_TIME)
    assert snapshot.updates_time == CALTRAIN_TIME - timedelta(days=1)


def test_a_delay_of_a_day_does_not_widen_the_board(corpus: Path) -> None:
    payload = (corpus / "broken" / "r17-delay-plus-24h.pb").read_bytes()
    trips = {update.trip.trip_id: "15:37 70232" for update in decode(payload).updates}
    store = TinyStore(trips, zone="America/Los_Angeles")
    snapshot = build_snapshot([receive(payload, "live", CALTRAIN_TIME)], store)
    assert snapshot.largest_delay_s < 12 * 3600
    assert snapshot.health.problems["implausible-delays"] > 0


def test_updates_are_sorted(corpus: Path) -> None:
    (told,) = read(corpus, "broken/r21-unsorted-updates.pb", CALTRAIN_TIME).list_all_updates()
    sequences = [stop.sequence or 0 for stop in told.updates]
    assert sequences == sorted(sequences)
    assert len(sequences) > 1


def test_a_loop_without_sequences_keeps_its_order(corpus: Path) -> None:
    (told,) = read(corpus, "broken/r23-repeated-stop-no-sequence.pb", CALTRAIN_TIME).list_all_updates()
    stops = [stop.stop for stop in told.updates]
    assert len(set(stops)) < len(stops)
    assert all(isinstance(stop.arrival or stop.departure, StopTimeEvent) for stop in told.updates)


def test_deleted_entities_are_ignored(corpus: Path) -> None:
    snapshot = read(corpus, "broken/r25-is-deleted.pb", CALTRAIN_TIME)
    assert len(snapshot.list_all_updates()) == 14
    assert snapshot.health.problems == {"deleted-entities": 5}


def test_an_alert_keeps_its_languages_and_never_its_markup(corpus: Path) -> None:
    (alert,) = read(corpus, "broken/r27-alert-not-yet-active-multilang.pb", CALTRAIN_TIME).alerts
    assert {translation.language for translation in alert.header} == {"uk", "en", None}
    assert all(isinstance(t, Translation) and "<" not in t.text for t in alert.header)
    (start, _end), *_rest = alert.periods
    assert start is not None
    assert start > CALTRAIN_TIME
