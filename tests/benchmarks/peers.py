"""What our import costs beside the loading of the same feed by gtfs_kit and its import by node-gtfs.

They are not ours to depend on: each is installed once, in a pinned version, under a cache folder (the user's, or
`STOPBELL_BENCH_CACHE`). Where that fails the table says so.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.benchmarks.cities import write_city
from tests.benchmarks.peer_installs import PeerMissingError, install_gtfs_kit, install_node_gtfs
from tests.benchmarks.processes import Cost, ProcessFailedError, Row, compare, run_process, to_installed

ROWS = 1_000_000
ROUNDS = 3
NODE_GTFS_STORE = "node-gtfs.sqlite"
LOAD_GTFS_KIT = """
import sys, warnings
warnings.simplefilter("ignore")
import gtfs_kit
feed = gtfs_kit.read_feed(sys.argv[1], dist_units="km")
assert len(feed.stop_times) >= int(sys.argv[2])
"""
IMPORT_NODE_GTFS = """
import { importGtfs } from "gtfs";
const [path, sqlitePath] = process.argv.slice(-2);
await importGtfs({ agencies: [{ path }], sqlitePath, logLevel: "silent" });
"""


def run(rows: int = ROWS, rounds: int = ROUNDS) -> list[Row]:
    """Measure and give one row per peer: what, value, unit, what it is compared with, ratio, target."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        city = write_city(folder / "city.zip", rows)
        peers = (
            ("gtfs_kit read_feed", "<= 0.75", lambda: _prepare_gtfs_kit(city, rows)),
            ("node-gtfs importGtfs", "<= 0.1", lambda: _prepare_node_gtfs(city, folder)),
        )
        return [_measure(city, folder, rounds, prepare, name, target) for name, target, prepare in peers]


def _prepare_gtfs_kit(city: Path, rows: int) -> Sequence[str]:
    return str(install_gtfs_kit()), "-c", LOAD_GTFS_KIT, str(city), str(rows)


def _prepare_node_gtfs(city: Path, folder: Path) -> Sequence[str]:
    node, installed = install_node_gtfs()
    script = installed / "import.mjs"
    script.write_text(IMPORT_NODE_GTFS)
    return node, str(script), str(city), str(folder / NODE_GTFS_STORE)


def _measure(
    city: Path, folder: Path, rounds: int, prepare: Callable[[], Sequence[str]], name: str, target: str
) -> Row:
    """Run both by turns, each from an empty folder."""
    ours: list[Cost] = []
    theirs: list[Cost] = []
    compiled = folder / "compiled"
    own = [sys.executable, "-m", "stopbell_server.feeds.importing", str(city), "city", str(compiled)]
    try:
        command = prepare()
        environment = to_installed(folder)
        run_process([sys.executable, "-c", "import stopbell_server.feeds.importing.run"], environment)
        for _ in range(rounds):
            shutil.rmtree(compiled, ignore_errors=True)
            (folder / NODE_GTFS_STORE).unlink(missing_ok=True)
            theirs.append(run_process(command))
            ours.append(run_process(own, environment))
    except (PeerMissingError, ProcessFailedError) as error:
        return _tell_missing(name, target, error)
    return compare("import, beside another program", "wall_s", ours, theirs, name, target)


def _tell_missing(name: str, target: str, why: Exception) -> Row:
    sys.stderr.write(f"{name} IS NOT MEASURED: {why}\n")
    return {
        "what": f"import, beside {name}",
        "value": "NOT MEASURED",
        "unit": "",
        "reference": str(why),
        "ratio": "",
        "target": target,
    }
