"""Everything that was promised, with the tests that hold it: `python -m tests.promises` checks and prints the table.

With `--plant` each promise's fault is planted in a copy of the tree, and its first test must turn red by an assertion;
`--sample N` takes some of them, others with every commit; ids after the options take just those. `--write` brings the
table of docs/promises.md into step.
"""

import argparse
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from xml.etree import ElementTree as ET

from tests.planting import ROOT, BrokenPlantError, copy_tree, run_in
from tests.promised import Promise, list_points
from tests.promised.chapter import CHAPTER
from tests.promised.lviv import LVIV
from tests.promised.mapping import MAPPING
from tests.promised.parts import PARTS

PROMISES: tuple[Promise, ...] = (*MAPPING, *PARTS, *LVIV, *CHAPTER)
PAGE = ROOT / "docs" / "promises.md"
AT_ONCE = 2
RED = "red, as it must be"
_PYTEST = "env -u STOPBELL_LONG_FUZZ python -m pytest -q -p no:cacheprovider --tb=short --junitxml=told.xml"
_ASSERTED = ("AssertionError", "assert ", "DID NOT RAISE", "DID NOT WARN")


def list_faults(promises: Sequence[Promise]) -> list[str]:
    """List what is wrong with the table itself: points without promise, tests that are not there, stale plants."""
    points, given = list_points(), [one.id for one in promises]
    faults = [f"{point}: nothing is promised" for point in points if point not in given]
    faults += [f"{one}: no such point" for one in given if one not in points]
    faults += [f"{one}: promised twice" for one in sorted(set(given)) if given.count(one) > 1]
    known = list_tests({test.partition("::")[0] for one in promises for test in one.tests})
    faults += [f"{one.id}: there is no test {test}" for one in promises for test in one.tests if test not in known]
    for one in promises:
        try:
            one.plant.make(ROOT)
        except BrokenPlantError as broken:
            faults.append(f"{one.id}: {broken}")
    if to_table(promises) not in PAGE.read_text(encoding="utf-8"):
        faults.append("docs/promises.md has another table; `python -m tests.promises --write` brings it into step")
    return faults


def to_table(promises: Sequence[Promise]) -> str:
    """Give the table of the page."""
    rows = [f"| {one.id} | {one.says} | {len(one.tests)} |" for one in promises]
    return "\n".join(["| point | promise | tests |", "|---|---|---|", *rows, ""])


def write_page(promises: Sequence[Promise]) -> None:
    """Put the table into the page, in place of the one that is there."""
    head, _, _ = PAGE.read_text(encoding="utf-8").partition("| point | promise | tests |")
    PAGE.write_text(head + to_table(promises), encoding="utf-8")


def list_tests(files: Iterable[str]) -> set[str]:
    """List the tests of some files as pytest collects them, with and without their parameters."""
    there = sorted(file for file in files if (ROOT / file).is_file())
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *there]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode:
        raise SystemExit(f"the tests cannot be collected:\n{told.stdout[-3000:]}")
    ids = {line for line in told.stdout.splitlines() if "::" in line}
    return ids | {one.partition("[")[0] for one in ids}


def choose(promises: Sequence[Promise], ids: Sequence[str], sample: int | None) -> list[Promise]:
    """Choose the promises to try: the named ones, some by the commit that is tried, or all."""
    if ids:
        return [one for one in promises if one.id in ids or one.id.partition(".")[0] in ids]
    if sample is None:
        return list(promises)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return sorted(Random(commit.stdout).sample(promises, min(sample, len(promises))), key=promises.index)


def try_all(promises: Sequence[Promise]) -> dict[str, str]:
    """Plant every fault, so many at once, each in a copy of its own; give the verdicts by id."""
    trees: SimpleQueue[Path] = SimpleQueue()
    done, verdicts, printing = threading.Event(), dict[str, str](), threading.Lock()

    def keep_tree() -> None:
        with copy_tree() as tree:
            trees.put(tree)
            done.wait()

    def try_one(promise: Promise) -> None:
        tree = trees.get()
        try:
            verdict = judge(tree, promise)
        finally:
            trees.put(tree)
        verdicts[promise.id] = verdict
        with printing:
            print(f"{promise.id:6} {verdict}: {promise.tests[0].removeprefix('tests/')}", flush=True)

    keepers = [threading.Thread(target=keep_tree) for _ in range(AT_ONCE)]
    for keeper in keepers:
        keeper.start()
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(try_one, promises))
    finally:
        done.set()
        for keeper in keepers:
            keeper.join()
    return verdicts


def judge(tree: Path, promise: Promise) -> str:
    """Say what the first test of a promise says of the fault; the copy is left as it was."""
    file = tree / promise.plant.path
    before = file.read_text(encoding="utf-8")
    try:
        promise.plant.apply(tree)
        return run_test(tree, promise.tests[0])
    except BrokenPlantError as broken:
        return f"BROKEN PLANT ({broken})"
    finally:
        file.write_text(before, encoding="utf-8")


def run_test(tree: Path, test: str) -> str:
    """Say whether a test failed by an assertion, passed, or did not even run."""
    told = tree / "told.xml"
    told.unlink(missing_ok=True)
    done = run_in(tree, f"{_PYTEST} '{test}'")
    if done.returncode == 0:
        return "SKIPPED" if "<skipped" in told.read_text(encoding="utf-8") else "STILL GREEN"
    if done.returncode != 1 or not told.is_file():
        return f"NOT RUN ({done.stdout[-300:]!r})"
    failures = [f"{one.get('message')}\n{one.text}" for one in ET.parse(told).iter("failure")]
    if any(word in failure for failure in failures for word in _ASSERTED):
        return RED
    return f"RED BY ACCIDENT ({failures[0][:300]!r})" if failures else "BROKEN BEFORE THE TEST"


def check_sound(promises: Sequence[Promise]) -> list[str]:
    """List the first tests that are red, or skipped, without any fault."""
    tests = sorted({one.tests[0] for one in promises})
    with copy_tree() as tree:
        done = run_in(tree, f"{_PYTEST} {' '.join(map(repr, tests))}")
        if done.returncode == 0 and "<skipped" not in (tree / "told.xml").read_text(encoding="utf-8"):
            return []
        return [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR", "SKIPPED", "E  "))]


def print_table(promises: Sequence[Promise]) -> None:
    """Print each promise with its tests, and how many there are of both."""
    for one in promises:
        print(f"{one.id:6} {one.says}")
        for test in one.tests:
            print(f"         {test.removeprefix('tests/')}")
    tests = {test for one in promises for test in one.tests}
    print(f"{len(promises)} promises of {len(list_points())} points, held by {len(tests)} tests")


def main() -> int:
    """Check the table; with `--plant` try the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plant", action="store_true", help="plant the faults")
    parser.add_argument("--sample", type=int, help="plant so many, others with every commit")
    parser.add_argument("ids", nargs="*", help="only these")
    parser.add_argument("--write", action="store_true", help="bring docs/promises.md into step")
    given = parser.parse_args()
    if given.write:
        write_page(PROMISES)
    faults = list_faults(PROMISES)
    print_table(PROMISES)
    for fault in faults:
        print(f"FAULT {fault}")
    if not given.plant and given.sample is None:
        return 1 if faults else 0
    chosen = choose(PROMISES, given.ids, given.sample)
    unsound = check_sound(chosen)
    for line in unsound:
        print(f"RED WITHOUT A FAULT: {line}")
    verdicts = try_all(chosen)
    red = sum(verdict == RED for verdict in verdicts.values())
    print(f"{red} of {len(chosen)} faults turned their test red")
    return 1 if faults or unsound or red < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
