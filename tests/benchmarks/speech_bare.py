"""The bare pyttsx3 of the benchmark of speech: for each line of standard input a new engine writes a file, named then.

Only the library that comes with the wheel is loaded as Stopbell does it; without that pyttsx3 finds none here.
"""

import os
import sys
import threading
from pathlib import Path

from stopbell.speech.pyttsx3_child import preload_bundled_library


def main() -> None:
    """Answer until standard input ends. Argument: the folder for the files."""
    folder = Path(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # pyttsx3 prints where it saved what
    preload_bundled_library(folder)
    from pyttsx3.engine import Engine

    for count, line in enumerate(sys.stdin):
        target = folder / f"bare{count % 2}.wav"
        finished = threading.Event()
        engine = Engine("espeak")
        engine.connect("finished-utterance", lambda name, completed, finished=finished: finished.set())
        engine.setProperty("rate", 160)
        engine.save_to_file(line.strip(), str(target))
        engine.runAndWait()
        finished.wait(10)
        answers.write(f"{target}\n")
        answers.flush()


if __name__ == "__main__":
    main()
