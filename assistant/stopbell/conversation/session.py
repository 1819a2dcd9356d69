"""What every answer is made with: the server's tools, the words, the profile, and what is remembered."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from stopbell.announcer.ledger import Ledger, Ledgers
from stopbell.answer import Answer
from stopbell.conversation.errors import ProfileError
from stopbell.conversation.memory import Memory, Pending, Place
from stopbell.conversation.model import Model
from stopbell.conversation.ports import Cities, Clock, WatchedTools
from stopbell.conversation.profile import KeptInMemory, Profile, ProfileStore, SavedStop, Verbosity, VoiceMode
from stopbell.conversation.rendering import to_lines
from stopbell.conversation.reply import Control, Reply, ToolCall, to_reply
from stopbell.conversation.watching.lookout import Lookout
from stopbell.conversation.watching.plan import PlanWatch
from stopbell.conversation.watching.watches import MOST, Watches
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.phrases.time_style import TimeStyle
from stopbell_server.phrases.wording import Value

logger = logging.getLogger(__name__)

SETTING_SOURCE = "setting"
MOST_RECENT = 10


class Session:
    """One conversation's state. A turn sets the language; answers use the rest."""

    def __init__(
        self,
        tools: WatchedTools,
        phrasebooks: Phrasebooks,
        profiles: ProfileStore | KeptInMemory,
        clock: Clock,
        *,
        language: str | None = None,
        cities: Cities | None = None,
        stop: str | None = None,
        system_language: str | None = None,
        model: Model | None = None,
    ) -> None:
        """Begin with what is kept; `language` and `stop` overrule the profile's for this conversation."""
        self.tools = tools
        self.model = model
        """What answers questions about transit in its own words; None: all is answered offline."""
        self.phrasebooks = phrasebooks
        self.clock = clock
        self.cities = cities
        self.memory = Memory()
        self.given_stop = stop
        """Name, code or id of the stop that questions are about until the rider names another."""
        self.profile = profiles.load()
        self.calls: list[ToolCall] = []
        """What was asked of the server in this turn."""
        self.chosen_language = language
        """Asked for by flag or environment; beats the profile."""
        self.language = phrasebooks.pick(language, self.profile.language, system_language).language
        """BCP 47 tag of the answers of this turn."""
        self.voice: VoiceMode | None = None
        """Who speaks now, as the face said; None where nobody did."""
        self.is_forgetful = False
        """Whether something could not be kept; the rider is told once."""
        self.watches = Watches(Lookout(tools, phrasebooks, clock, lambda: self.language))
        """What the rider asked to be told of."""
        self.ledgers = Ledgers(clock.now)
        """What was told of it and what was not; faces and their announcers write there."""
        for wish in self.profile.plans[:MOST]:
            self.watches.add(PlanWatch(wish))
        self._profiles = profiles
        if self.profile.place:
            place = self.profile.place
            self.memory.place = Place(place.latitude, place.longitude, place.accuracy_meters, SETTING_SOURCE)

    @property
    def book(self) -> Phrasebook:
        """The words of this turn's language, with times as the rider wants them."""
        return self.phrasebooks.pick(self.language).with_style(self.time_style)

    @property
    def time_style(self) -> TimeStyle:
        """How the rider wants times told."""
        return TimeStyle(self.profile.times, self.profile.has_half_day_clock)

    @property
    def verbosity(self) -> Verbosity:
        """How much the rider wants to hear."""
        return self.profile.verbosity

    @property
    def ledger(self) -> Ledger:
        """What reached the rider unasked, by the way that the rider listens to now: our voice, else the text."""
        return self.ledgers.voice if self.voice == "self" else self.ledgers.text

    def find_now(self) -> datetime:
        """Give the time of day in the city that was last asked about, else that of this machine."""
        return self.clock.now().astimezone(self.memory.zone)

    def say(self, message_id: str, /, **values: Value) -> Phrase:
        """Fill one message of the catalogs."""
        return self.book.say(message_id, **values)

    async def ask(self, tool: str, /, **arguments: Any) -> Answer:
        """Call a tool in this turn's language; arguments that are None or empty are left out."""
        given = {name: value for name, value in arguments.items() if value not in (None, "")}
        given["language"] = self.language
        answer = await self.tools.call(tool, given)
        self.calls.append(ToolCall(tool, given, answer))
        if self.model is not None:
            self.model.learn(tool, given, answer)
        if now := getattr(answer.data, "now", None):
            self.memory.zone = datetime.fromisoformat(now).tzinfo
        if answer.data is not None and answer.provenance.authority:
            self.memory.provenance = answer.provenance
            self.memory.provenance_at = self.clock.monotonic()
        return answer

    def reply(
        self,
        *phrases: Phrase,
        kind: str | None = None,
        choices: Sequence[Line] = (),
        control: Control | None = None,
    ) -> Reply:
        """Give a reply of our own sentences."""
        return to_reply(phrases, self.language, kind=kind, choices=choices, control=control, calls=self.calls)

    def reply_with(
        self,
        answer: Answer,
        *,
        kind: str | None = None,
        choices: Sequence[Line] = (),
        verbosity: Verbosity | None = None,
    ) -> Reply:
        """Give a server's answer, word by word, as a reply; `verbosity` is what was asked of the server."""
        lines = to_lines(self.book, answer, verbosity=verbosity or self.verbosity)
        word = kind or ("answer" if answer.status.state in ("ok", "partial") else answer.status.code or "answer")
        return Reply(lines, word, self.language, tuple(choices), None, tuple(self.calls))

    def wait_for(self, pending: Pending) -> None:
        """Take the next utterance as the answer to a question of ours."""
        self.memory.pending = pending

    def change_profile(self, **changes: Any) -> None:
        """Keep something of the rider's; where it cannot be written it still holds for this conversation."""
        self.profile = self.profile.model_copy(update=changes)
        try:
            self._profiles.save(self.profile)
        except ProfileError as error:
            logger.warning("%s", error)
            self.is_forgetful = True

    def note_stop(self) -> None:
        """Keep the stop in use among those used last, unless the rider does not want that.

        Nothing is kept of whoever never began a conversation: a single question leaves no trace.
        """
        stop, recent = self.memory.stop, self.profile.recent_stops
        is_wanted = self.profile.is_set_up and self.profile.keeps_recent_stops
        if stop is None or not is_wanted or (recent and recent[0].id == stop.id):
            return
        others = [one for one in recent if one.id != stop.id]
        latest = SavedStop(id=stop.id, name=stop.name)
        self.change_profile(recent_stops=(latest, *others)[:MOST_RECENT])

    def forget_rider(self) -> tuple[str, ...]:
        """Erase all that is kept of the rider and all that this conversation remembers; give what was kept.

        Raises:
            ProfileError: something cannot be erased.
        """
        names = self._profiles.erase()
        # Whoever is forgotten is not asked the questions of a first run in the middle of a conversation.
        self.profile = Profile(is_set_up=True)
        self.memory = Memory()
        self.given_stop = None
        self.watches.end(*self.watches.active)
        self.ledgers.forget()
        if self.model is not None:
            self.model.companion.forget()
        return names

    def hint_once(self, name: str, **values: Value) -> tuple[Phrase, ...]:
        """Give a hint the first time, nothing afterwards."""
        if name in self.memory.hints:
            return ()
        self.memory.hints.add(name)
        return (self.say(name, **values),)
