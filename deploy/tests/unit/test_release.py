"""bin/release: what it checks, and what it makes. Maven and buildah are fakes here; deploy/tests/release has the real ones."""

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[3]
TOOLS = """awk basename bash cat chmod cp cut date dirname env find git grep gzip install ln ls mkdir mktemp mv readlink realpath rm sed
sh sha256sum sort tail tar touch tr""".split()
NEXT = re.search(r"<version>(.*)-SNAPSHOT</version>", (ROOT / "pom.xml").read_text())[1]
CHANGES = f"# Changelog\n\n## Unreleased\n\n## {NEXT} (2026-01-31)\n\n### New\n\n* A line.\n\n## 0.0.1\n\n* An older line.\n"

# What it packs as the tarball: what bin/release gave to Maven.
MAVEN = """#!/bin/sh
set -eu
case "$*" in
  *--version) printf 'Apache Maven 3.8.7\\nMaven home: /m\\nJava version: 17.0.15, vendor: Debian, runtime: /j\\n'; exit ;;
esac
[ ! -e fail-the-build ] || { echo "[ERROR] a made-up mistake"; exit 1; }
version=$(sed -n 's|^  <version>\\(.*\\)</version>$|\\1|p' pom.xml)
mkdir -p deploy/target/notices deploy/target/weir/lib
git describe --always --tags --dirty=-modified >deploy/target/weir/commit
printf '%s\\n' "$*" >deploy/target/weir/arguments
touch "deploy/target/weir/lib/weir-cli-$version.jar"
cp -r deploy/helm deploy/kubernetes deploy/target/weir
cp --parents pom.xml */pom.xml deploy/target/weir
tar -c --sort=name --mtime=@0 --owner=0 --group=0 -C deploy/target weir | gzip -n >"deploy/target/weir-$version.tar.gz"
echo '{}' >deploy/target/notices/sbom.cdx.json
"""

BUILDAH = """#!/bin/sh
set -eu
printf '%s\\n' "$*" >>"$CALLS"
[ "$1" != --version ] || echo buildah version 1
case "$1 $*" in
  pull*nothing*) exit 1 ;;
  pull*) echo 0123abcd ;;
  inspect*FromImageDigest*) echo sha256:cafe ;;
  inspect*Architecture*) echo riscv64 ;;
  push*)
    for target; do :; done
    folder=${target#oci:}
    mkdir "${folder%%:*}"
    echo '{}' >"${folder%%:*}/index.json"
    ;;
esac
"""


class ReleaseTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.program("mvn", MAVEN)
        self.clone = self.folder / "clone"
        for each in ("bin/release", "deploy/image", "deploy/helm", "deploy/kubernetes", *(p.relative_to(ROOT) for p in ROOT.glob("*/pom.xml"))):
            target = self.clone / each
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / each).is_dir() else shutil.copy)(ROOT / each, target)
        for each in ("pom.xml", ".gitignore"):
            shutil.copy(ROOT / each, self.clone)
        self.changes(CHANGES)
        self.git("init", "--quiet")
        self.commit()

    def program(self, name, text):
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def run_in(self, clone, *words):
        environment = {
            "PATH": str(self.bin),
            "HOME": str(self.folder),
            "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
            "CALLS": str(self.folder / "calls"),
            **{f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        return subprocess.run(
            [str(word) for word in words], cwd=clone, env=environment, capture_output=True, text=True, timeout=120, check=False
        )

    def git(self, *words):
        answer = self.run_in(self.clone, "git", *words)
        self.assertEqual(0, answer.returncode, answer.stderr)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A commit")

    def changes(self, text):
        (self.clone / "CHANGELOG.md").write_text(text)

    def release(self, *words, clone=None):
        return self.run_in(clone or self.clone, "bin/release", *words)

    def refused(self, *words, because, output="target"):
        answer = self.release(*words)
        self.assertEqual(2, answer.returncode, answer.stdout + answer.stderr)
        self.assertIn(because, answer.stderr)
        self.assertFalse(list((self.clone / output).glob("release-*")))
        return answer.stderr

    def made(self, *words, clone=None):
        answer = self.release(*words, clone=clone)
        self.assertEqual(0, answer.returncode, answer.stderr)
        return answer

    def test_refuses_a_version_that_is_not_semantic(self):
        for version in ("v1.2.3", "1.2", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3+build", "1.2.3-a..b", "1.2.3 "):
            with self.subTest(version):
                self.refused(version, because=f"semantic version without build metadata, such as 1.2.0 or 1.2.0-rc.1; got {version}")
        self.refused(f"{NEXT}-SNAPSHOT", because=f"use {NEXT}")

    def test_refuses_a_working_tree_that_differs_from_its_commit(self):
        (self.clone / "new").write_text("")
        self.refused(NEXT, because="commit, stash or delete these changes\n?? new")
        (self.clone / "new").unlink()
        self.changes(CHANGES + "\n")
        self.refused(NEXT, because="commit, stash or delete these changes\n M CHANGELOG.md")

    def test_refuses_a_tag_that_exists_at_another_commit(self):
        self.git("tag", f"v{NEXT}")
        self.made(NEXT, "--without-image")
        self.commit()
        self.refused(NEXT, "--without-image", "--output", "target/again", because=f"tag v{NEXT} exists, at commit", output="none")

    def test_refuses_another_version_than_the_poms_and_prints_the_command_that_sets_it(self):
        self.changes(CHANGES.replace(NEXT, "9.8.7"))
        self.commit()
        said = self.refused("9.8.7", "--without-image", because=f"pom.xml has version {NEXT}-SNAPSHOT, which becomes {NEXT}; got 9.8.7")

        self.assertEqual(0, self.run_in(self.clone, "bash", "-c", said.splitlines()[-1]).returncode)
        self.commit()
        self.made("9.8.7", "--without-image")

    def test_refuses_a_version_without_changes_and_prints_the_command_that_names_them(self):
        self.changes("# Changelog\n\n## Unreleased\n\n* A line.\n")
        self.commit()
        said = self.refused(NEXT, "--without-image", because=f"CHANGELOG.md has no section '## {NEXT}'. Rename 'Unreleased'")

        self.assertEqual(0, self.run_in(self.clone, "bash", "-c", said.splitlines()[-1]).returncode)
        self.assertEqual(f"# Changelog\n\n## Unreleased\n\n## {NEXT}\n\n* A line.\n", (self.clone / "CHANGELOG.md").read_text())
        self.commit()
        self.made(NEXT, "--without-image")

    def test_refuses_a_version_for_which_no_change_is_listed(self):
        self.changes("# Changelog\n\n## Unreleased\n\n## 0.0.1\n\n* A line.\n")
        self.commit()
        self.refused(NEXT, "--without-image", because="and 'Unreleased' is empty: list what users notice")
        self.changes(f"# Changelog\n\n## Unreleased\n\n* A line.\n\n## {NEXT}\n\n## 0.0.1\n\n* A line.\n")
        self.commit()
        self.refused(NEXT, "--without-image", because=f"section '## {NEXT}' of CHANGELOG.md is empty")

    def test_refuses_to_leave_the_image_out_unasked(self):
        self.refused(NEXT, because="the container image is left out: to make it, install buildah (Debian: apt-get install buildah), or accept")
        self.assertIn("the container image is left out: to make it, install buildah", self.made(NEXT, "--without-image").stderr)

    def test_refuses_to_overwrite(self):
        self.made(NEXT, "--without-image")
        answer = self.release(NEXT, "--without-image")
        self.assertEqual(2, answer.returncode)
        self.assertIn(f"release-{NEXT} exists: delete it, or name another folder with --output", answer.stderr)

    def test_leaves_nothing_but_the_log_of_a_build_that_fails(self):
        (self.clone / "fail-the-build").write_text("")
        self.commit()
        said = self.refused(NEXT, "--without-image", because="[ERROR] a made-up mistake\nthe build failed: the whole log is ")
        self.assertEqual("[ERROR] a made-up mistake\n", Path(said.split()[-1]).read_text())
        self.assertEqual(["release.log"], os.listdir(self.clone / "target"))

    def test_every_file_states_the_version(self):
        version = f"{NEXT}-rc.1"
        self.changes(CHANGES.replace(NEXT, version))
        self.commit()
        self.git("tag", "v0.0.1")
        output = self.folder / "a folder"
        said = self.made(version, "--without-image", "--output", output).stdout

        commit = self.run_in(self.clone, "git", "rev-parse", "HEAD").stdout.strip()
        self.assertIn(f"git tag --annotate v{version} --message 'Weir {version}' {commit} && git push origin v{version}", said)
        names = [f"weir-{version}.tar.gz", f"weir-{version}.sbom.cdx.json", f"weir-chart-{version}.tgz", "RELEASE-NOTES.md"]
        self.assertEqual({*names, "SHA256SUMS"}, set(os.listdir(output)))
        self.assertEqual(len(names), len((output / "SHA256SUMS").read_text().splitlines()))
        self.assertEqual(0, self.run_in(output, "sha256sum", "--check", "--strict", "SHA256SUMS").returncode)
        notes = (output / "RELEASE-NOTES.md").read_text()
        self.assertTrue(notes.startswith(f"# Weir {version}\n\n### New\n\n* A line.\n\nLinks are"), notes)
        self.assertIn(f"\n\nMade from commit {commit} with Maven 3.8.7 and Java 17.0.15 of Debian.\n", notes)

        with tarfile.open(output / f"weir-chart-{version}.tgz") as chart:
            self.assertEqual({"weir"}, {name.split("/")[0] for name in chart.getnames()})
            about = yaml.safe_load(chart.extractfile("weir/Chart.yaml"))
            values = yaml.safe_load(chart.extractfile("weir/values.yaml"))
        self.assertEqual((version, version), (about["version"], about["appVersion"]))
        self.assertEqual(version, values["image"]["tag"])

        given = self.folder / "given"
        with tarfile.open(output / f"weir-{version}.tar.gz") as tarball:
            tarball.extractall(given, filter="data")
        given = given / "weir"
        self.assertTrue(commit.startswith((given / "commit").read_text().strip()))
        for name in ("plain-text.yaml", "cert-manager.yaml"):
            manifests = (given / "kubernetes" / name).read_text()
            self.assertEqual({f'"{version}"'}, set(re.findall("app.kubernetes.io/version: (.*)", manifests)))
            self.assertEqual({f'"weir:{version}"'}, set(re.findall("image: (.*)", manifests)))
        for file in [f for f in given.rglob("*") if f.is_file()]:
            self.assertNotIn("-SNAPSHOT", file.read_text(), file)

    def test_chart_and_manifests_state_the_version_that_the_poms_lead_to(self):
        for pom in [ROOT / "pom.xml", *ROOT.glob("*/pom.xml")]:
            self.assertIn(f"<version>{NEXT}-SNAPSHOT</version>", pom.read_text(), pom)
        about = yaml.safe_load((ROOT / "deploy/helm/weir/Chart.yaml").read_text())
        self.assertEqual((NEXT, NEXT), (about["version"], about["appVersion"]))
        for manifests in (ROOT / "deploy/kubernetes").glob("*.yaml"):
            self.assertEqual({f'"{NEXT}"'}, set(re.findall("app.kubernetes.io/version: (.*)", manifests.read_text())))

    def test_two_clones_make_the_same_bytes(self):
        self.program("buildah", BUILDAH)
        other = self.folder / "elsewhere" / "another clone"
        self.git("clone", "--quiet", self.clone, other)
        (other / "target").mkdir()
        (other / "target" / "ignored").write_text("")
        self.made(NEXT)
        self.made(NEXT, clone=other)
        first, second = ((clone / "target" / f"release-{NEXT}") for clone in (self.clone, other))
        self.assertEqual({f.name: f.read_bytes() for f in first.iterdir()}, {f.name: f.read_bytes() for f in second.iterdir()})

    def test_the_base_of_the_image_is_named_by_its_digest(self):
        self.program("buildah", BUILDAH)
        for i, (base, built_on, stated) in enumerate(
            (
                ("host:5000/a/jre:21", "host:5000/a/jre@sha256:cafe", "host:5000/a/jre@sha256:cafe"),
                ("host:5000/a/jre", "host:5000/a/jre@sha256:cafe", "host:5000/a/jre@sha256:cafe"),
                ("a/jre@sha256:beef", "a/jre@sha256:beef", "a/jre@sha256:beef"),
                ("oci-archive:/folder/base.tar", "0123abcd", "base.tar (sha256:cafe)"),
            )
        ):
            with self.subTest(base):
                (self.folder / "calls").unlink(missing_ok=True)
                self.made(NEXT, "--base", base, "--output", self.folder / f"made-{i}")
                self.assertIn(f"--build-arg BASE={built_on} ", (self.folder / "calls").read_text())
                notes = (self.folder / f"made-{i}" / "RELEASE-NOTES.md").read_text()
                self.assertIn(f"The container image is for riscv64, made with buildah 1 on the base {stated}.", notes)
                self.assertTrue((self.folder / f"made-{i}" / f"weir-{NEXT}-image-riscv64.tar").is_file())
        self.refused(NEXT, "--base", "nothing", because="the base image nothing cannot be read: name another one with --base")


if __name__ == "__main__":
    unittest.main()
