"""The commands."""

import argparse
import subprocess
import sys

from bench import external, traffic
from bench.access import GRAFANA_PORT, grafana, shell
from bench.cost import Cost
from bench.down import destroy, extend, reclaim
from bench.listing import show_clusters
from bench.playbooks import ROOT, each, existing, playbook
from bench.problem import Problem
from bench.runs import baseline, bring, measure, run_files, show
from bench.up import create, refuse_kept
from bench.variables import Variables, effective, profile, settings, table


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
    up.add_argument("--replace", action="store_true", help="destroy and make anew the hosts that the variables change, with all that is on them")
    up.add_argument("--no-site", action="store_true", help="create the hosts and leave them as they are")

    given(command("site", site, "set the hosts up as their variables say; changes nothing where they are"))
    run = command("run", measure, "check the hosts and run a workload from the coordinator's host", many=True)
    run.add_argument("--workload", help="workload file; else the profile's")
    run.add_argument("--driver", help="driver file; else the profile's")
    run.add_argument("--detach", action="store_true", help="leave it running; status shows it")
    run.add_argument("--force", action="store_true", help="run although a check has failed; the manifest says so")
    run.add_argument("-o", "--output", default=str(ROOT / "results"), help="folder to fetch to when the run has ended")
    command("baseline", baseline, "measure the brokers' drives and the network, and name the hosts that fall behind")
    status = command("status", show, "brokers, time left, and what runs")
    status.add_argument("--follow", action="store_true", help="until the run has ended; then fetch its results")
    status.add_argument("-o", "--output", default=str(ROOT / "results"), help="folder to fetch to")
    fetch = command("fetch", bring, "bring results, logs, configuration and Prometheus' series home")
    fetch.add_argument("-o", "--output", default=str(ROOT / "results"), help="folder; each cluster gets its own in it")
    given(command("reset", wipe, "empty the brokers' data, as new"))
    given(command("cost", price, "print what a profile costs; creates nothing", "PROFILE"))
    listed = command("list", show_clusters, "list the clusters that exist, with their owners, age, end and cost so far", None)
    listed.add_argument("--region", action="append", help="AWS region; can be given several times; else all regions of the account")
    opened = command("ssh", shell, "open a shell on a host, or run a command there", many=False)
    opened.add_argument("host", metavar="HOST", help="such as broker-1, client-2 or monitor-1")
    opened.add_argument("command", metavar="COMMAND", nargs=argparse.REMAINDER, help="what to run there instead of a shell")
    tunnel = command("grafana", grafana, "open an SSH tunnel to Grafana, and print its address", many=False)
    tunnel.add_argument("--port", type=int, default=GRAFANA_PORT, choices=range(1, 65536), metavar="PORT", help=f"port of this host; else {GRAFANA_PORT}")
    tunnel.add_argument("--print", action="store_true", help="print the tunnel's command and do not open it")
    more = command("extend", extend, "let the hosts end later")
    more.add_argument("--hours", type=int, required=True, choices=range(1, 169), metavar="HOURS", help="the hosts end so many hours from now")
    more.add_argument("--yes", action="store_true", help="do not ask after the price")
    down = command("down", destroy, "fetch what was not fetched, destroy all, and look whether anything is left")
    down.add_argument("--discard", action="store_true", help="do not fetch first")
    down.add_argument("-o", "--output", default=str(ROOT / "results"), help="folder to fetch to")
    lost = command("reclaim", reclaim, "delete a cluster whose folder is lost, or what `down` left", None)
    lost.add_argument("identity", metavar="TAG", help="value of the tag weir, as `list` has it; deletes everything with it")
    lost.add_argument("--region", default="us-east-1", help="AWS region")
    lost.add_argument("--yes", action="store_true", help="do not ask")
    commands.add_parser("variables", help="print all variables as Markdown").set_defaults(act=describe)
    return top


def site(options):
    return set_up(options, "site")


def wipe(options):
    return set_up(options, "reset")


def set_up(options, command):
    """Runs the playbook of this name with the kept variables and those of --set, which are kept when it is through."""
    _, given = settings(options.set)
    values = {}
    for cluster in existing(options.names):
        if command == "reset" and cluster.variables()["system"] == external.NAME:
            raise Problem(f"{cluster.name}: system external has its own brokers, whose data bench does not delete; nothing was reset", 2)
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


def price(options):
    for name in options.names:
        # A price depends neither on who may log in nor on the system.
        given = ["ssh_from=127.0.0.1/32", *options.set]
        if "system" not in profile(name)[1] and "system" not in settings(options.set)[1]:
            given.append("system=kafka")
        values = effective(name, given)
        print("\n".join([name, Cost(values).text(), *traffic.lines(values)]))


def describe(_):
    print("\n".join(table(Variables())))
