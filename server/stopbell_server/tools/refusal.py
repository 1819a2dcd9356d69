"""A question that cannot be answered, as a value that any depth of a tool may raise."""

from collections.abc import Sequence

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate


class Refusal(Exception):  # noqa: N818  # it is an answer, not a fault
    """Carries the code, what its sentences need, and what may have been meant instead."""

    def __init__(
        self,
        code: Code,
        *,
        candidates: Sequence[Candidate] = (),
        authorities: Sequence[str] = (),
        **values: str | int,
    ) -> None:
        """Remember why. `authorities` are the feeds that were asked; none means all of them."""
        super().__init__(code.value)
        self.code = code
        self.candidates = tuple(candidates)
        self.authorities = tuple(authorities)
        self.values = values


def refuse_argument(argument: str, allowed: str = "") -> Refusal:
    """Give the refusal of one argument; `allowed` says what it may be, as words of the schema."""
    return Refusal(Code.BAD_ARGUMENT, argument=argument, allowed=allowed)
