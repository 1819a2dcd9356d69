"""From the bytes of one realtime source to what they carry."""

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from zlib import crc32

import numpy as np
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.domain.realtime import Alert
from stopbell_server.feeds.realtime.alert_facts import AlertReader
from stopbell_server.feeds.realtime.framing import frame
from stopbell_server.feeds.realtime.json_feed import read_json
from stopbell_server.feeds.realtime.packed import PLACE_BITS, Packed, Piece, to_address
from stopbell_server.feeds.realtime.payload import Form, open_payload
from stopbell_server.feeds.realtime.protobuf_feed import Stretch, Undecoded, read_header, read_stretches
from stopbell_server.feeds.realtime.update_columns import ColumnBuilder, UpdateColumns, read_columns
from stopbell_server.feeds.realtime.values import to_datetime, to_text
from stopbell_server.feeds.realtime.vehicle_columns import VehicleColumnBuilder, VehicleColumns, read_vehicle_columns
from stopbell_server.feeds.realtime.wire import Flags

UPDATES, VEHICLES, ALERTS = "updates", "vehicles", "alerts"
UNKNOWN_KIND = "unknown"


@dataclass(frozen=True, slots=True)
class DecodedFeed:
    """One payload, sorted; trips and vehicles still as messages, converted when somebody asks."""

    header_time: datetime | None
    """None when the header's timestamp is zero, absent or impossible."""
    updates: Packed[gtfs_realtime_pb2.TripUpdate]
    trips: tuple[str, ...]
    """The trip_id of each of the updates; empty where they name none."""
    relationships: bytes
    """The schedule_relationship of each of the updates' trips."""
    columns: UpdateColumns
    """What the updates say of stops and times."""
    assigning: frozenset[int]
    """Places in `updates` where an assigned_stop_id may stand; elsewhere there is none."""
    vehicles: Packed[gtfs_realtime_pb2.VehiclePosition]
    reports: VehicleColumns
    """What the vehicles say of trip, stop and time."""
    alerts: tuple[Alert, ...]
    entity_count: int
    """All entities, the damaged and the deleted ones too."""
    bad_entities: int
    problems: Mapping[str, int]
    checksum: int | None
    """Tells a repeated payload from a new one; only where no header time does."""

    @property
    def kind(self) -> str:
        """What it carries, judged by content, joined by `+`; `unknown` when it carries nothing."""
        found = ((UPDATES, self.updates), (VEHICLES, self.vehicles), (ALERTS, self.alerts))
        return "+".join(name for name, content in found if content) or UNKNOWN_KIND


def decode(payload: bytes) -> DecodedFeed:
    """Decode one payload: protobuf or JSON, gzip or not. Safe for a worker thread; other threads get their turn.

    Raises:
        RealtimeRefused: the bytes are no GTFS-Realtime, are cut off, or send differences only.
    """
    form, content = open_payload(payload)
    sorting = _Sorting()
    if form is Form.JSON:
        read = read_json(content)
        if not read.message.HasField("header"):
            raise RealtimeRefused("the JSON has no feed header; is this the address of a GTFS-Realtime feed?")
        sorting.add_bad(read.bad_entities)
        content = read.message.SerializePartialToString()
    frames = frame(content)
    header = read_header(content, frames)
    for stretch in read_stretches(content, frames):
        sorting.add_stretch(stretch)
    if header.incrementality == gtfs_realtime_pb2.FeedHeader.DIFFERENTIAL:
        raise RealtimeRefused("the feed sends only differences (incrementality DIFFERENTIAL); use its full data set")
    return sorting.finish(header, content)


class _Sorting:
    """Puts entities where they belong and counts what is wrong with them."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._updates = array("q")
        self._trips: list[str] = []
        self._relationships = bytearray()
        self._columns = ColumnBuilder()
        self._assigning: set[int] = set()
        self._vehicles = array("q")
        self._reports = VehicleColumnBuilder()
        self._alerts: list[Alert] = []
        self._count = 0
        self._bad = 0
        self._problems = Counter[str]()
        self._alert_reader = AlertReader(self._problems)

    def add_bad(self, count: int) -> None:
        self._count += count
        self._bad += count

    def add_stretch(self, stretch: Stretch) -> None:
        """Sort entities that were scanned together."""
        rows: list[int] = []
        first_vehicle, piece_firsts = len(self._vehicles), list[int]()
        for first, piece in stretch.list_pieces():
            self._count += len(piece)
            piece_firsts.append(first)
            if isinstance(piece, Undecoded):
                rows += self._add_plain(stretch, first, len(piece))
            else:
                rows += self._add_decoded(piece, stretch.found.is_read[first:], stretch.found.may_assign[first:])
            self._pieces.append(piece)
        self._columns.add(stretch.found.columns, np.where(stretch.found.is_read, rows, -1))
        if len(self._vehicles) > first_vehicle:
            self._add_reports(stretch, piece_firsts, first_vehicle)

    def _add_reports(self, stretch: Stretch, piece_firsts: Sequence[int], first: int) -> None:
        """Take what was scanned of the vehicles; the library reads those that could not be."""
        addresses = np.array(self._vehicles[first:], np.int64)
        pieces, places = addresses >> PLACE_BITS, addresses & ((1 << PLACE_BITS) - 1)
        entities = np.array(piece_firsts, np.int64)[pieces - (len(self._pieces) - len(piece_firsts))] + places
        rows = np.full(len(stretch.starts), -1, np.int64)
        rows[entities] = np.arange(first, len(self._vehicles))
        scanned = stretch.found.vehicles
        is_unread = np.ones(len(entities), np.bool_) if scanned is None else ~scanned.is_read[entities]
        if scanned is not None:
            self._reports.add(scanned.columns, np.where(scanned.is_read, rows, -1))
        if is_unread.any():
            unread = Packed(self._pieces, array("q", addresses[is_unread].tolist()), attrgetter("vehicle"))
            self._reports.add(read_vehicle_columns(unread), rows[entities[is_unread]])

    def _add_plain(self, stretch: Stretch, first: int, count: int) -> Sequence[int]:
        """Take trip updates with nothing beside them as they were scanned; give their rows."""
        found, begin = stretch.found, int(stretch.starts[0])
        here = slice(first, first + count)
        places = (found.id_places[here] + begin).tolist()
        ends = (found.id_places[here] + found.id_lengths[here] + begin).tolist()
        row = len(self._trips)
        content = stretch.content
        self._trips += [content[a:b].decode(errors="replace") for a, b in zip(places, ends, strict=True)]
        self._relationships += found.relationships[here].astype(np.uint8).tobytes()
        address = to_address(len(self._pieces), 0)
        self._updates.extend(range(address, address + count))
        return range(row, row + count)

    def _add_decoded(self, piece: Piece, is_read: Flags, may_assign: Flags) -> list[int]:
        """Sort entities one by one; give the rows of their trip updates, -1 where there is none."""
        address = to_address(len(self._pieces), 0)
        rows: list[int] = []
        unread: dict[int, gtfs_realtime_pb2.TripUpdate] = {}
        for place, entity in enumerate(piece):
            row = -1
            if entity is None:
                self._bad += 1
            elif entity.is_deleted:
                self._problems["deleted-entities"] += 1
            else:
                row = self._add(entity, address + place)
            if row >= 0 and entity is not None and not is_read[place]:
                unread[row] = entity.trip_update
            if row >= 0 and (may_assign[place] or not is_read[place]):
                self._assigning.add(row)
            rows.append(row)
        if unread:
            self._columns.add(read_columns(list(unread.values())), np.array(list(unread)))
        return rows

    def _add(self, entity: gtfs_realtime_pb2.FeedEntity, address: int) -> int:
        row = self._add_update(entity.trip_update, address) if entity.HasField("trip_update") else -1
        is_kept = row >= 0
        if entity.HasField("vehicle"):
            self._vehicles.append(address)
            is_kept = True
        if entity.HasField("alert"):
            entity_id = to_text(entity.id) or f"#{len(self._alerts)}"
            self._alerts.append(self._alert_reader.to_alert(entity_id, entity.alert))
            is_kept = True
        if not is_kept:
            self._note_unused(entity)
        return row

    def _add_update(self, update: gtfs_realtime_pb2.TripUpdate, address: int) -> int:
        """Give its row; -1 for an update without a trip descriptor, which speaks of nothing."""
        descriptor = update.trip
        trip = descriptor.trip_id
        if not trip and not update.HasField("trip"):
            return -1
        self._updates.append(address)
        self._trips.append(trip if type(trip) is str else to_text(trip) or "")
        self._relationships.append(descriptor.schedule_relationship)
        return len(self._trips) - 1

    def _note_unused(self, entity: gtfs_realtime_pb2.FeedEntity) -> None:
        if entity.HasField("shape") or entity.HasField("stop") or entity.HasField("trip_modifications"):
            self._problems["unused-entities"] += 1
        else:
            self._bad += 1

    def finish(self, header: gtfs_realtime_pb2.FeedHeader, content: bytes) -> DecodedFeed:
        if self._bad and self._bad == self._count:
            raise RealtimeRefused(f"none of the feed's {self._count} entities can be understood")
        if not header.HasField("gtfs_realtime_version"):
            self._problems["version-missing"] += 1
        header_time = to_datetime(header.timestamp, self._problems)
        return DecodedFeed(
            header_time=header_time,
            updates=Packed(self._pieces, self._updates, attrgetter("trip_update")),
            trips=tuple(self._trips),
            relationships=bytes(self._relationships),
            columns=self._columns.finish(len(self._trips)),
            assigning=frozenset(self._assigning),
            vehicles=Packed(self._pieces, self._vehicles, attrgetter("vehicle")),
            reports=self._reports.finish(len(self._vehicles)),
            alerts=tuple(self._alerts),
            entity_count=self._count,
            bad_entities=self._bad,
            problems={name: count for name, count in self._problems.items() if count},
            checksum=crc32(content) if header_time is None else None,
        )
