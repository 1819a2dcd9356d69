"""The turn loop: words in, one reply out, whatever happens."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from stopbell.announcer.ledger import Ledgers
from stopbell.brains.brain import Brain, Intent, Scene
from stopbell.conversation import setup
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.answers.every_answer import SIMPLE, answer
from stopbell.conversation.answers.nothing_loaded import has_nothing_loaded
from stopbell.conversation.answers.unknown import answer_unknown
from stopbell.conversation.known_places import with_own_places
from stopbell.conversation.memory import Choosing, Pending, Turn
from stopbell.conversation.model import Model, is_for_model
from stopbell.conversation.model_turn import ModelTurn
from stopbell.conversation.open_question import has_words, hear_nothing, leave_question, take_answer
from stopbell.conversation.ports import Cities, Clock, WatchedTools
from stopbell.conversation.profile import KeptInMemory, Profile, ProfileStore, VoiceMode
from stopbell.conversation.reply import Reply, TellEarly
from stopbell.conversation.session import Session
from stopbell.conversation.watching.watches import Watches
from stopbell_server.contract.codes import Code
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.phrases.time_style import TimeStyle

logger = logging.getLogger(__name__)

LONGEST_HEARD = 500
"""Characters of one utterance that are looked at."""
CONTROLS = frozenset(
    {
        "stop_speaking",
        "repeat",
        "announced",
        "help",
        "cancel",
        "back",
        "quit",
        "more",
        "pause_resume",
        "prompts",
        "set_up",
        "usage",
    }
)
"""Intents that work in the middle of any question of ours and leave it open, or close it themselves."""
HINTS = frozenset({"talk.say_more"})
FAIR = 0.6
"""How sure a brain must be of a question in another language; it has weighed the rider's own against it already."""
LASTING = frozenset(
    {
        "save_favourite",
        "remove_favourite",
        "forget_me",
        "time_format",
        "set_access",
        "set_walking",
        "set_voice",
    }
)
"""What stays changed after the answer: never done on a mere guess, which may be of its opposite."""


class Conversation:
    """One rider's conversation; faces give it words and show its replies."""

    def __init__(
        self,
        tools: WatchedTools,
        phrasebooks: Phrasebooks,
        profiles: ProfileStore | KeptInMemory,
        clock: Clock,
        brain: Brain,
        *,
        language: str | None = None,
        cities: Cities | None = None,
        stop: str | None = None,
        system_language: str | None = None,
        model: Model | None = None,
    ) -> None:
        """Begin.

        Args:
            language: BCP 47 tag asked for by flag or environment; None follows the profile, else each question.
            cities: the feeds of this home; None behind a remote server.
            system_language: BCP 47 tag or locale of the machine, for the first words to a rider who has chosen none.
            stop: what questions are about until the rider names a stop; None is the home stop.
            model: answers questions about transit in its own words; None: all is answered offline.

        Raises:
            ProfileError: the profile cannot be read.
        """
        self._session = Session(
            tools,
            phrasebooks,
            profiles,
            clock,
            language=language,
            cities=cities,
            stop=stop,
            system_language=system_language,
            model=model,
        )
        self._brain = brain

    @property
    def profile(self) -> Profile:
        """What is kept of the rider."""
        return self._session.profile

    @property
    def time_style(self) -> TimeStyle:
        """How the rider wants times told."""
        return self._session.time_style

    @property
    def watches(self) -> Watches:
        """What the rider asked to be told of; a face runs them and tells their events."""
        return self._session.watches

    @property
    def ledgers(self) -> Ledgers:
        """What was told unasked and what was not; a face and its announcer write there."""
        return self._session.ledgers

    @property
    def language(self) -> str:
        """BCP 47 tag of the last answer."""
        return self._session.language

    @property
    def history(self) -> tuple[Turn, ...]:
        """The last exchanges, oldest first."""
        return tuple(self._session.memory.history)

    @property
    def asks_model(self) -> bool:
        """Whether answers may come slowly and in parts, so that a rider may want to cut them short."""
        return self._session.model is not None

    @property
    def asked_stop(self) -> str | None:
        """What questions are about now: a stop's scoped id, or the name or code given at the start; None: no stop."""
        return find_stop_in_use(self._session)

    def tell_who_speaks(self, voice: VoiceMode) -> None:
        """Take from the face who speaks now: settings of our voice are none of a screen reader's."""
        self._session.voice = voice

    def skip_hints(self, *others: str) -> None:
        """Give no hints about what can be said next: nobody will say anything; `others` are ids of further hints."""
        self._session.memory.hints |= HINTS | set(others)

    async def begin(self) -> Reply:
        """Greet: with the first question of the set-up where it was never done."""
        session = self._session
        session.calls = []
        if not session.profile.is_set_up:
            reply = await setup.begin(session, asks_language=session.chosen_language is None)
        else:
            home = session.profile.home_stop
            known = session.say("talk.greeting_stop", stop=session.book.name(home.name)) if home else None
            reply = session.reply(known or session.say("talk.greeting"), kind="prompt")
        return self._keep("", reply)

    async def prepare(self) -> None:
        """Do ahead what takes time at the first question; a face runs it beside its greeting."""
        if self._session.model is not None:
            await self._session.model.companion.prepare()

    async def aclose(self) -> None:
        """Let go of connections; nothing can be asked afterwards."""
        if self._session.model is not None:
            await self._session.model.companion.close()

    async def hear(self, text: str, tell: TellEarly | None = None) -> Reply:
        """Answer what was said. Never raises for what is said or for what the server does.

        `tell` takes sentences as soon as they are there; the reply then says how many of its lines they were. Who
        cancels ends the answer at once; what was told until then is remembered as the answer.
        """
        heard = " ".join(text[:LONGEST_HEARD].split())
        session = self._session
        session.calls = []
        try:
            reply = await self._hear(heard, tell)
        except Exception:
            logger.exception("A question could not be answered")
            reply = session.reply(
                session.book.code(Code.INTERNAL), session.book.remedy(Code.INTERNAL), kind=Code.INTERNAL.value
            )
        if session.is_forgetful:
            reply = reply.then(*session.hint_once("talk.not_kept"))
        return self._keep(heard, reply)

    async def _hear(self, heard: str, tell: TellEarly | None) -> Reply:
        session = self._session
        pending = session.memory.pending
        if not heard:
            return await hear_nothing(session, pending)
        intents = self._brain.understand(heard, self._to_scene(pending))
        self._choose_language(intents[0], heard, pending)
        if intents[0].name not in CONTROLS:
            session.memory.further = None
            if pending is not None and (reply := await take_answer(session, pending, heard, intents[0])):
                return reply
        meant = tuple(with_own_places(session, intent, heard) for intent in intents)
        # What the rider calls places stays on this machine; a model would not know it either.
        is_own = meant != tuple(intents)
        if (
            not is_own
            and is_for_model(session.model, intents, session.memory.pending)
            and not has_nothing_loaded(session)
        ):
            if session.memory.pending is not None:
                leave_question(session)
            return await self._answer_by_model(intents, heard, tell)
        return await self._answer_offline(meant, heard)

    async def _answer_offline(self, intents: Sequence[Intent], heard: str) -> Reply:
        return _join([await self._answer_one(intent, heard) for intent in intents])

    async def _answer_by_model(self, intents: Sequence[Intent], heard: str, tell: TellEarly | None) -> Reply:
        """Let the model answer; what it leaves unanswered is answered offline, the same question."""
        turn = ModelTurn(self._session, tell)
        try:
            return await turn.play(heard, lambda: self._answer_offline(intents, heard))
        except asyncio.CancelledError:
            if turn.lines:
                self._keep(heard, turn.to_reply())
            raise

    async def _answer_one(self, intent: Intent, heard: str) -> Reply:
        if intent.name not in CONTROLS and self._session.memory.pending is not None:
            leave_question(self._session)
        if intent.name in LASTING and intent.confidence < FAIR:
            return await answer_unknown(self._session, intent, heard)
        return await answer(self._session, intent, heard, self._hear_prompt)

    async def _hear_prompt(self, session: Session, request: str) -> Reply | None:
        """Answer a prompt's request as if it had been said; None when it is not understood."""
        intents = self._brain.understand(request, replace(self._to_scene(None), language=session.language))
        if intents[0].name == "unknown" or intents[0].name not in SIMPLE:
            return None
        return _join([await answer(session, intent, request, self._hear_prompt) for intent in intents])

    def _choose_language(self, intent: Intent, heard: str, pending: Pending | None) -> None:
        """Answer in the language of the question, else in the rider's own.

        A language asked for by flag or environment beats all. The profile's gives way for one answer to a question
        that is clearly asked in another; one word alone is never clear, and a question of ours stays in its language.
        """
        session = self._session
        own = session.profile.language
        wanted = session.chosen_language or own
        if session.chosen_language is None and intent.name != "unknown":
            if own is None or (pending is None and intent.confidence >= FAIR and has_words(heard)):
                wanted = intent.language
            elif pending is not None:
                wanted = session.language
        session.language = session.phrasebooks.pick(wanted, session.language).language

    def _to_scene(self, pending: Pending | None) -> Scene:
        stop = self._session.memory.stop
        choices = tuple(option.label.written for option in pending.options) if isinstance(pending, Choosing) else ()
        own = self._session.chosen_language or self._session.profile.language
        home = self._session.phrasebooks.pick(own, self._session.language).language if pending is None else None
        return Scene(
            home or self._session.language, choices, tuple(stop.lines) if stop else (), self.watches.is_on_board
        )

    def _keep(self, heard: str, reply: Reply) -> Reply:
        memory, clock = self._session.memory, self._session.clock
        memory.history.append(Turn(clock.now(), heard, reply))
        self._session.note_stop()
        if reply.control is None and reply.lines:
            memory.last, memory.last_at = reply, clock.monotonic()
        return reply


def _join(replies: Sequence[Reply]) -> Reply:
    """Put the replies to several requests made at once into one, which says nothing twice."""
    first, *others = replies
    for other in others:
        first = replace(
            first,
            lines=(*first.lines, *(line for line in other.lines if line not in first.lines)),
            choices=other.choices or first.choices,
            control=other.control or first.control,
            calls=(*first.calls, *(call for call in other.calls if call not in first.calls)),
        )
    return first
