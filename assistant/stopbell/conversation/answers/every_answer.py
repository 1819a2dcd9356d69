"""The table of answers: which intent is answered by what."""

from collections.abc import Awaitable, Callable, Mapping

from stopbell.brains.brain import Intent
from stopbell.conversation.answers import controls, favourites, knowing, remembering, settings, sound
from stopbell.conversation.answers.alighting import set_alight_alert
from stopbell.conversation.answers.announced import answer_announced
from stopbell.conversation.answers.announcing import answer_announcing
from stopbell.conversation.answers.boards import answer_missed
from stopbell.conversation.answers.contacting import answer_contact
from stopbell.conversation.answers.correcting import answer_agreement, answer_correction, answer_option
from stopbell.conversation.answers.disruptions import answer_alerts, answer_lifts
from stopbell.conversation.answers.ending_watches import end_watches, list_watches
from stopbell.conversation.answers.first_last import answer_first_last
from stopbell.conversation.answers.identifying import answer_which_vehicle
from stopbell.conversation.answers.line_stops import answer_line_stops
from stopbell.conversation.answers.nothing_loaded import tell_nothing_loaded
from stopbell.conversation.answers.places import answer_nearest, answer_where, set_place
from stopbell.conversation.answers.prompting import Hear, list_prompts
from stopbell.conversation.answers.refusing import refuse
from stopbell.conversation.answers.riding import answer_ride
from stopbell.conversation.answers.spelling import spell
from stopbell.conversation.answers.stops import answer_info, answer_side
from stopbell.conversation.answers.trips import answer_next_or_trip, answer_plan, answer_walk
from stopbell.conversation.answers.unknown import answer_unknown
from stopbell.conversation.answers.usage import tell_usage
from stopbell.conversation.answers.vehicles import answer_features, answer_location, answer_occupancy
from stopbell.conversation.answers.watching_alerts import set_alert_watch
from stopbell.conversation.answers.watching_arrivals import set_arrival_watch
from stopbell.conversation.answers.watching_plans import set_plan_watch
from stopbell.conversation.known_places import needs_home
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.setup import begin_again

SIMPLE: Mapping[str, Callable[[Session, Intent], Awaitable[Reply]]] = {
    "next_arrivals": answer_next_or_trip,
    "missing_vehicle": answer_missed,
    "vehicle_features": answer_features,
    "vehicle_location": answer_location,
    "occupancy": answer_occupancy,
    "identify_vehicle": answer_which_vehicle,
    "first_last_service": answer_first_last,
    "route_stops": answer_line_stops,
    "contact_staff": answer_contact,
    "nearest_stop": answer_nearest,
    "where_am_i": answer_where,
    "stop_side": answer_side,
    "stop_info": answer_info,
    "set_stop": set_place,
    "plan_trip": answer_plan,
    "practise_trip": answer_plan,
    "walk_to_stop": answer_walk,
    "set_arrival_watch": set_arrival_watch,
    "set_alight_alert": set_alight_alert,
    "set_plan_watch": set_plan_watch,
    "set_alert_watch": set_alert_watch,
    "auto_announce": answer_announcing,
    "journey_status": answer_ride,
    "cancel_alert": end_watches,
    "list_watches": list_watches,
    "service_alerts": answer_alerts,
    "elevator_status": answer_lifts,
    "data_freshness": knowing.tell_freshness,
    "current_time": knowing.tell_time,
    "help": knowing.tell_help,
    "set_language": settings.set_language,
    "verbosity": settings.set_verbosity,
    "set_voice": settings.set_voice,
    "speech_rate": sound.set_rate,
    "volume": sound.set_volume,
    "time_format": sound.set_times,
    "set_access": settings.set_access,
    "set_walking": remembering.set_walking,
    "save_favourite": favourites.save_favourite,
    "list_favourites": favourites.list_favourites,
    "remove_favourite": favourites.remove_favourite,
    "recent_stops": remembering.set_recent_stops,
    "forget_me": remembering.forget_me,
    "spell": spell,
    "announced": answer_announced,
    "thanks": controls.take_thanks,
    "usage": tell_usage,
    "set_up": begin_again,
    "stop_speaking": controls.silence,
    "pause_resume": controls.pause,
    "repeat": controls.repeat,
    "more": controls.more,
    "back": controls.back,
    "cancel": controls.cancel,
    "skip": controls.skip,
    "quit": controls.leave,
    "affirm": answer_agreement,
    "deny": answer_correction,
    "select_option": answer_option,
    "out_of_scope": refuse,
}


async def answer(session: Session, intent: Intent, heard: str, hear: Hear) -> Reply:
    """Answer one intent; `heard` is what was said, `hear` answers the request that a prompt makes."""
    if intent.name == "prompts":
        return await list_prompts(session, intent, hear)
    if nothing := await tell_nothing_loaded(session, intent):
        return nothing
    if needs_home(session, intent):
        return session.reply(session.say("talk.home_unknown"), kind="note")
    if intent.name not in SIMPLE:
        return await answer_unknown(session, intent, heard)
    return await SIMPLE[intent.name](session, intent)
