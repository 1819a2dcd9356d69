"""The judges of what is handed to hosts and to the registry: the bundle's own tool, and a linter with every schema."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

from tests.judges.judging import Complaint, Judgement
from tests.judges.running import Bench, run

_MAKER = Path(__file__).resolve().parents[2] / "packaging" / "bundle.py"


async def judge_bundles(bench: Bench) -> list[Judgement]:
    """Make the bundle and the registry's description, and have both judged by the schemas that are published."""
    folder = bench.home / "made"
    made = await run(bench, sys.executable, str(_MAKER), str(folder), "--bundle-url", "https://example.org/s.mcpb")
    if made.status:
        raise RuntimeError(f"nothing to judge: {made.errors[-500:]}")
    return [await _ask_mcpb(bench, folder), await _ask_skillsaw(bench, folder)]


async def _ask_mcpb(bench: Bench, folder: Path) -> Judgement:
    unpacked = bench.home / "unpacked"
    figures = _unpack(folder, unpacked)
    script = bench.place / "node_modules" / "@anthropic-ai" / "mcpb" / "dist" / "cli" / "cli.js"
    ran = await run(bench, bench.node, str(script), "validate", str(unpacked / "manifest.json"))
    told = [line.strip() for line in f"{ran.output}\n{ran.errors}".splitlines() if line.strip()]
    complaints = [Complaint(f"line {number}", line) for number, line in enumerate(told, 1) if "passes" not in line]
    if ran.status and not complaints:
        complaints = [Complaint("status", f"ended with {ran.status}")]
    return Judgement("mcpb", figures, tuple(complaints))


def _unpack(folder: Path, target: Path) -> str:
    """Unpack the one bundle in a folder and say how large it is."""
    (bundle,) = folder.glob("*.mcpb")
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(target)
        return f"bundle of {len(archive.namelist())} files, {bundle.stat().st_size // 1024} kB"


async def _ask_skillsaw(bench: Bench, folder: Path) -> Judgement:
    program = str(bench.place / "venv" / "bin" / "skillsaw")
    ran = await run(bench, program, "lint", "--strict", "--no-progress", "--format", "json", str(folder))
    report: dict[str, Any] = json.loads(ran.output)
    kinds = report["stats"]["repo_types"]
    complaints = [Complaint(one["rule_id"], one["message"]) for one in report["violations"]]
    if "mcp-registry" not in kinds:
        complaints.append(
            Complaint("kind", f"took the folder for {kinds}, so that nothing of the registry was checked")
        )
    figures = f"{report['stats']['rules_run']} rules, grade {report['summary']['grade']['letter']}"
    return Judgement("skillsaw", figures, tuple(complaints))
