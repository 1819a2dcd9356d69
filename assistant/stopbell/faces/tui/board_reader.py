"""Read the board of the stop in use through the toolbox, as lines."""

from collections.abc import Callable

from stopbell.faces.tui.parts import BoardLines
from stopbell.toolbox import Toolbox
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.phrases.time_style import PLAIN, TimeStyle

CALLS = 5


class ToolboxBoard:
    """Asks for the departures of the stop that the rider has chosen."""

    def __init__(
        self,
        toolbox: Toolbox,
        phrasebooks: Phrasebooks,
        *,
        find_stop: Callable[[], str | None],
        find_language: Callable[[], str],
        find_style: Callable[[], TimeStyle] = lambda: PLAIN,
    ) -> None:
        """Take the tools and where to look for the rider's stop, language and way of telling times at each reading."""
        self._find_style = find_style
        self._toolbox = toolbox
        self._phrasebooks = phrasebooks
        self._find_stop = find_stop
        self._find_language = find_language

    async def read(self) -> BoardLines | None:
        """Give the board, or why there is none; None while no stop is chosen."""
        stop = self._find_stop()
        if not stop:
            return None
        wanted = self._find_language()
        answer = await self._toolbox.call("get_arrivals", {"stop": stop, "language": wanted, "limit": CALLS})
        if not isinstance(answer.data, BoardData) or answer.data.stop is None:
            return BoardLines((Line(answer.text, answer.spoken),), answer.language)
        book = self._phrasebooks.pick(answer.language).with_style(self._find_style())
        phrase = book.board(answer.data, age_seconds=answer.provenance.age_seconds)
        notice = answer.provenance.notice
        return BoardLines(phrase.lines, answer.language, book.text(notice) if notice else None)
