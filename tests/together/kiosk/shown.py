"""What a terminal shows of the sequences that the kiosk sends; any other sequence is an error of the kiosk's."""

import re

_SEQUENCE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")


class Shown:
    """Rows of text, as a passer-by sees them."""

    def __init__(self, rows: int) -> None:
        self.rows = [""] * rows
        self.bells = 0
        self.is_taken_over = False
        self._row = 0
        self._rest = ""

    def feed(self, text: str) -> None:
        """Take what was written; a sequence that is cut off waits for its rest."""
        text, self._rest = self._rest + text, ""
        while text:
            if text[0] == "\x1b":
                found = _SEQUENCE.match(text)
                if found is None and len(text) < 12:
                    self._rest = text
                    return
                assert found is not None, f"a sequence that no kiosk needs: {text[:20]!r}"
                self._do(found[1], found[2], found[3])
                text = text[found.end() :]
            elif text[0] == "\x07":
                self.bells += 1
                text = text[1:]
            else:
                run = re.match(r"[^\x1b\x07]+", text)
                assert run is not None
                self.rows[self._row] += run[0]
                text = text[run.end() :]

    def _do(self, private: str, parameters: str, final: str) -> None:
        if private:
            assert parameters in ("1049", "25", "7"), parameters
            if parameters == "1049":
                self.is_taken_over = final == "h"
        elif final == "H":
            self._row = int(parameters.partition(";")[0] or 1) - 1
        elif final == "K":
            self.rows[self._row] = ""
        elif final == "J":
            first = 0 if parameters == "2" else self._row
            self.rows[first:] = [""] * (len(self.rows) - first)
        else:
            assert final == "m", final

    @property
    def lines(self) -> list[str]:
        """What stands there, without empty rows; a sentence that goes on in the next row is joined."""
        found: list[str] = []
        for row in self.rows:
            if row.startswith("  ") and found:
                found[-1] += f" {row.strip()}"
            elif row.strip():
                found.append(row.rstrip())
        return found
