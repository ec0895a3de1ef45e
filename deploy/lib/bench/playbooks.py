"""The playbooks, run on the hosts of a cluster."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from bench import external, process
from bench.cluster import Cluster
from bench.problem import Problem
from bench.variables import DEPLOY, Variables

ROOT = DEPLOY.parent
SSH_LIMIT_SECONDS = 300
# Thirty hosts that download everything, or many GB of logs and series that come home.
PLAYBOOK_LIMIT_SECONDS = 3 * 3600


def playbook(cluster, name, values=None, **extra):
    values = values or cluster.variables()
    if not cluster.inventory_file.exists():
        raise Problem(f"{cluster.name} has no hosts: `up` did not get that far; say it again, or deploy/bench down {cluster.name}", 2)
    extra = {
        **Variables().for_reader("ansible", values),
        # Without those that a cluster without brokers does not have.
        "bench_variables": sorted(values),
        "bench_client_jars": external.jars(values),
        "bench_folder": str(cluster.folder),
        "bench_tarball": str(tarball()),
        "bench_dashboards": str(DEPLOY / "grafana"),
        # Whether every host must end by itself.
        "bench_expires": cluster.on_aws,
        **extra,
    }
    variables = cluster.folder / "ansible.json"
    variables.write_text(json.dumps(extra, indent=1) + "\n")
    environment = {**os.environ, "ANSIBLE_CONFIG": str(DEPLOY / "ansible/ansible.cfg")}
    command = ["ansible-playbook", "-i", str(cluster.inventory_file), "-e", f"@{variables}", str(DEPLOY / "ansible" / name)]
    try:
        done = process.run(command, PLAYBOOK_LIMIT_SECONDS, env=environment, cwd=cluster.folder)
    except subprocess.TimeoutExpired:
        raise Problem(f"{name} on {cluster.name} took longer than {PLAYBOOK_LIMIT_SECONDS} s; all that happened stands above") from None
    if done.returncode != 0:
        raise Problem(f"{name} failed on {cluster.name}; all that happened stands above")


def wait_for_ssh(cluster):
    # Hosts that were just created boot first; others are there or are not.
    limit = SSH_LIMIT_SECONDS if cluster.on_aws else SSH_LIMIT_SECONDS // 10
    deadline = time.monotonic() + limit
    told = set()
    for group in ("brokers", "clients", "monitors"):
        for host in cluster.hosts(group):
            while True:
                try:
                    cluster.ssh(host, "true", timeout=15)
                    break
                except Problem as e:
                    if time.monotonic() > deadline:
                        raise Problem(f"no SSH to {host} within {limit} s: {e}") from None
                    if host not in told:
                        told.add(host)
                        print(f"waiting for SSH to {host}, {limit} s at most: {e}", flush=True)
                    time.sleep(2)


def tarball():
    return Path(os.environ.get("WEIR_TARBALL", ROOT / "deploy/target/weir.tar.gz"))


def existing(names):
    """The clusters of these names, each once; one that does not exist stops the command before it has begun."""
    return [Cluster.existing(name) for name in dict.fromkeys(names)]


def each(clusters, act):
    """Acts on every cluster, also when one fails, which is told at once; returns those that did not, and the worst status."""
    done, worst = [], 0
    for cluster in clusters:
        try:
            act(cluster)
            done.append(cluster)
        except Problem as e:
            print(e, file=sys.stderr, flush=True)
            worst = max(worst, e.status)
    return done, worst


def agreed(question):
    try:
        return input(f"{question} [y/N] ").strip().lower() == "y"
    except EOFError:
        raise Problem("\nthere is no terminal to ask for consent: say --yes; nothing was done", 2) from None
