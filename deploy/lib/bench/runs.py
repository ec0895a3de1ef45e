"""Runs: starts them, shows them, and brings their results home."""

import json
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import yaml

from bench import benchmark, external
from bench.playbooks import ROOT, each, existing, playbook
from bench.problem import NoAnswer, Problem

# How long a run that is followed may be out of sight: a laptop that was closed, a network that changed.
LOST_LIMIT_SECONDS = 600


def measure(options):
    """Starts on every cluster before it follows any: their hours run out side by side, and so can their runs."""
    files = {cluster: run_files(cluster.variables(), options.workload, options.driver) for cluster in existing(options.names)}

    def start(cluster):
        workload, driver = files[cluster]
        run = f"{cluster.name}-{datetime.now(timezone.utc).strftime('%Y-%m-%d-%H-%M-%S')}"
        about = {"run_id": run, "run_workload": workload, "run_forced": options.force}
        if cluster.variables().get("system") != external.NAME:
            playbook(cluster, "run.yml", run_driver=driver, **about)
            return
        with external.complete(cluster, driver) as written:
            try:
                playbook(cluster, "run.yml", run_driver=written, **about)
            except BaseException:
                external.forget(cluster, run)
                raise

    started, refused = each(files, start)
    failed = 0 if options.detach else each(started, lambda cluster: finish(cluster, options))[1]
    return max(refused, failed)


def baseline(options):
    clusters = existing(options.names)
    for cluster in clusters:
        if not cluster.variables()["baseline_seconds"]:
            raise Problem(f"{cluster.name}: baseline_seconds is 0: `site {cluster.name} --set baseline_seconds=10`, and then again", 2)
    return each(clusters, take_baseline)[1]


def take_baseline(cluster):
    """Measures drives and network, and prints a line for each host and the hosts that fall behind."""
    cluster.baseline_file.unlink(missing_ok=True)
    playbook(cluster, "baseline.yml")
    found = json.loads(cluster.baseline_file.read_text())
    print("\n".join([f"{cluster.name}: drives and network:", *found["summary"]]))
    for outlier in found["outliers"]:
        print(f"{cluster.name}: {outlier}: replace this host, or its figures will hold back the others'", file=sys.stderr)


def run_files(values, workload=None, driver=None):
    """Workload and driver file of a run, the cluster's if none is named; refuses what its brokers cannot do."""
    workload, _ = document(workload or values["workload"])
    jars = external.jars(values)
    driver = driver or values["driver"]
    if values["system"] == external.NAME:
        if not driver:
            raise Problem(f"{values['cluster']}: system external needs a driver file, with the brokers' addresses: name it with driver", 2)
        driver, about = document(driver)
        external.check(driver, about, values)
        benchmark.ask("validate", driver, jars=jars)
        return workload, driver
    driver, about = document(driver or f"driver-{values['system']}/pairs/acks-all.yaml")
    replicas, brokers = about.get("replicationFactor", 1), values["broker_count"]
    if isinstance(replicas, int) and replicas > brokers:
        # With fewer replicas than the file says, it would be another measurement.
        raise Problem(
            f"{driver}: replicationFactor is {replicas}, and {values['cluster']} has {brokers} broker(s): take a driver file with "
            f"replicationFactor {brokers} and a min.insync.replicas that fits it, or broker_count {replicas}",
            2,
        )
    return workload, driver


def document(name):
    """Path and content of a YAML file of the user's, or of one of the checkout's."""
    for path in (Path(name), ROOT / name):
        if path.is_file():
            break
    else:
        raise Problem(f"there is no file {name}, neither here nor in {ROOT}", 2)
    try:
        content = yaml.safe_load(path.read_text())
    except (UnicodeDecodeError, yaml.YAMLError) as e:
        raise Problem(f"{path}: {e}", 2) from None
    if not isinstance(content, dict):
        raise Problem(f"{path}: a workload or driver file is a mapping", 2)
    return str(path.resolve()), content


def finish(cluster, options):
    """Follows a run to its end and fetches its results, also those of a run that failed."""
    failure = follow(cluster)
    if cluster.unfetched.exists():
        bring_home(cluster, Path(options.output))
    if failure:
        raise failure


def follow(cluster, pause=3, limit=LOST_LIMIT_SECONDS):
    """Shows the output of the coordinator until the run has ended; returns how it failed, or None.

    The run needs neither this process nor this host.
    """
    shown = ""
    lost = None
    while True:
        try:
            text = cluster.ssh("monitor-1", "systemctl show -p ActiveState,SubState,ExecMainStatus,Result weir-run")
            log = cluster.ssh("monitor-1", "sudo journalctl --no-pager -o cat -u weir-run --since=@$(sudo cat /var/lib/weir/run-started)")
        except NoAnswer as e:
            if lost is None:
                lost = time.monotonic()
                print(f"lost sight of {cluster.name}, trying again for {limit} s: {e}", file=sys.stderr, flush=True)
            elif time.monotonic() - lost > limit:
                raise Problem(
                    f"no sight of {cluster.name} for {limit} s: {e}\n"
                    f"its run goes on by itself; to look: deploy/bench status {cluster.name} --follow"
                ) from None
            time.sleep(pause)
            continue
        lost = None
        state = dict(line.split("=", 1) for line in text.split())
        sys.stdout.write(log.removeprefix(shown))
        sys.stdout.flush()
        shown = log
        if state["ActiveState"] not in ("active", "activating") or state["SubState"] == "exited":
            if state["ExecMainStatus"] != "0":
                status = int(state["ExecMainStatus"])
                return Problem(f"the run on {cluster.name} ended with {status} ({state['Result']})", status)
            return None
        time.sleep(pause)


def show(options):
    seen, unseen = each(existing(options.names), lambda cluster: playbook(cluster, "status.yml"))
    failed = each(seen, lambda cluster: finish(cluster, options))[1] if options.follow else 0
    return max(unseen, failed)


def bring(options):
    return each(existing(options.names), lambda cluster: bring_home(cluster, Path(options.output)))[1]


def bring_home(cluster, output):
    folder = output.resolve() / cluster.name
    folder.mkdir(parents=True, exist_ok=True)
    playbook(cluster, "fetch.yml", fetch_folder=str(folder))
    cluster.unfetched.unlink(missing_ok=True)
    print(f"fetched to {folder}")
