# A system that exists: its hosts are in a subnet that exists as well, or in a VPC of their own. Nothing of that VPC is changed.

data "aws_subnet" "given" {
  count = var.subnet_id == "" ? 0 : 1
  id    = var.subnet_id
}

locals {
  has_brokers = var.system != "external"
  own_network = var.subnet_id == ""

  vpc_id          = local.own_network ? aws_vpc.this[0].id : data.aws_subnet.given[0].vpc_id
  subnet_ids      = local.own_network ? aws_subnet.this[*].id : data.aws_subnet.given[*].id
  security_groups = concat([aws_security_group.hosts.id], compact(split(",", var.security_group_ids)))
}
