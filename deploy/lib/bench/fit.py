"""Whether a cluster's workload fits its hours and drives, before they are paid for."""

import os
import subprocess
import sys
from pathlib import Path

import yaml

from bench.playbooks import ROOT
from bench.problem import Problem
from bench.runs import run_files
from bench.variables import DEPLOY

PLAN_LIMIT_SECONDS = 600
# What `up` takes of the hosts' hours until the first run can start.
SET_UP_SECONDS = 1800


def refuse_unfit(values, drive_bytes):
    """Plans the workload with Weir itself; drive_bytes is the space for data on each broker."""
    sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
    import weir  # the same decisions as run.yml

    workload, driver = run_files(values)
    runs = weir.planned_runs(_plan(workload, driver))
    left = values["expiry_hours"] * 3600 - SET_UP_SECONDS
    kept = values["kafka_settings"].get("log.retention.bytes", 0) if values["system"] == "kafka" else values["redpanda_settings"].get("retention_bytes", 0)
    retained = weir.retention(yaml.safe_load(Path(workload).read_text()), kept)
    settings = {**values, "fetchers": values["kafka_settings"].get("num.replica.fetchers", 1)}
    problems = weir.run_problems(runs, [drive_bytes] * values["broker_count"], left, settings, retained)
    if problems:
        raise Problem("\n".join(f"{values['cluster']}: {workload}: {one}" for one in problems), 2)
    for line in weir.run_unknowns(runs, left):
        print(f"{values['cluster']}: {workload}: {line}")


def _plan(workload, driver):
    command = [os.environ.get("WEIR_BENCHMARK", str(ROOT / "bin/benchmark")), "plan", "-d", driver, workload]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PLAN_LIMIT_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as e:
        raise Problem(f"{' '.join(command)}: {e}", 2) from None
    if done.returncode != 0:
        raise Problem(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}", 2)
    return done.stdout
