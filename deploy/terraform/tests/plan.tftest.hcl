# What a plan may hold, whatever the profile. The cloud is made up; the code is not.

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

run "opens_nothing_but_ssh_and_that_to_one_network" {
  command = plan
  assert {
    condition     = aws_vpc_security_group_ingress_rule.ssh.cidr_ipv4 == "203.0.113.7/32" && aws_vpc_security_group_ingress_rule.ssh.from_port == 22 && aws_vpc_security_group_ingress_rule.ssh.to_port == 22
    error_message = "SSH is not what is open."
  }
  assert {
    condition     = aws_vpc_security_group_ingress_rule.among_hosts.cidr_ipv4 == null && aws_vpc_security_group_ingress_rule.among_hosts.cidr_ipv6 == null
    error_message = "The rule among the hosts names a network."
  }
}

run "has_the_hosts_that_are_asked_for_in_one_zone_and_group" {
  command = plan
  variables {
    broker_count = 5
    client_count = 6
    client_type  = "c5n.9xlarge"
  }
  assert {
    condition     = length([for name, node in aws_instance.node : name if node.instance_type == "i3en.6xlarge"]) == 5 && length([for name, node in aws_instance.node : name if node.instance_type == "c5n.9xlarge"]) == 6 && length(aws_instance.node) == 12
    error_message = "Not 5 brokers, 6 clients and the monitor."
  }
  assert {
    condition     = one(aws_subnet.this).availability_zone == "us-east-1a" && one(aws_subnet.this).cidr_block == "10.77.0.0/24" && aws_placement_group.this[0].strategy == "cluster" && alltrue([for node in aws_instance.node : node.placement_group == "weir-0123af"])
    error_message = "Not all in one zone and placement group."
  }
}

run "ends_by_itself_and_keeps_the_metadata_service_closed" {
  command = plan
  assert {
    condition     = alltrue([for node in aws_instance.node : node.instance_initiated_shutdown_behavior == "terminate" && endswith(trimspace(node.user_data), startswith(node.tags.Name, "weir-0123af-monitor") ? "weir-expiry 32" : "weir-expiry 8")])
    error_message = "A host outlives its expiry."
  }
  assert {
    condition     = alltrue([for node in aws_instance.node : node.metadata_options[0].http_tokens == "required" && node.root_block_device[0].delete_on_termination && node.root_block_device[0].encrypted])
    error_message = "A host has metadata version 1, or a drive that outlives it."
  }
}

run "names_the_cluster_and_its_owner_in_every_tag" {
  command = plan
  assert {
    condition     = aws_key_pair.this.key_name == "weir-0123af" && aws_placement_group.this[0].name == "weir-0123af" && aws_security_group.hosts.name == "weir-0123af"
    error_message = "A name would collide with that of another user of the account."
  }
  assert {
    condition     = alltrue([for node in aws_instance.node : node.volume_tags == tomap({ weir = "weir-0123af", weir-owner = "kim@laptop" })])
    error_message = "The volumes do not name the owner."
  }
}

run "takes_the_newest_debian_and_keeps_to_an_image_that_is_named" {
  command = plan
  variables {
    image_id = "ami-0fedcba9876543210"
  }
  assert {
    condition     = alltrue([for node in aws_instance.node : node.ami == "ami-0fedcba9876543210"]) && length(data.aws_ssm_parameter.image) == 0
    error_message = "The image that was named is not used."
  }
}

run "takes_the_image_of_its_architecture_for_i3en_and_c5n" {
  command = plan
  variables {
    broker_type = "i3en.6xlarge"
    client_type = "c5n.9xlarge"
  }
  assert {
    condition     = alltrue([for node in aws_instance.node : node.ami == "ami-0123456789abcdef0"])
    error_message = "A host has the image of another architecture."
  }
  assert {
    condition     = { for architecture, image in data.aws_ssm_parameter.image : architecture => image.name } == { x86_64 = "/aws/service/debian/release/12/latest/amd64" }
    error_message = "Not Debian's images for the architectures of the hosts."
  }
}

run "takes_ubuntu_and_its_login_when_told" {
  variables {
    image_family = "ubuntu-24.04"
  }
  assert {
    condition     = data.aws_ssm_parameter.image["x86_64"].name == "/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id"
    error_message = "Not Ubuntu's image."
  }
  assert {
    condition     = alltrue(flatten([for group in output.inventory : [for host in group.hosts : host.ansible_user == "ubuntu"]]))
    error_message = "Another login than that of Ubuntu's image."
  }
}

run "refuses_an_image_that_is_neither_debian_nor_ubuntu" {
  command = plan
  variables {
    image_family = "ubuntu-26.04"
  }
  expect_failures = [var.image_family]
}

run "spreads_brokers_and_clients_evenly_over_zones" {
  variables {
    zones           = 3
    placement_group = false
    broker_count    = 6
    client_count    = 4
  }
  override_data {
    target = data.aws_ec2_instance_type_offerings.zones
    values = { locations = ["us-east-1d", "us-east-1c", "us-east-1b", "us-east-1a"] }
  }
  assert {
    condition     = jsonencode([for subnet in aws_subnet.this : "${subnet.availability_zone} ${subnet.cidr_block}"]) == jsonencode(["us-east-1a 10.77.0.0/26", "us-east-1b 10.77.0.64/26", "us-east-1c 10.77.0.128/26"])
    error_message = "Not a subnet for each of three zones."
  }
  assert {
    condition = jsonencode([for id in range(1, 7) : output.inventory.brokers.hosts["broker-${id}"].zone]) == jsonencode([
      "us-east-1a", "us-east-1b", "us-east-1c", "us-east-1a", "us-east-1b", "us-east-1c",
    ])
    error_message = "Brokers do not take turns among the zones."
  }
  assert {
    condition     = jsonencode([for id in range(1, 5) : output.inventory.clients.hosts["client-${id}"].zone]) == jsonencode(["us-east-1a", "us-east-1b", "us-east-1c", "us-east-1a"])
    error_message = "Clients do not take turns among the zones."
  }
  assert {
    condition     = alltrue([for name, node in aws_instance.node : node.subnet_id == aws_subnet.this[local.zone_index[name]].id]) && length(toset(values(local.zone_index))) == 3 && length(aws_route_table_association.this) == 3
    error_message = "A host is not in the subnet of its zone."
  }
  assert {
    condition     = length(aws_placement_group.this) == 0
    error_message = "A placement group over several zones."
  }
}

run "takes_the_zones_that_are_named" {
  command = plan
  variables {
    zones             = 2
    availability_zone = "us-east-1b,us-east-1a"
    placement_group   = false
  }
  assert {
    condition     = jsonencode(aws_subnet.this[*].availability_zone) == jsonencode(["us-east-1b", "us-east-1a"])
    error_message = "Not the zones that were named."
  }
}

run "refuses_a_placement_group_over_several_zones" {
  command = plan
  variables {
    zones = 2
  }
  expect_failures = [terraform_data.guard]
}

run "refuses_more_zones_than_have_the_types" {
  command = plan
  variables {
    zones           = 3
    placement_group = false
  }
  expect_failures = [terraform_data.guard]
}

run "refuses_one_zone_named_twice" {
  command = plan
  variables {
    zones             = 2
    availability_zone = "us-east-1a,us-east-1a"
    placement_group   = false
  }
  expect_failures = [terraform_data.guard]
}

run "tags_each_host_with_the_hours_that_it_has" {
  command = plan
  assert {
    condition     = alltrue([for name, node in aws_instance.node : node.tags["weir-expiry-hours"] == (name == "monitor-1" ? "32" : "8")])
    error_message = "A tag names other hours than the host's timer has."
  }
}

run "gives_volumes_to_brokers_only" {
  variables {
    storage          = "ebs"
    ebs_volume_count = 4
  }
  assert {
    condition     = alltrue([for name, node in aws_instance.node : length(node.ebs_block_device) == (startswith(name, "broker") ? 4 : 0)])
    error_message = "Not 4 volumes for each broker and none for others."
  }
  assert {
    condition     = alltrue(flatten([for node in aws_instance.node : [for volume in node.ebs_block_device : volume.delete_on_termination && volume.encrypted]]))
    error_message = "A volume outlives its host."
  }
}

run "asks_for_spot_only_when_told" {
  command = plan
  variables {
    spot = true
  }
  assert {
    condition     = alltrue([for node in aws_instance.node : node.instance_market_options[0].market_type == "spot"])
    error_message = "Not spot."
  }
}

run "tells_ansible_of_every_host" {
  assert {
    condition     = toset(keys(output.inventory.brokers.hosts)) == toset(["broker-1", "broker-2", "broker-3"]) && output.inventory.brokers.hosts["broker-2"].node_id == 2 && toset(keys(output.inventory.monitors.hosts)) == toset(["monitor-1"])
    error_message = "The inventory is not that of the hosts."
  }
}

run "lets_only_the_monitoring_host_write_results_elsewhere" {
  variables {
    instance_profile = "bench-results"
  }
  assert {
    condition     = join(",", [for name, node in aws_instance.node : name if node.iam_instance_profile == "bench-results"]) == "monitor-1"
    error_message = "Not the monitoring host alone has the instance profile."
  }
}

run "refuses_ssh_for_the_world" {
  command = plan
  variables {
    ssh_from = "0.0.0.0/0"
  }
  expect_failures = [var.ssh_from]
}

run "refuses_part_of_a_broker" {
  command = plan
  variables {
    broker_count = 2.5
  }
  expect_failures = [var.broker_count]
}

run "refuses_a_zone_without_the_types" {
  command = plan
  variables {
    availability_zone = "us-east-1f"
  }
  expect_failures = [terraform_data.guard]
}

run "refuses_brokers_without_drives" {
  command = plan
  override_data {
    target = data.aws_ec2_instance_type.used
    values = {
      instance_storage_supported = false
      supported_architectures    = ["x86_64"]
    }
  }
  expect_failures = [terraform_data.guard]
}

run "makes_only_clients_and_the_monitor_for_a_system_that_exists" {
  variables {
    system                  = "external"
    subnet_id               = "subnet-0123456789abcdef0"
    security_group_ids      = "sg-0aaaaaaaaaaaaaaa0,sg-0bbbbbbbbbbbbbbb0"
    client_instance_profile = "msk-clients"
  }
  assert {
    condition     = join(",", keys(aws_instance.node)) == "client-1,client-2,monitor-1" && length(output.inventory.brokers.hosts) == 0
    error_message = "There are brokers, or other hosts."
  }
  assert {
    condition     = length(aws_vpc.this) + length(aws_subnet.this) + length(aws_internet_gateway.this) + length(aws_route_table.this) + length(aws_route_table_association.this) + length(aws_default_security_group.closed) == 0
    error_message = "Something of the VPC that exists would be changed."
  }
  assert {
    condition     = aws_security_group.hosts.vpc_id == "vpc-0123456789abcdef0" && alltrue([for node in aws_instance.node : length(node.vpc_security_group_ids) == 3])
    error_message = "The hosts are not in the VPC and the groups that were named."
  }
  assert {
    condition     = join(",", [for name, node in aws_instance.node : name if node.iam_instance_profile == "msk-clients"]) == "client-1,client-2"
    error_message = "Not the clients alone have their instance profile."
  }
}

run "has_a_network_of_its_own_where_the_system_is_reached_over_the_internet" {
  command = plan
  variables {
    system = "external"
  }
  assert {
    condition     = length(aws_vpc.this) == 1 && length(aws_instance.node) == 3 && alltrue([for node in aws_instance.node : node.associate_public_ip_address])
    error_message = "No VPC, or not the hosts of an external system."
  }
}

run "asks_nothing_of_the_brokers_type_where_there_are_no_brokers" {
  command = plan
  variables {
    system      = "external"
    client_type = "c5n.9xlarge"
  }
  override_data {
    target = data.aws_ec2_instance_type.used
    values = {
      instance_storage_supported = false
      supported_architectures    = ["x86_64"]
    }
  }
  assert {
    condition     = join(",", keys(data.aws_ec2_instance_type.used)) == "c5n.9xlarge,m5.xlarge"
    error_message = "The type of brokers is asked for."
  }
}

run "reaches_hosts_without_public_addresses_at_their_private_ones" {
  variables {
    system         = "external"
    subnet_id      = "subnet-0123456789abcdef0"
    public_address = false
  }
  assert {
    condition     = alltrue([for host in output.inventory.clients.hosts : host.ansible_host == host.private_address]) && alltrue([for node in aws_instance.node : !node.associate_public_ip_address])
    error_message = "SSH would go to public addresses."
  }
}

run "refuses_a_subnet_that_exists_for_brokers" {
  command = plan
  variables {
    subnet_id = "subnet-0123456789abcdef0"
  }
  expect_failures = [var.subnet_id]
}

run "refuses_a_zone_of_the_subnet_without_the_types" {
  command = plan
  variables {
    system    = "external"
    subnet_id = "subnet-0123456789abcdef0"
  }
  override_data {
    target = data.aws_subnet.given
    values = { vpc_id = "vpc-0123456789abcdef0", availability_zone = "us-east-1f" }
  }
  expect_failures = [terraform_data.guard]
}
