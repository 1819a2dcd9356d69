"""What was learned, as numbers: how much each trait speaks for each label.

A file has a line of JSON (its labels, how much a unit of the numbers is, and a mark of what was learned from), and
then, compressed, the traits one a line and one signed byte for each trait and label.
"""

import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.learned.traits import Traits

Numbers: TypeAlias = NDArray[np.float32]
LARGEST = 15
"""Into how many steps numbers are rounded each way; finer ones take twice the room and tell nothing more."""


@dataclass(frozen=True)
class Weights:
    """Traits by labels."""

    labels: tuple[str, ...]
    places: Mapping[str, int]
    """The row of each trait."""
    rows: NDArray[np.int8]
    unit: float
    bias: Numbers

    def rate(self, traits: Traits) -> Numbers:
        """Give how much some traits speak for each label: a number without unit, above 0 for it and below against."""
        known = [(place, weight) for trait, weight in traits.items() if (place := self.places.get(trait)) is not None]
        if not known:
            return self.bias.copy()
        found = self.rows[[place for place, _ in known]].astype(np.float32)
        weights = np.array([weight for _, weight in known], np.float32)
        rated: Numbers = (weights @ found) * np.float32(self.unit)
        return self.bias + rated

    def knows(self, trait: str) -> bool:
        """Say whether a trait was met when learning."""
        return trait in self.places


def to_weights(labels: Sequence[str], traits: Sequence[str], learned: Numbers, bias: Numbers) -> Weights:
    """Round what was learned to bytes; traits that tell nothing then are left out."""
    unit = float(np.abs(learned).max()) / LARGEST or 1.0
    rows = np.rint(learned / unit).astype(np.int8)
    telling = np.flatnonzero(np.abs(rows).max(1, initial=0))
    kept = {traits[place]: row for row, place in enumerate(telling.tolist())}
    return Weights(tuple(labels), kept, rows[telling], unit, bias)


def write_weights(path: Path, parts: Mapping[str, Weights], mark: str) -> None:
    """Write several, by name, into one file; the mark says what they were learned from."""
    heads: dict[str, object] = {}
    bodies: list[bytes] = []
    for name, weights in parts.items():
        traits = "\n".join(weights.places).encode()
        bias = [round(float(one), 4) for one in weights.bias]
        heads[name] = {"labels": weights.labels, "unit": weights.unit, "bias": bias, "traits": len(traits)}
        bodies += [traits, weights.rows.tobytes()]
    head = json.dumps({"learned_from": mark, "parts": heads}, ensure_ascii=False)
    path.write_bytes(head.encode() + b"\n" + lzma.compress(b"".join(bodies)))


def read_weights(path: Path) -> Mapping[str, Weights]:
    """Read what was written.

    Raises:
        GrammarError: the file is not whole; names it and the remedy.
    """
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        parts = json.loads(head)["parts"]
        content = lzma.decompress(body)
        found: dict[str, Weights] = {}
        start = 0
        for name, told in parts.items():
            labels = tuple(told["labels"])
            traits = content[start : start + told["traits"]].decode().split("\n")
            start += told["traits"]
            size = len(traits) * len(labels)
            rows = np.frombuffer(content, np.int8, size, start).reshape(len(traits), len(labels))
            start += size
            bias = np.array(told["bias"], np.float32)
            found[name] = Weights(
                labels, {trait: place for place, trait in enumerate(traits)}, rows, told["unit"], bias
            )
    except (OSError, ValueError, KeyError, TypeError, lzma.LZMAError, EOFError) as error:
        raise GrammarError(f"{path} cannot be read ({error}); learn it again with: make learn") from error
    return found


def read_mark(path: Path) -> str | None:
    """Give what a file was learned from, or None where there is none."""
    try:
        return json.loads(path.read_bytes().partition(b"\n")[0])["learned_from"]
    except (OSError, ValueError, KeyError):
        return None
