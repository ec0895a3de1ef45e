"""What the playbooks decide with."""

import math
import re
import sys
import unittest
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "ansible/filter_plugins"))
import weir  # noqa: E402

DEPLOY = Path(__file__).resolve().parents[2]
STORE, EBS = "Amazon EC2 NVMe Instance Storage", "Amazon Elastic Block Store"


def drive(name, model, serial, *points):
    children = [{"name": f"{name}p{i + 1}", "type": "part", "mountpoints": [p]} for i, p in enumerate(points)]
    return {"name": name, "type": "disk", "model": model, "serial": serial, "mountpoints": [None], "children": children}


def links(*names):
    return {name: f"/dev/disk/by-id/nvme-of-{name}" for name in names}


class DataDrivesTest(unittest.TestCase):
    def test_takes_the_instances_own_whatever_the_kernel_calls_them(self):
        # The root volume came up second, between the data drives.
        found = {
            "blockdevices": [
                drive("nvme0n1", STORE, "AWS22"),
                drive("nvme1n1", EBS, "vol0a", "/", "/boot/efi"),
                drive("nvme2n1", STORE, "AWS11"),
                drive("nvme3n1", EBS, "vol0b"),
                {"name": "loop0", "type": "loop", "model": None, "serial": None, "mountpoints": ["/snap"]},
            ]
        }
        names = links("nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1")
        self.assertEqual([names["nvme2n1"], names["nvme0n1"]], weir.data_drives(found, "instance", names))
        self.assertEqual([names["nvme3n1"]], weir.data_drives(found, "ebs", names))

    def test_never_takes_the_root_even_if_it_looks_like_data(self):
        found = {"blockdevices": [drive("nvme0n1", STORE, "AWS1", "/"), drive("nvme1n1", STORE, "AWS2", None)]}
        names = links("nvme0n1", "nvme1n1")
        self.assertEqual([names["nvme1n1"]], weir.data_drives(found, "instance", names))

    def test_knows_drives_by_serial_where_the_model_is_cut_off(self):
        found = {"blockdevices": [drive("nvme5n1", "QEMU NVMe Ctrl", "AWS0123"), drive("nvme0n1", "QEMU NVMe Ctrl", "root", "/")]}
        self.assertEqual(["/dev/disk/by-id/nvme-of-nvme5n1"], weir.data_drives(found, "instance", links("nvme0n1", "nvme5n1")))

    def test_refuses_a_drive_without_a_stable_path(self):
        with self.assertRaisesRegex(ValueError, "nvme7n1"):
            weir.data_drives({"blockdevices": [drive("nvme7n1", STORE, "AWS1")]}, "instance", {})

    def test_finds_the_stable_paths(self):
        lines = [
            "/dev/disk/by-id/nvme-Amazon_EC2_NVMe_Instance_Storage_AWS1 nvme1n1",
            "/dev/disk/by-id/nvme-Amazon_EC2_NVMe_Instance_Storage_AWS1_1 nvme1n1",
            "/dev/disk/by-id/nvme-Amazon_EC2_NVMe_Instance_Storage_AWS1-part1 nvme1n1p1",
            "/dev/disk/by-id/nvme-nvme.1d0f-4157-1 nvme1n1",
        ]
        self.assertEqual({"nvme1n1": lines[0].split()[0]}, weir.by_id_names(lines))


PLAN = """run  workload     on              differs by              msg/s         time       data
  1  part-5a      Kafka-acks-all  producerRate=1024000  1,024,000     30:00  5,273.4 GiB
  2  part-5a      Kafka-acks-all  producerRate=2048000  2,048,000     30:00  10,546.9 GiB
2 runs, about 1 h 05 min, 15,820.3 GiB"""
SETTINGS = {"system": "kafka", "placement_group": True, "fetchers": 8}
ROOM = [15e12] * 3


class RunTest(unittest.TestCase):
    def test_reads_a_plan(self):
        runs = weir.planned_runs(PLAN)
        self.assertEqual([1800, 1800], [run["seconds"] for run in runs])
        self.assertAlmostEqual(2 * runs[0]["bytes"], runs[1]["bytes"], delta=1e9)
        unknown = "run  workload  on  differs by  msg/s  time  data\n  1  x  none      max  until stopped  not known"
        self.assertEqual([{"seconds": None, "bytes": None}], weir.planned_runs(unknown))

    def test_a_run_that_fits_has_no_problem(self):
        self.assertEqual([], weir.run_problems(weir.planned_runs(PLAN), ROOM, 7200, SETTINGS))
        self.assertEqual([], weir.run_problems(weir.planned_runs(PLAN), ROOM, None, SETTINGS))

    def test_what_is_not_known_is_named(self):
        self.assertEqual([], weir.run_unknowns(weir.planned_runs(PLAN), 7200))
        searched = [{"seconds": 60, "bytes": 1e9}, {"seconds": 60, "bytes": None}, {"seconds": None, "bytes": 1e9}]
        length, volume = weir.run_unknowns(searched, 7200)
        self.assertIn("how long run 3 takes is not known, and the first host ends by itself in 2 h 00 min", length)
        self.assertIn("how much run 2, 3 writes", volume)
        # Transactions: so little is written that a plan shows none.
        self.assertEqual([], weir.run_unknowns([{"seconds": None, "bytes": 0.0}], None))

    def test_a_run_that_outlasts_the_hosts_is_a_problem(self):
        (problem,) = weir.run_problems(weir.planned_runs(PLAN), ROOM, 3600, SETTINGS)
        self.assertIn("ends by itself in 1 h 00 min", problem)
        self.assertIn("expiry_hours", problem)

    def test_drives_that_would_be_full_are_a_problem(self):
        # 2 GB/s with three replicas are 2 GB/s for each of three brokers; 15 TB are full in two hours.
        day = [{"seconds": 86400, "bytes": 3 * 2e9 * 86400}]
        (problem,) = weir.run_problems(day, ROOM, None, SETTINGS)
        self.assertIn("172,800 GB to each broker, of which 15,000 GB are free: full after 1 h 52 min", problem)

    def test_retention_keeps_them_from_being_full(self):
        day = [{"seconds": 86400, "bytes": 3 * 1e9 * 86400}]
        hourly = weir.retention({"retention": {"duration": "1h"}})
        self.assertEqual({"seconds": 3600}, hourly)
        self.assertEqual([], weir.run_problems(day, ROOM, None, SETTINGS, hourly))
        by_size = weir.retention({"topics": 1, "partitionsPerTopic": 288}, 12500000000)
        self.assertEqual({"bytes": 3 * 3.6e12}, by_size)
        self.assertEqual([], weir.run_problems(day, ROOM, None, SETTINGS, by_size))
        self.assertEqual(1, len(weir.run_problems(day, [3e12] * 3, None, SETTINGS, by_size)))

    def test_retention_counts_only_if_every_step_has_it(self):
        self.assertEqual({}, weir.retention({"steps": [{"retention": {"duration": "1h"}}, {"producerRate": 5}]}))
        self.assertEqual({"bytes": 0}, weir.retention({"steps": [{"retention": {"duration": "1h"}}, {"retention": {"driveFill": 0.2}}]}))

    def test_one_fetcher_makes_the_network_the_limit(self):
        # At 1.9 GB/s each pair of three brokers needs 5.1 Gbit/s in each direction.
        run = [{"seconds": 60, "bytes": 3 * 1.9e9 * 60}]
        outside = {"system": "kafka", "placement_group": False, "fetchers": 1}
        (problem,) = weir.run_problems(run, ROOM, None, outside)
        self.assertIn("5.1 Gbit/s", problem)
        self.assertIn("num.replica.fetchers", problem)
        self.assertIn("placement_group", problem)
        self.assertEqual([], weir.run_problems(run, ROOM, None, {**outside, "placement_group": True}))
        self.assertEqual([], weir.run_problems(run, ROOM, None, {**outside, "fetchers": 8}))

    def test_reads_the_hour_of_the_end(self):
        self.assertEqual(3600, weir.seconds_until("1763783600", "1763780000"))
        self.assertIsNone(weir.seconds_until("", "1763780000"))

    def test_a_host_that_never_ends_is_a_problem(self):
        (problem,) = weir.expiry_problems({"broker-1": 3600, "broker-2": None})
        self.assertIn("broker-2 has no timer that ends it", problem)

    def test_a_clock_that_is_off_is_a_problem(self):
        line = "A9FEA97B,169.254.169.123,4,1763780000.1,-0.000002,-0.000001,0.000003,1.1,0.0,0.01,0.000100,0.000050,16.1,Normal"
        self.assertAlmostEqual(102, weir.offset_microseconds(line), places=3)
        self.assertEqual(math.inf, weir.offset_microseconds(""))
        self.assertEqual([], weir.clock_problems({"a": 102.0}, 1000))
        (problem,) = weir.clock_problems({"a": 102.0, "b": 1700.0}, 1000)
        self.assertIn("the error bound of b's clock is 1,700 us", problem)

    def test_the_limit_of_clocks_is_the_one_that_weir_has_for_a_result(self):
        declared = yaml.safe_load((DEPLOY / "variables.yaml").read_text())["clock_offset_limit_us"]["default"]
        java = (DEPLOY.parent / "benchmark-framework/measure/src/main/java/dev/weir/clock/ClockSpread.java").read_text()
        self.assertEqual(int(re.search(r"TOLERATED_NANOS = ([\d_]+);", java)[1]), declared * 1000)
        # Bounds that hosts on EC2 were published with, in microseconds: those below the limit start a run at once.
        self.assertEqual(["c"], [problem[19] for problem in weir.clock_problems({"a": 533, "b": 963, "c": 1366}, declared)])

    def test_counts_a_file_system_once(self):
        self.assertEqual(300, weir.free_bytes("Filesystem Avail\n/dev/a 100\n/dev/b 200\n/dev/a 100\n"))


class DriverFileTest(unittest.TestCase):
    def test_names_brokers_certificates_and_exporters(self):
        text = "name: X\ndriver: kafka\ncommonConfig: |\n  bootstrap.servers=localhost:9092\n  request.timeout.ms=1000\n"
        plain = yaml.safe_load(weir.driver_file(text, ["10.0.0.1", "10.0.0.2"], "kafka", ""))
        self.assertEqual("bootstrap.servers=10.0.0.1:9092,10.0.0.2:9092\nrequest.timeout.ms=1000\n", plain["commonConfig"])
        self.assertEqual(["http://10.0.0.1:9100", "http://10.0.0.2:9100"], plain["brokerMetrics"])
        exported = yaml.safe_load(weir.driver_file(text, ["10.0.0.1"], "kafka", "", exporter=True))
        self.assertEqual(["http://10.0.0.1:9100", "http://10.0.0.1:9404/metrics"], exported["brokerMetrics"])
        tls = yaml.safe_load(weir.driver_file(text, ["10.0.0.1"], "redpanda", "/t"))
        self.assertIn("ssl.keystore.location=/t/client.pem\n", tls["commonConfig"])
        self.assertEqual("10.0.0.1:9644", tls["adminHosts"])

    def test_consumers_name_the_zone_of_their_worker(self):
        text = "driver: kafka\nconsumerConfig: |\n  auto.offset.reset=earliest\n"
        driver = yaml.safe_load(weir.driver_file(text, ["10.0.0.1"], "kafka", "", follower_fetching=True))
        self.assertEqual("client.rack={zone.id}\nauto.offset.reset=earliest\n", driver["consumerConfig"])
        own = yaml.safe_load(weir.driver_file("consumerConfig: client.rack=a", ["10.0.0.1"], "kafka", "", follower_fetching=True))
        self.assertEqual("client.rack=a\n", own["consumerConfig"])
        self.assertNotIn("rack", weir.driver_file(text, ["10.0.0.1"], "kafka", ""))

    def test_logs_in_with_the_password_of_the_cluster(self):
        for system in ("kafka", "redpanda"):
            text = (DEPLOY.parent / f"driver-{system}/pairs/sasl.yaml").read_text()
            for folder, protocol in (("/t", "SASL_SSL"), ("", "SASL_PLAINTEXT")):
                driver = yaml.safe_load(weir.driver_file(text, ["10.0.0.1"], system, folder, password="s3cret"))
                common = weir._properties(driver["commonConfig"])
                self.assertEqual(protocol, common["security.protocol"])
                self.assertEqual("SCRAM-SHA-512", common["sasl.mechanism"])
                self.assertTrue(common["sasl.jaas.config"].endswith('ScramLoginModule required username="weir" password="s3cret";'))
                # Nothing is left of the file's own login, which goes over two lines.
                self.assertNotIn('CHANGE-ME" password', driver["commonConfig"])
                self.assertEqual([], [name for name in common if " " in name or '"' in name])

    def test_compares_a_list_as_rpk_prints_it(self):
        self.assertEqual({}, weir.differing({"superusers": ["admin"]}, {"superusers": "- admin\n"}))
        for printed in ("[]", "", "- admin\n- other\n"):
            self.assertEqual({"superusers": ["admin"]}, weir.differing({"superusers": ["admin"]}, {"superusers": printed}))

    def test_sets_only_what_differs(self):
        wanted = {"a": True, "b": 5, "c": "x"}
        self.assertEqual({"c": "x"}, weir.differing(wanted, {"a": "true", "b": "5\n", "c": "y"}))
        self.assertEqual(wanted, weir.differing(wanted, {}))


if __name__ == "__main__":
    unittest.main()
