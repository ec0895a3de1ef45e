"""bench up with Ctrl-C while AWS makes the hosts."""

import os
import re
import signal
import subprocess
import time
import unittest

from made_up import LIMIT_SECONDS, MadeUpCloud


class InterruptedTest(MadeUpCloud):
    def interrupted(self, *arguments):
        """bench, with Ctrl-C as soon as an instance is there."""
        with subprocess.Popen(
            [self.folder / "deploy/bench", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            stdin=subprocess.DEVNULL,
            process_group=0,
        ) as bench:
            deadline = time.monotonic() + LIMIT_SECONDS
            while not self.instances():
                self.assertLess(time.monotonic(), deadline, "no instance was created")
                self.assertIsNone(bench.poll())
                time.sleep(0.1)
            # A terminal sends it to all of a group.
            os.killpg(bench.pid, signal.SIGINT)
            printed, _ = bench.communicate(timeout=LIMIT_SECONDS)
        return bench.returncode, printed

    def test_down_knows_what_was_created_until_then(self):
        status, printed = self.interrupted(*self.up())
        self.assertEqual(130, status, printed)
        self.assertIn("deploy/bench down kafka-small", printed)
        known = (self.folder / "state/kafka-small/terraform.tfstate").read_text()
        self.assertEqual([], [one["InstanceId"] for one in self.instances() if one["InstanceId"] not in known])
        identity = (self.folder / "state/kafka-small/identity").read_text()
        # Terraform repeats a call whose answer was lost: it does not know what the first call created. That has the tag.
        tags = [{"ResourceType": "vpc", "Tags": [{"Key": "weir", "Value": identity}]}]
        network = self.client().create_vpc(CidrBlock="10.1.0.0/16", TagSpecifications=tags)["Vpc"]["VpcId"]
        self.environment["WEIR_GONE_LIMIT_SECONDS"] = "1"
        down = self.bench("down", "kafka-small")
        self.assertEqual(1, down.returncode, down.stdout + down.stderr)
        self.assertIn(f"vpc {network}", down.stderr)
        self.assertEqual([], self.instances())
        remedy = re.search("to delete all of it: deploy/bench (.*)", down.stderr)[1]
        reclaimed = self.bench(*remedy.split(), "--yes")
        self.assertEqual(0, reclaimed.returncode, reclaimed.stdout + reclaimed.stderr)
        down = self.bench("down", "kafka-small")
        self.assertEqual(0, down.returncode, down.stdout + down.stderr)
        self.assertIn(f"nothing left with the tag weir={identity}", down.stdout)
        self.assertEqual([], self.instances())


if __name__ == "__main__":
    unittest.main()
