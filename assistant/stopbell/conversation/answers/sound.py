"""How our own voice sounds: its speed and volume. A screen reader's are its own keys' business."""

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.knowing import find_now
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.speech.settings import FASTEST_WPM, SLOWEST_WPM, USUAL_WPM

RATE_STEP = 1.2
LOUDEST, SOFTEST_STEP, VOLUME_STEP = 100, 10, 20
"""By steps nobody makes the voice inaudible; whoever wants that says 0, or stop."""


async def set_rate(session: Session, intent: Intent) -> Reply:
    """Speak slower or faster from this answer on; the answer says how fast."""
    if session.voice == "reader":
        return session.reply(session.say("talk.reader_sounds"), kind="note")
    now = session.profile.rate_wpm or USUAL_WPM
    wanted = intent.number("value") or _step_rate(now, intent.text("change"))
    if not SLOWEST_WPM <= wanted <= FASTEST_WPM:
        return session.reply(session.say("talk.rate_range", slowest=SLOWEST_WPM, fastest=FASTEST_WPM), kind="note")
    session.change_profile(rate_wpm=wanted)
    return session.reply(session.say("talk.rate_set", count=wanted), kind="note")


def _step_rate(now: int, change: str | None) -> int:
    """Give the next rate in steps of five; the ends of the range where it would go beyond."""
    match change:
        case "faster":
            return min(FASTEST_WPM, round(now * RATE_STEP / 5) * 5)
        case "slower":
            return max(SLOWEST_WPM, round(now / RATE_STEP / 5) * 5)
        case "normal":
            return USUAL_WPM
        case _:
            return now


async def set_volume(session: Session, intent: Intent) -> Reply:
    """Speak louder or quieter from this answer on; the answer says how loud."""
    if session.voice == "reader":
        return session.reply(session.say("talk.reader_sounds"), kind="note")
    now = LOUDEST if session.profile.volume is None else session.profile.volume
    value = intent.number("value")
    wanted = _step_volume(now, intent.text("change")) if value is None else value
    if not 0 <= wanted <= LOUDEST:
        return session.reply(session.say("talk.volume_range", loudest=LOUDEST), kind="note")
    session.change_profile(volume=wanted)
    return session.reply(session.say("talk.volume_set", volume=wanted, loudest=LOUDEST), kind="note")


def _step_volume(now: int, change: str | None) -> int:
    if change == "up":
        return min(LOUDEST, now + VOLUME_STEP)
    return max(SOFTEST_STEP, now - VOLUME_STEP) if change == "down" else now


async def set_times(session: Session, intent: Intent) -> Reply:
    """Tell times by the clock, in minutes, or as it fits; and hours up to twelve or to twenty-four."""
    match intent.text("option"):
        case "absolute":
            session.change_profile(times="clock")
            return session.reply(session.say("talk.times_clock"), kind="note")
        case "relative":
            session.change_profile(times="minutes")
            return session.reply(session.say("talk.times_minutes"), kind="note")
        case "12h" | "24h" as hours:
            session.change_profile(has_half_day_clock=hours == "12h")
            clock = session.book.clock(await find_now(session))
            return session.reply(session.say(f"talk.hours_{hours[:2]}", clock=clock), kind="note")
        case _:
            session.change_profile(times="automatic")
            return session.reply(session.say("talk.times_automatic"), kind="note")
