"""`python -m ctxfn`: the command line."""

from __future__ import annotations

import sys

from ctxfn.io.cli import main

if __name__ == "__main__":
    sys.exit(main())
