"""The language a client asks for by HTTP header, where it has one."""

from collections.abc import Mapping


def list_accepted(header: str) -> tuple[str, ...]:
    """List the tags of an Accept-Language header, most wanted first; faulty parts and q=0 are left out."""
    ranked: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, parameter = part.strip().partition(";")
        quality = _to_quality(parameter)
        if tag.strip() not in ("", "*") and quality > 0:
            ranked.append((quality, tag.strip()))
    return tuple(tag for _, tag in sorted(ranked, key=lambda pair: -pair[0]))


def list_client_languages(headers: Mapping[str, str] | None) -> tuple[str, ...]:
    """List the languages of a request's headers; none for transports without headers."""
    return list_accepted(headers.get("accept-language", "")) if headers else ()


def _to_quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0
