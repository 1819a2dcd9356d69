"""What tdsr speaks through: its one-line protocol on standard input, said on to a speech server as SSIP.

python tdsr_voice.py PORT
"""

import socket
import sys


def main() -> None:
    """Pass on until tdsr ends."""
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as connection:
        answers = connection.makefile("rb")

        def say(line: str, lines_of_answer: int = 1) -> None:
            connection.sendall(f"{line}\r\n".encode())
            for _ in range(lines_of_answer):
                answers.readline()

        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            kind, text = line[:1], line[1:]
            if kind == "s":
                say("SPEAK")
                say(f"{'.' if text.startswith('.') else ''}{text}\r\n.", 2)
            elif kind == "l":
                say(f"CHAR {text}", 2)
            elif kind == "x":
                say("CANCEL SELF")


if __name__ == "__main__":
    main()
