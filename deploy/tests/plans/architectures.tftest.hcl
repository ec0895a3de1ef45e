# Hosts of both architectures. For Terraform alone, and so not in its folder: OpenTofu 1.10 cannot give two instances of a data
# source different values, and refuses a folder with such a test.

mock_provider "aws" {
  mock_data "aws_ec2_instance_type" {
    defaults = {
      instance_storage_supported = true
      supported_architectures    = ["x86_64"]
    }
  }
  mock_data "aws_ec2_instance_type_offerings" {
    defaults = { locations = ["us-east-1b", "us-east-1a"] }
  }
  mock_data "aws_subnet" {
    defaults = { vpc_id = "vpc-0123456789abcdef0", availability_zone = "us-east-1b" }
  }
  mock_data "aws_ssm_parameter" {
    defaults = { value = "ami-0123456789abcdef0" }
  }
  mock_data "aws_ami" {
    defaults = { architecture = "x86_64" }
  }
}

variables {
  system         = "kafka"
  identity       = "weir-0123af"
  owner          = "kim@laptop"
  ssh_from       = "203.0.113.7/32"
  ssh_public_key = "ssh-ed25519 AAAA test"
}

run "takes_the_image_of_its_architecture_for_i4i_and_c7gn" {
  command = plan
  variables {
    broker_type = "i4i.8xlarge"
    client_type = "c7gn.8xlarge"
  }
  override_data {
    target = data.aws_ec2_instance_type.used["c7gn.8xlarge"]
    values = {
      instance_storage_supported = false
      supported_architectures    = ["arm64"]
    }
  }
  override_data {
    target = data.aws_ssm_parameter.image["arm64"]
    values = { value = "ami-0aaaaaaaaaaaaaaaa" }
  }
  assert {
    condition     = alltrue([for name, node in aws_instance.node : node.ami == (startswith(name, "broker") ? "ami-0123456789abcdef0" : startswith(name, "client") ? "ami-0aaaaaaaaaaaaaaaa" : "ami-0123456789abcdef0")])
    error_message = "A host has the image of another architecture."
  }
  assert {
    condition     = { for architecture, image in data.aws_ssm_parameter.image : architecture => image.name } == { arm64 = "/aws/service/debian/release/12/latest/arm64", x86_64 = "/aws/service/debian/release/12/latest/amd64" }
    error_message = "Not Debian's images for the architectures of the hosts."
  }
}

run "takes_the_image_of_its_architecture_for_i8g_and_c7gn" {
  command = plan
  variables {
    broker_type = "i8g.8xlarge"
    client_type = "c7gn.8xlarge"
  }
  override_data {
    target = data.aws_ec2_instance_type.used["i8g.8xlarge"]
    values = {
      instance_storage_supported = true
      supported_architectures    = ["arm64"]
    }
  }
  override_data {
    target = data.aws_ec2_instance_type.used["c7gn.8xlarge"]
    values = {
      instance_storage_supported = false
      supported_architectures    = ["arm64"]
    }
  }
  override_data {
    target = data.aws_ssm_parameter.image["arm64"]
    values = { value = "ami-0aaaaaaaaaaaaaaaa" }
  }
  assert {
    condition     = alltrue([for name, node in aws_instance.node : node.ami == (startswith(name, "broker") ? "ami-0aaaaaaaaaaaaaaaa" : startswith(name, "client") ? "ami-0aaaaaaaaaaaaaaaa" : "ami-0123456789abcdef0")])
    error_message = "A host has the image of another architecture."
  }
  assert {
    condition     = { for architecture, image in data.aws_ssm_parameter.image : architecture => image.name } == { arm64 = "/aws/service/debian/release/12/latest/arm64", x86_64 = "/aws/service/debian/release/12/latest/amd64" }
    error_message = "Not Debian's images for the architectures of the hosts."
  }
}

run "takes_the_image_of_its_architecture_for_im4gn_and_c5n" {
  command = plan
  variables {
    broker_type = "im4gn.8xlarge"
    client_type = "c5n.9xlarge"
  }
  override_data {
    target = data.aws_ec2_instance_type.used["im4gn.8xlarge"]
    values = {
      instance_storage_supported = true
      supported_architectures    = ["arm64"]
    }
  }
  override_data {
    target = data.aws_ssm_parameter.image["arm64"]
    values = { value = "ami-0aaaaaaaaaaaaaaaa" }
  }
  assert {
    condition     = alltrue([for name, node in aws_instance.node : node.ami == (startswith(name, "broker") ? "ami-0aaaaaaaaaaaaaaaa" : startswith(name, "client") ? "ami-0123456789abcdef0" : "ami-0123456789abcdef0")])
    error_message = "A host has the image of another architecture."
  }
  assert {
    condition     = { for architecture, image in data.aws_ssm_parameter.image : architecture => image.name } == { arm64 = "/aws/service/debian/release/12/latest/arm64", x86_64 = "/aws/service/debian/release/12/latest/amd64" }
    error_message = "Not Debian's images for the architectures of the hosts."
  }
}

run "takes_the_image_of_its_architecture_for_is4gen_and_is4gen" {
  command = plan
  variables {
    broker_type = "is4gen.8xlarge"
    client_type = "is4gen.8xlarge"
  }
  override_data {
    target = data.aws_ec2_instance_type.used["is4gen.8xlarge"]
    values = {
      instance_storage_supported = true
      supported_architectures    = ["arm64"]
    }
  }
  override_data {
    target = data.aws_ssm_parameter.image["arm64"]
    values = { value = "ami-0aaaaaaaaaaaaaaaa" }
  }
  assert {
    condition     = alltrue([for name, node in aws_instance.node : node.ami == (startswith(name, "broker") ? "ami-0aaaaaaaaaaaaaaaa" : startswith(name, "client") ? "ami-0aaaaaaaaaaaaaaaa" : "ami-0123456789abcdef0")])
    error_message = "A host has the image of another architecture."
  }
  assert {
    condition     = { for architecture, image in data.aws_ssm_parameter.image : architecture => image.name } == { arm64 = "/aws/service/debian/release/12/latest/arm64", x86_64 = "/aws/service/debian/release/12/latest/amd64" }
    error_message = "Not Debian's images for the architectures of the hosts."
  }
}

run "refuses_an_image_of_another_architecture" {
  command = plan
  variables {
    image_id    = "ami-0fedcba9876543210"
    client_type = "c7gn.8xlarge"
  }
  override_data {
    target = data.aws_ec2_instance_type.used["c7gn.8xlarge"]
    values = {
      instance_storage_supported = false
      supported_architectures    = ["arm64"]
    }
  }
  expect_failures = [terraform_data.guard]
}
