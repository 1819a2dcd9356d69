"""`python -m stopbell.speech.check`: does speech work on this machine? No sound device is needed.

It renders sentences of every language of the catalogs that has a usable voice, measures them, and exits with 1
if one is not speech, or did not come from the library that was installed with Stopbell.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from stopbell.speech.audio import to_wav
from stopbell.speech.engine import Synthesiser
from stopbell.speech.engine_names import DEFAULT_ENGINE, ENGINES, EngineName
from stopbell.speech.errors import SynthesisError
from stopbell.speech.opening import make_synthesiser
from stopbell.speech.voice_check import CheckReport, Sample, check_speech
from stopbell_server.phrases.phrasebooks import Phrasebooks

_SENTENCES = ("speech.check_first", "speech.check_second")


def make_samples(phrasebooks: Phrasebooks) -> tuple[Sample, ...]:
    """Take two sentences of each language that there is a catalog for."""
    books = [phrasebooks.pick(language) for language in phrasebooks.languages]
    return tuple(Sample(book.language, book.say(message_id).spoken) for book in books for message_id in _SENTENCES)


async def check_engine(synthesiser: Synthesiser, samples: Sequence[Sample]) -> CheckReport:
    """Check the samples whose language the engine calls usable, and close the engine.

    A language that is not usable is left out, as riders are told so; with none at all the check fails.
    """
    try:
        usable = [sample for sample in samples if (await synthesiser.find_voice(sample.language)).is_usable]
        return await check_speech(synthesiser, usable)
    except SynthesisError as error:
        return CheckReport((), (str(error),))
    finally:
        await synthesiser.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, print a line for each sentence, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m stopbell.speech.check", description="Check that speech works.")
    parser.add_argument("--engine", choices=ENGINES, default=DEFAULT_ENGINE)
    parser.add_argument("--wav", type=Path, metavar="FOLDER", help="keep what was rendered there")
    options = parser.parse_args(arguments)
    return check_and_print(options.engine, options.wav)


def check_and_print(engine: EngineName, folder: Path | None) -> int:
    """Check an engine, keep what was rendered in a folder if there is one, and give the exit status.

    Raises:
        NoFilesError: the engine plays by itself, so that nothing can be measured.
    """
    report = asyncio.run(check_engine(make_synthesiser(engine), make_samples(Phrasebooks.load())))
    if folder is not None:
        _keep(report, folder)
    lines = [*(result.line for result in report.results), *report.faults]
    lines.append("Speech works." if report.passed else "Speech does not work.")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0 if report.passed else 1


def _keep(report: CheckReport, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, result in enumerate(report.results, start=1):
        if result.audio is not None:
            (folder / f"{number:02d}-{result.sample.language}.wav").write_bytes(to_wav(result.audio))


if __name__ == "__main__":
    sys.exit(main())
