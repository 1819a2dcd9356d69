"""Check that each outside library is imported through its one door only.

Import-linter sees packages; this sees single files, also imports inside functions and under TYPE_CHECKING.
"""

import ast
import sys
from pathlib import Path

DOORS: dict[str, tuple[str, ...]] = {
    "google": ("server/stopbell_server/feeds/realtime",),
    "httpx2": ("assistant/stopbell/toolbox.py",),
    "httpx": ("server/stopbell_server/feeds/fetch",),
    "polars": ("server/stopbell_server/feeds/importing/",),
    "numpy": (
        "assistant/stopbell/brains/offline/learned/",
        "server/stopbell_server/feeds/history/",
        "server/stopbell_server/feeds/importing/",
        "server/stopbell_server/feeds/realtime/",
        "server/stopbell_server/store/",
    ),
    "sqlite3": ("server/stopbell_server/store/", "server/stopbell_server/feeds/importing/"),
    "rapidfuzz": (
        "server/stopbell_server/store/",
        "server/stopbell_server/feeds/catalogue",
        "assistant/stopbell/brains/",
        "assistant/stopbell/conversation/",
    ),
    "anthropic": ("assistant/stopbell/brains/claude",),
    "mcp.client": ("assistant/stopbell/toolbox.py",),
    "starlette": ("server/stopbell_server/transport/",),
    "uvicorn": ("server/stopbell_server/transport/",),
    "pyttsx3": ("assistant/stopbell/speech/",),
    "espeakng_loader": ("assistant/stopbell/speech/",),
    "miniaudio": ("assistant/stopbell/speech/",),
    "textual": ("assistant/stopbell/faces/tui/", "assistant/textual_aloud/"),
    "babel": ("server/stopbell_server/phrases/", "server/stopbell_server/feeds/catalogue/words.py"),
    "unicode_rbnf": ("server/stopbell_server/phrases/",),
}


def list_imports(tree: ast.AST) -> list[tuple[int, str]]:
    """List (line, dotted name) of every import in a file."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.lineno, node.module))
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def to_names(name: str) -> set[str]:
    """Give the guarded names an import touches: itself and its parents; mcp.Client is the client."""
    parts = name.split(".")
    names = {".".join(parts[: n + 1]) for n in range(len(parts))}
    if name in ("mcp.Client", "mcp.StdioServerParameters", "mcp.ClientSession"):
        names.add("mcp.client")
    return names


def main() -> int:
    """Print each forbidden import; exit 1 if there is one."""
    wrong: list[str] = []
    for path in sorted([*Path("server").rglob("*.py"), *Path("assistant").rglob("*.py")]):
        for line, name in list_imports(ast.parse(path.read_text(encoding="utf-8"))):
            wrong += [
                f"{path}:{line}: {guarded} may only be imported under {', '.join(DOORS[guarded])}"
                for guarded in to_names(name) & DOORS.keys()
                if not path.as_posix().startswith(DOORS[guarded])
            ]
    sys.stdout.writelines(f"{message}\n" for message in sorted(set(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
