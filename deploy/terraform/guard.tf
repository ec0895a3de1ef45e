# What AWS itself knows to be impossible is found in the plan, before anything is created.

locals {
  types = toset(concat(local.has_brokers ? [var.broker_type] : [], [var.client_type, var.monitor_type]))

  offered_zones = sort(setintersection([for offered in data.aws_ec2_instance_type_offerings.zones : toset(offered.locations)]...))
  wanted_zones  = var.availability_zone != "" ? split(",", var.availability_zone) : slice(local.offered_zones, 0, min(var.zones, length(local.offered_zones)))
  zones         = local.own_network ? local.wanted_zones : data.aws_subnet.given[*].availability_zone

  # Graviton types are arm64 alone; some old types are x86_64 and i386.
  architectures = { for type, about in data.aws_ec2_instance_type.used : type => contains(about.supported_architectures, "arm64") ? "arm64" : "x86_64" }
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
      condition     = length(setsubtract(local.zones, local.offered_zones)) == 0 && length(toset(local.zones)) == var.zones
      error_message = "No availability zone fits: ${join(", ", local.types)} are offered together in ${var.region} in [${join(", ", local.offered_zones)}], zones is ${var.zones}, and the hosts are to be in \"${local.own_network ? var.availability_zone : join(",", local.zones)}\"."
    }

    precondition {
      condition     = !local.has_brokers || var.storage == "ebs" || try(data.aws_ec2_instance_type.used[var.broker_type].instance_storage_supported, false)
      error_message = "${var.broker_type} has no drives of its own: take storage = ebs, or a broker_type such as i3en.6xlarge."
    }

    precondition {
      condition     = !(var.placement_group && var.zones > 1)
      error_message = "A cluster placement group lies in one availability zone: with zones = ${var.zones}, take placement_group = false."
    }

    precondition {
      condition     = alltrue([for image in data.aws_ami.named : alltrue([for architecture in values(local.architectures) : architecture == image.architecture])])
      error_message = "image_id ${var.image_id} is for ${join(", ", data.aws_ami.named[*].architecture)}, and the instance types are ${join(", ", [for type, architecture in local.architectures : "${type} (${architecture})"])}: without image_id, each host gets the image of its architecture."
    }
  }
}
