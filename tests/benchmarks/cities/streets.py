"""The ground of a city: a jittered grid of crossings, lines along its streets, stops with names in five languages."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_LANGUAGES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("Площа", "Вулиця", "Проспект", "Міст"), ("Ринок", "Шевченка", "Залізнична", "Личаківська", "Сихів", "Щирецька")),
    (("Πλατεία", "Οδός", "Σταθμός"), ("Αγίου Γεωργίου", "Ελευθερίας", "Ομονοίας", "Συντάγματος", "Παλαιά Αγορά")),
    (("Haupt", "Ober", "Unter", "Alte "), ("straße", "mühle", "bahnhof", "brücke", "kirche", "gräben")),
    (("Náměstí", "Ulice", "Nádraží"), ("Děčínská", "Žižkov", "Řeporyje", "Svatého Jiří", "Čerčany", "Míru")),
    (("Rue", "Place", "Gare de"), ("l'Église", "Saint-Étienne", "la République", "Hôtel de Ville", "l'Hôpital")),
)
_JOINED = ("Haupt", "Ober", "Unter", "Alte ")
_SHORTEST, _LONGEST = 13, 42
"""Steps of a line from crossing to crossing; the longest is not reached."""
_HUB_EVERY = 20
_SMALLEST_SIDE = 24
"""Lines of usual length find room."""
_STOP_COLUMNS = (
    "stop_id",
    "stop_code",
    "stop_name",
    "stop_lat",
    "stop_lon",
    "location_type",
    "parent_station",
    "platform_code",
    "wheelchair_boarding",
)


@dataclass(frozen=True, slots=True)
class Streets:
    """A grid of crossings; each has two stops, numbered 2 n and 2 n + 1, one for each direction."""

    side: int
    lats: NDArray[np.float64]
    lons: NDArray[np.float64]
    names: tuple[str, ...]

    def draw_path(self, draw: np.random.Generator) -> NDArray[np.int64]:
        """Draw the crossings of a line: a shortest way that turns where streets turn."""
        length = int(draw.integers(_SHORTEST, _LONGEST))
        across = min(int(draw.integers(0, length + 1)), self.side - 1)
        down = min(length - across, self.side - 1)
        moves = np.array([1] * across + [0] * down)
        draw.shuffle(moves)
        row = int(draw.integers(0, self.side - down))
        column = int(draw.integers(0, self.side - across))
        rows = row + np.concatenate([[0], np.cumsum(moves == 0)])
        columns = column + np.concatenate([[0], np.cumsum(moves == 1)])
        if draw.random() < 0.5:
            columns = self.side - 1 - columns
        return rows * self.side + columns


def draw_streets(routes: int, draw: np.random.Generator) -> Streets:
    """Lay out streets for this many lines: about 21 stops for each."""
    side = max(_SMALLEST_SIDE, round((routes * 10.5) ** 0.5))
    spread = draw.normal(0, 0.0006, (2, side * side))
    return Streets(
        side,
        49.7 + np.repeat(np.arange(side), side) * 0.0035 + spread[0],
        23.9 + np.tile(np.arange(side), side) * 0.0052 + spread[1],
        _draw_names(side * side, draw),
    )


def _draw_names(count: int, draw: np.random.Generator) -> tuple[str, ...]:
    """Draw the names of crossings; most bear the number of their block, some are called after two streets."""
    firsts: list[int] = draw.integers(0, 60, count).tolist()
    lasts: list[int] = draw.integers(0, 60, count).tolist()
    others: list[int] = draw.integers(0, 60, count).tolist()
    is_street: list[bool] = (draw.random(count) < 0.7).tolist()
    names: list[str] = []
    for crossing in range(count):
        heads, tails = _LANGUAGES[crossing % len(_LANGUAGES)]
        head, tail = heads[firsts[crossing] % len(heads)], tails[lasts[crossing] % len(tails)]
        name = f"{head}{tail}" if head in _JOINED else f"{head} {tail}"
        other = tails[others[crossing] % len(tails)]
        names.append(f"{name} {crossing // 7}" if is_street[crossing] else f"{name} / {other} {crossing}")
    return tuple(names)


def draw_stops(streets: Streets, draw: np.random.Generator) -> str:
    """Write stops.txt; every twentieth crossing is a hub with a station."""
    lines = [",".join(_STOP_COLUMNS)]
    wheelchair: list[int] = draw.integers(0, 3, 2 * len(streets.names)).tolist()
    places = zip(streets.names, streets.lats.tolist(), streets.lons.tolist(), strict=True)
    for crossing, (name, lat, lon) in enumerate(places):
        is_hub = crossing % _HUB_EVERY == 0
        if is_hub:
            lines.append(f"H{crossing},,{name},{lat:.6f},{lon:.6f},1,,,1")
        for side, shift in enumerate((0.0002, -0.0002)):
            stop = 2 * crossing + side
            parent, platform = (f"H{crossing}", str(side + 1)) if is_hub else ("", "")
            place = f"{lat + shift:.6f},{lon + shift:.6f}"
            lines.append(f"S{stop:07d},{stop:04d},{name},{place},0,{parent},{platform},{wheelchair[stop]}")
    return "\n".join(lines) + "\n"
