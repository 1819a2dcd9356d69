"""What riders hear in the scripted conversations, written down: `python -m tests.modelserver.goldens`."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from stopbell_server.phrases.phrase import Line
from tests.modelserver.script import list_scripts, read_script
from tests.modelserver.stage import Heard, Played, Stage

FOLDER = Path(__file__).parent / "heard"


def to_golden(path: Path) -> Path:
    """Give where the golden of a script is kept."""
    return FOLDER / f"{path.stem}.txt"


def to_transcript(about: str, played: Played) -> str:
    """Write a conversation down: `>` for a sentence told at once, `-` for one that came with the end of the answer."""
    parts = [about, *(_tell(turn) for turn in played.turns)]
    counts = ", ".join(f"{kind} {count}" for kind, count in played.guard.counts.items())
    return "\n\n".join([*parts, f"Sentences: {counts}."]) + "\n"


def _tell(turn: Heard) -> str:
    lines = [f"Rider: {turn.rider}"]
    for tool, arguments, _ in turn.asked:
        given = {name: value for name, value in arguments.items() if name not in ("language", "verbosity")}
        lines.append(f"  asked {tool} {json.dumps(given, ensure_ascii=False)}")
    lines += [f"> {_show(line)}" for line in turn.early]
    lines += [f"- {_show(line)}" for line in turn.late]
    if turn.reply is None:
        lines.append("(cut short by the rider)")
    return "\n".join(lines)


def _show(line: Line) -> str:
    return line.written


def main(names: list[str]) -> None:
    """Write the goldens of the scripts that are named, or of all."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, Stage(Path(folder)) as stage:
        for path in list_scripts():
            if names and path.stem not in names:
                continue
            script = read_script(path)
            played = stage.play(script)
            to_golden(path).write_text(to_transcript(script.about, played), encoding="utf-8")
            sys.stdout.writelines(f"{path.stem}: {fault}\n" for fault in played.server.faults)


if __name__ == "__main__":
    main(sys.argv[1:])
