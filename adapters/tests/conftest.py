import os
import sys

ADAPTERS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in ("python", "scoreboard", os.path.join("..", "reference")):
    sys.path.insert(0, os.path.join(ADAPTERS, folder))
