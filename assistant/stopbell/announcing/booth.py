"""One announcement brought to ear and eye: worded at one instant, as loud as the hour allows, shown and said alike."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from stopbell.announcing.announced_stop import READOUT, AnnouncedStop
from stopbell.announcing.announcement import Announcement
from stopbell.announcing.outlets import Outlet
from stopbell.announcing.record import Record, Told
from stopbell.announcing.sound import put_together
from stopbell.announcing.studio import Studio
from stopbell.faces.plain import to_plain
from stopbell.speech.audio import Audio
from stopbell.speech.errors import NoDeviceError, PlaybackError
from stopbell.speech.priority import Priority
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.troubles import Troubles
from stopbell.speech.volume_hours import VolumeHours
from stopbell_server.phrases.phrase import Phrase

logger = logging.getLogger(__name__)

LONGEST_CHARACTERS = 250
LONGEST_READOUT_CHARACTERS = 1200
"""In one language, of one vehicle and of a board. What is longer is a fault of a feed; nobody could listen."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How announcements sound."""

    rate_wpm: int
    hours: VolumeHours
    has_tone: bool


@dataclass(slots=True)
class Tally:
    """What came of the announcements."""

    due: int = 0
    """Announcements that were to be heard: not in quiet hours."""
    heard: int = 0
    """Of those, heard in one language at least."""
    troubles: Troubles = field(default_factory=Troubles)
    """Of playing; those of the voice come from the speech queue."""


class Booth:
    """Tells announcements one at a time."""

    def __init__(self, studio: Studio, outlet: Outlet, record: Record, manner: Manner) -> None:
        """Take who makes the sound, where it is heard, where it is shown, and how it sounds."""
        self._studio = studio
        self._outlet = outlet
        self._record = record
        self._manner = manner
        self._count = 0
        self.tally = Tally()

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell why something could not be played."""
        self.tally.troubles.tell_to(listener)

    async def tell(self, announcement: Announcement, stop: AnnouncedStop) -> None:
        """Word it, show it and say it; nothing if it is no longer true."""
        with stop.hold():
            at = stop.now()
            worded = [(event.language, event.tell()) for event in announcement.in_turn]
        longest = LONGEST_READOUT_CHARACTERS if announcement.kind == READOUT else LONGEST_CHARACTERS
        phrases = [
            (language, phrase) for language, phrase in worded if phrase is not None and _is_sayable(phrase, longest)
        ]
        if not phrases:
            return
        share = self._manner.hours.find(at.timetz().replace(tzinfo=None), Priority.ROUTINE)
        pieces = await self._make_sound(phrases, share) if share else [()] * len(phrases)
        told = [
            Told(language, phrase.written, is_spoken=bool(heard))
            for (language, phrase), heard in zip(phrases, pieces, strict=True)
        ]
        text = self._record.add(at, told)
        self.tally.due += bool(share)
        audio = put_together(pieces, has_tone=self._manner.has_tone, volume=share or 0.0)
        if audio:
            self._count += 1
            await self._play(audio, f"{at:%Y-%m-%dT%H-%M-%S}-{self._count % 10000:04d}", text)

    async def _make_sound(self, phrases: Sequence[tuple[str, Phrase]], share: float) -> list[tuple[Audio, ...]]:
        try:
            await self._outlet.prepare()
        except PlaybackError as error:
            self._fail(error)
            return [()] * len(phrases)
        volume = round(share * 100)
        return [
            await self._studio.speak(to_plain(phrase.spoken), language, rate_wpm=self._manner.rate_wpm, volume=volume)
            for language, phrase in phrases
        ]

    async def _play(self, audio: Sequence[Audio], stem: str, text: str) -> None:
        try:
            await self._outlet.put(audio, stem, text)
        except PlaybackError as error:
            self._fail(error)
            return
        self.tally.heard += 1
        self.tally.troubles.clear(TroubleCode.NO_DEVICE, TroubleCode.DEVICE_LOST)

    def _fail(self, error: PlaybackError) -> None:
        logger.info("announcement: %s", error)
        code = TroubleCode.NO_DEVICE if isinstance(error, NoDeviceError) else TroubleCode.DEVICE_LOST
        self.tally.troubles.report(Trouble(code, detail=str(error)))


def _is_sayable(phrase: Phrase, longest: int) -> bool:
    if not to_plain(phrase.written) or not to_plain(phrase.spoken):
        return False
    length = max(len(phrase.written), len(phrase.spoken))
    if length > longest:
        logger.warning("left out: a sentence of %d characters", length)
    return length <= longest
