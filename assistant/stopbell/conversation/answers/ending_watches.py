"""What is watched, and ending it: one, several, or all."""

from collections.abc import Sequence

from stopbell.brains.brain import Intent
from stopbell.conversation.choosing import fold, offer
from stopbell.conversation.memory import Option
from stopbell.conversation.practising.rehearsal import Rehearsal
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.watching.plan import PlanWatch
from stopbell.conversation.watching.watch import Watch
from stopbell_server.phrases.phrase import Line

_ALL = "all"
_PRACTICE = "practice"


async def list_watches(session: Session, intent: Intent) -> Reply:
    """Tell what is watched, one a line."""
    del intent
    watches = session.watches.active
    if not watches:
        return session.reply(session.say("watch.none"), kind="note")
    return session.reply(*(session.say("watch.one", what=watch.name(session.book)) for watch in watches), kind="answer")


async def end_watches(session: Session, intent: Intent) -> Reply:
    """End what is meant; where several could be, ask which."""
    watches = session.watches.active
    if not watches:
        none = "talk.nothing_to_cancel" if intent.text("which") == _PRACTICE else "watch.none"
        return session.reply(session.say(none), kind="note")
    if intent.text("which") == _ALL:
        return _end(session, watches)
    if intent.text("which") == _PRACTICE:
        practised = [watch for watch in watches if isinstance(watch, Rehearsal)]
        return (
            _end(session, practised) if practised else session.reply(session.say("talk.nothing_to_cancel"), kind="note")
        )
    meant = _find_meant(session, intent, watches)
    if len(meant) == 1:
        return _end(session, meant)
    options = [Option(watch.name(session.book), watch.subject) for watch in meant]
    everything = session.say("watch.all")
    options.append(Option(Line(everything.written, everything.spoken), _ALL))

    async def take(later: Session, option: Option) -> Reply:
        chosen = [one for one in later.watches.active if option.value in (_ALL, one.subject)]
        return _end(later, chosen)

    return offer(session, [session.say("watch.which")], options, take)


def _find_meant(session: Session, intent: Intent, watches: Sequence[Watch]) -> Sequence[Watch]:
    """Give the watches whose name has what was said in it; all where nothing was, or none has."""
    said = [fold(text) for slot in ("route", "stop") if (text := intent.text(slot))]
    names = {watch.subject: fold(watch.name(session.book).written) for watch in watches}
    meant = [watch for watch in watches if said and all(text in names[watch.subject] for text in said)]
    return meant or watches


def _end(session: Session, watches: Sequence[Watch]) -> Reply:
    session.watches.end(*watches)
    ended = [watch.wish for watch in watches if isinstance(watch, PlanWatch)]
    if ended:
        session.change_profile(plans=tuple(one for one in session.profile.plans if one not in ended))
    told = [session.say("watch.ended", what=watch.name(session.book)) for watch in watches]
    return session.reply(*told, kind="note")
