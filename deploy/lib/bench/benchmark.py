"""bin/benchmark of the checkout, for checks that Weir itself makes."""

import os
import subprocess

from bench.playbooks import ROOT
from bench.problem import Problem

LIMIT_SECONDS = 600


def ask(*arguments, jars=()):
    """What a command prints; one that ends with an error is a problem, in its own words. jars: more of the class path."""
    command = [os.environ.get("WEIR_BENCHMARK", str(ROOT / "bin/benchmark")), *arguments]
    environment = {**os.environ, "WEIR_CLASSPATH": ":".join(jars)}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS, stdin=subprocess.DEVNULL, env=environment)
    except (OSError, subprocess.TimeoutExpired) as e:
        raise Problem(f"{' '.join(command)}: {e}", 2) from None
    if done.returncode != 0:
        raise Problem(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}", 2)
    return done.stdout
