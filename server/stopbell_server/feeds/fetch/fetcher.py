"""Fetching of feeds over http and https and from files: whole or not at all, within limits."""

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from stopbell_server.domain.clock import Clock
from stopbell_server.feeds.fetch import local
from stopbell_server.feeds.fetch.errors import FetchBrokenOff, FetchFailed
from stopbell_server.feeds.fetch.limits import (
    LIVE_LIMITS,
    NO_VALIDATORS,
    STATIC_LIMITS,
    Downloaded,
    Fetched,
    FetchLimits,
    Progress,
    Validators,
)
from stopbell_server.feeds.fetch.part_file import PartFile
from stopbell_server.feeds.fetch.source import Source, read_key

if TYPE_CHECKING:
    import httpx


class Fetcher:
    """Asks sources; enter it around their use, it keeps connections open.

    What speaks HTTP takes long to import and to set up; it is imported when a source first needs it.
    """

    def __init__(self, clock: Clock, environment: Mapping[str, str] = os.environ) -> None:
        """Read keys from `environment` at the moment of each fetch; the clock is for Retry-After dates."""
        self._clock = clock
        self._environment = environment
        self._stack = ExitStack()
        self._is_entered = False
        self._client: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        """Start."""
        self._is_entered = True
        return self

    def _open_client(self) -> "httpx.AsyncClient":
        import httpx

        from stopbell_server.feeds.fetch.quiet_logs import QuietLogs

        if self._client is not None:
            return self._client
        if not self._is_entered:
            raise RuntimeError("enter the Fetcher before using it")
        self._stack.enter_context(QuietLogs())
        agent = {"User-Agent": f"stopbell/{version('stopbell')}", "Accept-Encoding": "gzip, deflate", "Accept": "*/*"}
        # A proxy of the environment cannot reach this machine's own addresses.
        own: dict[str, httpx.AsyncBaseTransport | None] = {
            "all://127.0.0.1": None,
            "all://localhost": None,
            "all://[::1]": None,
        }
        self._client = httpx.AsyncClient(headers=agent, follow_redirects=False, mounts=own)
        return self._client

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._is_entered = False
        if self._client is not None:
            await self._client.aclose()
        self._stack.close()

    async def fetch(
        self, source: Source, validators: Validators = NO_VALIDATORS, limits: FetchLimits = LIVE_LIMITS
    ) -> Fetched:
        """Fetch a source into memory, unless it is the same as the validators say.

        Raises:
            FetchFailed: it did not work; says why, and after how long to ask again if the server said so.
            SettingsInvalid: a key's environment variable is not set.
        """
        async with self._within(source, limits):
            if not source.is_remote:
                return await asyncio.to_thread(_read_file, source, validators, limits)
            from stopbell_server.feeds.fetch import remote

            async with self._ask(source, validators, limits) as response:
                if response.status_code == 304:
                    return Fetched(None, validators)
                pieces = [piece async for piece in remote.read_pieces(source, response, limits)]
                # Copying a nation's feed takes longer than an answer may wait; in a thread it waits for nobody.
                payload = await asyncio.to_thread(b"".join, pieces)
                return Fetched(payload, remote.to_validators(response))

    async def download(
        self,
        source: Source,
        target: Path,
        validators: Validators = NO_VALIDATORS,
        on_progress: Progress | None = None,
        limits: FetchLimits = STATIC_LIMITS,
    ) -> Downloaded | None:
        """Fetch a source into a file, which appears under its name only when it is whole; None: not modified.

        Raises:
            FetchFailed: it did not work; nothing is left behind.
            SettingsInvalid: a key's environment variable is not set.
        """
        async with self._within(source, limits):
            if not source.is_remote:
                return await asyncio.to_thread(_copy_file, source, target, validators, on_progress, limits)
            with PartFile(target, on_progress) as file:
                return await self._download(source, target, validators, file, limits)

    async def _download(
        self, source: Source, target: Path, validators: Validators, file: PartFile, limits: FetchLimits
    ) -> Downloaded | None:
        """Fetch until the file is whole, going on where the connection broke off if the server can do that."""
        from stopbell_server.feeds.fetch import remote
        from stopbell_server.feeds.fetch.resuming import Resumption

        resumption = Resumption()
        for breaks_left in reversed(range(limits.breaks + 1)):
            rest = resumption.list_headers(file)
            try:
                async with self._ask(source, NO_VALIDATORS if rest else validators, limits, rest) as response:
                    if response.status_code == 304:
                        return None
                    if not resumption.take(response, file):
                        continue
                    remaining = replace(limits, size=limits.size - file.size)
                    async for piece in remote.read_pieces(source, response, remaining):
                        file.write(piece)
            except FetchBrokenOff:
                if resumption.validators is None or not breaks_left:
                    raise
                continue
            file.finish()
            return Downloaded(target, file.size, resumption.validators or NO_VALIDATORS)
        raise FetchBrokenOff(f"{source.shown}: the connection broke off again and again; try again later")

    @asynccontextmanager
    async def _within(self, source: Source, limits: FetchLimits) -> AsyncGenerator[None]:
        try:
            async with asyncio.timeout(limits.total_s):
                yield
        except TimeoutError:
            raise FetchFailed(f"{source.shown}: not complete within {limits.total_s:g} s; try again later") from None

    @asynccontextmanager
    async def _ask(
        self, source: Source, validators: Validators, limits: FetchLimits, more: Mapping[str, str] | None = None
    ) -> "AsyncGenerator[httpx.Response]":
        from stopbell_server.feeds.fetch import remote

        client = self._open_client()
        request = self._build_request(client, source, validators, limits)
        request.headers.update(more or {})
        async with remote.ask(client, source, request, limits, self._clock.now()) as response:
            yield response

    def _build_request(
        self, client: "httpx.AsyncClient", source: Source, validators: Validators, limits: FetchLimits
    ) -> "httpx.Request":
        import httpx

        values = {key: read_key(key, self._environment) for key in source.keys}
        headers = {key.name: value for key, value in values.items() if key.place == "header"}
        if validators.etag:
            headers["If-None-Match"] = validators.etag
        if validators.last_modified:
            headers["If-Modified-Since"] = validators.last_modified
        try:
            url = httpx.URL(source.location)
            parameters = {key.name: value for key, value in values.items() if key.place == "parameter"}
            if parameters:
                url = url.copy_merge_params(parameters)
        except httpx.InvalidURL:
            raise FetchFailed(f"{source.shown}: is not an address that can be fetched") from None
        timeout = httpx.Timeout(limits.silence_s, connect=limits.connect_s)
        return client.build_request("GET", url, headers=headers, timeout=timeout)


def _read_file(source: Source, validators: Validators, limits: FetchLimits) -> Fetched:
    path = source.to_path()
    found, _ = local.identify(path)
    if found == validators:
        return Fetched(None, validators)
    return Fetched(b"".join(local.read_pieces(path, limits.size)), found)


def _copy_file(
    source: Source, target: Path, validators: Validators, on_progress: Progress | None, limits: FetchLimits
) -> Downloaded | None:
    path = source.to_path()
    found, size = local.identify(path)
    if found == validators:
        return None
    with PartFile(target, on_progress) as file:
        file.total = size
        for piece in local.read_pieces(path, limits.size):
            file.write(piece)
        file.finish()
    return Downloaded(target, file.size, found)
