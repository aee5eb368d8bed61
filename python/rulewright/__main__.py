"""Makes `python -m rulewright` the same as the command `rulewright`."""

import sys

from rulewright.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
