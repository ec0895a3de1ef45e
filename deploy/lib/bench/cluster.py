"""What is kept of one cluster, outside of the repository: its variables, inventory, keys, Terraform's state."""

import getpass
import json
import os
import re
import secrets
import socket
import subprocess
from pathlib import Path

import yaml

from bench.problem import NoAnswer, Problem


def home():
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state")
    return Path(os.environ.get("WEIR_BENCH_HOME") or state / "weir")


def owner():
    """User and host, with the characters that a tag's value may have."""
    return re.sub(r"[^\w.:/=+@-]", "-", f"{getpass.getuser()}@{socket.gethostname()}")


class Cluster:
    """The folder of one cluster; private, since it holds the key of all its hosts."""

    def __init__(self, name):
        self.name = name
        self.folder = home() / name

    @staticmethod
    def existing(name):
        cluster = Cluster(name)
        if not cluster.variables_file.exists():
            known = sorted(p.parent.name for p in home().glob("*/variables.json"))
            raise Problem(f"there is no cluster {name}; there are {', '.join(known) or 'none'}: deploy/bench up PROFILE", 2)
        return cluster

    @property
    def variables_file(self):
        return self.folder / "variables.json"

    @property
    def inventory_file(self):
        return self.folder / "inventory.yaml"

    @property
    def key(self):
        return self.folder / "ssh-key"

    @property
    def state(self):
        return self.folder / "terraform.tfstate"

    @property
    def identity_file(self):
        return self.folder / "identity"

    @property
    def identity(self):
        """The cluster's name with a suffix of its own: two users of an account may have clusters of the same name."""
        return self.identity_file.read_text() if self.identity_file.exists() else self.name

    @property
    def on_aws(self):
        return self.identity_file.exists() or self.state.exists()

    @property
    def unfetched(self):
        """A file that run.yml makes when it starts a run, and that exists until the results were fetched."""
        return self.folder / "unfetched"

    @property
    def baseline_file(self):
        """What drives and network were capable of; baseline.yml writes it."""
        return self.folder / "baseline.json"

    def running(self):
        """Whether a run is in progress; None if the monitoring host does not answer."""
        try:
            return self.ssh("monitor-1", "systemctl show --property=SubState --value weir-run", timeout=15).strip() == "running"
        except NoAnswer:
            return None

    def keep(self, values):
        self.make_folder()
        self.variables_file.write_text(json.dumps(values, indent=1) + "\n")

    def make_folder(self):
        home().mkdir(parents=True, exist_ok=True)
        self.folder.mkdir(mode=0o700, exist_ok=True)

    def has_hosts(self):
        """Whether there is anything that this cluster's folder alone knows of."""
        return self.on_aws or self.inventory_file.exists()

    def variables(self):
        return json.loads(self.variables_file.read_text())

    def new_identity(self):
        return f"{self.name}-{secrets.token_hex(3)}"

    def make_key(self):
        """Makes the pair for SSH if there is none; returns the public half, all that Terraform gets to know."""
        if not self.key.exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"weir {self.name}", "-f", str(self.key)]
            subprocess.run(command, check=True)
        return self.key.with_suffix(".pub").read_text().strip()

    def write_inventory(self, groups):
        """Takes hosts by group as Terraform has them; hosts are trusted at first sight, and then held to their key."""
        common = {
            "ansible_python_interpreter": "/usr/bin/python3",
            "ansible_ssh_common_args": f"-o UserKnownHostsFile={self.folder}/known_hosts -o StrictHostKeyChecking=accept-new",
        }
        if self.key.exists():
            common["ansible_ssh_private_key_file"] = str(self.key)
        inventory = {"all": {"vars": common, "children": groups}}
        self.inventory_file.write_text(yaml.safe_dump(inventory, sort_keys=True))

    def hosts(self, group):
        inventory = yaml.safe_load(self.inventory_file.read_text())
        return inventory["all"]["children"][group]["hosts"]

    def ssh_to(self, host, *options):
        """The command that opens a shell on a host."""
        if not self.inventory_file.exists():
            raise Problem(f"{self.name} has no hosts: `up` did not get that far; say it again, or deploy/bench down {self.name}", 2)
        hosts = {name: about for group in ("brokers", "clients", "monitors") for name, about in self.hosts(group).items()}
        if host not in hosts:
            raise Problem(f"{self.name} has no host {host}; there are {', '.join(hosts)}", 2)
        about = hosts[host]
        arguments = ["ssh", *options]
        arguments += ["-o", f"UserKnownHostsFile={self.folder}/known_hosts", "-o", "StrictHostKeyChecking=accept-new"]
        if self.key.exists():
            arguments += ["-i", str(self.key)]
        elif about.get("ansible_ssh_private_key_file"):
            arguments += ["-i", about["ansible_ssh_private_key_file"]]
        return [*arguments, "-p", str(about.get("ansible_port", 22)), f"{about.get('ansible_user', 'root')}@{about['ansible_host']}"]

    def ssh(self, host, command, timeout=60):
        """Runs a shell command on a host and returns what it printed."""
        arguments = self.ssh_to(host, "-o", "BatchMode=yes", "-o", "ConnectTimeout=10")
        try:
            done = subprocess.run([*arguments, command], capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            raise NoAnswer(f"{host} did not answer within {timeout} s: {command}") from None
        if done.returncode != 0:
            # 255 is SSH's own.
            kind = NoAnswer if done.returncode == 255 else Problem
            raise kind(f"{host}: {command}: {done.stderr.strip() or done.stdout.strip() or done.returncode}")
        return done.stdout
