"""Other sounds of the machine are lowered while the voice speaks, and come back, whatever happens to us."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.assistant.speech.streams import FULL, list_volumes, wait_for
from tests.soundserver import SoundServer

SPEAKS = (
    "import asyncio, sys\n"
    "from stopbell.speech.ducking import HelperDucker\n"
    "async def main():\n"
    "    ducker = HelperDucker()\n"
    "    for line in sys.stdin:\n"
    "        {'lower': ducker.lower, 'restore': ducker.restore}.get(line.strip(), lambda: None)()\n"
    "        await asyncio.sleep(0.05)\n"
    "        if line.strip() == 'close':\n"
    "            await ducker.close()\n"
    "            print('closed', flush=True)\n"
    "asyncio.run(main())\n"
)
"""Lowers and restores as its input says, a line each."""


@pytest.fixture
def voice(music: SoundServer) -> Iterator["subprocess.Popen[str]"]:
    """Give a program that lowers and restores as it is told."""
    with subprocess.Popen(
        [sys.executable, "-c", SPEAKS],
        env=music.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        yield program
        program.kill()


def tell(program: "subprocess.Popen[str]", line: str) -> None:
    """Tell it one line."""
    assert program.stdin is not None
    program.stdin.write(f"{line}\n")
    program.stdin.flush()


def test_another_program_is_lowered_while_we_speak_and_comes_back(
    music: SoundServer, voice: "subprocess.Popen[str]"
) -> None:
    tell(voice, "lower")
    (lowered,) = wait_for(music, lambda volumes: volumes != [FULL])
    assert lowered == pytest.approx(0.3 * FULL, rel=0.02)
    tell(voice, "restore")
    wait_for(music, lambda volumes: volumes == [FULL])


def test_a_killed_program_gives_the_others_back(music: SoundServer, voice: "subprocess.Popen[str]") -> None:
    tell(voice, "lower")
    wait_for(music, lambda volumes: volumes != [FULL])
    voice.kill()
    wait_for(music, lambda volumes: volumes == [FULL])


def test_closing_gives_the_others_back_before_it_returns(music: SoundServer, voice: "subprocess.Popen[str]") -> None:
    tell(voice, "lower")
    wait_for(music, lambda volumes: volumes != [FULL])
    tell(voice, "close")
    assert voice.stdout is not None
    assert voice.stdout.readline() == "closed\n"
    assert list_volumes(music) == [FULL]


def test_what_somebody_changed_meanwhile_stays_as_they_set_it(
    music: SoundServer, voice: "subprocess.Popen[str]"
) -> None:
    tell(voice, "lower")
    wait_for(music, lambda volumes: volumes != [FULL])
    (stream,) = json.loads(music.run("pactl", "--format=json", "list", "sink-inputs"))
    music.run("pactl", "set-sink-input-volume", str(stream["index"]), "50000")
    tell(voice, "close")
    assert voice.stdout is not None
    assert voice.stdout.readline() == "closed\n"
    assert list_volumes(music) == [50000]


def test_without_a_sound_server_nothing_happens(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SPEAKS],
        input="lower\nrestore\nclose\n",
        env={"PATH": "/usr/bin:/bin", "PULSE_SERVER": f"unix:{tmp_path}/none", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("closed\n", "")
