"""Tell me if something happens on my line, at my stop, or to a lift: what is reported now, and each change of it."""

from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.watching_arrivals import tell_if_impossible
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.watching.alert_wish import AlertWish
from stopbell.conversation.watching.alerts import MOST_ALERTS, MOST_TOLD, AlertWatch
from stopbell_server.contract.alerts import AlertsData
from stopbell_server.contract.routes import RouteData
from stopbell_server.contract.stops import StopData


async def set_alert_watch(session: Session, intent: Intent) -> Reply:
    """Watch the alerts of the line that is named, else of the stop that is named or in use."""
    if impossible := tell_if_impossible(session):
        return impossible
    route, is_lifts = intent.text("route"), intent.text("topic") == "lift"
    stop = intent.text("station") or intent.text("stop") or find_stop_in_use(session)
    if not route and stop is None:

        async def go_on(later: Session, name: str) -> Reply:
            return await set_alert_watch(later, replace(intent, slots={**intent.slots, "stop": name}))

        return ask_for_stop(session, go_on)
    what = "route" if route and not is_lifts else "stop"
    asked = route if what == "route" else stop
    answer = await session.ask("get_route" if what == "route" else "describe_stop", **{what: asked})
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            slots = {name: value for name, value in intent.slots.items() if name != "station"}
            return await set_alert_watch(later, replace(intent, slots={**slots, what: option.value}))

        return offer_candidates(session, answer, take)
    data = answer.data
    if isinstance(data, RouteData) and data.id:
        return await _begin(session, AlertWish("route", data.id, data.line or asked or ""))
    if isinstance(data, StopData) and data.stop:
        return await _begin(session, AlertWish("stop", data.stop.id, data.stop.name, is_lifts), data)
    return session.reply_with(answer)


async def _begin(session: Session, wish: AlertWish, stop: StopData | None = None) -> Reply:
    """Tell what is reported now, and watch; where no alerts are there to watch, say so."""
    answer = await session.ask("get_alerts", **{wish.what: wish.id}, limit=MOST_ALERTS)
    data = answer.data
    if not isinstance(data, AlertsData) or answer.status.state != "ok":
        return session.reply_with(answer)
    session.watches.add(AlertWatch(wish, data))
    fitting = [one for one in data.alerts if wish.fits(one)]
    more = max(0, len(fitting) - MOST_TOLD) + (0 if wish.is_lifts else data.more)
    shown = data.model_copy(update={"alerts": fitting[:MOST_TOLD], "more": more})
    if wish.is_lifts and stop and stop.inside and stop.inside.lifts:
        told = session.book.lifts(stop)
    elif wish.is_lifts and not fitting:
        told = session.say("inside.no_lifts")
    else:
        told = session.book.alerts(shown)
    promise = session.say("notice.will_tell_lifts" if wish.is_lifts else "notice.will_tell")
    hint = session.hint_once("watch.only_open")
    return session.reply(told, session.book.with_notice(promise, answer.provenance.notice), *hint, kind="watch")
