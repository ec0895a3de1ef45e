"""compose.yaml, as far as that needs no containers: equal clusters, and the driver files of the pairs."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

from bench.variables import DEPLOY

CLONE = DEPLOY.parent
SYSTEMS = ("kafka", "redpanda")


class ComposeTest(unittest.TestCase):
    def setUp(self):
        self.file = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
        self.services = self.file["services"]
        self.script = self.services["weir"]["command"][0].replace("$$", "$")

    def brokers(self, system):
        return {f"{system}-{i}": self.services[f"{system}-{i}"] for i in (1, 2, 3)}

    def test_brokers_have_the_same_limits_and_differ_only_in_what_names_them(self):
        every = [broker for system in SYSTEMS for broker in self.brokers(system).values()]
        self.assertEqual(1, len({str({key: broker[key] for key in ("cpus", "mem_limit", "ulimits")}) for broker in every}))
        for system in SYSTEMS:
            shapes = set()
            for number, (name, broker) in enumerate(self.brokers(system).items(), 1):
                text = str(broker).replace(name + ":9092", "OWN").replace(name + ":33145", "OWN").replace(name + ":/", "OWN:/")
                shapes.add(text.replace(f"'KAFKA_NODE_ID': {number}", "OWN").replace("--seeds OWN", "--seeds redpanda-1:33145"))
            self.assertEqual(1, len(shapes), shapes)

    def test_every_broker_is_known_to_its_cluster_and_awaited(self):
        for number, (name, broker) in enumerate(self.brokers("kafka").items(), 1):
            settings = broker["environment"]
            self.assertEqual(number, settings["KAFKA_NODE_ID"])
            self.assertIn(f"{number}@{name}:9093", settings["KAFKA_CONTROLLER_QUORUM_VOTERS"].split(","))
            self.assertEqual(f"PLAINTEXT://{name}:9092", settings["KAFKA_ADVERTISED_LISTENERS"])
        for name, broker in self.brokers("redpanda").items():
            self.assertIn(f"--advertise-kafka-addr {name}:9092", broker["command"])
        self.assertEqual({*self.brokers("kafka"), *self.brokers("redpanda")}, set(self.services["weir"]["depends_on"]))
        self.assertEqual({*self.brokers("kafka"), *self.brokers("redpanda")}, set(self.file["volumes"]))

    def test_redpanda_keeps_its_promises_to_flush(self):
        for broker in self.brokers("redpanda").values():
            self.assertNotIn("dev-container", broker["command"])
            self.assertNotIn("unsafe-bypass-fsync", broker["command"])
            version = tuple(map(int, re.search(r":v(\d+)\.(\d+)\.", broker["image"]).groups()))
            self.assertGreaterEqual(version, (24, 1), "acks-all.yaml needs write caching")

    def test_weir_runs_the_shipped_pairs_with_other_addresses(self):
        pairs = [path for path in (CLONE / "driver-kafka/pairs").glob("*.yaml") if "localhost:9092" in path.read_text()]
        self.assertIn(CLONE / "driver-kafka/pairs/fsync.yaml", pairs)
        for pair in sorted(path.stem for path in pairs):
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder, "weir")
                home.mkdir()
                for part in ("driver-kafka", "driver-redpanda", "workloads"):
                    (home / part).symlink_to(CLONE / part)
                (home / "bin").mkdir()
                benchmark = home / "bin/benchmark"
                benchmark.write_text(f'#!/bin/sh\necho "$@" >>{folder}/called\n')
                benchmark.chmod(0o755)
                workload = self.services["weir"]["environment"]["WORKLOAD"]
                workload = re.fullmatch(r"\$\{WORKLOAD:-(.*)\}", workload)[1].replace("/opt/weir", str(home))
                subprocess.run(
                    ["/bin/sh", "-euc", self.script.replace("/opt/weir", str(home))],
                    cwd=folder,
                    env={"PATH": "/usr/bin:/bin", "PAIR": pair, "WORKLOAD": workload},
                    check=True,
                )
                for system in SYSTEMS:
                    shipped = (CLONE / f"driver-{system}/pairs/{pair}.yaml").read_text()
                    made = Path(folder, f"{system}.yaml").read_text()
                    self.assertIn(f"bootstrap.servers={system}-1:9092", made)
                    self.assertEqual(shipped, made.replace(f"{system}-1:9092", "localhost:9092"))
                run, compare = Path(folder, "called").read_text().splitlines()
                self.assertTrue(Path(run.split()[-1]).is_file(), run)
                self.assertTrue(run.startswith("-d kafka.yaml,redpanda.yaml --set repeat=5 -o kafka-and-redpanda-"), run)
                self.assertEqual(run.split()[5], compare.split()[1])


if __name__ == "__main__":
    unittest.main()
