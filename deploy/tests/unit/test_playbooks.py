"""What the playbooks look at before they do anything: run by Ansible itself, on this host, where systemctl is played."""

import json
import os
import re
import subprocess
import sys
import unittest

import yaml

from bench.variables import DEPLOY
from fakes import LIMIT_SECONDS, BenchTest


class PlaybooksTest(BenchTest):
    def setUp(self):
        super().setUp()
        (self.folder / "bin/ansible-playbook").unlink()
        self.set("ANSIBLE_HOME", str(self.folder / "ansible"))
        self.set("ANSIBLE_NOCOLOR", "1")

    def here(self, name, **about):
        cluster = self.cluster(name, **about)
        host = {"ansible_connection": "local", "ansible_become": False, "ansible_python_interpreter": sys.executable}
        groups = {"brokers": "broker-1", "clients": "client-1", "monitors": "monitor-1"}
        cluster.write_inventory({group: {"hosts": {one: {**host, "node_id": 1}}} for group, one in groups.items()})
        return cluster

    def ends(self, status, *arguments):
        bench = self.started(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said, _ = bench.communicate(timeout=LIMIT_SECONDS)
        self.assertEqual(status, bench.returncode, said)
        return said

    def test_nothing_disturbs_a_run_but_down_that_discards(self):
        cluster = self.here("one")
        self.play("systemctl", 'case "$*" in *SubState*weir-run) echo running ;; *) exit 1 ;; esac')
        workload = ["--workload", "workloads/quickstart.yaml"]
        for command in (["site", "one"], ["reset", "one"], ["down", "one"], ["run", "one", *workload, "--force", "--detach"]):
            with self.subTest(command[0]):
                said = self.ends(1, *command)
                self.assertIn("a run goes on: deploy/bench status one --follow", said)
                self.assertNotIn("broker-1", said)
        self.assertEqual([], self.called())
        self.assertTrue(cluster.folder.exists())
        self.ends(1, "down", "one", "--discard")
        self.assertEqual(["terraform init"], self.called())

    def test_a_host_of_ours_without_an_end_is_not_set_up(self):
        self.here("one")
        self.play("cloud-init", "exit 0")
        self.play("systemctl", 'case "$*" in *weir-run) echo dead ;; "is-active weir-expiry.timer") echo inactive; exit 3 ;; esac')
        self.assertIn("broker-1 has no timer that ends it (weir-expiry.timer is inactive)", self.ends(1, "site", "one"))

    def test_run_waits_until_a_clock_is_within_its_limit(self):
        """The first task of run.yml on each host, with a chrony whose error bound falls from 1,366 to 533 us."""
        self.assertEqual("2 533", self.clock(falls="yes", wait=60))
        # One that stays where it is, is refused later, with its figure, or run all the same with --force.
        self.assertEqual("2 1366", self.clock(falls="", wait=4))

    def clock(self, falls, wait):
        """How often each chrony was asked, and the error bound that run.yml goes on with."""
        cluster = self.here("one")
        line = "A9FEA97B,169.254.169.123,4,1763780000.1,0.0,0.0,0.0,1.1,0.0,0.01,0.0,0.00{},16.1,Normal"
        asked = self.folder / "asked"
        asked.unlink(missing_ok=True)
        script = f"echo >>{asked}; if [ -n '{falls}' ] && [ $(wc -l <{asked}) = 2 ]; then echo {line.format('0533')}; else echo {line.format('1366')}; fi"
        self.play("chronyc", script)
        (play,) = [play for play in yaml.safe_load((DEPLOY / "ansible/run.yml").read_text()) if play.get("name") == "Every host"]
        told = {"ansible.builtin.debug": {"msg": "bound {{ run_clock.stdout | offset_microseconds | round | int }}."}}
        (self.folder / "clock.yml").write_text(yaml.safe_dump([{**play, "hosts": "monitors", "become": False, "tasks": [play["tasks"][0], told]}]))
        done = subprocess.run(
            ["ansible-playbook", "-i", cluster.inventory_file, "-e", json.dumps({"run_clock_wait_seconds": wait, "clock_offset_limit_us": 1000}), self.folder / "clock.yml"],
            env={**os.environ, "ANSIBLE_CONFIG": str(DEPLOY / "ansible/ansible.cfg")},
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
        )
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return f"{len(asked.read_text().splitlines())} {re.search(r'bound (.*)[.]', done.stdout)[1]}"


if __name__ == "__main__":
    unittest.main()
