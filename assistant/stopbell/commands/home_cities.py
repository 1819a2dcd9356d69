"""The cities that a rider can choose from: the feeds of this home, and those of the catalogue."""

import logging
from collections.abc import Sequence

from stopbell.conversation.ports import City
from stopbell_server.app import Clock, Home, LiveWorld, StopbellError

_log = logging.getLogger(__name__)

_MOST = 5
"""More choices than that cannot be kept in mind by ear."""


class HomeCities:
    """Implements `conversation.ports.Cities` over one home and the world that is open over it."""

    def __init__(self, home: Home, clock: Clock, live: LiveWorld) -> None:
        """Take the home and its open world."""
        self._home = home
        self._clock = clock
        self._live = live
        self._sources: dict[str, str] = {}

    def list_loaded(self) -> tuple[City, ...]:
        """List the feeds that questions are answered from now."""
        return tuple(City(name, title) for name, title in self._live.list_titles())

    def find(self, text: str, languages: Sequence[str]) -> tuple[City, ...]:
        """List feeds of the catalogue that can be added without a key, best first."""
        # The catalogue is for a first run only; no other start should wait for it.
        from stopbell_server.app import find_feeds

        offers = find_feeds(self._home, text, languages=languages)
        usable = [offer for offer in offers if offer.is_keyless and offer.is_active][:_MOST]
        self._sources |= {offer.name: offer.source for offer in usable}
        return tuple(City(offer.name, offer.title) for offer in usable)

    async def add(self, city: City) -> bool:
        """Load a feed that `find` gave and open it; tell whether it worked."""
        from stopbell_server.app import FeedSetup, add_feed

        setup = FeedSetup(self._sources[city.name])
        try:
            await add_feed(self._home, city.name, setup, clock=self._clock, tell=_log.info)
        except StopbellError as error:
            _log.warning("%s", error)
            return False
        await self._live.look_again()
        return any(name == city.name for name, _ in self._live.list_titles())
