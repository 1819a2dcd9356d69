"""Other programs that read GTFS, installed once each in a pinned version under a cache folder."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import platformdirs

CACHE = "STOPBELL_BENCH_CACHE"
_GTFS_KIT = "13.0.1"
_NODE_GTFS = "4.21.0"
_BETTER_SQLITE3 = "12.11.1"
"""node-gtfs asks for 13, which needs Node 22; 12 runs from Node 20 on."""
_TIMEOUT_S = 1800
"""node-gtfs compiles its SQLite where there is no ready one."""
_LONGEST_REASON = 160


class PeerMissingError(Exception):
    """Another program cannot be installed here; the message says why."""


def install_gtfs_kit() -> Path:
    """Give the Python that has gtfs_kit.

    Raises:
        PeerMissingError: it cannot be installed.
    """
    folder = _find_cache() / f"gtfs-kit-{_GTFS_KIT}"
    python = folder / "bin" / "python"
    if not _is_ready(folder):
        _begin(folder)
        _run([sys.executable, "-m", "venv", str(folder)], folder)
        _run([str(python), "-m", "pip", "install", "--quiet", f"gtfs_kit=={_GTFS_KIT}"], folder)
        _run([str(python), "-W", "ignore", "-c", "import gtfs_kit"], folder)
        _end(folder)
    return python


def install_node_gtfs() -> tuple[str, Path]:
    """Give the program `node` and the folder where scripts find the package `gtfs`.

    Raises:
        PeerMissingError: there is no Node.js, or it cannot be installed.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise PeerMissingError("node and npm are not there")
    folder = _find_cache() / f"node-gtfs-{_NODE_GTFS}"
    if not _is_ready(folder):
        _begin(folder)
        package = {"dependencies": {"gtfs": _NODE_GTFS}, "overrides": {"better-sqlite3": _BETTER_SQLITE3}}
        (folder / "package.json").write_text(json.dumps(package))
        _run([npm, "install", "--no-audit", "--no-fund", "--loglevel", "error"], folder)
        _run([node, "--input-type", "module", "-e", 'import "gtfs"'], folder)
        _end(folder)
    return node, folder


def _find_cache() -> Path:
    own = os.environ.get(CACHE)
    return Path(own) if own else platformdirs.user_cache_path("stopbell") / "benchmarks"


def _is_ready(folder: Path) -> bool:
    return (folder / "ready").exists()


def _begin(folder: Path) -> None:
    sys.stderr.write(f"installing into {folder}\n")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _end(folder: Path) -> None:
    (folder / "ready").touch()


def _run(command: Sequence[str], folder: Path) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=_TIMEOUT_S)
    except subprocess.TimeoutExpired as error:
        raise PeerMissingError(f"{Path(command[0]).name} took over {_TIMEOUT_S} s to install it") from error
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        raise PeerMissingError(f"{Path(command[0]).name}: {said[-1] if said else error}"[:_LONGEST_REASON]) from error
