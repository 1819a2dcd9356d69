"""The sound of a whole announcement: an attention tone if wanted, then each language, with pauses between."""

from collections.abc import Iterable, Sequence

from stopbell.speech.audio import SAMPLE_BYTES, Audio
from stopbell.speech.earcons import Earcon, make_earcon

PAUSE_S = 0.5
"""Between two languages."""


def put_together(languages: Sequence[Sequence[Audio]], *, has_tone: bool, volume: float) -> tuple[Audio, ...]:
    """Give one audio; several where engines of different formats spoke.

    Args:
        languages: what is heard in each, at its volume.
        has_tone: whether a short rising sign comes first; it never stands alone.
        volume: 0.0 to 1.0, for the sign.
    """
    heard = [pieces for pieces in languages if pieces]
    if not heard:
        return ()
    first = heard[0][0]
    before = [make_earcon(Earcon.AT_DOOR, first.rate_hz, first.channels, volume)] if has_tone else []
    joined: list[Audio] = []
    for piece in _with_pauses(before, heard):
        if joined and (joined[-1].rate_hz, joined[-1].channels) == (piece.rate_hz, piece.channels):
            joined[-1] = Audio(joined[-1].samples + piece.samples, piece.rate_hz, piece.channels)
        else:
            joined.append(piece)
    return tuple(joined)


def _with_pauses(before: Iterable[Audio], languages: Sequence[Sequence[Audio]]) -> Iterable[Audio]:
    yield from before
    for place, pieces in enumerate(languages):
        if place:
            yield _make_silence(PAUSE_S, pieces[0])
        yield from pieces


def _make_silence(seconds: float, like: Audio) -> Audio:
    return Audio(bytes(round(seconds * like.rate_hz) * like.channels * SAMPLE_BYTES), like.rate_hz, like.channels)
