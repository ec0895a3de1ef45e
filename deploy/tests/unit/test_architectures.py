"""What holds for hosts of either architecture and of every family that the README names."""

import re
import unittest

import published

from bench.account import STANDARD_FAMILIES
from bench.cost import Cost, prices
from bench.variables import DEPLOY

ARM64 = ("i8g", "im4gn", "is4gen", "c7gn", "m7g")
X86_64 = ("i3en", "i4i", "i3", "c5n", "c5", "m5")


class ArchitecturesTest(unittest.TestCase):
    def test_roles_and_playbooks_name_no_architecture(self):
        # Packages come for the host's own; Kafka, Weir and the dashboards are the same on all.
        for path in sorted((DEPLOY / "ansible").rglob("*")):
            if path.is_file():
                self.assertNotRegex(path.read_text(), r"amd64|x86_64|x86-64|arm64|aarch64", path)

    def test_every_family_has_prices_that_grow_with_its_size(self):
        for family in (*ARM64, *X86_64):
            found = {kind: price for kind, price in prices()["types"].items() if kind.startswith(f"{family}.")}
            self.assertGreaterEqual(len(found), 3, family)
            self.assertEqual(sorted(found.values()), list(found.values()), f"{family} is not in the order of its sizes")
            # In proportion to the size, within the cents to which AWS rounds.
            for kind, price in found.items():
                self.assertAlmostEqual(1, price / (self.size(kind) * found[f"{family}.xlarge"]), delta=0.01, msg=kind)

    def size(self, kind):
        size = kind.partition(".")[2]
        return {"medium": 0.25, "large": 0.5}.get(size) or int(re.fullmatch(r"(\d*)xlarge", size)[1] or 1)

    def test_the_vcpus_of_every_family_count_in_the_standard_quota(self):
        for family in (*ARM64, *X86_64):
            self.assertTrue(STANDARD_FAMILIES.match(f"{family}.large"), family)

    def test_a_cluster_of_arm64_hosts_has_a_price(self):
        values = {**published.values("small"), "broker_type": "i8g.4xlarge", "client_type": "c7gn.4xlarge", "monitor_type": "m7g.xlarge"}
        cost = Cost(values)
        cost.check(accepted=False)
        self.assertAlmostEqual(3 * 1.3728 + 0.9984 + 0.1632 + 5 * (0.005 + 50 * 0.08 / 730), cost.hourly, places=4)


if __name__ == "__main__":
    unittest.main()
