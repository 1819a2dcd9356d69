"""Which errors are told in one sentence: those raised on purpose, of which each package has one root."""

import sys
from typing import cast

_ROOTS = (
    ("stopbell_server.domain.errors", "StopbellError"),
    ("stopbell.toolbox", "ServerUnreachableError"),
    ("stopbell.conversation.errors", "ProfileError"),
    ("stopbell.announcing.errors", "AnnouncingError"),
    ("stopbell.speech.errors", "SpeechError"),
    ("stopbell.kiosk.errors", "KioskError"),
)


def list_sentences(error: Exception) -> tuple[str, ...]:
    """Give the sentences of an expected error, also of several in a group; none when one of them is a fault of ours."""
    leaves = list(dict.fromkeys(_list_leaves(error)))
    roots = tuple(getattr(sys.modules[module], name) for module, name in _ROOTS if module in sys.modules)
    return tuple(str(leaf) for leaf in leaves) if all(isinstance(leaf, roots) for leaf in leaves) else ()


def is_broken_pipe(error: Exception) -> bool:
    """Whether all that went wrong is that nobody reads our output any more."""
    return all(isinstance(leaf, BrokenPipeError) for leaf in _list_leaves(error))


def _list_leaves(error: BaseException) -> list[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    group = cast("BaseExceptionGroup[BaseException]", error)
    leaves: list[BaseException] = []
    for one in group.exceptions:
        leaves += _list_leaves(one)
    return leaves
