"""What every tool works with: the world at one instant, and the words of one language."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from stopbell_server.contract.from_feeds import FeedSource
from stopbell_server.contract.naming import Naming
from stopbell_server.desk.known_stops import KnownStops
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.world import FeedView, World, WorldSource

_NOWHERE = World((), datetime.fromtimestamp(0, UTC))


@dataclass(frozen=True, slots=True)
class Question:
    """One call of a tool: asked of one world, answered in one language."""

    world: World
    book: Phrasebook
    known_stops: KnownStops

    def get_view(self, authority: str) -> FeedView:
        """Give a feed that the world itself named.

        Raises:
            LookupError: no such feed; a name from outside is looked up with `World.find_feed`.
        """
        view = self.world.find_feed(authority)
        if view is None:
            raise LookupError(f"no feed {authority!r} in this world")
        return view

    def get_naming(self, authority: str) -> Naming:
        """Give the names of one feed in the answer's language."""
        store = self.get_view(authority).store
        calls = self.known_stops.recall(self.world).calls
        return Naming(store, self.book.language, store.info.language, self.speak, calls)

    def name_feed(self, authority: str) -> str:
        """Give what a rider may be told as the source: the operator's name, else the publisher's."""
        return to_clean_text(self.world.name_feed(authority))

    def speak(self, name: str, language: str | None = None) -> str:
        """Give a name as a voice should say it; `language` is the name's own, where known."""
        return self.book.name(name, language).spoken

    def list_sources(self, authorities: Iterable[str]) -> list[FeedSource]:
        """List the feeds that take part in an answer, each once, in the world's order."""
        wanted = set(authorities)
        return [
            FeedSource(view.store.info, self.world.live_state(view.store.info.authority), view.notice)
            for view in self.world.feeds
            if view.store.info.authority in wanted
        ]

    def list_all_sources(self) -> list[FeedSource]:
        """List all feeds, for answers that belong to none of them."""
        return self.list_sources(view.store.info.authority for view in self.world.feeds)


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions come in: the source of worlds, the words, and the server's own language."""

    source: WorldSource
    phrasebooks: Phrasebooks
    language: str | None = None
    """BCP 47 tag; None leaves it to the phrasebooks' default."""
    known_stops: KnownStops = field(default_factory=KnownStops)

    def open(self, *languages: str | None) -> Question:
        """Take the current world once, and the first of the languages that we speak."""
        return Question(self.source.current(), self.phrasebooks.pick(*languages, self.language), self.known_stops)

    def open_nowhere(self, *languages: str | None) -> Question:
        """Take the words alone, for telling that even the world could not be had."""
        return Question(_NOWHERE, self.phrasebooks.pick(*languages, self.language), KnownStops())
