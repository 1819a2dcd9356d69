"""Put a conversation together from what a program has: tools, words, a folder for the rider's things."""

import logging
from dataclasses import dataclass
from pathlib import Path

from stopbell.brains.brain import Brain
from stopbell.brains.companion import Companion
from stopbell.brains.offline.loading import load_offline_brain
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.errors import ProfileError
from stopbell.conversation.model import Model
from stopbell.conversation.ports import Cities, Clock, WatchedTools
from stopbell.conversation.profile import KeptInMemory, Profile, ProfileStore
from stopbell.guard import FactGuard
from stopbell_server.phrases.phrasebooks import Phrasebooks

logger = logging.getLogger(__name__)

PROFILE_FILE = "profile.json"


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation, and what the rider must know first."""

    conversation: Conversation
    notes: tuple[str, ...] = ()
    """Ids of messages to show before anything else."""


def open_conversation(
    tools: WatchedTools,
    phrasebooks: Phrasebooks,
    rider_folder: Path,
    clock: Clock,
    *,
    brain: Brain | None = None,
    language: str | None = None,
    stop: str | None = None,
    cities: Cities | None = None,
    system_language: str | None = None,
    is_visit: bool = False,
    companion: Companion | None = None,
) -> Opened:
    """Open a conversation with the profile in the rider's folder; the offline brain answers unless another is given.

    A profile that cannot be read is left as it is and not used, and the rider is told.

    Args:
        language: BCP 47 tag by flag or environment; None follows the profile, else each question.
        stop: what questions are about at first; None is the home stop.
        system_language: BCP 47 tag or locale of the machine, for the first words to a rider who has chosen none.
        cities: the feeds of this home, for the first run; None behind a remote server.
        companion: answers questions about transit in its own words, each sentence checked; None: all is offline.
        is_visit: True neither reads nor writes a profile and asks nothing at the start, as for a demonstration.
    """
    profiles: ProfileStore | KeptInMemory = KeptInMemory(Profile(is_set_up=True))
    notes: tuple[str, ...] = ()
    if not is_visit:
        store = ProfileStore(rider_folder / PROFILE_FILE)
        try:
            store.load()
            profiles = store
        except ProfileError as error:
            logger.warning("%s", error)
            notes = ("face.profile_broken",)
    conversation = Conversation(
        tools,
        phrasebooks,
        profiles,
        clock,
        brain or load_offline_brain(),
        language=language,
        cities=cities,
        stop=stop,
        system_language=system_language,
        model=Model(companion, FactGuard(phrasebooks, now=clock.now)) if companion else None,
    )
    return Opened(conversation, notes)
