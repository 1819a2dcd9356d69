"""Keep the catalogs whole: `python -m tests.packaging.catalogs` checks, with `update` it brings them into step.

English is the source. `update` sorts every catalog by id, writes the template, carries new English texts and comments
into the other languages, leaves what must be translated empty and marks as fuzzy what must be looked at again.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeGuard

from babel.messages.pofile import read_po

from stopbell_server.phrases.catalog import DOMAIN, SOURCE_LANGUAGE, SPOKEN, parse_template
from stopbell_server.phrases.language import read_language

ROOT = Path(__file__).resolve().parents[2]
COMMENT = "Translators:"
_ID = re.compile(r"[a-z]+\.[a-z][a-z0-9_-]*(\.[a-z]+)?")
_START = re.compile(r"[a-z]+\.[a-z0-9_.-]*")
PUT_TOGETHER = "*"
"""Ends an id of which the code has only the start: any message that begins so may be meant."""
_NOT_IDS = frozenset(
    {"wav", "aiff", "toml", "json", "txt", "md", "po", "py", "zip", "sqlite", "pb", "log", "html", "css", "js"}
)
"""Endings of file names, which look like ids."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of one file."""

    id: str
    source: tuple[str, ...]
    """English: one text, or singular and plural."""
    texts: tuple[str, ...]
    comments: tuple[str, ...]
    is_fuzzy: bool = False


@dataclass(frozen=True, slots=True)
class PoFile:
    """One catalog with its header."""

    language: str
    plural_forms: str
    """The Plural-Forms line of the header."""
    form_count: int
    entries: Mapping[str, Entry] = field(default_factory=dict[str, Entry])


def read(path: Path, language: str) -> PoFile:
    """Read a catalog or the template."""
    with path.open("rb") as file:
        source = read_po(file, locale=language.replace("-", "_"), domain=DOMAIN, abort_invalid=True)
    entries: dict[str, Entry] = {}
    for message in source:
        if message.id:
            assert message.context, f"{path}: {message.id!r} has no msgctxt"
            assert message.context not in entries, f"{path}: {message.context} stands there twice"
            texts = _to_tuple(message.string)
            entries[message.context] = Entry(
                message.context, _to_tuple(message.id), texts, tuple(message.auto_comments), message.fuzzy
            )
    assert not source.obsolete, f"{path}: remove the obsolete messages"
    return PoFile(language, source.plural_forms, source.num_plurals, entries)


def write(po: PoFile) -> str:
    """Give a catalog's text, sorted by id, one line for each text."""
    title = f"Sentences for riders, {po.language}." if po.language else "Sentences for riders, template."
    plural = [f'"Plural-Forms: {po.plural_forms}\\n"'] if po.language else []
    head = [
        f"# {title} See README.md in locales/.",
        'msgid ""',
        'msgstr ""',
        '"Project-Id-Version: stopbell\\n"',
        *([f'"Language: {po.language}\\n"'] if po.language else []),
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        *plural,
    ]
    return "\n\n".join(["\n".join(head), *(_to_block(po.entries[name]) for name in sorted(po.entries))]) + "\n"


def _to_block(entry: Entry) -> str:
    lines = [f"#. {comment}" for comment in entry.comments]
    if entry.is_fuzzy:
        lines.append("#, fuzzy")
    lines.append(f"msgctxt {_quote(entry.id)}")
    lines.append(f"msgid {_quote(entry.source[0])}")
    if len(entry.source) == 1:
        return "\n".join([*lines, f"msgstr {_quote(entry.texts[0] if entry.texts else '')}"])
    lines.append(f"msgid_plural {_quote(entry.source[1])}")
    lines.extend(f"msgstr[{number}] {_quote(text)}" for number, text in enumerate(entry.texts))
    return "\n".join(lines)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _to_tuple(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())  # type: ignore[arg-type]  # Babel's union


def list_languages(locales: Path) -> tuple[str, ...]:
    """List the languages that have a folder."""
    return tuple(sorted(path.parent.name for path in locales.glob("*/language.toml")))


def to_path(locales: Path, language: str) -> Path:
    """Give a language's catalog, or the template for no language."""
    return locales / language / "LC_MESSAGES" / f"{DOMAIN}.po" if language else locales / f"{DOMAIN}.pot"


def make_all(locales: Path) -> dict[Path, str]:
    """Give every file as it should be, from the English catalog and the translations that are there."""
    source = read(to_path(locales, SOURCE_LANGUAGE), SOURCE_LANGUAGE)
    english = {name: replace(entry, texts=entry.source) for name, entry in source.entries.items()}
    template = {
        name: replace(entry, texts=("",) * len(entry.source), is_fuzzy=False) for name, entry in english.items()
    }
    files = {to_path(locales, ""): write(PoFile("", "", 0, template))}
    files[to_path(locales, SOURCE_LANGUAGE)] = write(replace(source, entries=english))
    for language in list_languages(locales):
        if language != SOURCE_LANGUAGE:
            own = read(to_path(locales, language), language)
            entries = {name: _carry(entry, own.entries.get(name), own.form_count) for name, entry in english.items()}
            files[to_path(locales, language)] = write(replace(own, entries=entries))
    return files


def _carry(source: Entry, own: Entry | None, form_count: int) -> Entry:
    """Give a translation its English text and comment; fuzzy when that text has changed."""
    count = form_count if len(source.source) > 1 else 1
    if own is None or len(own.texts) != count:
        return replace(source, texts=("",) * count)
    return replace(source, texts=own.texts, is_fuzzy=own.is_fuzzy or own.source != source.source)


def list_faults(root: Path) -> list[str]:
    """List everything that is wrong with the catalogs under a checkout, one line each."""
    locales = root / "locales"
    faults = [
        f"{path.relative_to(root)}: not in step; run python -m tests.packaging.catalogs update"
        for path, text in make_all(locales).items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    source = read(to_path(locales, SOURCE_LANGUAGE), SOURCE_LANGUAGE)
    for language in list_languages(locales):
        po = read(to_path(locales, language), language)
        conventions = read_language(locales / language / "language.toml")
        forms = conventions.numbers.forms.keys() | conventions.clock.forms.keys()
        name = to_path(locales, language).relative_to(root)
        faults.extend(f"{name}: {message_id} is missing" for message_id in source.entries.keys() - po.entries.keys())
        faults.extend(f"{name}: {message_id} is not in English" for message_id in po.entries.keys() - source.entries)
        faults.extend(f"{name}: {fault}" for entry in po.entries.values() for fault in _check(entry, po, forms))
    used = list_used(root)
    faults.extend(f"{place}: no message {asked}" for place, asked in used if not _find(asked, source.entries))
    told = {message_id for _, asked in used for message_id in _find(asked, source.entries)}
    return [*faults, *(f"{message_id}: no code says it" for message_id in source.entries if message_id not in told)]


def _find(asked: str, entries: Mapping[str, Entry]) -> list[str]:
    """Find the messages that an id in the code may mean, with their plain forms and spoken twins."""
    if asked.endswith(PUT_TOGETHER):
        return [message_id for message_id in entries if message_id.startswith(asked.removesuffix(PUT_TOGETHER))]
    return [message_id for message_id in (asked, f"{asked}.plain", asked + SPOKEN) if message_id in entries]


def _check(entry: Entry, po: PoFile, forms: AbstractSet[str]) -> Iterator[str]:
    if entry.is_fuzzy:
        yield f"{entry.id} is fuzzy"
    if not entry.comments or not entry.comments[0].startswith(COMMENT):
        yield f"{entry.id} has no {COMMENT} comment that says where it is heard"
    if any(not text.strip() for text in entry.texts):
        yield f"{entry.id} is not translated"
        return
    if len(entry.source) > 1 and len(entry.texts) != po.form_count:
        yield f"{entry.id} has {len(entry.texts)} plural forms, the language has {po.form_count}"
    wanted = {part.name for text in entry.source for part in parse_template(text) if part.name is not None}
    for text in entry.texts:
        parts = [part for part in parse_template(text) if part.name is not None]
        names = {part.name for part in parts}
        # A plural form may leave out the number that it stands for: "every minute".
        if names != wanted and not (len(entry.source) > 1 and names | {"count"} == wanted | {"count"}):
            yield f"{entry.id}: placeholders {sorted(map(str, names))}, in English {sorted(map(str, wanted))}"
        for part in parts:
            if part.form and part.form not in forms:
                yield f"{entry.id}: language.toml has no words called {part.form}"


def list_used(root: Path) -> list[tuple[str, str]]:
    """List the message ids in the code with their places; of one that is put together the fixed start, and a star."""
    locales = root / "locales"
    entries = read(to_path(locales, SOURCE_LANGUAGE), SOURCE_LANGUAGE).entries
    sections = {name.partition(".")[0] for name in entries}
    used: list[tuple[str, str]] = []
    for path in sorted([*(root / "server").rglob("*.py"), *(root / "assistant").rglob("*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        asked = {id(node.args[0]) for node in ast.walk(tree) if _asks_for_message(node)}
        for node in ast.walk(tree):
            text = _to_id(node, is_inner=id(node) in inner)
            if isinstance(node, ast.expr) and text and (text.partition(".")[0] in sections or id(node) in asked):
                used.append((f"{path.relative_to(root)}:{node.lineno}", text))
    return used


def _asks_for_message(node: ast.AST) -> TypeGuard[ast.Call]:
    """Tell whether a call names a message, whatever the message's section."""
    return isinstance(node, ast.Call) and bool(node.args) and getattr(node.func, "attr", "") in ("line", "say")


def _to_id(node: ast.AST, *, is_inner: bool) -> str | None:
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        start = str(node.values[0].value)
        return start + PUT_TOGETHER if _START.fullmatch(start) else None
    if is_inner or not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    is_id = _ID.fullmatch(node.value) and node.value.rpartition(".")[2] not in _NOT_IDS
    return node.value if is_id else None


def main(arguments: list[str]) -> int:
    """Check, or bring into step with `update`."""
    if arguments == ["update"]:
        for path, text in make_all(ROOT / "locales").items():
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(f"wrote {path.relative_to(ROOT)}")
    faults = list_faults(ROOT)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
