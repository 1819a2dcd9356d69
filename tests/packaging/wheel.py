"""What the built wheel and sdist must and must not carry; run as a program over both files."""

import sys
import tarfile
import zipfile
from pathlib import Path

NEEDED = (
    "stopbell/cli.py",
    "stopbell_server/server.py",
    "stopbell_server/locales/en/LC_MESSAGES/stopbell.po",
    "stopbell_server/locales/uk/LC_MESSAGES/stopbell.po",
    "stopbell_server/locales/en/grammar.toml",
    "stopbell_server/prompts/",
    "stopbell_server/board_app/board.html",
    "stopbell_server/board_app/board.css",
    "stopbell_server/board_app/board.js",
    "stopbell_server/contract/schemas_of_results/arrivals.json",
    "stopbell_server/contract/schemas_of_results/entities.json",
)
TOP_LEVEL = {"stopbell", "stopbell_server", "textual_aloud"}


def check_wheel(path: Path) -> list[str]:
    """List what is wrong with a wheel."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    wrong = [f"{path.name} lacks {need}" for need in NEEDED if not any(name.startswith(need) for name in names)]
    tops = {name.split("/")[0] for name in names if not name.split("/")[0].endswith(".dist-info")}
    if tops != TOP_LEVEL:
        wrong.append(f"{path.name} puts {sorted(tops - TOP_LEVEL)} into site-packages")
    wrong += [f"{path.name} carries {name}" for name in names if name.endswith((".mo", ".pyc", ".sqlite"))]
    return wrong


def check_sdist(path: Path) -> list[str]:
    """List what is wrong with a source distribution."""
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    needed = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "locales/stopbell.pot", "prompts")
    return [f"{path.name} lacks {need}" for need in needed if not any(name.startswith(need) for name in names)]


def main(arguments: list[str]) -> int:
    """Check each file named; print what is wrong; exit 1 if anything is."""
    wrong: list[str] = []
    for argument in arguments:
        path = Path(argument)
        wrong += check_wheel(path) if path.suffix == ".whl" else check_sdist(path)
    sys.stdout.writelines(f"{message}\n" for message in wrong)
    return 1 if wrong or not arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
