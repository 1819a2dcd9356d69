"""Prompts as files."""

from pathlib import Path

import pytest

from stopbell_server.prompt_files import PromptFileFaulty, find_prompts, read_prompts


def test_every_prompt_has_every_language_with_the_same_arguments() -> None:
    for name, texts in read_prompts(find_prompts()).items():
        assert set(texts) == {"en", "es", "uk"}, name
        shapes = {
            tuple((argument, head.required) for argument, head in text.arguments.items()) for text in texts.values()
        }
        assert len(shapes) == 1, name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no head at all", "head"),
        ("+++\ntitle = 1\n", "head"),
        ('+++\ntitle = "a"\n+++\nbody', "description"),
        ('+++\ntitle = "a"\ndescription = "b"\n+++\nGo to {stop}', "stop"),
        ("+++\nnot toml\n+++\nbody", "faulty head"),
    ],
)
def test_a_faulty_file_is_named_with_what_to_mend(tmp_path: Path, text: str, why: str) -> None:
    folder = tmp_path / "prompt"
    folder.mkdir()
    (folder / "en.md").write_text(text, encoding="utf-8")
    with pytest.raises(PromptFileFaulty, match=why) as refused:
        read_prompts(tmp_path)
    assert "en.md" in str(refused.value)
