"""What the playbooks look at before they do anything: run by Ansible itself, on this host, where systemctl is played."""

import subprocess
import sys
import unittest

from fakes import BenchTest

# Only ends what hangs.
LIMIT_SECONDS = 300


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


if __name__ == "__main__":
    unittest.main()
