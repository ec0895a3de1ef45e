"""The script of a host's first boot, run here: what it writes lies in a folder of the test, and systemctl is played."""

import re
import subprocess
import unittest
from datetime import datetime, timedelta, timezone

from bench.variables import DEPLOY
from fakes import LIMIT_SECONDS, BenchTest


class ExpiryTest(BenchTest):
    def setUp(self):
        super().setUp()
        self.play("systemctl", "")
        for name in ("units", "weir", "sbin"):
            (self.folder / name).mkdir()

    def boot(self):
        # As Terraform's templatefile has it: ${hours} is a variable, everything else the shell's own.
        script = (DEPLOY / "terraform/expiry.sh.tftpl").read_text().replace("${hours}", "7")
        self.assertNotIn("${", script)
        for folder, own in (("/etc/systemd/system", "units"), ("/etc/weir", "weir"), ("/usr/local/sbin", "sbin")):
            script = script.replace(folder, str(self.folder / own))
        subprocess.run(["sh", "-c", script], check=True, timeout=LIMIT_SECONDS)

    def end(self):
        """The end as the timer has it, which must be the one in the file."""
        timer = (self.folder / "units/weir-expiry.timer").read_text()
        at = datetime.strptime(re.search(r"^OnCalendar=(.*) UTC$", timer, re.M)[1], "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc)
        self.assertEqual(int(at.timestamp()), int((self.folder / "weir/expiry").read_text()))
        return at

    def test_the_first_boot_sets_the_hour_of_the_end(self):
        before = datetime.now(timezone.utc).replace(microsecond=0)
        self.boot()
        self.assertLessEqual(before + timedelta(hours=7), self.end())
        self.assertLessEqual(self.end(), datetime.now(timezone.utc) + timedelta(hours=7))
        self.assertIn("Persistent=true", (self.folder / "units/weir-expiry.timer").read_text())
        self.assertIn("systemctl poweroff", (self.folder / "units/weir-expiry.service").read_text())
        self.assertEqual(
            ["systemctl daemon-reload", "systemctl enable weir-expiry.timer", "systemctl restart weir-expiry.timer"],
            (self.folder / "called").read_text().splitlines(),
        )

    def test_the_end_can_be_moved(self):
        self.boot()
        before = self.end()
        subprocess.run([self.folder / "sbin/weir-expiry", "31"], check=True, timeout=LIMIT_SECONDS)
        self.assertLessEqual(before + timedelta(hours=24), self.end())


if __name__ == "__main__":
    unittest.main()
