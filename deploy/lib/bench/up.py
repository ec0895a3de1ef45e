"""`up`: checks, creates hosts, and sets them up."""

import sys
from pathlib import Path

import yaml

from bench import account, external, fit, traffic
from bench.cloud import Cloud
from bench.cluster import Cluster
from bench.cost import Cost
from bench.playbooks import agreed, playbook, tarball, wait_for_ssh
from bench.problem import Problem
from bench.runs import run_files, take_baseline
from bench.variables import Variables, effective


def create(options):
    all_values = [effective(name, options.set, options.hosts) for name in options.names]
    names = [values["cluster"] for values in all_values]
    if len(set(names)) < len(names):
        raise Problem(f"two clusters of one name: {', '.join(names)}; say --set cluster=NAME", 2)
    clusters = [Cluster(name) for name in names]
    for cluster, values in zip(clusters, all_values):
        if values.get("storage") == "directory" and not options.hosts:
            raise Problem("storage directory is for hosts of your own (--hosts); take instance or ebs", 2)
        refuse_others(cluster, values, options.hosts)
        run_files(values)
    # Found now, and not when hosts are there and paid for.
    if not options.no_site and not tarball().is_file():
        raise Problem(f"there is no {tarball()}: bin/benchmark --version builds it", 2)
    if options.hosts:
        adopted = read_inventory(Path(options.hosts), all_values)
        for cluster, values in zip(clusters, all_values):
            cluster.keep(values)
            # Playbooks ask for the brokers of every cluster.
            cluster.write_inventory({**adopted, "brokers": {"hosts": {}}} if values["system"] == external.NAME else adopted)
    else:
        create_on_aws(clusters, all_values, options)
    if not options.no_site:
        with billed(clusters):
            for cluster in clusters:
                wait_for_ssh(cluster)
                playbook(cluster, "site.yml")
                if cluster.variables()["baseline_seconds"] and not cluster.baseline_file.exists():
                    take_baseline(cluster)


def create_on_aws(clusters, all_values, options):
    Cloud.check()
    for cluster in clusters:
        # Before anything changes: afterwards it would be too late for the run.
        if cluster.inventory_file.exists() and cluster.running():
            raise Problem(f"a run is in progress on {cluster.name}, nothing was changed: deploy/bench status {cluster.name} --follow", 2)
    room = account.room(all_values, clusters)
    for values, (_, broker) in zip(all_values, room):
        if not options.no_site:
            fit.refuse_unfit(values, broker)
    for values in all_values:
        cost = Cost(values)
        cost.check(options.unknown_cost)
        print("\n".join([values["cluster"], cost.text(), *traffic.lines(values), ""]), flush=True)
    if not options.yes and not agreed("create?"):
        raise Problem("nothing was created")
    with billed(clusters):
        for cluster, values, (zones, _) in zip(clusters, all_values, room):
            cloud = Cloud(cluster)
            cloud.create(values, [cloud.zone()] if cloud.zone() else zones, options.replace)


class billed:
    """When a step fails, names every cluster whose hosts exist, with its price, so that none is paid for unnoticed."""

    def __init__(self, clusters):
        self.clusters = clusters

    def __enter__(self):
        pass

    def __exit__(self, kind, *_):
        if kind is None:
            return
        for cluster in self.clusters:
            if cluster.on_aws:
                dollars = Cost(cluster.variables()).hourly
                print(f"{cluster.name} exists and costs up to {dollars:.2f} $/h until deploy/bench down {cluster.name}", file=sys.stderr, flush=True)


def refuse_others(cluster, values, hosts):
    """A second cluster under the same name would hide the hosts of the first, which still cost money."""
    if not cluster.has_hosts():
        return
    if cluster.on_aws == bool(hosts):
        theirs, ours = ("on AWS", "--hosts") if hosts else ("of your own", "AWS")
        raise Problem(f"{cluster.name} has hosts {theirs}: `down` first, or take another name for {ours}: --set cluster=NAME", 2)
    refuse_kept(cluster, values, "up")


def refuse_kept(cluster, values, command):
    kept = Variables().kept(cluster.variables(), values, command)
    if kept:
        raise Problem("\n".join(f"{cluster.name}: {one}" for one in kept), 2)


def read_inventory(inventory, all_values):
    """Reads which hosts another user has made."""
    try:
        groups = yaml.safe_load(inventory.read_text())
    except (OSError, yaml.YAMLError) as e:
        raise Problem(f"{inventory}: {e}", 2) from None
    counts = {"brokers": "broker_count", "clients": "client_count", "monitors": None}
    if all(values.get("system") == external.NAME for values in all_values):
        del counts["brokers"]
    if not isinstance(groups, dict) or set(groups) != set(counts):
        raise Problem(f"{inventory}: must have the groups {', '.join(counts)}, as in deploy/README.md", 2)
    problems = []
    for group, count in counts.items():
        hosts = (groups[group] or {}).get("hosts") or {}
        if not hosts:
            problems.append(f"no hosts in group {group}")
        for number, (host, about) in enumerate(hosts.items(), 1):
            missing = {"ansible_host", "private_address", "node_id"} - set(about or {})
            if missing:
                problems.append(f"{group}.{host} has no {', '.join(sorted(missing))}")
            elif (host, about["node_id"]) != (f"{group[:-1]}-{number}", number):
                problems.append(f"{group}.{host} must be {group[:-1]}-{number} with node_id {number}")
        for values in all_values if hosts else []:
            if group == "brokers" and values.get("system") == external.NAME:
                continue
            if values.get("zones", 1) > 1:
                problems += _zone_problems(group, hosts, values["zones"])
            if len(hosts) != (values[count] if count else 1):
                wanted = f"{count} is {values[count]}" if count else "one is needed"
                problems.append(f"{len(hosts)} hosts in group {group}, and {wanted}")
    if problems:
        raise Problem("\n".join(f"{inventory}: {problem}" for problem in problems), 2)
    return groups


def _zone_problems(group, hosts, zones):
    """Racks are told apart by the zone that the inventory gives each host."""
    without = [host for host, about in hosts.items() if not (about or {}).get("zone")]
    if without:
        yield f"{group}.{', '.join(without)} has no zone, and zones is {zones}: name it for each host"
    elif group == "brokers":
        named = {about["zone"] for about in hosts.values()}
        if len(named) != zones:
            yield f"the brokers are in {len(named)} zone(s), {', '.join(sorted(named))}, and zones is {zones}"
