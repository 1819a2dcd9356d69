"""Opening a conversation over the tools of a command."""

import os
from dataclasses import replace

from stopbell.commands.brain_choice import choose_brain
from stopbell.commands.opening import Opened
from stopbell.commands.situation import Situation
from stopbell.conversation import opening


def open_for(
    situation: Situation, opened: Opened, *, stop: str | None = None, is_visit: bool = False
) -> opening.Opened:
    """Open a conversation with the rider's profile; `is_visit` leaves the profile alone. Close it in the end."""
    choice, companion = choose_brain(situation.settings, os.environ), None
    if choice.claude is not None:
        from stopbell.brains.claude.loading import load_claude
        from stopbell_server.app import find_prompts

        companion = load_claude(choice.claude, find_prompts())
    begun = opening.open_conversation(
        opened.toolbox,
        opened.phrasebooks,
        situation.home.rider_folder,
        situation.clock,
        language=situation.language,
        stop=stop,
        cities=opened.cities,
        system_language=situation.system_language,
        is_visit=is_visit,
        companion=companion,
    )
    return replace(begun, notes=(*begun.notes, *choice.notes))
