"""The commands."""

import argparse
import json
import os
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import yaml

from bench import process
from bench.cloud import Cloud
from bench.cluster import Cluster
from bench.cost import Cost
from bench.problem import NoAnswer, Problem
from bench.variables import DEPLOY, Variables, profile, settings, table

ROOT = DEPLOY.parent
SSH_LIMIT_SECONDS = 300
# How long a run that is followed may be out of sight: a laptop that was closed, a network that changed.
LOST_LIMIT_SECONDS = 600
# Thirty hosts that download everything, or many GB of logs and series that come home.
PLAYBOOK_LIMIT_SECONDS = 3 * 3600


def main(arguments=None):
    options = parser().parse_args(arguments)
    try:
        return options.act(options) or 0
    except Problem as e:
        print(e, file=sys.stderr)
        return e.status
    except subprocess.CalledProcessError as e:
        print(f"{e.cmd[0]} ended with {e.returncode}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser():
    top = argparse.ArgumentParser(prog="deploy/bench", description="A cluster to measure on: see deploy/README.md.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name, act, says, what="CLUSTER", many=True):
        added = commands.add_parser(name, help=says, description=says)
        if what:
            added.add_argument("names", metavar=what, nargs="+" if many else 1)
        added.set_defaults(act=act)
        return added

    def given(added):
        added.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a variable of variables.yaml")

    up = command("up", create, "create hosts, at the price that is printed first, and set them up", "PROFILE")
    given(up)
    up.add_argument("--hosts", metavar="INVENTORY", help="set up hosts that exist, in groups brokers, clients, monitors")
    up.add_argument("--yes", action="store_true", help="do not ask after the price")
    up.add_argument("--unknown-cost", action="store_true", help="create also what has no price in prices.yaml")
    up.add_argument("--no-site", action="store_true", help="create the hosts and leave them as they are")

    given(command("site", site, "set the hosts up as their variables say; changes nothing where they are"))
    run = command("run", measure, "check the hosts and run a workload from the coordinator's host", many=True)
    run.add_argument("--workload", help="workload file; else the profile's")
    run.add_argument("--driver", help="driver file; else the profile's")
    run.add_argument("--detach", action="store_true", help="leave it running; status shows it")
    run.add_argument("--force", action="store_true", help="run although a check has failed; the manifest says so")
    status = command("status", show, "brokers, time left, and what runs")
    status.add_argument("--follow", action="store_true", help="until the run has ended")
    fetch = command("fetch", bring, "bring results, logs, configuration and Prometheus' series home")
    fetch.add_argument("-o", "--output", default=str(ROOT / "results"), help="folder; each cluster gets its own in it")
    given(command("reset", wipe, "empty the brokers' data, as new"))
    given(command("cost", price, "print what a profile costs; creates nothing", "PROFILE"))
    down = command("down", destroy, "fetch what was not fetched, destroy all, and look whether anything is left")
    down.add_argument("--discard", action="store_true", help="do not fetch first")
    down.add_argument("-o", "--output", default=str(ROOT / "results"), help="folder to fetch to")
    commands.add_parser("variables", help="print all variables as Markdown").set_defaults(act=describe)
    return top


def effective(name, options):
    where, values = profile(name)
    what, given = settings(options.set)
    if "system" in values and given.get("system", values["system"]) != values["system"]:
        raise Problem(f"{where} is a profile of {values['system']}, and --set says {given['system']}: take another profile", 2)
    if "system" not in values and "system" in given:
        values["cluster"] = f"{given['system']}-{values['cluster']}"
    if getattr(options, "hosts", None):
        # Nobody opens SSH for us there.
        given.setdefault("ssh_from", "127.0.0.1/32")
    return Variables().effective([(where, values), (what, given)])


def create(options):
    all_values = [effective(name, options) for name in options.names]
    names = [values["cluster"] for values in all_values]
    if len(set(names)) < len(names):
        raise Problem(f"two clusters of one name: {', '.join(names)}; say --set cluster=NAME", 2)
    for values in all_values:
        if values["storage"] == "directory" and not options.hosts:
            raise Problem("storage directory is for hosts of your own (--hosts); take instance or ebs", 2)
        refuse_others(Cluster(values["cluster"]), values, options.hosts)
        run_files(values)
    # Found now, and not when hosts are there and paid for.
    if not options.no_site and not tarball().is_file():
        raise Problem(f"there is no {tarball()}: bin/benchmark --version builds it", 2)
    if options.hosts:
        adopted = read_inventory(Path(options.hosts), all_values)
    else:
        Cloud.check()
        costs = [Cost(values) for values in all_values]
        for values, cost in zip(all_values, costs):
            cost.check(options.unknown_cost)
            print(f"{values['cluster']}\n{cost.text()}\n")
        if not options.yes and not agreed():
            raise Problem("nothing was created")
    for values in all_values:
        cluster = Cluster(values["cluster"])
        cluster.keep(values)
        if options.hosts:
            cluster.write_inventory(adopted)
        else:
            Cloud(cluster).create(values)
        if not options.no_site:
            wait_for_ssh(cluster)
            playbook(cluster, "site.yml")


def refuse_others(cluster, values, hosts):
    """Hosts of a cluster that exists would be out of sight, and paid for, if others took its name."""
    if not cluster.has_hosts():
        return
    if cluster.state.exists() == bool(hosts):
        theirs, ours = ("on AWS", "--hosts") if hosts else ("of your own", "AWS")
        raise Problem(f"{cluster.name} has hosts {theirs}: `down` first, or take another name for {ours}: --set cluster=NAME", 2)
    refuse_kept(cluster, values, "up")


def refuse_kept(cluster, values, command):
    kept = Variables().kept(cluster.variables(), values, command)
    if kept:
        raise Problem("\n".join(f"{cluster.name}: {one}" for one in kept), 2)


def agreed():
    try:
        return input("create? [y/N] ").strip().lower() == "y"
    except EOFError:
        raise Problem("\nnobody is there to agree to the price: say --yes; nothing was created", 2) from None


def tarball():
    return Path(os.environ.get("WEIR_TARBALL", ROOT / "deploy/target/weir.tar.gz"))


def read_inventory(inventory, all_values):
    """Reads which hosts somebody else has made."""
    try:
        groups = yaml.safe_load(inventory.read_text())
    except (OSError, yaml.YAMLError) as e:
        raise Problem(f"{inventory}: {e}", 2) from None
    counts = {"brokers": "broker_count", "clients": "client_count", "monitors": None}
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
            if len(hosts) != (values[count] if count else 1):
                wanted = f"{count} is {values[count]}" if count else "one is needed"
                problems.append(f"{len(hosts)} hosts in group {group}, and {wanted}")
    if problems:
        raise Problem("\n".join(f"{inventory}: {problem}" for problem in problems), 2)
    return groups


def wait_for_ssh(cluster):
    # Hosts that were just created boot first; others are there or are not.
    limit = SSH_LIMIT_SECONDS if cluster.state.exists() else SSH_LIMIT_SECONDS // 10
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


def playbook(cluster, name, values=None, **extra):
    if not cluster.inventory_file.exists():
        raise Problem(f"{cluster.name} has no hosts: `up` did not get that far; say it again, or deploy/bench down {cluster.name}", 2)
    extra = {
        **Variables().for_reader("ansible", values or cluster.variables()),
        "bench_folder": str(cluster.folder),
        "bench_tarball": str(tarball()),
        "bench_dashboards": str(DEPLOY / "grafana"),
        # Whether every host must end by itself.
        "bench_expires": cluster.state.exists(),
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


def existing(names):
    """The clusters of these names, each once; one that does not exist stops the command before it has begun."""
    return [Cluster.existing(name) for name in dict.fromkeys(names)]


def site(options):
    return set_up(options, "site")


def wipe(options):
    return set_up(options, "reset")


def set_up(options, command):
    """Runs the playbook of this name with the kept variables and those of --set, which are kept when it is through."""
    _, given = settings(options.set)
    values = {}
    for cluster in existing(options.names):
        values[cluster] = Variables().effective([(str(cluster.variables_file), cluster.variables()), ("--set", given)])
        refuse_kept(cluster, values[cluster], command)
        if {"workload", "driver"} & given.keys():
            run_files(values[cluster])

    def act(cluster):
        try:
            playbook(cluster, f"{command}.yml", values[cluster])
        except BaseException:
            if given:
                print(f"{cluster.name}: --set is not kept: say it again, or `site` without it takes back what was done", file=sys.stderr)
            raise
        cluster.keep(values[cluster])

    return each(values, act)[1]


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


def measure(options):
    """Starts on every cluster before it follows any: their hours run out side by side, and so can their runs."""
    files = {cluster: run_files(cluster.variables(), options.workload, options.driver) for cluster in existing(options.names)}

    def start(cluster):
        workload, driver = files[cluster]
        run = f"{cluster.name}-{datetime.now(timezone.utc).strftime('%Y-%m-%d-%H-%M-%S')}"
        playbook(cluster, "run.yml", run_id=run, run_workload=workload, run_driver=driver, run_forced=options.force)

    started, refused = each(files, start)
    failed = 0 if options.detach else each(started, follow)[1]
    return max(refused, failed)


def run_files(values, workload=None, driver=None):
    """Workload and driver file of a run, the cluster's if none is named; refuses what its brokers cannot do."""
    workload, _ = document(workload or values["workload"])
    driver, about = document(driver or values["driver"] or f"driver-{values['system']}/pairs/acks-all.yaml")
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


def follow(cluster, pause=3, limit=LOST_LIMIT_SECONDS):
    """Shows what the coordinator prints until its unit has ended; the run needs neither this process nor this host."""
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
                raise Problem(f"the run on {cluster.name} ended with {status} ({state['Result']})", status)
            return
        time.sleep(pause)


def show(options):
    seen, unseen = each(existing(options.names), lambda cluster: playbook(cluster, "status.yml"))
    failed = each(seen, follow)[1] if options.follow else 0
    return max(unseen, failed)


def bring(options):
    return each(existing(options.names), lambda cluster: bring_home(cluster, Path(options.output)))[1]


def bring_home(cluster, output):
    folder = output.resolve() / cluster.name
    folder.mkdir(parents=True, exist_ok=True)
    playbook(cluster, "fetch.yml", fetch_folder=str(folder))
    print(f"fetched to {folder}")


def price(options):
    for name in options.names:
        # A price depends neither on who may log in nor on the system.
        given = ["ssh_from=127.0.0.1/32", *options.set]
        if "system" not in profile(name)[1] and "system" not in settings(options.set)[1]:
            given.append("system=kafka")
        values = effective(name, argparse.Namespace(set=given))
        print(f"{name}\n{Cost(values).text()}")


def destroy(options):
    return each(existing(options.names), lambda cluster: end(cluster, options))[1]


def end(cluster, options):
    if not cluster.has_hosts():
        print(f"{cluster.name}: nothing was created")
        retire(cluster)
        return
    if not options.discard and cluster.inventory_file.exists():
        try:
            playbook(cluster, "idle.yml")
            bring_home(cluster, Path(options.output))
        except Problem as e:
            raise Problem(f"{e}\nnothing was destroyed; --discard destroys whatever goes on, without fetching") from None
    if cluster.state.exists():
        end_in_cloud(cluster)
    else:
        try:
            playbook(cluster, "down.yml")
        except Problem as e:
            raise Problem(f"{e}\nto forget these hosts as they are: rm -r {cluster.folder}") from None
        print(f"{cluster.name}: stopped; the hosts are yours, and are left as they are")
    retire(cluster)


def end_in_cloud(cluster):
    cloud = Cloud(cluster)
    failed = False
    try:
        cloud.destroy()
    except Problem as e:
        # What is left is paid for, whatever Terraform says: AWS is asked all the same.
        print(e, file=sys.stderr, flush=True)
        failed = True
    left = cloud.left(0) if failed else cloud.left()
    if left:
        raise Problem(f"still there with the tag weir={cluster.name}, and perhaps billed:\n  " + "\n  ".join(left))
    gone = f"{cluster.name}: AWS has nothing left with the tag weir={cluster.name}"
    if failed:
        raise Problem(f"{gone}; to forget what Terraform knows of it: rm -r {cluster.folder}")
    print(gone)


def retire(cluster):
    """Keys and state are of no use any more; the inventory and variables neither."""
    for path in sorted(cluster.folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    cluster.folder.rmdir()


def describe(_):
    print("\n".join(table(Variables())))
