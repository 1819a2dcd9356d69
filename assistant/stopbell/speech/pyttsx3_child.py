"""The child process in which pyttsx3 makes audio files; the only place that imports pyttsx3.

A child, because espeak-ng may end the process it runs in, drivers may hang for ever, and pyttsx3 prints.
Each text gets a new engine: an engine that is used again loses every fifth text.
"""

import ctypes
import os
import platform
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from stopbell.speech.frames import Header, read_frame, to_frame

LONGEST_DATA_PATH = 159
"""What espeak-ng 1.52 keeps of the path of its data, without the closing zero; a longer one ends the process."""
_SYNTHESIS_LIMIT_S = 30.0
_SETTINGS_LIMIT_S = 2.0


def main() -> None:
    """Answer requests from standard input until it closes, also when the parent was killed.

    Argument: a folder for files that only we use; it is removed at the end.
    """
    folder = Path(sys.argv[1])
    requests, answers = _take_pipes()
    preload_bundled_library(folder)
    from pyttsx3.engine import Engine, default_engine_by_sys_platform

    driver = default_engine_by_sys_platform()
    answers.write(to_frame(_introduce(driver, Engine(driver))))
    answers.flush()
    while frame := read_frame(requests):
        header, _ = frame
        answers.write(_answer(header, driver, Engine, folder))
        answers.flush()
    shutil.rmtree(folder, ignore_errors=True)


def preload_bundled_library(folder: Path) -> None:
    """Load the espeak-ng of the wheel before pyttsx3 looks for one by name; only where pyttsx3 drives espeak.

    glibc gives the library that is already loaded under that name, wherever others lie.
    """
    if platform.system() != "Linux":
        return
    import espeakng_loader

    data = Path(espeakng_loader.get_data_path())
    if len(os.fsencode(data)) > LONGEST_DATA_PATH:
        link = folder / data.name
        if not link.is_symlink():
            link.symlink_to(data)
        data = link
    os.environ["ESPEAK_DATA_PATH"] = str(data.parent)
    ctypes.CDLL(espeakng_loader.get_library_path())


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for frames, and turn what libraries print or read away from them."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    return requests, answers


def _introduce(driver: str, engine: Any) -> Header:
    voices = [
        [str(voice.id), [_to_text(tag) for tag in voice.languages or ()]] for voice in engine.getProperty("voices")
    ]
    return {"ready": True, "driver": driver, "voices": voices, "libraries": _list_loaded_libraries()}


def _to_text(tag: object) -> str:
    return tag.decode("ascii", "replace") if isinstance(tag, bytes) else str(tag)


def _list_loaded_libraries() -> list[str]:
    """List the espeak libraries that this process has really loaded, where the system can tell."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return []
    lines = maps.read_text(errors="replace").splitlines()
    return sorted({line.split(maxsplit=5)[5] for line in lines if "espeak" in line and line.count("/")})


def _answer(request: Header, driver: str, make_engine: Callable[[str], Any], folder: Path) -> bytes:
    target = folder / ("speech.aiff" if driver == "nsss" else "speech.wav")
    try:
        _synthesise(request, make_engine(driver), target, is_espeak=driver == "espeak")
        return to_frame({"id": request["id"], "ok": True}, target.read_bytes())
    except Exception as error:
        return to_frame({"id": request["id"], "ok": False, "why": f"{type(error).__name__}: {error}"})
    finally:
        target.unlink(missing_ok=True)


def _synthesise(request: Header, engine: Any, target: Path, *, is_espeak: bool) -> None:
    """Write one text as an audio file."""
    finished = threading.Event()
    errors: list[BaseException] = []

    def finish(name: object, completed: bool) -> None:
        finished.set()

    def keep(name: object, exception: BaseException) -> None:
        errors.append(exception)

    engine.connect("finished-utterance", finish)
    engine.connect("error", keep)
    if is_espeak:
        engine.proxy.setBusy(False)
    engine.setProperty("voice", request["voice"])
    engine.setProperty("rate", request["rate"])
    engine.setProperty("volume", request["volume"])
    if is_espeak:
        _wait_for_settings()
    engine.save_to_file(request["text"], str(target))
    engine.runAndWait()
    if is_espeak and not finished.wait(_SYNTHESIS_LIMIT_S):
        raise TimeoutError("the engine did not finish")
    if errors:
        raise errors[0]


def _wait_for_settings() -> None:
    """Wait until espeak-ng's own thread has taken rate and volume.

    Left to itself pyttsx3 calls espeak_Cancel right after queueing them, and one text in eight is spoken at the
    rate of the one before.
    """
    from pyttsx3.drivers import _espeak

    give_up = time.monotonic() + _SETTINGS_LIMIT_S
    while _espeak.IsPlaying():
        if time.monotonic() > give_up:
            raise TimeoutError("the engine did not take rate and volume")
        time.sleep(0.001)


if __name__ == "__main__":
    main()
