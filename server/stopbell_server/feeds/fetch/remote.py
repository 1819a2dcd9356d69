"""One HTTP question and its answer: redirects, status, unpacking and size, piece by piece."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from email.utils import parsedate_to_datetime

import httpx

from stopbell_server.feeds.fetch.errors import FetchBrokenOff, FetchFailed
from stopbell_server.feeds.fetch.limits import FetchLimits, Validators
from stopbell_server.feeds.fetch.source import Source, show_location
from stopbell_server.feeds.inflating import Inflater, UnpackFailed

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MAX_RETRY_AFTER_S = 3600
_PACKINGS = frozenset({"gzip", "x-gzip", "deflate"})
_BREAKS = (httpx.NetworkError, httpx.RemoteProtocolError, httpx.TimeoutException)


@asynccontextmanager
async def ask(
    client: httpx.AsyncClient, source: Source, request: httpx.Request, limits: FetchLimits, now: datetime
) -> AsyncGenerator[httpx.Response]:
    """Send the request, follow redirects and check the status; the body is not read yet.

    Raises:
        FetchFailed: not reachable, refused, redirected somewhere we do not go, or any status but 200 and 304.
    """
    response: httpx.Response | None = None
    try:
        for _ in range(limits.redirects + 1):
            response = await client.send(request, stream=True)
            if response.status_code not in _REDIRECTS:
                break
            await response.aclose()
            request = _to_redirected(client, source, request, response)
        else:
            raise FetchFailed(f"{source.shown}: redirects more than {limits.redirects} times")
        _check_status(source, response, now)
        yield response
    except httpx.HTTPError as error:
        is_break = isinstance(error, _BREAKS) and not _is_about_address(error)
        kind = FetchBrokenOff if is_break else FetchFailed
        raise kind(f"{source.shown}: {_explain(error)}") from None
    finally:
        if response is not None:
            await response.aclose()


def _to_redirected(
    client: httpx.AsyncClient, source: Source, request: httpx.Request, response: httpx.Response
) -> httpx.Request:
    """Build the request that the redirect asks for: never off the web, never from https to http.

    Another host does not get the keys that were meant for the first.
    """
    try:
        url = request.url.join(response.headers.get("Location", ""))
    except httpx.InvalidURL:
        raise FetchFailed(f"{source.shown}: redirects to something that is no address") from None
    shown = show_location(str(url))
    if url.scheme not in ("http", "https") or not url.host:
        raise FetchFailed(f"{source.shown}: redirects to {shown}, which is not on the web; it is not followed")
    if request.url.scheme == "https" and url.scheme == "http":
        raise FetchFailed(f"{source.shown}: redirects to {shown} without encryption; it is not followed")
    headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "cookie")}
    if not _is_same_place(request.url, url):
        secret = {key.name.lower() for key in source.keys} | {"authorization"}
        headers = {name: value for name, value in headers.items() if name.lower() not in secret}
    return client.build_request("GET", url, headers=headers, extensions=request.extensions)


def _is_same_place(old: httpx.URL, new: httpx.URL) -> bool:
    """Whether keys for the one may be told to the other: same host and port, or its encrypted twin."""
    is_upgrade = (old.scheme, new.scheme) == ("http", "https") and old.port is None and new.port is None
    return old.host == new.host and (is_upgrade or (old.scheme, old.port) == (new.scheme, new.port))


def _check_status(source: Source, response: httpx.Response, now: datetime) -> None:
    status = response.status_code
    if status == 200 or (status == 304 and "If-None-Match" in response.request.headers):
        return
    if status == 304 and "If-Modified-Since" in response.request.headers:
        return
    if status in (206, 416) and "Range" in response.request.headers:
        return
    if status in (401, 403):
        variables = ", ".join(key.variable for key in source.keys)
        remedy = f"check the key in {variables}" if variables else "it may want a key"
        raise FetchFailed(f"{source.shown}: access refused (status {status}); {remedy}")
    if status in (404, 410):
        raise FetchFailed(f"{source.shown}: nothing is there (status {status}); check the address")
    retry_after_s = find_retry_after(response.headers.get("Retry-After", ""), now)
    when = f"in {retry_after_s:.0f} s" if retry_after_s else "later"
    if status == 429:
        raise FetchFailed(f"{source.shown}: asked too often (status {status}); try again {when}", retry_after_s)
    if status >= 500:
        raise FetchFailed(
            f"{source.shown}: the server is in trouble (status {status}); try again {when}", retry_after_s
        )
    raise FetchFailed(f"{source.shown}: the server answered with status {status}; check the address", retry_after_s)


def find_retry_after(text: str, now: datetime) -> float | None:
    """Give the seconds to wait, at most an hour (RFC 9110, 10.2.3: seconds or a date); None when not understood."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return float(min(int(text[:9]), _MAX_RETRY_AFTER_S))
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        return None
    return min(max((until - now).total_seconds(), 0.0), _MAX_RETRY_AFTER_S)


def _explain(error: httpx.HTTPError) -> str:
    """Name the cause without the library's text, which may hold the address with its secrets."""
    if _is_about_address(error):
        return "redirects to something that is no address"
    if isinstance(error, httpx.ConnectTimeout):
        return "no connection in time; check the network, or try again later"
    if isinstance(error, httpx.TimeoutException):
        return "no answer in time; try again later"
    if isinstance(error, httpx.ConnectError):
        if "CERTIFICATE" in str(error).upper():
            return "its certificate cannot be trusted"
        return "cannot be reached; check the network and the address"
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError):
        return "the connection broke off before the end; try again later"
    if isinstance(error, httpx.UnsupportedProtocol | httpx.LocalProtocolError):
        return "the address or a key cannot stand in a request"
    return f"the fetch failed ({type(error).__name__})"


def _is_about_address(error: httpx.HTTPError) -> bool:
    """Whether the library could not read the address of a redirect, which it tells as a broken protocol."""
    return isinstance(error.__cause__ or error.__context__, httpx.InvalidURL)


def to_validators(response: httpx.Response) -> Validators:
    """Give what identifies the bytes of this answer."""
    return Validators(response.headers.get("ETag"), response.headers.get("Last-Modified"))


async def read_pieces(source: Source, response: httpx.Response, limits: FetchLimits) -> AsyncIterator[bytes]:
    """Yield the body, unpacked as Content-Encoding says, up to the size limit.

    Raises:
        FetchFailed: larger, damaged, cut off, or packed in a way that was not asked for.
    """
    packing = response.headers.get("Content-Encoding", "identity").strip().lower() or "identity"
    too_large = f"{source.shown}: is larger than {limits.size} bytes"
    if find_length(response) > limits.size:
        raise FetchFailed(too_large)
    if packing == "identity":
        done = 0
        async for piece in response.aiter_raw():
            done += len(piece)
            if done > limits.size:
                raise FetchFailed(too_large)
            yield piece
    elif packing in _PACKINGS:
        inflater = Inflater(limits.size, may_be_bare=packing == "deflate")
        try:
            async for piece in response.aiter_raw():
                for part in inflater.unpack(piece):
                    yield part
            inflater.finish()
        except UnpackFailed as error:
            raise FetchFailed(f"{source.shown}: {error}") from None
    else:
        raise FetchFailed(f"{source.shown}: is packed as {packing[:20]!r}, which was not asked for")


def find_length(response: httpx.Response) -> int:
    """Give Content-Length, 0 when absent or not a number."""
    text = response.headers.get("Content-Length", "")
    return int(text) if text.isascii() and text.isdigit() else 0
