"""Prints the table of the fact guard's figures: `python -m tests.guard [LANGUAGE ...]`; --help tells what else."""

import argparse
import os
from collections import Counter
from pathlib import Path

from tests.guard.measuring import Score, measure
from tests.guard.transcripts import TEMPLATES
from tests.guard.worlds import BUILT_ON, HELD_OUT, hold_all


def main() -> None:
    """Measure and print, worst things first."""
    parser = argparse.ArgumentParser(prog="python -m tests.guard", description=__doc__)
    parser.add_argument("languages", nargs="*", default=sorted(path.stem for path in TEMPLATES.glob("*.toml")))
    parser.add_argument("--split", choices=("build", "held", "fresh"), default="held")
    parser.add_argument("--feeds", choices=("build", "held"), default="held")
    parser.add_argument("--show", type=int, default=0, help="how many faults of each kind to print")
    parser.add_argument("--keep", type=Path, help="a folder in which results are kept for the next run")
    options = parser.parse_args()
    corpus = Path(os.environ["STOPBELL_CORPUS"]) if os.environ.get("STOPBELL_CORPUS") else None
    print(f"templates: {options.split}, feeds: {options.feeds}")
    print("language  true  altered  share    changed  missed  caught")
    for language in options.languages:
        score = Score()
        for held in hold_all(BUILT_ON if options.feeds == "build" else HELD_OUT, corpus, language, options.keep):
            score.add(measure(held, language, options.split))
        print(
            f"{language:8}  {score.truths:5} {len(score.altered):7}  {score.altered_share:6.2%}  "
            f"{score.lies.total():7} {len(score.missed):7}  {score.caught:7.2%}"
        )
        _show(score, options.show)


def _show(score: Score, most: int) -> None:
    if not most:
        return
    missed = Counter(lie.mutation for lie in score.missed)
    print("  missed by kind:", {kind: f"{missed[kind]}/{count}" for kind, count in score.lies.items() if missed[kind]})
    for title, faults in (("altered", score.altered), ("missed", score.missed)):
        by_template: dict[tuple[str, str], list[str]] = {}
        for told in faults:
            by_template.setdefault((told.template, told.mutation), []).append(told.text)
        for (template, mutation), texts in sorted(by_template.items(), key=lambda one: -len(one[1]))[:most]:
            print(f"  {title} {len(texts)}x {mutation} [{template}]\n      {texts[0]}")


if __name__ == "__main__":
    main()
