"""Tell each trouble once, and again only after it had gone away."""

from collections.abc import Callable

from stopbell.speech.trouble import Trouble, TroubleCode


class Troubles:
    """What is wrong now, and whom to tell."""

    def __init__(self) -> None:
        """Begin with nothing wrong and nobody listening."""
        self._present: set[tuple[TroubleCode, str | None]] = set()
        self._untold: list[Trouble] = []
        self._listener: Callable[[Trouble], None] | None = None

    def tell_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell this listener from now on, first what nobody was told yet."""
        self._listener = listener
        untold, self._untold = self._untold, []
        for trouble in untold:
            listener(trouble)

    def report(self, trouble: Trouble) -> None:
        """Tell a trouble, unless it is known."""
        if (trouble.code, trouble.language) in self._present:
            return
        self._present.add((trouble.code, trouble.language))
        if self._listener is None:
            self._untold.append(trouble)
        else:
            self._listener(trouble)

    def clear(self, *codes: TroubleCode) -> None:
        """Something works: these are told anew when they come back."""
        self._present = {item for item in self._present if item[0] not in codes}
        self._untold = [trouble for trouble in self._untold if trouble.code not in codes]
