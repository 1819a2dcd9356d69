"""A judge of tokens that the operator brings: named in the settings, in place of the token file."""

from importlib import import_module
from inspect import iscoroutinefunction
from typing import cast

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.callers import Verifier


def load_verifier(place: str) -> Verifier:
    """Give what `module:name` makes when it is called: an object with `async verify(token) -> Caller | None`.

    Raises:
        SettingsInvalid: the module or the name is not there, or what it makes cannot judge tokens.
    """
    module_name, _, name = place.partition(":")
    try:
        make = getattr(import_module(module_name), name)
    except (ImportError, AttributeError) as error:
        raise SettingsInvalid(f"The verifier {place!r} cannot be loaded ({error}); write module:name.") from error
    try:
        made = make()
    except Exception as error:
        # Its own words may hold a secret; what it is may not.
        raise SettingsInvalid(f"The verifier {place!r} could not be made ({type(error).__name__}).") from None
    if not iscoroutinefunction(getattr(made, "verify", None)):
        raise SettingsInvalid(f"The verifier {place!r} makes nothing with `async verify(token)`; see docs/serving.md.")
    return cast(Verifier, made)
