"""Run the server: `python -m stopbell_server`."""

from stopbell_server.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
