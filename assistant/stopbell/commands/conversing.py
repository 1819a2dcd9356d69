"""Opening a conversation over the tools of a command."""

from stopbell.commands.opening import Opened
from stopbell.commands.situation import Situation
from stopbell.conversation import opening


def open_for(
    situation: Situation, opened: Opened, *, stop: str | None = None, is_visit: bool = False
) -> opening.Opened:
    """Open a conversation with the rider's profile; `is_visit` leaves the profile alone."""
    return opening.open_conversation(
        opened.toolbox,
        opened.phrasebooks,
        situation.home.rider_folder,
        situation.clock,
        language=situation.language,
        stop=stop,
        cities=opened.cities,
        system_language=situation.system_language,
        is_visit=is_visit,
    )
