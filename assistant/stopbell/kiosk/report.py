"""How the kiosk is, as a document for whoever asks from afar; nothing in it is of any rider."""

from datetime import datetime
from typing import Any

from stopbell.kiosk.boards import Boards
from stopbell.kiosk.condition import Condition
from stopbell.kiosk.heartbeat import Beat

LATEST_S = 15.0
"""A heartbeat that is older says nothing about now."""


def to_report(
    *,
    condition: Condition,
    beat: Beat | None,
    boards: Boards,
    now: datetime,
    monotonic: float,
    started_at: datetime,
    in_session: bool,
    fault: str | None,
    version: str,
) -> dict[str, Any]:
    """Give the document; keys whose value is not known are null. docs/kiosk.md lists them."""
    is_alive = beat is not None and beat.is_alive and monotonic - beat.at < LATEST_S
    return {
        "state": "failing" if not is_alive else "degraded" if condition.is_degraded or fault else "ok",
        "version": version,
        "now": now.isoformat(timespec="seconds"),
        "startedAt": started_at.isoformat(timespec="seconds"),
        "heartbeat": {
            "secondsAgo": None if beat is None else round(monotonic - beat.at, 1),
            "answered": {} if beat is None else dict(beat.answered),
        },
        "stops": {
            asked: {
                "id": boards.portraits[asked].id if asked in boards.portraits else None,
                "liveState": reading.provenance.live_state if reading else None,
                "ageSeconds": reading.provenance.age_seconds if reading else None,
                "departures": len(reading.data.arrivals) if reading and reading.data else None,
                "problem": reading.text.written if reading and reading.data is None else None,
            }
            for asked in boards.stops
            for reading in (boards.readings.get(asked),)
        },
        "feed": {"answers": condition.has_answer, "hasTimetable": condition.has_timetable},
        "voice": {"trouble": condition.voice_trouble},
        "clock": {"doubt": condition.doubt},
        "network": condition.has_network,
        "provisioning": {"fault": fault},
        "inSession": in_session,
    }
