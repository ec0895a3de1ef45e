"""Run as a program, it prints Terraform tests that plan hosts of both architectures.

They are not in deploy/terraform: OpenTofu 1.10 cannot give two instances of a data source different values, and refuses a folder with
a test that does, even to make hosts.
"""

import published

# Types of brokers and of clients.
PAIRS = [("i4i", "c7gn"), ("i8g", "c7gn"), ("im4gn", "c5n"), ("is4gen", "is4gen")]
SIZES = {"c5n": "9xlarge"}
ARM64 = {"c7gn", "i8g", "im4gn", "is4gen"}
WITHOUT_DRIVES = {"c7gn"}
# What the made-up cloud gives by itself, and what it is told.
IMAGES = {"x86_64": "ami-0123456789abcdef0", "arm64": "ami-0aaaaaaaaaaaaaaaa"}
NAMES = {"x86_64": "/aws/service/debian/release/12/latest/amd64", "arm64": "/aws/service/debian/release/12/latest/arm64"}


def sized(family):
    return f"{family}.{SIZES.get(family, '8xlarge')}"


def architecture(family):
    return "arm64" if family in ARM64 else "x86_64"


def told(family):
    """What the made-up cloud answers about a type that is not x86_64."""
    return f"""
  override_data {{
    target = data.aws_ec2_instance_type.used["{sized(family)}"]
    values = {{ instance_storage_supported = {str(family not in WITHOUT_DRIVES).lower()}, supported_architectures = ["arm64"] }}
  }}"""


def plan(broker, client):
    # The monitoring host is x86_64.
    kinds = {"broker": architecture(broker), "client": architecture(client), "monitor": "x86_64"}
    images = ", ".join(f'{kind} = "{IMAGES[each]}"' for kind, each in kinds.items())
    names = ", ".join(f'{each} = "{NAMES[each]}"' for each in sorted(set(kinds.values())))
    return f"""
run "takes_the_image_of_its_architecture_for_{broker}_and_{client}" {{
  command = plan
  variables {{
    broker_type = "{sized(broker)}"
    client_type = "{sized(client)}"
  }}{"".join(told(each) for each in sorted({broker, client} & ARM64))}
  override_data {{
    target = data.aws_ssm_parameter.image["arm64"]
    values = {{ value = "{IMAGES["arm64"]}" }}
  }}
  assert {{
    condition     = alltrue([for name, node in aws_instance.node : node.ami == {{ {images} }}[split("-", name)[0]]])
    error_message = "A host has the image of another architecture."
  }}
  assert {{
    condition     = {{ for architecture, image in data.aws_ssm_parameter.image : architecture => image.name }} == {{ {names} }}
    error_message = "Not Debian's images for the architectures of the hosts."
  }}
}}
"""


REFUSED = f"""
run "refuses_an_image_of_another_architecture" {{
  command = plan
  variables {{
    image_id    = "ami-0fedcba9876543210"
    client_type = "{sized("c7gn")}"
  }}{told("c7gn")}
  expect_failures = [terraform_data.guard]
}}
"""


if __name__ == "__main__":
    print(published.made_up(variables=True) + "".join(plan(*pair) for pair in PAIRS) + REFUSED)
