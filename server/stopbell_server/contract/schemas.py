"""JSON Schemas of the contract, as plain as the strictest reader of them wants."""

from typing import Any, cast

from pydantic import BaseModel

Schema = dict[str, Any]
_LONGEST_CHOICE = 8
_DEGREES = (-90, -180)


def to_result_schema(model: type[BaseModel]) -> Schema:
    """Give the schema of a result. A field that is not known is absent, so null is not among its types."""
    return cast(Schema, _tidy(model.model_json_schema(by_alias=True)))


def to_input_schema(schema: Schema) -> Schema:
    """Give the schema of a tool's arguments without generated titles and null defaults.

    A text that is left out is empty, and no text may be endless: to say so of each would cost every host its weight.
    So would a long choice, which the description tells in short and a refusal in full; that a count begins at one; and
    the bounds of degrees.
    """
    tidy = cast(Schema, _tidy(schema))
    properties = cast(dict[str, Schema], tidy["properties"])
    return {**tidy, "properties": {name: _drop_usual(one) for name, one in properties.items()}}


def _drop_usual(field: Schema) -> Schema:
    is_long = len(field.get("enum", ())) > _LONGEST_CHOICE
    usual = {"maxLength": field.get("maxLength"), "default": "", "minimum": 1}
    if is_long:
        usual["enum"] = field["enum"]
    if field.get("minimum") in _DEGREES:
        usual |= {"minimum": field["minimum"], "maximum": field.get("maximum")}
    return {key: value for key, value in field.items() if key not in usual or usual[key] != value}


def _tidy(node: Any, *, is_map_of_names: bool = False) -> Any:
    """Drop generated titles, null defaults and null arms; names of properties are left alone."""
    if isinstance(node, list):
        return [_tidy(item) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    entries = cast(Schema, node)
    if is_map_of_names:
        return {name: _tidy(value) for name, value in entries.items()}
    kept = {
        key: _tidy(value, is_map_of_names=key in ("properties", "$defs"))
        for key, value in entries.items()
        if not (key == "title" or (key == "default" and value is None))
    }
    arms = cast(list[Schema] | None, kept.get("anyOf"))
    if arms is None:
        return kept
    real = [arm for arm in arms if arm != {"type": "null"}]
    if len(real) != 1:
        return kept
    return {**real[0], **{key: value for key, value in kept.items() if key != "anyOf"}}
