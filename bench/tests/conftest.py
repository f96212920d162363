import os
import signal
import sys

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, BENCH)

# A shell ignores Ctrl-C for what it starts in the background; what the tests interrupt is to hear it all the same.
signal.signal(signal.SIGINT, signal.default_int_handler)
