"""Shells on hosts, and the tunnel to Grafana: SSH is played."""

import socket
import subprocess
import unittest

from fakes import LIMIT_SECONDS, BenchTest


class AccessTest(BenchTest):
    def setUp(self):
        super().setUp()
        self.one = self.cluster("one")
        self.play("ssh", "exit 7")

    def ran(self, *arguments):
        """Exit status, what was printed, and SSH's arguments, of bench as a process, which SSH replaces."""
        bench = self.started(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed, _ = bench.communicate(timeout=LIMIT_SECONDS)
        called = self.folder / "called"
        return bench.returncode, printed, called.read_text() if called.exists() else ""

    def refused(self, part, *arguments):
        status, printed = self.bench(*arguments)
        self.assertEqual(2, status, printed)
        self.assertIn(part, printed)
        self.assertNotIn("Traceback", printed)
        self.assertFalse((self.folder / "called").exists())

    def test_opens_a_shell_with_the_clusters_key_and_known_hosts_and_ends_as_it_does(self):
        self.one.make_key()
        status, printed, called = self.ran("ssh", "one", "client-1")
        self.assertEqual((7, ""), (status, printed))
        self.assertEqual(
            f"ssh -o UserKnownHostsFile={self.one.folder}/known_hosts -o StrictHostKeyChecking=accept-new -i {self.one.key} -p 22 root@127.0.0.1\n", called
        )

    def test_runs_a_command_with_options_of_its_own(self):
        _, _, called = self.ran("ssh", "one", "monitor-1", "journalctl", "-u", "weir-run", "--no-pager")
        self.assertTrue(called.endswith("root@127.0.0.1 journalctl -u weir-run --no-pager\n"), called)

    def test_names_the_hosts_that_there_are(self):
        self.refused("one has no host broker-9; there are broker-1, client-1, monitor-1", "ssh", "one", "broker-9")
        self.refused("there is no cluster two; there are one", "ssh", "two", "broker-1")
        self.one.inventory_file.unlink()
        self.refused("one has no hosts", "ssh", "one", "broker-1")
        self.refused("one has no hosts", "grafana", "one")

    def test_holds_the_tunnel_to_grafana_and_prints_no_password(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            free = str(taken.getsockname()[1])
        status, printed, called = self.ran("grafana", "one", "--port", free)
        self.assertEqual(7, status)
        self.assertIn(f"http://127.0.0.1:{free}", printed)
        self.assertIn("deploy/bench ssh one monitor-1 sudo cat /etc/grafana/password", printed)
        self.assertIn(f"-N -o ExitOnForwardFailure=yes -L 127.0.0.1:{free}:127.0.0.1:3000", called)

    def test_prints_the_tunnels_command(self):
        status, printed = self.bench("grafana", "one", "--print")
        self.assertEqual(0, status)
        self.assertIn("\nssh -N -o ExitOnForwardFailure=yes -L 127.0.0.1:3000:127.0.0.1:3000 ", printed)
        self.assertFalse((self.folder / "called").exists())

    def test_refuses_a_port_that_is_taken_and_one_that_is_none(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.refused("take another with --port", "grafana", "one", "--port", str(taken.getsockname()[1]))
        self.refused("invalid choice", "grafana", "one", "--port", "70000")

    def test_refuses_a_cluster_without_grafana(self):
        self.cluster("two", grafana=False)
        self.refused("two has no Grafana: grafana is false", "grafana", "two")


if __name__ == "__main__":
    unittest.main()
