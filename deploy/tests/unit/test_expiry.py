"""The script of a host's first boot, run here: what it writes lies in a folder of the test, and systemctl is played."""

import re
import subprocess
import unittest
from datetime import datetime, timedelta, timezone

from bench.variables import DEPLOY
from fakes import BenchTest


class ExpiryTest(BenchTest):
    def test_the_first_boot_sets_the_hour_of_the_end(self):
        self.play("systemctl", "")
        units = self.folder / "units"
        units.mkdir()
        # As Terraform's templatefile has it: ${hours} is a variable, $at the shell's own.
        script = (DEPLOY / "terraform/expiry.sh.tftpl").read_text().replace("${hours}", "7").replace("/etc/systemd/system", str(units))
        self.assertNotIn("${", script)
        before = datetime.now(timezone.utc).replace(microsecond=0)
        subprocess.run(["sh", "-c", script], check=True, timeout=20)
        timer = (units / "weir-expiry.timer").read_text()
        at = datetime.strptime(re.search(r"^OnCalendar=(.*) UTC$", timer, re.M)[1], "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc)
        self.assertLessEqual(before + timedelta(hours=7), at)
        self.assertLess(at, before + timedelta(hours=7, minutes=1))
        self.assertIn("Persistent=true", timer)
        self.assertIn("systemctl poweroff", (units / "weir-expiry.service").read_text())
        self.assertEqual(
            ["systemctl daemon-reload", "systemctl enable --now weir-expiry.timer"],
            (self.folder / "called").read_text().splitlines(),
        )


if __name__ == "__main__":
    unittest.main()
