"""Open the screen and keep it open until the rider leaves."""

from collections.abc import Iterable
from contextlib import closing, nullcontext

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.ledger import Ledgers
from stopbell.conversation.ports import Clock
from stopbell.conversation.watching.watches import Watches
from stopbell.faces.tui.app import RiderApp
from stopbell.faces.tui.narration import Narration
from stopbell.faces.tui.parts import BoardReader, Conversation
from stopbell.faces.tui.read_app import ReadApp
from stopbell.faces.tui.themes import DARK
from stopbell.speech.speaker import Speaker
from stopbell_server.phrases.phrasebooks import Phrasebooks
from textual_aloud import find_driver


async def run_tui(
    conversation: Conversation,
    speech: Speaker,
    phrasebooks: Phrasebooks,
    *,
    clock: Clock,
    language: str = "en",
    board: BoardReader | None = None,
    is_speaking: bool = True,
    is_read: bool = False,
    notes: Iterable[str] = (),
    theme: str = DARK,
    watches: Watches | None = None,
    ledgers: Ledgers | None = None,
) -> None:
    """Run the screen. Enter `speech` and the toolbox around it, in the task that runs it.

    Args:
        conversation: answers questions.
        speech: an entered SpeechQueue; one that is not warm where the rider begins in silence.
        phrasebooks: the catalogs.
        clock: the time of day, and one that never jumps.
        language: BCP 47 tag of the first sentences; later ones follow the answers.
        board: reads the board of the stop in use; None shows none.
        is_speaking: false begins in silence; the rider can switch the voice on.
        is_read: whether a screen reader or braille display follows the terminal.
        notes: ids of sentences to say after the greeting.
        theme: `stopbell-dark` or `stopbell-light`.
        watches: what the rider asked to be told of; None: nothing can be.
        ledgers: where it is noted what was told of it and what was not.
    """
    announcer = Announcer(speech, phrasebooks, clock.now, monotonic=clock.monotonic, ledgers=ledgers)
    announcer.set_voice(is_on=is_speaking)
    narration = Narration(announcer, phrasebooks, language)
    driver = find_driver("reader" if is_read else "low-vision").driver
    if is_read:
        app: RiderApp = ReadApp(
            conversation,
            narration,
            phrasebooks,
            clock=clock,
            ledger=ledgers.text if ledgers else None,
            board=board,
            notes=notes,
            driver=driver,
        )
    else:
        app = RiderApp(conversation, narration, board=board, theme=theme, notes=notes, driver=driver)
    with closing(announcer):
        async with watches.running(app.take_event) if watches is not None else nullcontext():
            await app.run_async()
