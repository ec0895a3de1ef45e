"""bench with the real Terraform and AWS provider against moto: a cloud that is made up, on loopback."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 240
SECRET = "made-up-secret-of-this-test"


class MadeUpCloud(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="weir-cloud-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        # A copy: Terraform writes its lock file beside the code, and the one of a local plugin folder is not for the repository.
        shutil.copytree(DEPLOY, cls.folder / "deploy", ignore=shutil.ignore_patterns("target", ".terraform*"))
        for name in ("workloads", "driver-kafka"):
            (cls.folder / name).symlink_to(DEPLOY.parent / name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        cls.log = open(cls.folder / "moto.log", "w")
        cls.addClassCleanup(cls.log.close)
        cls.moto = subprocess.Popen(
            [Path(sys.executable).with_name("moto_server"), "-H", "127.0.0.1", "-p", str(port)],
            stdout=cls.log,
            stderr=cls.log,
        )
        cls.addClassCleanup(cls.moto.wait)
        cls.addClassCleanup(cls.moto.terminate)
        url = f"http://127.0.0.1:{port}"
        cls.environment = {
            **os.environ,
            "AWS_ENDPOINT_URL": url,
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_EC2_METADATA_DISABLED": "true",
            "WEIR_BENCH_HOME": str(cls.folder / "state"),
        }
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{url}/moto-api/", timeout=2).close()
                break
            except OSError:
                if time.monotonic() > deadline or cls.moto.poll() is not None:
                    raise
                time.sleep(0.2)

    def bench(self, *arguments):
        return subprocess.run(
            [self.folder / "deploy/bench", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            stdin=subprocess.DEVNULL,
        )

    def up(self):
        image = self.client().describe_images(Owners=["amazon"])["Images"][0]["ImageId"]
        # moto knows neither placement groups nor Debian's parameter; `terraform test` covers both.
        given = ["--set", "system=kafka", "--set", "ssh_from=127.0.0.1/32", "--set", f"image_id={image}", "--set", "placement_group=false"]
        return ["up", "small", "--no-site", "--yes", *given]

    def instances(self):
        found = self.client().describe_instances()["Reservations"]
        all_of_them = [instance for reservation in found for instance in reservation["Instances"]]
        return [instance for instance in all_of_them if instance["State"]["Name"] != "terminated"]

    def client(self):
        import boto3

        return boto3.client(
            "ec2",
            region_name="us-east-1",
            endpoint_url=self.environment["AWS_ENDPOINT_URL"],
            aws_access_key_id="testing",
            aws_secret_access_key=SECRET,
        )
