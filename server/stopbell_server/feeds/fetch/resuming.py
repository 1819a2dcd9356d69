"""Going on with a download after the connection broke off, without ever joining two versions of a file."""

import re

import httpx

from stopbell_server.feeds.fetch import remote
from stopbell_server.feeds.fetch.limits import Validators
from stopbell_server.feeds.fetch.part_file import PartFile

_CONTENT_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class Resumption:
    """Which part of a file to ask for next; RFC 9110, 13.1.5 (If-Range), 14.2 (Range) and 15.3.7 (206)."""

    def __init__(self) -> None:
        """Begin with nothing arrived."""
        self.validators: Validators | None = None
        """What identifies the bytes so far; None before the first answer."""
        self._mark: str | None = None

    def list_headers(self, file: PartFile) -> dict[str, str]:
        """Give the headers that ask for the rest, if there is a sure way to get the rest of the same bytes."""
        if not file.size or self._mark is None:
            return {}
        return {"Range": f"bytes={file.size}-", "If-Range": self._mark, "Accept-Encoding": "identity"}

    def take(self, response: httpx.Response, file: PartFile) -> bool:
        """Prepare the file for this answer's body; False: the answer cannot be used, ask for all again."""
        if response.status_code == 206 and self._continues(response, file):
            return True
        file.start_over()
        if response.status_code in (206, 416):
            self._mark = None
            return False
        self.validators = remote.to_validators(response)
        is_packed = "Content-Encoding" in response.headers
        file.total = None if is_packed else remote.find_length(response) or None
        self._mark = None if is_packed else _find_strong(self.validators)
        return True

    def _continues(self, response: httpx.Response, file: PartFile) -> bool:
        found = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", "").strip())
        if found is None or int(found[1]) != file.size or "Content-Encoding" in response.headers:
            return False
        etag = response.headers.get("ETag")
        if etag is not None and self.validators is not None and etag != self.validators.etag:
            return False
        return found[2] == "*" or file.total is None or int(found[2]) == file.total


def _find_strong(validators: Validators) -> str | None:
    """Give what If-Range may carry: a strong ETag, else nothing; a date in seconds is no sure sign."""
    etag = validators.etag
    return etag if etag and etag.startswith('"') else None
