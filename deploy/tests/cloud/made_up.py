"""bench with the real Terraform and AWS provider against moto: a cloud that is made up, on loopback.

A proxy in front of moto answers what moto does not know: quotas, zones without free hosts, and placement groups, of which
there are none.
"""

import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2]
# Only ends what hangs.
LIMIT_SECONDS = 900
SECRET = "made-up-secret-of-this-test"


EC2_ERROR = "<Response><Errors><Error><Code>{0}</Code><Message>made up</Message></Error></Errors><RequestID>r</RequestID></Response>"
NO_PLACEMENT_GROUPS = "<DescribePlacementGroupsResponse><placementGroupSet/></DescribePlacementGroupsResponse>"


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status, kind, answer = self.answer(body.decode(errors="replace")) or self.forward(body)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def answer(self, text):
        cloud = self.server.cloud
        action = self.headers.get("X-Amz-Target", "").rpartition(".")[2] or re.search(r"Action=(\w+)|$", text)[1]
        cloud.asked.append((action, text))
        if action == "GetServiceQuota":
            quota = next((value for code, value in cloud.quotas.items() if code in text), None)
            if quota is not None:
                return 200, "application/x-amz-json-1.1", b'{"Quota": {"Value": %d}}' % quota
        if action == "RunInstances" and cloud.zone_of(re.search(r"SubnetId=([\w-]+)", text)[1]) in cloud.full:
            # As AWS has it: a fault of the server, which clients must not take for one that passes.
            return 500, "text/xml", EC2_ERROR.format("InsufficientInstanceCapacity").encode()
        if action == "DescribePlacementGroups":
            return 200, "text/xml", NO_PLACEMENT_GROUPS.encode()
        return None

    def forward(self, body):
        kept = {name: value for name, value in self.headers.items() if name.lower() not in ("content-length", "connection")}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.server.cloud.moto_url + self.path, body, kept), timeout=LIMIT_SECONDS) as done:
                return done.status, done.headers["Content-Type"], done.read()
        except urllib.error.HTTPError as e:
            return e.code, e.headers["Content-Type"], e.read()

    def log_message(self, *_):
        pass


class MadeUpCloud(unittest.TestCase):
    # Code of a quota -> its value, where moto has none; zones without free hosts; (action, body) of every call.
    quotas, full, asked = {}, set(), []

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
        cls.moto_url = f"http://127.0.0.1:{port}"
        proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        proxy.cloud = cls
        threading.Thread(target=proxy.serve_forever, name="proxy", daemon=True).start()
        cls.addClassCleanup(proxy.server_close)
        cls.addClassCleanup(proxy.shutdown)
        url = f"http://127.0.0.1:{proxy.server_port}"
        cls.environment = {
            **os.environ,
            "AWS_ENDPOINT_URL": url,
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_EC2_METADATA_DISABLED": "true",
            "WEIR_BENCH_HOME": str(cls.folder / "state"),
        }
        deadline = time.monotonic() + LIMIT_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{cls.moto_url}/moto-api/", timeout=2).close()
                break
            except OSError:
                if time.monotonic() > deadline or cls.moto.poll() is not None:
                    raise
                time.sleep(0.2)

    def bench(self, *arguments, user="state"):
        return subprocess.run(
            [self.folder / "deploy/bench", *arguments],
            env={**self.environment, "WEIR_BENCH_HOME": str(self.folder / user)},
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

    @classmethod
    def zone_of(cls, subnet):
        return cls.client().describe_subnets(SubnetIds=[subnet])["Subnets"][0]["AvailabilityZone"]

    @classmethod
    def client(cls):
        import boto3

        return boto3.client(
            "ec2",
            region_name="us-east-1",
            endpoint_url=cls.moto_url,
            aws_access_key_id="testing",
            aws_secret_access_key=SECRET,
        )
