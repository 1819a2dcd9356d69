"""`python -m stopbell` is the command `stopbell`."""

import sys

from stopbell.cli import main

sys.exit(main())
