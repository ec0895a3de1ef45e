"""Programs that bench starts, played by scripts of a test: what they were called with is kept, in order."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import played
import published

from bench import cli
from bench.cluster import Cluster
from bench.variables import DEPLOY

# Only ends what hangs: what takes 5 s alone can take minutes on a busy host.
LIMIT_SECONDS = 1000

# What bench asks before everything else, and tests do not count.
VERSIONS = {"terraform": "Terraform v1.11.4", "tofu": "OpenTofu v1.10.7"}
PLAYED = """#!/bin/sh
[ "{version}" = "" ] || [ "$1" != version ] || {{ echo "{version}"; exit; }}
echo "{name} $*" >>"{folder}/called"
{script}
"""

ABOUT = {"ansible_host": "127.0.0.1", "private_address": "127.0.0.1", "node_id": 1}
INVENTORY = {f"{kind}s": {"hosts": {f"{kind}-1": ABOUT}} for kind in ("broker", "client", "monitor")}


class BenchTest(unittest.TestCase):
    """bench with a home of its own, and with no program but those that a test plays."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="weir-bench-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "bin").mkdir()
        self.set("WEIR_BENCH_HOME", str(self.folder / "home"))
        self.set("PATH", f"{self.folder}/bin:{os.environ['PATH']}")
        # What `up` looks for before it begins.
        self.set("WEIR_TARBALL", __file__)
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            self.set(name, "testing")
        for name in ("ssh", "terraform", "ansible-playbook"):
            self.play(name, "exit 1")
        for owner, name, played_one in played.AWS:
            self.patch(owner, name, played_one)

    def set(self, name, value):
        before = os.environ.get(name)
        os.environ[name] = value
        self.addCleanup(lambda: os.environ.pop(name) if before is None else os.environ.update({name: before}))

    def patch(self, owner, name, value):
        self.addCleanup(setattr, owner, name, getattr(owner, name))
        setattr(owner, name, value)

    def play(self, name, script):
        path = self.folder / "bin" / name
        path.write_text(PLAYED.format(name=name, folder=self.folder, script=script, version=VERSIONS.get(name, "")))
        path.chmod(0o755)

    def play_terraform(self, script="", changes=()):
        """Terraform whose plan has these changes of resources; for other commands the script has the case `command)`."""
        plan = json.dumps({"resource_changes": [{"address": a, "change": {"actions": actions}} for a, actions in changes]})
        (self.folder / "plan.json").write_text(plan)
        (self.folder / "inventory.json").write_text(json.dumps(INVENTORY))
        self.play("terraform", f'case "$2" in\n{script}\nshow) cat {self.folder}/plan.json ;;\noutput) cat {self.folder}/inventory.json ;;\nesac')

    def cluster(self, name, made=True, **values):
        """One that `up` has made, on AWS or of hosts that were there."""
        cluster = Cluster(name)
        cluster.keep({**published.values("small"), "cluster": name, **values})
        cluster.write_inventory(INVENTORY)
        if made:
            cluster.state.write_text("{}")
        return cluster

    def bench(self, *arguments):
        """Exit status and what was printed, errors included."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                status = cli.main(list(arguments))
            except SystemExit as e:
                status = e.code
        return status, printed.getvalue()

    def started(self, *arguments, **options):
        """bench as a process of its own, which ends with the test at the latest."""
        process = subprocess.Popen(
            [sys.executable, played.__file__, *arguments],
            env={**os.environ, "PYTHONPATH": str(DEPLOY / "lib")},
            text=True,
            **options,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def called(self):
        """What was started, each as `playbook CLUSTER` for Ansible and `terraform COMMAND`; SSH is left out."""
        try:
            lines = (self.folder / "called").read_text().splitlines()
        except FileNotFoundError:
            return []
        calls = []
        for words in (line.split() for line in lines):
            if words[0] == "ansible-playbook":
                calls.append(f"{Path(words[-1]).name} {Path(words[2]).parent.name}")
            elif words[0] in VERSIONS:
                calls.append(f"{words[0]} {words[2]}")
        return calls

    def kept(self, cluster):
        return json.loads(cluster.variables_file.read_text())
