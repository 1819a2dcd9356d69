"""What riders hear while no timetable is loaded: that, and the way to add one, whatever they ask about transit."""

from stopbell.brains.brain import Intent
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.codes import Code

ABOUT_TRANSIT = frozenset(
    {
        "next_arrivals",
        "vehicle_features",
        "vehicle_location",
        "occupancy",
        "identify_vehicle",
        "first_last_service",
        "route_stops",
        "contact_staff",
        "save_favourite",
        "nearest_stop",
        "where_am_i",
        "stop_side",
        "stop_info",
        "set_stop",
        "plan_trip",
        "walk_to_stop",
        "service_alerts",
        "elevator_status",
        "data_freshness",
        "set_arrival_watch",
        "set_alight_alert",
        "set_plan_watch",
        "set_alert_watch",
        "journey_status",
    }
)
"""Intents that need a timetable."""


def has_nothing_loaded(session: Session) -> bool:
    """Say whether no feed of this home is open; behind another server nobody here knows."""
    return session.cities is not None and not session.cities.list_loaded()


async def tell_nothing_loaded(session: Session, intent: Intent) -> Reply | None:
    """Give the server's word for it; None where there is a timetable, or where the question needs none.

    Behind another server its own answers say so.
    """
    if intent.name not in ABOUT_TRANSIT or not has_nothing_loaded(session):
        return None
    answer = await session.ask("get_alerts")
    return session.reply_with(answer) if answer.status.code == Code.NO_FEED.value else None
