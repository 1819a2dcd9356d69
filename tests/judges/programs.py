"""The judges that are programs of others: how each is asked, and how its answer is read."""

import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.judges.judging import Complaint, Judgement
from tests.judges.running import Bench, run, serving

_LEAST_SCORE = 97
_LEAST_WITHOUT_TLS = 94
"""Over HTTP; what plain HTTP on the loopback costs there is three per cent."""
_NEW = "2026-07-28"
_WITHOUT_FIXTURES = (
    "server-stateless",
    "tools-list",
    "resources-list",
    "prompts-list",
    "caching",
    "completion-complete",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation",
)


async def judge_conformance(bench: Bench) -> list[Judgement]:
    """Ask both editions of the conformance suite about the real server with the suite's fixtures, over HTTP."""
    module = "tests.judges.fixture_server"
    async with serving(sys.executable, "-m", module, bench.server.args[-1]) as url:
        return [
            await _ask_suite(bench, "conformance 0.1", "conformance-stable", url),
            await _ask_suite(bench, "conformance 0.2", "conformance-next", url, "--requirements", _NEW),
        ]


async def judge_over_http(bench: Bench) -> list[Judgement]:
    """Ask about the server as it is, listening itself: what needs no fixtures in the suite, and mcpscore."""
    async with serving(*bench.command, "--http", "0") as url:
        suites = [
            await _ask_suite(
                bench, f"over HTTP {one}", "conformance-next", url, "--scenario", one, "--spec-version", _NEW
            )
            for one in _WITHOUT_FIXTURES
        ]
        return [
            _merge("conformance 0.2 over HTTP", suites),
            *await _ask_mcpscore(bench, "mcpscore over HTTP", url, least=_LEAST_WITHOUT_TLS),
        ]


def _merge(judge: str, parts: Sequence[Judgement]) -> Judgement:
    complaints = tuple(complaint for part in parts for complaint in part.complaints)
    return Judgement(judge, f"{len(parts)} scenarios without fixtures, {len(complaints)} checks failed", complaints)


async def _ask_suite(bench: Bench, judge: str, package: str, url: str, *further: str) -> Judgement:
    script = str(bench.place / "node_modules" / package / "dist" / "index.js")
    with tempfile.TemporaryDirectory() as folder:
        ran = await run(bench, bench.node, script, "server", "--url", url, "--output-dir", folder, *further)
        checks = _read_checks(Path(folder))
    if not checks:
        raise RuntimeError(f"{judge} judged nothing: {ran.output[-500:]}{ran.errors[-500:]}")
    counts = {status: sum(check["status"] == status for _, check in checks) for status in ("SUCCESS", "FAILURE")}
    scenarios = len({scenario for scenario, _ in checks})
    return Judgement(
        judge,
        f"{counts['SUCCESS']} checks passed, {counts['FAILURE']} failed, in {scenarios} scenarios",
        tuple(
            Complaint(f"{scenario}/{check['id']}", check.get("errorMessage") or check["description"])
            for scenario, check in checks
            if check["status"] == "FAILURE"
        ),
    )


def _read_checks(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """Read what the suite wrote down: one folder for each scenario, one check after the other."""
    return [
        (_to_scenario(file.parent.name), check)
        for file in sorted(folder.glob("*/checks.json"))
        for check in json.loads(file.read_text(encoding="utf-8"))
    ]


def _to_scenario(folder: str) -> str:
    """Give the scenario of a folder of results, which are named after it and the instant."""
    return re.sub(r"^server-|-\d{4}-\d\d-\d\dT[\d-]+Z$", "", folder)


async def judge_inspector(bench: Bench) -> list[Judgement]:
    """Ask the inspector whether any client can read the schemas of the tools, in both eras of the protocol."""
    launcher = bench.place / "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
    judgements: list[Judgement] = []
    for era in ("legacy", "modern"):
        asked = ("--cli", "--protocol-era", era, "--method", "tools/list", "--strict", "--format", "json")
        ran = await run(bench, bench.node, str(launcher), *asked, *bench.command)
        told = [line for line in ran.errors.splitlines() if line.strip()]
        tools = len(json.loads(ran.output)["result"]["tools"]) if ran.status in (0, 6) else 0
        complaints = tuple(Complaint(f"line {number}", line) for number, line in enumerate(told, 1))
        if ran.status and not told:
            complaints = (Complaint("status", f"ended with {ran.status}"),)
        judgements.append(
            Judgement(f"inspector {era}", f"{tools} tools, {len(complaints)} portability problems", complaints)
        )
    return judgements


async def judge_mcpscore(bench: Bench) -> list[Judgement]:
    """Ask mcpscore about the server on standard streams; it also calls every tool."""
    return await _ask_mcpscore(bench, "mcpscore", "--stdio", *bench.command)


async def _ask_mcpscore(bench: Bench, judge: str, *server: str, least: int = _LEAST_SCORE) -> list[Judgement]:
    program = str(bench.place / "venv/bin/mcpscore")
    ran = await run(bench, program, "--smoke", "--no-config", "--json", *server)
    report: dict[str, Any] = json.loads(ran.output)
    smoke = report["smoke"]["summary"]
    percent = round(100 * report["score"] / report["max_score"])
    complaints = [
        Complaint(f"rule {rule['rule_id']}", rule["message"]) for rule in report["results"] if not rule["passed"]
    ]
    complaints.extend(
        Complaint(f"smoke {check['check_id']} {check['tool_name'] or ''}".strip(), check["message"])
        for check in report["smoke"]["checks"]
        if check["verdict"] == "fail"
    )
    if percent < least:
        complaints.append(Complaint("score", f"{percent} % is under {least} %"))
    return [
        Judgement(
            judge,
            f"{report['score']}/{report['max_score']} = {percent} % (at least {least}), smoke checks: "
            f"{smoke['passed']} passed, {smoke['failed']} failed, {smoke['skipped']} skipped",
            tuple(complaints),
        )
    ]
