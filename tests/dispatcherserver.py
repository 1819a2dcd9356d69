"""A real speech-dispatcher of our own, with espeak-ng's module, that plays on a sound server of our own."""

import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.soundserver import SoundServer

COMMANDS = ("speech-dispatcher", "pulseaudio", "parec")
_START_LIMIT_S = 20.0
_CONFIGURATION = """
AudioOutputMethod "pulse"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
"""


class DispatcherServer:
    """Runs while its block is entered, on a socket in the folder."""

    def __init__(self, folder: Path, sound: SoundServer) -> None:
        self.folder = folder
        self.socket = folder / "speechd.sock"
        self.address = f"unix_socket:{self.socket}"
        self._sound = sound
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    def find_module_pids(self) -> list[int]:
        """List the processes of its output modules."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii")
        return [int(pid) for pid in children.split()]

    def __enter__(self) -> Self:
        modules = self.folder / "conf" / "modules"
        modules.mkdir(parents=True)
        shutil.copy("/etc/speech-dispatcher/modules/espeak-ng.conf", modules)
        (self.folder / "conf" / "speechd.conf").write_text(_CONFIGURATION)
        place = ["-c", "unix_socket", "-S", str(self.socket), "-P", str(self.folder / "pid")]
        self._process = subprocess.Popen(
            ["speech-dispatcher", "-s", "-t", "0", *place, "-C", str(self.folder / "conf"), "-L", str(self.folder)],
            env=self._sound.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        give_up = time.monotonic() + _START_LIMIT_S
        while not self.socket.exists():
            if time.monotonic() > give_up or self._process.poll() is not None:
                raise TimeoutError("speech-dispatcher does not start")
            time.sleep(0.01)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        modules = self.find_module_pids() if self._process.poll() is None else []
        self._process.kill()
        self._process.wait(10)
        for pid in modules:
            subprocess.run(["kill", "-KILL", str(pid)], capture_output=True, check=False)
