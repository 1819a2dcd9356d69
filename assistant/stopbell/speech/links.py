"""The engines in the order in which they are tried, and which of them rest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stopbell.speech.breaker import Breaker
from stopbell.speech.engine import Engine
from stopbell.speech.errors import PlaybackError, SynthesisError

_REST_S = 30.0
_LONGEST_REST_S = 120.0
"""An engine with others behind it costs each sentence seconds while it hangs, so it is tried less and less often."""


@dataclass(frozen=True, slots=True)
class Link:
    """One engine, and its rests."""

    engine: Engine
    rest: Breaker
    outlet_rest: Breaker
    """Of what plays its sound; shared by all engines that play through the same."""

    @property
    def is_usable(self) -> bool:
        """Whether neither engine nor outlet rests."""
        return not self.rest.is_open and not self.outlet_rest.is_open

    def fail(self, error: SynthesisError | PlaybackError) -> None:
        """Let the part that failed rest."""
        if isinstance(error, PlaybackError):
            self.outlet_rest.trip()
        else:
            self.rest.trip()

    def work(self) -> None:
        """Both parts work."""
        self.rest.reset()
        self.outlet_rest.reset()


def make_links(engines: Sequence[tuple[Engine, str]], monotonic: Callable[[], float]) -> tuple[Link, ...]:
    """Make links of engines, each with the name of what plays its sound, in the order of trying."""
    outlets = {outlet: Breaker(monotonic, _REST_S) for _, outlet in engines}
    longest_s = _LONGEST_REST_S if len(engines) > 1 else _REST_S
    return tuple(Link(engine, Breaker(monotonic, _REST_S, longest_s), outlets[outlet]) for engine, outlet in engines)
