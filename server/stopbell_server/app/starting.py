"""Keeping the garbage collector out of a start: nothing that is loaded then is garbage, and there is a lot of it."""

import gc
from types import TracebackType
from typing import Self


class Starting:
    """Enter it before the large imports, say `done` when answers begin; what was loaded is never looked at again."""

    def __enter__(self) -> Self:
        """Stop collecting."""
        gc.disable()
        return self

    def done(self) -> None:
        """Collect again from now on, among what is made from now on."""
        gc.freeze()
        gc.enable()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Collect everything again."""
        gc.unfreeze()
        gc.enable()
