"""Real captures from many cities decode into what their inventory says they hold."""

import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from tests.server.feeds.realtime.tiny_store import TinyStore

pytestmark = pytest.mark.corpus


@dataclass(frozen=True)
class Capture:
    """One realtime file and what the inventory counts in it."""

    path: Path
    counts: dict[str, int]
    joined: tuple[int, int] | None
    """Distinct trip ids that the timetable beside it knows, of how many."""


@pytest.fixture(scope="module")
def captures(corpus: Path) -> list[Capture]:
    with (corpus / "MANIFEST.tsv").open(newline="") as file:
        return list(_read_manifest(corpus, file))


def _read_manifest(corpus: Path, file: io.TextIOBase) -> Iterator[Capture]:
    for row in csv.reader(file, delimiter="\t"):
        told = next((cell for cell in row if re.match(r"(pb|json) v\d", cell)), None)
        if told is None or row[0].startswith("broken"):
            continue
        joined = re.search(r"join_trips=(\d+)/(\d+)", told)
        yield Capture(
            corpus / row[0],
            {name: int(count) for name, count in re.findall(r"([\w.]+)=(\d+)\b", told)},
            (int(joined[1]), int(joined[2])) if joined else None,
        )


def read(capture: Capture) -> FeedSnapshot:
    now = datetime.fromtimestamp(capture.counts["ts"] or 1_567_000_000, UTC)
    return build_snapshot([receive(capture.path.read_bytes(), capture.path.name, now)], TinyStore({}))


def count(snapshot: FeedSnapshot) -> dict[str, int]:
    """Count as the inventory does, by its names."""
    updates, positions = snapshot.list_all_updates(), snapshot.list_all_positions()
    stops = [stop for update in updates for stop in update.updates]
    found = Counter({"TU": len(updates), "VP": len(positions), "AL": len(snapshot.alerts), "STU": len(stops)})
    found.update(f"tripSR.{update.descriptor.relationship.name}" for update in updates)
    found.update(f"stuSR.{stop.relationship.name}" for stop in stops)
    found["ts"] = sum(int(s.header_time.timestamp()) for s in snapshot.health.sources if s.header_time)
    return found


def test_there_are_captures_to_read(captures: list[Capture]) -> None:
    assert len(captures) > 40


def test_every_capture_holds_what_the_inventory_counts(captures: list[Capture]) -> None:
    names = re.compile(r"TU|VP|AL|STU|ts|tripSR\.\w+|stuSR\.\w+")
    wrong: dict[str, object] = {}
    for capture in captures:
        told = {name: number for name, number in capture.counts.items() if names.fullmatch(name) and number}
        found = {name: number for name, number in count(read(capture)).items() if number}
        if found != told:
            wrong[str(capture.path)] = (found, told)
    assert wrong == {}


def test_no_capture_has_a_bad_entity(captures: list[Capture]) -> None:
    assert [capture.path.name for capture in captures if read(capture).health.bad_entities] == []


def test_trips_are_matched_as_the_inventory_joins_them(captures: list[Capture]) -> None:
    wrong: dict[str, object] = {}
    compared = 0
    for capture in captures:
        timetable = next(iter(sorted(capture.path.parent.glob("static*.zip"))), None)
        if capture.joined is None or timetable is None or "TU" not in capture.counts or "VP" in capture.counts:
            continue
        known = _read_trip_ids(timetable)
        trips = {update.descriptor.trip for update in read(capture).list_all_updates() if update.descriptor.trip}
        compared += 1
        if (len(trips & known), len(trips)) != capture.joined:
            wrong[str(capture.path)] = ((len(trips & known), len(trips)), capture.joined)
    assert wrong == {}
    assert compared > 10


def _read_trip_ids(timetable: Path) -> frozenset[str]:
    with zipfile.ZipFile(timetable) as archive, archive.open("trips.txt") as file:
        rows = csv.DictReader(io.TextIOWrapper(file, "utf-8-sig"))
        return frozenset(row["trip_id"].strip() for row in rows)


def test_no_alert_text_keeps_markup(captures: list[Capture]) -> None:
    texts = [
        translation.text
        for capture in captures
        for alert in read(capture).alerts
        for translation in (*alert.header, *alert.description, *alert.spoken_header, *alert.spoken_description)
    ]
    assert len(texts) > 500
    assert [text for text in texts if re.search(r"</?\w+[^<>]*>|&\w+;|[\r\n\t]|  ", text)] == []


def test_a_feed_without_trip_ids_gives_what_matching_needs(corpus: Path) -> None:
    payload = (corpus / "pair-hsl-notripid-2020-02-23" / "TripUpdates.pb").read_bytes()
    snapshot = build_snapshot([receive(payload, "hsl", datetime(2020, 2, 23, 23, 3, tzinfo=UTC))], TinyStore({}))
    told = [update.descriptor for update in snapshot.list_updates_without_trip()]
    assert len(told) == 153
    assert all(d.route and d.direction is not None and d.start_date and d.start_s is not None for d in told)
