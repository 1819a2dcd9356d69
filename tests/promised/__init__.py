"""What we promise, point by point, each with the tests that hold it and a fault that they must notice."""

from dataclasses import dataclass

from tests.planting import Plant

SERVER = "server/stopbell_server/"


@dataclass(frozen=True, slots=True)
class Promise:
    """One point of what the server was asked to be."""

    id: str
    """M… of the semantic mapping, L… of the Lviv contract, D… of the design chapter."""
    says: str
    tests: tuple[str, ...]
    """Ids of tests that hold it; the first one must turn red when the fault is planted."""
    plant: Plant


def promise(point: str, says: str, tests: str, path: str, pattern: str, text: str) -> Promise:
    """Give a promise; `tests` are ids under `tests/`, one after another; the path is one of the server's files."""
    ids = tuple(f"tests/{one}" for one in tests.split())
    return Promise(
        point, says, ids, Plant(path if path.startswith(("packaging/", "locales/")) else SERVER + path, pattern, text)
    )


def list_points() -> list[str]:
    """List the ids of all points; those with several parts are promised part by part."""
    parts = {"M5a": 7, "M7": 4, "M22": 7, "M24": 8, "M26": 12}
    mapping = ["M1", "M2", "M3", "M4", "M5", "M5a", *(f"M{n}" for n in range(6, 29))]
    lviv = ["L1", "L2", "L2a", *(f"L{n}" for n in range(3, 13))]
    chapter = [f"D{n}" for n in range(1, 7)]
    return [
        one
        for point in (*mapping, *lviv, *chapter)
        for one in ([f"{point}.{part}" for part in range(1, parts[point] + 1)] if point in parts else [point])
    ]
