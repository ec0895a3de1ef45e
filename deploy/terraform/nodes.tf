locals {
  tags = { weir = var.identity, weir-owner = var.owner }

  # The monitoring host keeps the results and lives longer, so that they can be fetched after the others have ended.
  monitor_extra_hours = 24

  nodes = merge(
    { for i in range(1, local.has_brokers ? var.broker_count + 1 : 1) : "broker-${i}" => { group = "brokers", type = var.broker_type, id = i } },
    { for i in range(1, var.client_count + 1) : "client-${i}" => { group = "clients", type = var.client_type, id = i } },
    { "monitor-1" = { group = "monitors", type = var.monitor_type, id = 1 } },
  )

  # Brokers take turns among the zones, and so do clients; the monitoring host is in the first.
  zone_index = { for name, node in local.nodes : name => (node.id - 1) % var.zones }

  # AWS has x86_64 where the publishers of images have amd64.
  families = {
    "debian-12"    = { user = "admin", parameter = "/aws/service/debian/release/12/latest/%s" }
    "ubuntu-24.04" = { user = "ubuntu", parameter = "/aws/service/canonical/ubuntu/server/24.04/stable/current/%s/hvm/ebs-gp3/ami-id" }
  }
  family = local.families[var.image_family]
}

data "aws_ssm_parameter" "image" {
  for_each = var.image_id == "" ? toset(values(local.architectures)) : toset([])
  name     = format(local.family.parameter, each.key == "x86_64" ? "amd64" : each.key)
}

data "aws_ami" "named" {
  count              = var.image_id != "" ? 1 : 0
  include_deprecated = true

  filter {
    name   = "image-id"
    values = [var.image_id]
  }
}

resource "aws_instance" "node" {
  for_each = local.nodes

  ami                                  = var.image_id != "" ? var.image_id : nonsensitive(data.aws_ssm_parameter.image[local.architectures[each.value.type]].value)
  instance_type                        = each.value.type
  subnet_id                            = local.subnet_ids[local.zone_index[each.key]]
  vpc_security_group_ids               = local.security_groups
  key_name                             = aws_key_pair.this.key_name
  placement_group                      = one(aws_placement_group.this[*].name)
  associate_public_ip_address          = var.public_address
  iam_instance_profile                 = one(compact([lookup({ monitors = var.instance_profile, clients = var.client_instance_profile }, each.value.group, "")]))
  instance_initiated_shutdown_behavior = "terminate"
  user_data                            = templatefile("${path.module}/expiry.sh.tftpl", { hours = var.expiry_hours + (each.value.group == "monitors" ? local.monitor_extra_hours : 0) })

  # `list` computes the end of a host from its launch and these hours, until `extend` adds a tag with the new end.
  tags        = { Name = "${var.identity}-${each.key}", weir-expiry-hours = var.expiry_hours + (each.value.group == "monitors" ? local.monitor_extra_hours : 0) }
  volume_tags = local.tags

  metadata_options {
    http_tokens                 = "required"
    http_put_response_hop_limit = 1
  }

  root_block_device {
    volume_type           = "gp3"
    volume_size           = 50
    encrypted             = true
    delete_on_termination = true
  }

  dynamic "ebs_block_device" {
    for_each = var.storage == "ebs" && each.value.group == "brokers" ? range(var.ebs_volume_count) : []
    content {
      device_name           = "/dev/sd${substr("fghijklm", ebs_block_device.value, 1)}"
      volume_type           = var.ebs_volume_type
      volume_size           = var.ebs_volume_gib
      iops                  = var.ebs_volume_iops
      throughput            = var.ebs_volume_type == "gp3" ? var.ebs_volume_mib_per_second : null
      encrypted             = true
      delete_on_termination = true
    }
  }

  dynamic "instance_market_options" {
    for_each = var.spot ? [1] : []
    content {
      market_type = "spot"
      spot_options {
        spot_instance_type = "one-time"
      }
    }
  }

  lifecycle {
    # A newer image, or another expiry, must not replace hosts whose drives hold a run.
    ignore_changes = [ami, user_data]
  }

  depends_on = [terraform_data.guard]
}
