"""Read and write the sentences that the cases must give, side by side as written and as spoken.

`python -m tests.server.phrases.sentences` writes them anew from the catalogs, for a proofreader to look at the change.
"""

from pathlib import Path

from stopbell_server.phrases import Phrasebook, Phrasebooks
from tests.server.phrases.cases import ALL

FOLDER = Path(__file__).parent / "sentences"


def make(book: Phrasebook) -> dict[str, tuple[str, str]]:
    """Give the sentences of all cases in one language."""
    return {name: case(book) for name, case in ALL.items()}


def read(language: str) -> dict[str, tuple[str, str]]:
    """Read the sentences that were proofread."""
    blocks = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    found: dict[str, tuple[str, str]] = {}
    for block in blocks:
        name, written, spoken = block.split("\n")
        found[name.removeprefix("# ")] = (written, spoken)
    return found


def write() -> None:
    """Write the sentences of every language."""
    books = Phrasebooks.load()
    FOLDER.mkdir(exist_ok=True)
    for language in books.languages:
        told = make(books.pick(language))
        blocks = (f"# {name}\n{written}\n{spoken}" for name, (written, spoken) in told.items())
        (FOLDER / f"{language}.txt").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
