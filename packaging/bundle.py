"""Make what hosts and the MCP registry take: `python packaging/bundle.py FOLDER [--publisher NAMESPACE]`.

Writes `stopbell-VERSION.mcpb`, a bundle that hosts install by opening it, and `server.json` for the registry. The same
sources give the same bytes. The templates beside this file hold all texts; version and tools come from the product.
"""

import asyncio
import hashlib
import json
import sys
import tomllib
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp import Client

from stopbell_server.server import build_server
from stopbell_server.world import World

ROOT = Path(__file__).resolve().parents[1]
CARRIED = ("assistant", "server", "prompts", "locales")
"""Folders that go into the bundle whole, as they lie in a checkout: the code finds its texts there."""
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
LEFT_OUT = ("__pycache__",)
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The only time that every zip of the same sources can have."""
UNPUBLISHED = "com.example"


def main() -> int:
    """Write both files and say where they are."""
    parser = ArgumentParser(description="Make the .mcpb bundle and server.json.", allow_abbrev=False)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument(
        "--publisher",
        metavar="NAMESPACE",
        default=UNPUBLISHED,
        help="the registry's namespace of whoever publishes, such as io.github.NAME",
    )
    parser.add_argument("--bundle-url", metavar="URL", help="where the bundle will be downloaded from")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    bundle = write_bundle(options.folder)
    digest = hashlib.sha256(bundle.read_bytes()).hexdigest() if options.bundle_url else None
    described = options.folder / "server.json"
    document = make_server_document(options.publisher, options.bundle_url, digest)
    described.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(f"{bundle}\n{described}\n")
    return 0


def write_bundle(folder: Path) -> Path:
    """Write the bundle into a folder and give its path."""
    manifest = asyncio.run(make_manifest())
    path = folder / f"stopbell-{manifest['version']}.mcpb"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "manifest.json", (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())
        for source in list_sources():
            _add(archive, source.relative_to(ROOT).as_posix(), source.read_bytes())
    return path


def list_sources() -> Iterator[Path]:
    """List the files of the checkout that the bundle carries, in order."""
    yield from (ROOT / name for name in FILES)
    for folder in CARRIED:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not any(part.startswith(".") or part in LEFT_OUT for part in path.parts[-8:]):
                yield path


async def make_manifest() -> dict[str, Any]:
    """Give the manifest with the version and the tools that the server really has."""
    manifest: dict[str, Any] = json.loads((ROOT / "packaging" / "manifest.json").read_text(encoding="utf-8"))
    manifest["version"] = read_version()
    async with Client(build_server(World((), datetime.now(UTC)))) as client:
        listed = (await client.list_tools()).tools
    manifest["tools"] = [{"name": tool.name, "description": tool.description or ""} for tool in listed]
    return manifest


def make_server_document(publisher: str, bundle_url: str | None, digest: str | None) -> dict[str, Any]:
    """Give the registry's description; with the bundle as a second package when it can be downloaded somewhere."""
    document: dict[str, Any] = json.loads((ROOT / "packaging" / "server.json").read_text(encoding="utf-8"))
    document["name"] = f"{publisher}/stopbell"
    document["version"] = document["packages"][0]["version"] = read_version()
    if bundle_url:
        document["packages"].append(
            {
                "registryType": "mcpb",
                "identifier": bundle_url,
                "version": read_version(),
                "fileSha256": digest,
                "transport": {"type": "stdio"},
            }
        )
    return document


def read_version() -> str:
    """Give the version of the distribution."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _OLDEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


if __name__ == "__main__":
    sys.exit(main())
