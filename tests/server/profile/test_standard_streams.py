"""What a host reads from the server's standard output, byte by byte: the protocol and nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HELLO: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
LIST: dict[str, Any] = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}
READY: dict[str, Any] = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def test_every_line_of_standard_output_is_a_message(tmp_path: Path) -> None:
    """The command itself, over a home without feeds: what it has to say otherwise goes to standard error."""
    program = subprocess.Popen(
        [sys.executable, "-m", "stopbell_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"STOPBELL_HOME": str(tmp_path / "home")},
    )
    assert program.stdin is not None
    assert program.stdout is not None
    lines: list[bytes] = []
    try:
        for message, answers in ((HELLO, 1), (READY, 0), (LIST, 1)):
            program.stdin.write(json.dumps(message).encode() + b"\n")
            program.stdin.flush()
            lines += [program.stdout.readline() for _ in range(answers)]
    finally:
        rest, _ = program.communicate(timeout=60)
    lines += rest.splitlines()
    ids = [json.loads(line)["id"] if line.startswith(b"{") else line for line in lines]
    assert ids == [1, 2]
