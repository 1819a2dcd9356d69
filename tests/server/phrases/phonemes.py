"""What espeak-ng would say, as phonemes: the wheel's own library, in a child process that may end as it likes.

Run as a program it reads a JSON list of [voice, text] from standard input and writes the list of phonemes.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_RETRIEVAL = 1
"""AUDIO_OUTPUT_RETRIEVAL of speak_lib.h: no sound device is touched."""
_UTF8 = 1
_IPA = 2
_LONGEST_DATA_PATH = 159
"""espeak-ng 1.52 cuts a longer path of its data and ends the process."""


def speak(texts: Sequence[tuple[str, str]]) -> list[str]:
    """Give the IPA that each voice makes of each text; clauses are separated by a vertical bar."""
    done = subprocess.run(
        [sys.executable, __file__], input=json.dumps(texts), capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout)


def _main() -> None:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    data = Path(espeakng_loader.get_data_path())
    with tempfile.TemporaryDirectory() as folder:
        if len(os.fsencode(data)) > _LONGEST_DATA_PATH:
            link = Path(folder) / data.name
            link.symlink_to(data)
            data = link
        assert library.espeak_Initialize(_RETRIEVAL, 0, str(data.parent).encode(), 0) > 0
        library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        json.dump([_to_ipa(library, voice, text) for voice, text in json.load(sys.stdin)], sys.stdout)


def _to_ipa(library: ctypes.CDLL, voice: str, text: str) -> str:
    assert library.espeak_SetVoiceByName(voice.encode()) == 0, f"no voice {voice}"
    rest = ctypes.c_char_p(text.encode())
    clauses: list[str] = []
    while rest.value:
        clauses.append(library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA).decode().strip())
    return " | ".join(clause for clause in clauses if clause)


if __name__ == "__main__":
    _main()
