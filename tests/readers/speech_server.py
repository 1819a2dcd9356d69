"""A speech server without sound: it speaks SSIP, the protocol of screen readers, and keeps what it is told to say."""

import queue
import re
import socketserver
import threading
import time
from dataclasses import dataclass

_MARKUP = re.compile(r"<[^>]+>")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
_REPLIES = {
    "SET": "200 OK SET",
    "CANCEL": "210 OK CANCELED",
    "STOP": "210 OK STOPPED",
    "PAUSE": "211 OK PAUSED",
    "RESUME": "212 OK RESUMED",
    "BLOCK": "260 OK INSIDE BLOCK",
    "HISTORY": "245-1\r\n245 OK CLIENT ID SENT",
    "GET": "251-0\r\n251 OK GET RETURNED",
    "LIST": "249-none\ten\tnone\r\n249 OK VOICE LIST SENT",
    "LIST OUTPUT_MODULES": "250-espeak-ng\r\n250 OK MODULE LIST SENT",
}


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing the reader sent to be spoken."""

    text: str
    kind: str
    """`speak` for text, `char` for a single character, `key` for a key's name."""
    at: float = 0.0
    """When, on the monotonic clock, in seconds."""
    client: str = ""
    """Who said it, as it named itself: user, program, part."""


class SpeechServer:
    """Listens on loopback; `heard` grows as readers speak."""

    def __init__(self) -> None:
        """Start listening on a free port."""
        self.heard: list[Utterance] = []
        self._news: queue.Queue[Utterance] = queue.Queue()
        self._server = _Listener(("127.0.0.1", 0), _Session)
        self._server.speech = self
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()

    def hear(self, utterance: Utterance) -> None:
        """Keep an utterance; called from the sessions' threads."""
        self.heard.append(utterance)
        self._news.put(utterance)

    def wait_for_quiet(self, quiet_s: float, limit_s: float) -> None:
        """Wait until nothing has been said for a while; raise TimeoutError if it never gets quiet."""
        end = time.monotonic() + limit_s
        while time.monotonic() < end:
            try:
                self._news.get(timeout=quiet_s)
            except queue.Empty:
                return
        raise TimeoutError(f"still speaking after {limit_s} s: {self.heard[-3:]}")

    def wait_for(self, text: str, limit_s: float) -> None:
        """Wait until something with this text has been said."""
        end = time.monotonic() + limit_s
        while not any(text in utterance.text for utterance in self.heard):
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"{text!r} was not said in {limit_s} s, but: {[u.text for u in self.heard[-12:]]}")
            try:
                self._news.get(timeout=min(left, 1.0))
            except queue.Empty:
                continue


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    speech: SpeechServer


class _Session(socketserver.StreamRequestHandler):
    server: _Listener

    client = ""
    is_told = False
    """Whether the client has asked to be told when a text begins and ends."""

    def handle(self) -> None:
        while raw := self.rfile.readline():
            words = raw.decode("utf-8", "replace").strip().split(" ")
            command = words[0].upper()
            if command == "QUIT":
                self._reply("231 HAPPY HACKING")
                return
            if command == "SPEAK":
                self._reply("230 OK RECEIVING DATA")
                self._take("speak", self._read_data())
            elif command in ("CHAR", "KEY", "SOUND_ICON"):
                self._take(command.lower(), " ".join(words[1:]))
            elif command:
                if len(words) > 3 and words[2].upper() == "CLIENT_NAME":
                    self.client = words[3]
                if len(words) > 3 and words[2].upper() == "NOTIFICATION":
                    self.is_told = True
                self._reply(_REPLIES.get(" ".join(words[:2]).upper()) or _REPLIES.get(command, "200 OK"))

    def _reply(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def _take(self, kind: str, text: str) -> None:
        self.server.speech.hear(Utterance(text, kind, time.monotonic(), self.client))
        self._reply("225-1")
        self._reply("225 OK MESSAGE QUEUED")
        if self.is_told and kind == "speak":
            for event in ("701 BEGIN", "702 END"):
                code = event.split()[0]
                self._reply(f"{code}-1\r\n{code}-1\r\n{event}")

    def _read_data(self) -> str:
        lines: list[str] = []
        while raw := self.rfile.readline():
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            if line == ".":
                break
            lines.append(line.removeprefix(".") if line.startswith("..") else line)
        text = _MARKUP.sub("", "\n".join(lines))
        for entity, character in _ENTITIES.items():
            text = text.replace(entity, character)
        return text
