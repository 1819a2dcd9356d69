"""A request that goes no further: its status, a sentence that says why and what to do, and a word for counting it."""

import json
from enum import StrEnum

from starlette.responses import Response

_REFUSED = -32000
"""JSON-RPC: reserved for what a server defines itself."""


class Reason(StrEnum):
    """Why a request was refused, as metrics and the audit log name it."""

    HOST = "host"
    ORIGIN = "origin"
    PATH = "path"
    METHOD = "method"
    CONTENT_TYPE = "content-type"
    TOKEN = "token"  # noqa: S105  # a word, not a token
    SCOPE = "scope"
    RATE = "rate"
    SIZE = "size"
    SLOW = "slow"
    BUSY = "busy"


class RefusedError(Exception):
    """Raised by a check; caught once, where the answer is sent."""

    def __init__(self, status: int, reason: Reason, sentence: str, **headers: str) -> None:
        """Take the HTTP status, the reason and the sentence; header names take underscores for hyphens."""
        super().__init__(sentence)
        self.status = status
        self.reason = reason
        self.sentence = sentence
        self.who = ""
        """The client's name in the audit log, where a token told it; else its address stands there."""
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def to_response(self) -> Response:
        """Give the answer: a JSON-RPC error without an id, which hosts show to their users."""
        error = {"code": _REFUSED, "message": self.sentence, "data": {"reason": self.reason.value}}
        body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error})
        return Response(body, self.status, self.headers, "application/json")
