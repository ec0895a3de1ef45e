import signal
import sys

from bench.cli import main
from bench.process import STOPS

for stop in STOPS:
    # What nohup or a shell in the background has it ignore stays so.
    if signal.getsignal(stop) != signal.SIG_IGN:
        signal.signal(stop, signal.default_int_handler)
sys.exit(main())
