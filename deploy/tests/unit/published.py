"""The hosts of each profile as the published sources name them; run as a program, it prints Terraform tests that plan every one."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
from bench.variables import Variables, profile

# Brokers, clients, monitor. `small` was not published: it is the cheapest that works.
HOSTS = {
    "kafka-2gbs": (3, "i3en.6xlarge", 2, "c5n.9xlarge", "m5.xlarge"),
    "redpanda-2gbs": (3, "i3en.6xlarge", 2, "c5n.9xlarge", "m5.xlarge"),
    "kafka-published": (3, "i3en.6xlarge", 2, "c5n.9xlarge", "m5.xlarge"),
    "redpanda-published": (3, "i3en.6xlarge", 2, "c5n.9xlarge", "m5.xlarge"),
    "retention-1h": (3, "i3en.6xlarge", 2, "c5n.9xlarge", "m5.xlarge"),
    "retention-3h": (3, "i3en.6xlarge", 2, "c5n.9xlarge", "m5.xlarge"),
    "transactions": (3, "i3.large", 1, "i3.large", "m5.large"),
    "small": (3, "i3en.large", 1, "c5n.large", "m5.large"),
}


def values(name, system="kafka"):
    """All variables of a profile; the system counts only where the profile leaves it open."""
    where, given = profile(name)
    return Variables().effective([("--set", {"ssh_from": "203.0.113.7/32"}), ("", {"system": system}), (where, given)])


def plan(name):
    brokers, broker, clients, client, monitor = HOSTS[name]
    nodes = {f"broker-{i}": broker for i in range(1, brokers + 1)}
    nodes |= {f"client-{i}": client for i in range(1, clients + 1)}
    nodes |= {"monitor-1": monitor}
    given = {**Variables().for_reader("terraform", values(name)), "ssh_public_key": "ssh-ed25519 AAAA test", "identity": "weir-0123af", "owner": "kim@laptop"}
    lines = "\n".join(f"    {key} = {json.dumps(value)}" for key, value in given.items())
    return f"""
run "{name.replace("-", "_")}" {{
  command = plan
  variables {{
{lines}
  }}
  assert {{
    condition     = jsonencode({{ for name, node in aws_instance.node : name => node.instance_type }}) == jsonencode({json.dumps(nodes)})
    error_message = "Not the hosts that the sources name."
  }}
}}
"""


def made_up(variables):
    """The made-up cloud of the tests in deploy/terraform, with or without the values that they all give."""
    text = (Path(__file__).resolve().parents[2] / "terraform/tests/plan.tftest.hcl").read_text()
    return text[text.index("mock_provider") : text.index('run "' if variables else "variables {")]


if __name__ == "__main__":
    print(made_up(variables=False) + "".join(plan(name) for name in HOSTS))
