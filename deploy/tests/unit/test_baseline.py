"""The baseline of drives and network: its figures, the hosts that fall behind, and that nothing stays on the drives."""

import json
import shutil
import signal
import subprocess
import sys
import time
import unittest

import yaml

from bench.variables import DEPLOY
from fakes import INVENTORY, LIMIT_SECONDS, BenchTest

sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
import baseline  # noqa: E402

BROKERS, CLIENTS = ["broker-1", "broker-2", "broker-3"], ["client-1"]
SCRIPT = DEPLOY / "ansible/roles/baseline/files/fio"


def fio(kind, figures):
    """As fio prints figures of drives, after a line that is not JSON."""
    jobs = [{"jobname": name, kind: about, "sync": {"lat_ns": {"percentile": {"99.000000": 80_000}}}} for name, about in figures.items()]
    return f"fio: a warning\n{json.dumps({'jobs': [{'write': {}, 'read': {}, **job} for job in jobs]})}"


def drives(written, read=2_000_000_000):
    outputs = [fio("write", {"/data/1": {"bw_bytes": written}}), fio("read", {"/data/1": {"bw_bytes": read}}), fio("write", {"/data/1": {}})]
    return baseline.drive_figures(outputs)


class FiguresTest(unittest.TestCase):
    def found(self, drive, sent):
        return baseline.baseline([BROKERS, CLIENTS], drive, sent, baseline.baseline_peers(BROKERS, CLIENTS))

    def test_hosts_of_a_group_send_in_a_ring(self):
        ring = {"broker-1": "broker-2", "broker-2": "broker-3", "broker-3": "broker-1", "client-1": "broker-1"}
        self.assertEqual(ring, baseline.baseline_peers(BROKERS, CLIENTS))
        self.assertEqual({"broker-1": "client-1", "client-1": "broker-1"}, baseline.baseline_peers(["broker-1"], CLIENTS))

    def test_equal_hosts_have_a_line_each_and_no_outlier(self):
        found = self.found({host: drives(1_000_000_000) for host in BROKERS}, dict.fromkeys([*BROKERS, *CLIENTS], 3e9))
        self.assertEqual([], found["outliers"])
        self.assertEqual(4, len(found["summary"]))
        self.assertEqual("broker-1: network 24.0 Gbit/s; /data/1: writes 1,000 MB/s, reads 2,000 MB/s, flushes in 0.08 ms (p99)", found["summary"][0])
        self.assertEqual("client-1: network 24.0 Gbit/s", found["summary"][3])

    def test_a_drive_more_than_a_tenth_below_the_median_is_an_outlier(self):
        slow = {"broker-1": drives(1_000_000_000), "broker-2": drives(890_000_000), "broker-3": drives(1_000_000_000, read=1_810_000_000)}
        found = self.found(slow, dict.fromkeys([*BROKERS, *CLIENTS], 3e9))
        self.assertEqual(["broker-2 writes 890.0 MB/s, 11% less than the median (1,000.0 MB/s) at /data/1"], found["outliers"])

    def test_a_slow_network_is_that_of_the_host_which_is_slow_in_both_directions(self):
        # broker-2 receives from broker-1 and sends to broker-3; the client, alone in its group, has no other to fall behind.
        sent = {"broker-1": 1e9, "broker-2": 1e9, "broker-3": 3e9, "client-1": 0.5e9}
        found = self.found({host: drives(1_000_000_000) for host in BROKERS}, sent)
        self.assertEqual(["broker-2 has a network of 8.0 Gbit/s, 67% less than the median (24.0 Gbit/s)"], found["outliers"])

    def test_a_drive_that_ended_no_flush_has_an_unknown_time(self):
        # As fio 3.33 prints it.
        no_flush = json.dumps({"jobs": [{"jobname": "/data/1", "sync": {"total_ios": 0, "lat_ns": {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}}}]})
        slow = baseline.drive_figures([fio("write", {"/data/1": {"bw_bytes": 1e6}}), fio("read", {"/data/1": {"bw_bytes": 1e6}}), no_flush])
        self.assertIsNone(slow["/data/1"]["flushP99Nanos"])
        found = self.found({"broker-1": slow}, dict.fromkeys([*BROKERS, *CLIENTS], 3e9))
        self.assertEqual("broker-1: network 24.0 Gbit/s; /data/1: writes 1 MB/s, reads 1 MB/s, ended no flush while it was measured", found["summary"][0])

    def test_takes_what_the_receiver_got(self):
        self.assertEqual(1e9, baseline.sent_bytes_per_second('{"end": {"sum_sent": {"bits_per_second": 9e9}, "sum_received": {"bits_per_second": 8e9}}}'))


class CommandTest(BenchTest):
    FOUND = {"hosts": {}, "summary": ["broker-1: network 24.0 Gbit/s"], "outliers": ["broker-2 writes 5 MB/s"]}

    def test_prints_a_line_for_each_host_and_the_outliers(self):
        cluster = self.cluster("one")
        cluster.baseline_file.write_text("of before")
        self.play("ansible-playbook", f"echo '{json.dumps(self.FOUND)}' >{cluster.baseline_file}")
        status, printed = self.bench("baseline", "one")
        self.assertEqual(0, status, printed)
        self.assertEqual(["baseline.yml one"], self.called())
        self.assertIn("one: drives and network:\nbroker-1: network 24.0 Gbit/s\n", printed)
        self.assertIn("one: broker-2 writes 5 MB/s: replace this host", printed)

    def test_figures_of_before_are_gone_when_it_fails(self):
        cluster = self.cluster("one")
        cluster.baseline_file.write_text("of before")
        self.play("ansible-playbook", "exit 2")
        self.assertEqual(1, self.bench("baseline", "one")[0])
        self.assertFalse(cluster.baseline_file.exists())

    def test_refuses_measurements_without_length(self):
        self.cluster("one", baseline_seconds=0)
        status, printed = self.bench("baseline", "one")
        self.assertEqual(2, status)
        self.assertIn("baseline_seconds is 0: `site one --set baseline_seconds=10`", printed)
        self.assertEqual([], self.called())

    def test_up_measures_once(self):
        cluster = self.cluster("one", made=False)
        hosts = self.folder / "hosts.yaml"
        hosts.write_text(yaml.safe_dump({group: {"hosts": {name: {**about, "ansible_user": "kim"} for name, about in one["hosts"].items()}} for group, one in INVENTORY.items()}))
        up = ["up", "small", "--hosts", str(hosts), "--set", "broker_count=1", "--set", "driver=driver-kafka/kafka-single.yaml", "--set", "system=kafka", "--set", "cluster=one"]
        self.play("ssh", "exit 0")
        self.play("ansible-playbook", f"case $* in *baseline.yml) echo '{json.dumps(self.FOUND)}' >{cluster.baseline_file} ;; esac")
        for calls in (["site.yml one", "baseline.yml one"], ["site.yml one"]):
            (self.folder / "called").unlink(missing_ok=True)
            status, printed = self.bench(*up)
            self.assertEqual(0, status, printed)
            self.assertEqual(calls, self.called())
        cluster.baseline_file.unlink()
        (self.folder / "called").unlink()
        self.assertEqual(0, self.bench(*up, "--set", "baseline_seconds=0")[0])
        self.assertEqual(["site.yml one"], self.called())


class DrivesTest(BenchTest):
    """The script that runs on brokers, with an fio that writes its file and waits, or the real one."""

    def setUp(self):
        super().setUp()
        self.drives = [self.folder / "1", self.folder / "2"]
        for drive in self.drives:
            drive.mkdir()
            (drive / "kafka").mkdir()

    def arguments(self, kind, seconds="1"):
        return ["sh", str(SCRIPT), kind, seconds, *map(str, self.drives)]

    def left(self):
        return sorted(path.name for drive in self.drives for path in drive.iterdir())

    def play_fio(self, then=""):
        self.play("fio", f'for a; do case $a in --filename=*) truncate -s 2M "${{a#*=}}" ;; esac; done; {then}')

    def test_the_last_of_three_removes_what_was_written(self):
        self.play_fio()
        for kind, left in (("write", ["kafka"] * 2 + ["weir-baseline"] * 2), ("read", ["kafka"] * 2 + ["weir-baseline"] * 2), ("flush", ["kafka"] * 2)):
            done = subprocess.run(self.arguments(kind), capture_output=True, text=True, timeout=LIMIT_SECONDS)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual(left, self.left())
        calls = (self.folder / "called").read_text().splitlines()
        self.assertEqual(3, len(calls))
        # No more than was written: fio would write what is missing.
        self.assertIn("--size=2m", calls[1])

    def test_a_failure_removes_it_too(self):
        self.play_fio("exit 1")
        done = subprocess.run(self.arguments("write"), capture_output=True, timeout=LIMIT_SECONDS)
        self.assertEqual(1, done.returncode)
        self.assertEqual(["kafka"] * 2, self.left())

    def test_ended_from_outside_it_removes_it_too(self):
        self.play_fio(f"touch {self.folder}/written; exec sleep 60")
        script = subprocess.Popen(self.arguments("write"), start_new_session=True)
        self.addCleanup(script.kill)
        deadline = time.monotonic() + LIMIT_SECONDS
        while not (self.folder / "written").exists():
            self.assertLess(time.monotonic(), deadline, "fio was never started")
            time.sleep(0.05)
        subprocess.run(["pkill", "-TERM", "--session", str(script.pid)], check=True)
        script.wait(LIMIT_SECONDS)
        self.assertEqual(["kafka"] * 2, self.left())

    @unittest.skipUnless(shutil.which("fio"), "there is no fio")
    def test_reads_what_the_real_fio_prints(self):
        # On a busy host, a second can be too short for a flush.
        for seconds in ("1", "10", "60"):
            outputs = []
            for kind in ("write", "read", "flush"):
                done = subprocess.run(self.arguments(kind, seconds), capture_output=True, text=True, timeout=LIMIT_SECONDS)
                self.assertEqual(0, done.returncode, done.stderr)
                outputs.append(done.stdout)
            figures = baseline.drive_figures(outputs)
            if all(one["flushP99Nanos"] for one in figures.values()):
                break
        self.assertEqual(list(map(str, self.drives)), list(figures))
        for one in figures.values():
            self.assertEqual([], [name for name, value in one.items() if not value or value <= 0])
        self.assertEqual(["kafka"] * 2, self.left())


if __name__ == "__main__":
    unittest.main()
