# What AWS itself knows to be impossible is found in the plan, before anything is created.

locals {
  types = toset(concat(local.has_brokers ? [var.broker_type] : [], [var.client_type, var.monitor_type]))

  zones = sort(setintersection([for offered in data.aws_ec2_instance_type_offerings.zones : toset(offered.locations)]...))
  zone  = local.own_network ? (var.availability_zone != "" ? var.availability_zone : try(local.zones[0], "none")) : data.aws_subnet.given[0].availability_zone
}

data "aws_ec2_instance_type" "used" {
  for_each      = local.types
  instance_type = each.key
}

data "aws_ec2_instance_type_offerings" "zones" {
  for_each      = local.types
  location_type = "availability-zone"

  filter {
    name   = "instance-type"
    values = [each.key]
  }
}

resource "terraform_data" "guard" {
  lifecycle {
    precondition {
      condition     = contains(local.zones, local.zone)
      error_message = "No availability zone fits: ${join(", ", local.types)} are offered together in ${var.region} in [${join(", ", local.zones)}], and the hosts are to be in \"${local.own_network ? var.availability_zone : local.zone}\"."
    }

    precondition {
      condition     = !local.has_brokers || var.storage == "ebs" || try(data.aws_ec2_instance_type.used[var.broker_type].instance_storage_supported, false)
      error_message = "${var.broker_type} has no drives of its own: take storage = ebs, or a broker_type such as i3en.6xlarge."
    }

    precondition {
      condition     = alltrue([for type in data.aws_ec2_instance_type.used : contains(type.supported_architectures, "x86_64")])
      error_message = "The image and the packages are for x86_64: ${join(", ", [for type in data.aws_ec2_instance_type.used : type.instance_type if !contains(type.supported_architectures, "x86_64")])} is not."
    }
  }
}
