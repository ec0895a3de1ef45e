"""Runs programs that must not be broken off in the middle."""

import os
import signal
import subprocess
import sys

# Terraform writes down what it was creating, or nobody knows of it.
ORDERLY_SECONDS = 120
# What ends bench: Ctrl-C, kill, a terminal that closes.
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(command, limit, orderly=ORDERLY_SECONDS, **options):
    """As subprocess.run, which kills at once: on Ctrl-C or after `limit` seconds it tells the program to end, and kills it
    only `orderly` seconds later.

    The program has a process group of its own: what is typed at a terminal would reach it, too, and at a second Ctrl-C
    Terraform drops everything.
    """
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0, **options)
    try:
        output, errors = process.communicate(timeout=limit)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        _end(process, command[0], orderly)
        raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def _end(process, name, orderly):
    before = {stop: signal.signal(stop, signal.SIG_IGN) for stop in STOPS}
    print(f"{name} is told to end, and has {orderly} s for it", file=sys.stderr, flush=True)
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=orderly)
    except subprocess.TimeoutExpired:
        print(f"{name} did not end within {orderly} s, and is killed", file=sys.stderr, flush=True)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
