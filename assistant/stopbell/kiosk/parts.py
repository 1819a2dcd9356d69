"""What a rider's session is made with; one set for the life of a kiosk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stopbell.conversation.ports import Clock, WatchedTools
from stopbell.conversation.profile import Profile
from stopbell.kiosk.boards import Boards
from stopbell.kiosk.condition import Condition
from stopbell.kiosk.directions import Point
from stopbell.kiosk.messages import list_messages
from stopbell.kiosk.provisioning import Message, Provisioning
from stopbell.kiosk.voice import KioskVoice
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrasebooks import Phrasebooks


@dataclass(frozen=True, slots=True)
class Parts:
    """The kiosk's own things, none of which belongs to a rider."""

    provisioning: Provisioning
    tools: WatchedTools
    books: Phrasebooks
    clock: Clock
    voice: KioskVoice
    boards: Boards
    find_condition: Callable[[], Condition]

    @property
    def stops(self) -> Mapping[str, StopSummary]:
        """What is known of the kiosk's stops, by the provisioning's name."""
        return self.boards.portraits

    def find_stop(self) -> str:
        """Give the kiosk's own stop: by its id once it was found, else as the provisioning names it."""
        first = self.provisioning.stops[0]
        return self.stops[first].id if first in self.stops else first

    def find_here(self) -> Point | None:
        """Give where the kiosk stands; None while nobody knows."""
        place = self.provisioning.place
        if place.latitude is not None and place.longitude is not None:
            return Point(place.latitude, place.longitude)
        own = self.stops.get(self.provisioning.stops[0])
        return Point(own.lat, own.lng) if own and own.lat is not None and own.lng is not None else None

    def list_messages(self, stop: str | None) -> tuple[Message, ...]:
        """List the operator's messages that hold now for a stop; with a wrong clock only those without an end."""
        now = self.clock.now() if self.find_condition().can_tell_times else None
        return list_messages(self.provisioning.messages, now, stop)

    def make_profile(self) -> Profile:
        """Make what every session begins with: the operator's rate and volume, nothing of any rider's."""
        speech = self.provisioning.speech
        local = self.clock.now().astimezone()
        return Profile(
            is_set_up=True,
            language=self.provisioning.languages[0],
            voice="self",
            verbosity=self.provisioning.verbosity,
            rate_wpm=speech.rate_wpm,
            volume=speech.find_volume(local.time()),
            keeps_recent_stops=False,
        )
