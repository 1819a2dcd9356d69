"""Numbered choices: offering them, and hearing which one is meant."""

from collections.abc import Awaitable, Callable, Sequence

from anyascii import anyascii
from rapidfuzz import fuzz

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.memory import Choosing, Option, Skip
from stopbell.conversation.rendering import MOST_SPOKEN
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Line, Phrase, from_lines

NAMED = 85
"""From this likeness on (0 to 100), a part of a choice's name is taken for it."""
CLEARLY_AHEAD = 5
SHORTEST_NAME = 3

Take = Callable[[Session, Option], Awaitable[Reply]]


def to_options(answer: Answer) -> tuple[Option, ...]:
    """Give an answer's candidates as choices, in its order."""
    return tuple(Option(Line(one.label, one.spoken), one.id) for one in answer.status.candidates)


def offer_candidates(session: Session, answer: Answer, take: Take) -> Reply:
    """Give an answer that is a question back, and wait for the choice; three at a time.

    What the rider has used lately comes first and is called so.
    """
    options = to_options(answer)
    if recent := list_recent(session, options):
        return _offer_recent_first(session, answer, options, recent, take)
    session.wait_for(Choosing(options[:MOST_SPOKEN], take, options[MOST_SPOKEN:]))
    reply = session.reply_with(answer, kind="choice", choices=[option.label for option in options[:MOST_SPOKEN]])
    return reply.then(session.say("talk.say_more")) if len(options) > MOST_SPOKEN else reply


async def settle_candidates(session: Session, answer: Answer, take: Take) -> Reply:
    """Go on with the one candidate that the rider has used lately and say so; else let the rider choose."""
    options = to_options(answer)
    recent = list_recent(session, options)
    if len(recent) != 1:
        return offer_candidates(session, answer, take)
    (chosen,) = recent
    reply = await take(session, chosen)
    if session.memory.pending is None:
        others = [option for option in options if option is not chosen]
        session.wait_for(Choosing((chosen,), take, others, is_asked=False))
    return reply.after(session.say("talk.recent_taken", stop=chosen.label))


def list_recent(session: Session, options: Sequence[Option]) -> list[Option]:
    """List those of the choices that the rider has saved or used lately."""
    profile = session.profile
    saved = [*profile.recent_stops, *(one.stop for one in profile.favourites)]
    known = {stop.id for stop in (*saved, *([profile.home_stop] if profile.home_stop else []))}
    return [option for option in options if option.value in known]


def _offer_recent_first(
    session: Session, answer: Answer, options: Sequence[Option], recent: Sequence[Option], take: Take
) -> Reply:
    whole = session.reply_with(answer)
    rows = {line.written for line in session.book.candidates(answer.status.candidates[:MOST_SPOKEN]).lines}
    heading = tuple(line for line in whole.lines if line.written not in rows)
    named = [Option(session.say("choice.recent", choice=option.label).lines[0], option.value) for option in recent]
    others = [option for option in options if option not in recent]
    return offer(session, [from_lines(heading, "choice")], (*named, *others), take)


def offer(
    session: Session,
    before: Sequence[Phrase],
    options: Sequence[Option],
    take: Take,
    skip: Skip | None = None,
    *,
    kind: str = "choice",
) -> Reply:
    """Ask the rider to choose one of our own choices; three at a time."""
    shown, rest = options[:MOST_SPOKEN], options[MOST_SPOKEN:]
    session.wait_for(Choosing(shown, take, rest, skip))
    rows = [number_choice(session, number, option) for number, option in enumerate(shown, 1)]
    more = [session.say("talk.more_choices", count=len(rest))] if rest else []
    return session.reply(*before, *rows, *more, kind=kind, choices=[option.label for option in shown])


def number_choice(session: Session, number: int, option: Option) -> Phrase:
    """Give one choice with its number, as a sentence."""
    row = session.say("choice.row", number=number, choice=option.label)
    stop = session.book.full_stop
    return from_lines((Line(_end(row.written, stop), _end(row.spoken, stop)),), "choice")


def _end(text: str, stop: str) -> str:
    return text if text.endswith((stop, ".", "!", "?", "…")) else text + stop


def find_choice(options: Sequence[Option], text: str, intent: Intent) -> Option | None:
    """Give the choice that is meant by number, by name or by a part of it; None when none or several are."""
    number = intent.number("option")
    if intent.name == "select_option" and number is not None:
        return options[number - 1] if 1 <= number <= len(options) else None
    if intent.name == "select_option" and intent.text("option") == "last":
        return options[-1]
    if intent.name == "affirm" and len(options) == 1:
        return options[0]
    said = {value for value in intent.slots.values() if isinstance(value, str)}
    return next((option for option in options if option.value in said), None) or _find_named(options, text)


def _find_named(options: Sequence[Option], text: str) -> Option | None:
    said = fold(text)
    if len(said) < SHORTEST_NAME:
        return None
    ranked = sorted(((_compare(said, option), -place) for place, option in enumerate(options)), reverse=True)
    best, place = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else 0
    return options[-place] if best >= NAMED and best - second >= CLEARLY_AHEAD else None


def is_like_any(options: Sequence[Option], text: str) -> bool:
    """Say whether what was said is a part of some choice's name, so that another name is not meant."""
    return any(_compare(fold(text), option) >= NAMED for option in options)


def _compare(said: str, option: Option) -> float:
    feed, separator, _ = option.value.partition(":")
    if separator and said in (fold(feed), fold(feed.replace("-", " "))):
        return 100.0
    return max(
        fuzz.partial_ratio(said, fold(option.label.written)), fuzz.partial_ratio(said, fold(option.label.spoken))
    )


def fold(text: str) -> str:
    """Give the form in which names are compared: Latin letters, lower case."""
    return anyascii(text).casefold().strip()
