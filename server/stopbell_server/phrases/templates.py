"""Messages with their placeholders left in, for a page that fills them where they are shown."""

from collections.abc import Iterable, Mapping

from babel import Locale

from stopbell_server.phrases.catalog import Catalog, Part

_COUNTED = range(200)
"""Every plural class of whole numbers shows among these, in every language of CLDR."""


def to_template(catalog: Catalog, message_id: str, locale: str) -> Mapping[str, str]:
    """Give the written wording of a message that the catalog has, by CLDR's plural classes.

    `other` is always there; it stands alone where the message has no plural forms. Every `{name}` is left to be filled.
    """
    message = catalog.messages[message_id]
    if not message.is_plural:
        return {"other": _join(message.forms[0])}
    rule = Locale.parse(locale).plural_form
    classes: dict[str, str] = {}
    for count in _COUNTED:
        classes.setdefault(rule(count), _join(message.forms[min(catalog.plural(count), len(message.forms) - 1)]))
    return {"other": _join(message.forms[-1]), **classes}


def to_direction(locale: str) -> str:
    """Give how a locale is written: `ltr` or `rtl`."""
    return str(Locale.parse(locale).text_direction)


def _join(parts: Iterable[Part]) -> str:
    return "".join(part.text + (f"{{{part.name}}}" if part.name is not None else "") for part in parts)
