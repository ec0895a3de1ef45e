"""Shells on hosts, and the tunnel to Grafana: both end with the SSH that they become."""

import os
import shlex
import socket
import sys

from bench.cluster import Cluster
from bench.problem import Problem

GRAFANA_PORT = 3000


def shell(options):
    """Opens a shell on a host, or runs a command there."""
    cluster = Cluster.existing(options.names[0])
    _become([*cluster.ssh_to(options.host), *options.command])


def grafana(options):
    """Holds a tunnel to Grafana open, or prints its command."""
    cluster = Cluster.existing(options.names[0])
    if not cluster.variables()["grafana"]:
        raise Problem(f"{cluster.name} has no Grafana: grafana is false", 2)
    tunnel = cluster.ssh_to("monitor-1", "-N", "-o", "ExitOnForwardFailure=yes", "-L", f"127.0.0.1:{options.port}:127.0.0.1:{GRAFANA_PORT}")
    print(f"Grafana: http://127.0.0.1:{options.port}, user admin")
    print(f"its password: deploy/bench ssh {cluster.name} monitor-1 sudo cat /etc/grafana/password")
    if options.print:
        print(shlex.join(tunnel))
        return
    with socket.socket() as free:
        # As SSH does: a tunnel that was just closed is no obstacle.
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            free.bind(("127.0.0.1", options.port))
        except OSError as e:
            raise Problem(f"port {options.port} of 127.0.0.1: {e.strerror}: take another with --port", 2) from None
    print("Ctrl-C closes the tunnel")
    _become(tunnel)


def _become(command):
    sys.stdout.flush()
    try:
        os.execvp(command[0], command)
    except FileNotFoundError:
        raise Problem(f"there is no {command[0]}: install OpenSSH's client", 2) from None
