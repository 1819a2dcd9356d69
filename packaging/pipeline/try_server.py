"""Wait for a server over HTTP and see that it answers: `python try_server.py http://HOST:PORT [--wait SECONDS]`.

Needs Python only, so that it runs in any pipeline. A token is taken from STOPBELL_SERVER_TOKEN. Ends with 0 when the
server is ready, lists tools and answers a call; else with 1 and one sentence.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any

_STEP_S = 0.5
_ANSWER_S = 10.0
_REVISION = "2025-11-25"


class NotReadyError(Exception):
    """The server does not do what it should."""


def main() -> int:
    """Try the server; tell what it said."""
    parser = ArgumentParser(description="See that a Stopbell server answers over HTTP.", allow_abbrev=False)
    parser.add_argument("root", metavar="URL", help="scheme, host and port, such as http://localhost:8080")
    parser.add_argument("--wait", metavar="SECONDS", type=float, default=60, help="how long it may take (60)")
    options = parser.parse_args()
    root = options.root.rstrip("/")
    try:
        _wait(f"{root}/healthz", options.wait)
        _wait(f"{root}/readyz", options.wait)
        tools = _call(f"{root}/mcp", "tools/list", {})["tools"]
        answer = _call(f"{root}/mcp", "tools/call", {"name": "get_alerts", "arguments": {}})
    except NotReadyError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(tools)} tools. {answer['structuredContent']['text']}\n")
    return 0


def _wait(url: str, most_s: float) -> None:
    end = time.monotonic() + most_s
    while True:
        try:
            with urllib.request.urlopen(url, timeout=_ANSWER_S) as response:  # noqa: S310  # the operator's own address
                response.read()
            return
        except OSError as error:
            if time.monotonic() > end:
                raise NotReadyError(f"{url} is not answered as it should be: {error}") from error
            time.sleep(_STEP_S)


def _call(url: str, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": _REVISION,
    }
    if token := os.environ.get("STOPBELL_SERVER_TOKEN", ""):
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, body, headers)  # noqa: S310  # the operator's own address
    try:
        with urllib.request.urlopen(request, timeout=_ANSWER_S) as response:  # noqa: S310
            text = response.read().decode()
    except urllib.error.HTTPError as error:
        raise NotReadyError(f"{method} was refused ({error.code}): {error.read().decode(errors='replace')}") from error
    except OSError as error:
        raise NotReadyError(f"{method} was not answered: {error}") from error
    message = json.loads(next((line[5:] for line in text.splitlines() if line.startswith("data:")), text))
    if "result" not in message:
        raise NotReadyError(f"{method} failed: {message.get('error')}")
    return dict(message["result"])


if __name__ == "__main__":
    sys.exit(main())
