"""Terraform or OpenTofu: both are played."""

import os
import unittest

from bench import terraform
from bench.cloud import Cloud
from bench.problem import Problem
from bench.variables import DEPLOY
from fakes import VERSIONS, BenchTest

UP = ["up", "small", "--yes", "--no-site", "--set", "system=kafka", "--set", "ssh_from=203.0.113.7/32"]


class TerraformTest(BenchTest):
    def setUp(self):
        super().setUp()
        # Only what a test plays is there.
        for name in ("sh", "cat", "ssh-keygen"):
            os.symlink(f"/usr/bin/{name}" if os.path.exists(f"/usr/bin/{name}") else f"/bin/{name}", self.folder / "bin" / name)
        self.set("PATH", str(self.folder / "bin"))
        os.environ.pop("WEIR_TERRAFORM", None)
        terraform._checked.cache_clear()
        self.addCleanup(terraform._checked.cache_clear)

    def only(self, *names):
        for name in VERSIONS:
            (self.folder / "bin" / name).unlink(missing_ok=True)
        for name in names:
            self.play(name, "exit 1")

    def refused(self, part, state=None):
        with self.assertRaises(Problem) as refusal:
            terraform.choose(state)
        self.assertEqual(2, refusal.exception.status)
        self.assertIn(part, str(refusal.exception))

    def test_takes_terraform_or_else_tofu(self):
        self.only("terraform", "tofu")
        self.assertEqual("terraform", terraform.choose())
        self.only("tofu")
        self.assertEqual("tofu", terraform.choose())
        self.only()
        self.refused("there is no terraform and no tofu: install Terraform or OpenTofu, 1.9 or newer")

    def test_the_environment_chooses(self):
        self.only("terraform", "tofu")
        self.set("WEIR_TERRAFORM", "tofu")
        self.assertEqual("tofu", terraform.choose())
        self.set("WEIR_TERRAFORM", str(self.folder / "bin/tofu"))
        self.assertEqual(f"{self.folder}/bin/tofu", terraform.choose())
        self.set("WEIR_TERRAFORM", "tofuu")
        self.refused("WEIR_TERRAFORM is tofuu, and there is no such program")

    def test_refuses_a_version_that_is_too_old_or_too_new_or_no_version(self):
        for said, part in (
            ("Terraform v1.8.5", "is Terraform v1.8"),
            ("OpenTofu v1.8.9", "is OpenTofu v1.8"),
            ("Terraform v2.0.1", "older than 2.0"),
            ("hello", "does not name Terraform or OpenTofu: hello"),
        ):
            with self.subTest(said):
                path = self.folder / "bin/terraform"
                path.write_text(f'#!/bin/sh\necho "{said}"\n')
                terraform._checked.cache_clear()
                self.refused(part)

    def test_a_state_keeps_the_program_that_wrote_it(self):
        state = self.folder / "state"
        state.write_text(r'{"resources": [{"provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]"}]}')
        self.only("terraform", "tofu")
        self.assertEqual("tofu", terraform.choose(state))
        self.only("terraform")
        self.refused("was written by tofu, and terraform cannot continue it: install tofu", state)
        self.only("terraform", "tofu")
        self.set("WEIR_TERRAFORM", "terraform")
        self.refused("was written by tofu", state)
        state.write_text(r'{"resources": [{"provider": "provider[\"registry.terraform.io/hashicorp/aws\"]"}]}')
        self.assertEqual("terraform", terraform.choose(state))

    def test_no_test_keeps_tofu_from_reading_the_folder(self):
        """OpenTofu 1.10 reads the tests with the folder, and refuses values for one instance of a data source."""
        files = list((DEPLOY / "terraform/tests").glob("*.hcl"))
        self.assertTrue(files)
        for file in files:
            self.assertNotRegex(file.read_text(), r"target *= .*\[", file.name)

    def test_up_and_down_start_tofu_where_it_alone_is_there(self):
        self.only("tofu")
        status, printed = self.bench(*UP)
        self.assertEqual(1, status, printed)
        self.assertIn("tofu init failed", printed)
        self.assertEqual(["tofu init"], self.called())
        self.cluster("one")
        self.play("tofu", "exit 0")
        self.patch(Cloud, "left", lambda *_: [])
        status, printed = self.bench("down", "one", "--discard")
        self.assertEqual(0, status, printed)
        self.assertEqual(["tofu init", "tofu init", "tofu destroy"], self.called())


if __name__ == "__main__":
    unittest.main()
