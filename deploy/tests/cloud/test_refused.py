"""What bench up and down refuse, and leave as it is."""

import unittest

from made_up import MadeUpCloud


class RefusedTest(MadeUpCloud):
    def test_a_quota_that_is_too_small_is_found_before_anything_is_created(self):
        # Three brokers, a client and the monitoring host have two vCPUs each.
        self.quotas["L-1216C47A"] = 8
        self.addCleanup(self.quotas.clear)
        up = self.bench(*self.up(), user="poor")
        self.assertEqual(2, up.returncode, up.stdout + up.stderr)
        self.assertRegex(up.stderr, r'10 vCPUs are needed, \d+ are in use in us-east-1, and the quota "Running On-Demand Standard instances"')
        self.assertFalse((self.folder / "poor").exists())
        # Both clusters of one `up` together.
        self.quotas["L-1216C47A"] = 19 + 2 * len(self.instances())
        (self.folder / "other.yaml").write_text((self.folder / "deploy/profiles/small.yaml").read_text())
        one, *rest = self.up()
        up = self.bench(one, str(self.folder / "other.yaml"), *rest, user="poor")
        self.assertEqual(2, up.returncode, up.stdout + up.stderr)
        self.assertIn("20 vCPUs are needed", up.stderr)

    def test_a_type_that_fits_no_placement_group_is_found_before_anything_is_created(self):
        up = self.bench(*self.up(), "--set", "client_type=t2.large", "--set", "placement_group=true", "--unknown-cost", user="poor")
        self.assertEqual(2, up.returncode, up.stdout + up.stderr)
        self.assertIn("AWS puts no t2.large into a cluster placement group", up.stderr)
        self.assertFalse((self.folder / "poor").exists())

    def test_keeps_the_cluster_when_nothing_can_be_fetched(self):
        state = self.folder / "state/unreachable"
        state.mkdir(parents=True)
        (state / "variables.json").write_text('{"region": "us-east-1", "placement_group": true}')
        (state / "terraform.tfstate").write_text("{}")
        # A run was started, and its results are still on the monitoring host, which AWS does not run any more.
        (state / "unfetched").touch()
        gone = "{gone-1: {ansible_host: 127.0.0.1, ansible_port: 1, private_address: 127.0.0.1, node_id: 1}}"
        (state / "inventory.yaml").write_text(f"all: {{children: {{monitors: {{hosts: {gone}}}}}}}")
        down = self.bench("down", "unreachable", "-o", str(self.folder / "results"))
        self.assertEqual(1, down.returncode, down.stdout + down.stderr)
        self.assertIn("the results of the last run were not fetched", down.stderr)
        self.assertIn("Nothing was destroyed", down.stderr)
        self.assertTrue((state / "terraform.tfstate").exists())


if __name__ == "__main__":
    unittest.main()
