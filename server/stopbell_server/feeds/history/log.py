"""What was observed, as columns: twenty bytes for each observation, in chunks that are never changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from stopbell_server.feeds.realtime.wire import Flags, Ints

NO_STOP = -1
_NO_SEQUENCE = 0xFFFFFFFF
"""As a column has it; no timetable has that many stops."""
_MOST_CHUNKS = 16
"""Of single snapshots, before they are joined: a question looks into every chunk."""


@dataclass(frozen=True, slots=True)
class Observations:
    """One row for each observation."""

    tracks: npt.NDArray[np.int32]
    """Numbers of tracks; ascending within a chunk, in order of time within a track."""
    sequences: npt.NDArray[np.uint32]
    stops: npt.NDArray[np.int32]
    """Numbers of stop ids; NO_STOP for none."""
    statuses: npt.NDArray[np.int8]
    firsts: npt.NDArray[np.uint32]
    lasts: npt.NDArray[np.uint32]

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.tracks)

    def take(self, chosen: Ints | Flags | slice) -> "Observations":
        """Give some rows."""
        return Observations(**{name: getattr(self, name)[chosen] for name in _NAMES})

    def find(self, track: int) -> "Observations":
        """Give the rows of one track."""
        first, last = self.tracks.searchsorted([track, track + 1])
        return self.take(slice(int(first), int(last)))


_NAMES = tuple(field.name for field in fields(Observations))


def to_observations(
    tracks: npt.NDArray[Any], sequences: Ints, stops: Ints, statuses: Ints | int, firsts: Ints, lasts: Ints
) -> Observations:
    """Put columns together as they are kept; a negative sequence is none."""
    return Observations(
        tracks=tracks.astype(np.int32),
        sequences=np.where((sequences < 0) | (sequences >= _NO_SEQUENCE), _NO_SEQUENCE, sequences).astype(np.uint32),
        stops=stops.astype(np.int32),
        statuses=np.broadcast_to(np.asarray(statuses, np.int8), tracks.shape).copy(),
        firsts=firsts.astype(np.uint32),
        lasts=lasts.astype(np.uint32),
    )


def to_sequence(value: int) -> int | None:
    """Give a stop_sequence as it was told; None for none."""
    return None if value == _NO_SEQUENCE else value


def join(parts: Iterable[Observations]) -> Observations:
    """Put chunks together, sorted by track; what came first stays first."""
    every = tuple(parts)
    columns: dict[str, npt.NDArray[Any]] = {
        name: np.concatenate([getattr(part, name) for part in every]) for name in _NAMES
    }
    order = np.argsort(columns["tracks"], kind="stable")
    return Observations(**{name: column[order] for name, column in columns.items()})


@dataclass(frozen=True, slots=True)
class Log:
    """All chunks, the oldest first; another log for each change, so that whoever holds this one sees no change."""

    joined: tuple[Observations, ...] = ()
    recent: tuple[Observations, ...] = ()
    """The chunks of the last few snapshots."""

    def __len__(self) -> int:
        """Count the observations."""
        return sum(map(len, self.joined)) + sum(map(len, self.recent))

    def find(self, track: int) -> Sequence[Observations]:
        """Give what was observed of a track, in order of time."""
        return [found for chunk in (*self.joined, *self.recent) if len(found := chunk.find(track))]

    def add(self, chunk: Observations) -> "Log":
        """Add observations; a number of small chunks becomes one."""
        if not len(chunk):
            return self
        recent = (*self.recent, chunk)
        return Log(self.joined, recent) if len(recent) < _MOST_CHUNKS else Log((*self.joined, join(recent)))

    def forget(self, before: int, most: int) -> tuple["Log", int]:
        """Leave out chunks that are wholly older, then the oldest ones until there are no more rows than that.

        Gives also until when, at the latest, something was left out that was not old; 0 when nothing was.
        """
        joined = [chunk for chunk in self.joined if int(chunk.lasts.max()) >= before]
        recent = [chunk for chunk in self.recent if int(chunk.lasts.max()) >= before]
        lost, rows = 0, sum(map(len, joined)) + sum(map(len, recent))
        while rows > most:
            oldest = (joined or recent).pop(0)
            rows -= len(oldest)
            lost = max(lost, int(oldest.lasts.max()))
        return Log(tuple(joined), tuple(recent)), lost
