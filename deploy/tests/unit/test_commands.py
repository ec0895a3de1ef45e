"""What bench refuses before it creates anything."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import yaml

from bench import cli, up
from bench.problem import Problem
from bench.variables import effective
from fakes import BenchTest

ABOUT = {"ansible_host": "192.0.2.1", "private_address": "10.0.0.1"}


def groups(brokers=3, clients=2, monitors=1):
    counts = {"broker": brokers, "client": clients, "monitor": monitors}
    return {f"{kind}s": {"hosts": {f"{kind}-{i}": {**ABOUT, "node_id": i} for i in range(1, n + 1)}} for kind, n in counts.items()}


class CommandsTest(unittest.TestCase):
    def inventory(self, content):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "inventory.yaml"
            path.write_text(yaml.safe_dump(content))
            return up.read_inventory(path, [{"broker_count": 3, "client_count": 2}])

    def refused(self, content, *parts):
        with self.assertRaises(Problem) as refusal:
            self.inventory(content)
        self.assertEqual(2, refusal.exception.status)
        for part in parts:
            self.assertIn(part, str(refusal.exception))

    def test_takes_an_inventory_that_fits(self):
        self.assertEqual(groups(), self.inventory(groups()))

    def test_looks_at_every_host_of_an_inventory(self):
        wrong = groups()
        del wrong["brokers"]["hosts"]["broker-3"]["private_address"]
        wrong["clients"]["hosts"]["client-2"]["node_id"] = 7
        self.refused(wrong, "brokers.broker-3 has no private_address", "clients.client-2 must be client-2 with node_id 2")

    def test_refuses_other_hosts_than_the_variables_say(self):
        self.refused(groups(brokers=1), "1 hosts in group brokers, and broker_count is 3")
        self.refused(groups(monitors=2), "2 hosts in group monitors, and one is needed")
        self.refused(groups(clients=0), "no hosts in group clients")
        self.refused({"brokers": None}, "must have the groups brokers, clients, monitors")
        self.refused(["broker-1"], "must have the groups")

    def test_a_profile_keeps_its_system(self):
        with self.assertRaises(Problem) as refusal:
            effective("redpanda-2gbs", ["system=kafka", "ssh_from=203.0.113.7/32"])
        self.assertIn("is a profile of redpanda, and --set says kafka", str(refusal.exception))

    def test_tells_the_price_of_a_profile_for_either_system(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            self.assertEqual(0, cli.main(["cost", "small"]))
        self.assertIn("at most", printed.getvalue())


class FilesTest(BenchTest):
    UP = ["up", "small", "--yes", "--no-site", "--set", "system=kafka", "--set", "ssh_from=203.0.113.7/32"]

    def refused(self, part, *arguments):
        status, printed = self.bench(*arguments)
        self.assertEqual(2, status, printed)
        self.assertIn(part, printed)
        self.assertEqual([], self.called())

    def test_up_reads_what_will_be_run(self):
        self.refused("there is no file workloads/nope.yaml", *self.UP, "--set", "workload=workloads/nope.yaml")
        self.refused("there is no file nope.yaml", *self.UP, "--set", "driver=nope.yaml")
        broken = self.folder / "broken.yaml"
        broken.write_text("a: [")
        self.refused(str(broken), *self.UP, "--set", f"workload={broken}")
        broken.write_text("- a")
        self.refused("is a mapping", *self.UP, "--set", f"driver={broken}")

    def test_refuses_more_replicas_than_brokers(self):
        self.refused("replicationFactor is 3, and kafka-small has 2 broker(s)", *self.UP, "--set", "broker_count=2")
        self.cluster("one", broker_count=1)
        driver = ["--driver", "driver-kafka/pairs/acks-1.yaml"]
        self.refused("replicationFactor is 3, and one has 1 broker(s)", "run", "one", *driver)
        single = ["--set", "broker_count=1", "--set", "driver=driver-kafka/kafka-single.yaml"]
        _, printed = self.bench(*self.UP, *single)
        self.assertEqual(["terraform init"], self.called(), printed)


if __name__ == "__main__":
    unittest.main()
