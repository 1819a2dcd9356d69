"""Runs a command in a terminal within this one, and copies what it writes to a file too; run with the system's Python.

python3 copier.py FILE COMMAND...
"""

import fcntl
import os
import pty
import select
import sys
import termios
import tty
from pathlib import Path


def main() -> None:
    """Copy both ways until the command ends."""
    size = fcntl.ioctl(0, termios.TIOCGWINSZ, b"\0" * 8)
    pid, inner = pty.fork()
    if pid == 0:
        os.execvp(sys.argv[2], sys.argv[2:])
    fcntl.ioctl(inner, termios.TIOCSWINSZ, size)
    tty.setraw(0)
    with Path(sys.argv[1]).open("ab", buffering=0) as copy:
        while True:
            ready, _, _ = select.select([0, inner], [], [])
            try:
                data = os.read(ready[0], 65536)
            except OSError:
                return
            if not data:
                return
            if ready[0] == 0:
                os.write(inner, data)
            else:
                copy.write(data)
                os.write(1, data)


if __name__ == "__main__":
    main()
