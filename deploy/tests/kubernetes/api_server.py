"""A real kube-apiserver with etcd, for the tests of the chart and of bin/benchmark k8s."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

TOOLS = Path(os.environ["WEIR_KUBERNETES_TOOLS"])


def run(*words, given=None):
    return subprocess.run([str(word) for word in words], input=given, capture_output=True, text=True, check=False)


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


class ApiServerCase(unittest.TestCase):
    """Tests on an API server of their own with the namespace lab, without controllers and nodes."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        key = cls.folder / "accounts.key"
        made = run("openssl", "genrsa", "-out", key, "2048")
        assert made.returncode == 0, made.stderr
        token = secrets.token_hex(16)
        cls.user_token = secrets.token_hex(16)
        (cls.folder / "tokens").write_text(f"{token},admin,admin,system:masters\n{cls.user_token},user,user\n")
        etcd, peer, api = free_port(), free_port(), free_port()
        cls.start(
            "etcd",
            f"--data-dir={cls.folder}/etcd",
            f"--listen-client-urls=http://127.0.0.1:{etcd}",
            f"--advertise-client-urls=http://127.0.0.1:{etcd}",
            f"--listen-peer-urls=http://127.0.0.1:{peer}",
            "--unsafe-no-fsync",
        )
        server = cls.start(
            TOOLS / "kube-apiserver",
            f"--etcd-servers=http://127.0.0.1:{etcd}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            "--endpoint-reconciler-type=none",
            f"--secure-port={api}",
            f"--cert-dir={cls.folder}/certs",
            f"--token-auth-file={cls.folder}/tokens",
            "--authorization-mode=RBAC",
            # Its finalizer on claims is removed by a controller only.
            "--disable-admission-plugins=StorageObjectInUseProtection",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--service-account-issuer=https://weir.test",
            f"--service-account-key-file={key}",
            f"--service-account-signing-key-file={key}",
        )
        cls.url = f"https://127.0.0.1:{api}"
        cls.options = [f"--server={cls.url}", f"--token={token}", "--insecure-skip-tls-verify", "--kubeconfig=/dev/null"]
        end = time.monotonic() + 600
        while cls.kubectl("get", "--raw=/readyz").returncode != 0:
            assert server.poll() is None and time.monotonic() < end, (cls.folder / "kube-apiserver.log").read_text()[-3000:]
            time.sleep(0.3)
        # A policy that forbids most of what pods could do to their hosts: the API server warns of whatever breaks it.
        namespace = {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": "lab", "labels": {"pod-security.kubernetes.io/warn": "restricted"}},
        }
        cls.create(json.dumps(namespace))

    @classmethod
    def start(cls, program, *options):
        with open(cls.folder / f"{Path(program).name}.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen([program, *options], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.kill)
        return process

    @classmethod
    def kubectl(cls, *words, given=None):
        return run(TOOLS / "kubectl", *cls.options, *words, given=given)

    @classmethod
    def create(cls, text):
        created = cls.kubectl("create", "-f", "-", given=text)
        assert created.returncode == 0, created.stderr
