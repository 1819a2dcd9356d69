"""The one place that decides how names look on the wire: camelCase, unknown left out."""

from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


def is_empty(value: object) -> bool:
    """Whether a list or count says nothing; for `exclude_if` of fields whose absence means just that."""
    return not value


class WireModel(BaseModel):
    """A part of the contract. A field that is None is left out on the wire: absent means "not known"."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True, extra="forbid")

    def to_wire(self) -> dict[str, Any]:
        """Give the JSON document that crosses the wire."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)

    def to_document(self) -> str:
        """Give the same as text."""
        return self.model_dump_json(by_alias=True, exclude_none=True)
