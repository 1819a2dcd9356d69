"""Tell me if my tram is cancelled: a line at a stop, in a part of the day, kept over restarts."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_board import WIRE_MODES
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.halves import settle_time
from stopbell.conversation.answers.watching_arrivals import tell_if_impossible
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import Option
from stopbell.conversation.profile import PlanWish, SavedStop
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.watching.plan import PlanWatch, find_window, name_plan
from stopbell_server.contract.arrivals import BoardData

DAY = ("00:00", "23:59")
PARTS = {"morning": ("05:00", "10:00"), "tonight": ("17:00", "23:59")}
"""What riders' words for a part of the day come to."""
AROUND = timedelta(minutes=15)
"""A vehicle that is named by its time is looked for so much around it."""
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


async def set_plan_watch(session: Session, intent: Intent) -> Reply:
    """Watch for cancellations of the rider's usual vehicles."""
    if impossible := tell_if_impossible(session):
        return impossible
    stop = intent.text("stop") or find_stop_in_use(session)
    if stop is None:

        async def go_on(later: Session, name: str) -> Reply:
            return await set_plan_watch(later, replace(intent, slots={**intent.slots, "stop": name}))

        return ask_for_stop(session, go_on)
    route = intent.text("route") or ""
    mode = WIRE_MODES.get(intent.text("mode") or "", intent.text("mode") or "")
    answer = await session.ask("get_arrivals", stop=stop, route=route, mode=mode, limit=1, within_minutes=1440)
    if answer.status.candidates and answer.status.state == "ambiguous":
        part = "route" if answer.status.code == "ambiguous-route" else "stop"

        async def take(later: Session, option: Option) -> Reply:
            return await set_plan_watch(later, replace(intent, slots={**intent.slots, part: option.value}))

        return offer_candidates(session, answer, take)
    data = answer.data
    if not isinstance(data, BoardData) or data.stop is None or answer.status.state not in ("ok", "partial"):
        return session.reply_with(answer)
    line = data.route_filter[0] if route and data.route_filter else route
    now = datetime.fromisoformat(data.now) if data.now else session.find_now()
    wish = _to_wish(now, intent, SavedStop(id=data.stop.id, name=data.stop.name), line, mode)
    return _keep(session, wish, now)


def _to_wish(now: datetime, intent: Intent, stop: SavedStop, route: str, mode: str) -> PlanWish:
    when, clock = intent.text("when") or "", settle_time(intent, now)
    begins, ends = PARTS.get(when, DAY)
    if clock:
        at = datetime.strptime(clock, "%H:%M")  # noqa: DTZ007  # a time of day
        begins, ends = f"{max(at - AROUND, at.replace(hour=0, minute=0)):%H:%M}", f"{at + AROUND:%H:%M}"
        ends = ends if ends > begins else DAY[1]
    days: Literal["daily", "weekdays", "weekend", "once"] = "daily"
    day: str | None = None
    if when in ("weekdays", "weekend"):
        days = "weekdays" if when == "weekdays" else "weekend"
    elif when in ("today", "tonight", "tomorrow"):
        days, day = "once", (now.date() + timedelta(days=when == "tomorrow")).isoformat()
    elif when in _WEEKDAYS:
        ahead = (_WEEKDAYS.index(when) - now.weekday()) % 7
        days, day = "once", (now.date() + timedelta(days=ahead)).isoformat()
    return PlanWish(stop=stop, route=route, mode=mode, days=days, day=day, begins=begins, ends=ends)


def _keep(session: Session, wish: PlanWish, now: datetime) -> Reply:
    book = session.book
    window = find_window(wish, now)
    if window is None:
        return session.reply(session.say("plan.over"), kind="note")
    kept = (one for one in session.profile.plans if one != wish and find_window(one, now) is not None)
    session.change_profile(plans=(*kept, wish))
    session.watches.add(PlanWatch(wish))
    what = name_plan(book, wish)
    told = (
        session.say("plan.set_once", what=what, date=book.date(window[0].date()))
        if wish.days == "once"
        else session.say(f"plan.set_{wish.days}", what=what)
    )
    return session.reply(told, session.say("plan.only_open"), kind="watch")
