resource "aws_vpc" "this" {
  count                = local.own_network ? 1 : 0
  cidr_block           = "10.77.0.0/24"
  enable_dns_hostnames = true
}

resource "aws_internet_gateway" "this" {
  count  = local.own_network ? 1 : 0
  vpc_id = aws_vpc.this[0].id
}

# One in each zone: the whole network, a half of it, or a quarter.
resource "aws_subnet" "this" {
  count             = local.own_network ? var.zones : 0
  vpc_id            = aws_vpc.this[0].id
  cidr_block        = cidrsubnet(aws_vpc.this[0].cidr_block, var.zones - 1, count.index)
  availability_zone = try(local.zones[count.index], null)
}

resource "aws_route_table" "this" {
  count  = local.own_network ? 1 : 0
  vpc_id = aws_vpc.this[0].id

  route {
    cidr_block = "0.0.0.0/0"
    gateway_id = aws_internet_gateway.this[0].id
  }
}

resource "aws_route_table_association" "this" {
  count          = local.own_network ? var.zones : 0
  subnet_id      = aws_subnet.this[count.index].id
  route_table_id = aws_route_table.this[0].id
}

# What AWS makes by itself lets its members talk to each other: nothing uses it, and it is closed. That of a VPC that exists
# belongs to its owner.
resource "aws_default_security_group" "closed" {
  count  = local.own_network ? 1 : 0
  vpc_id = aws_vpc.this[0].id
}

resource "aws_security_group" "hosts" {
  name        = var.identity
  description = "SSH from one network, and everything among the hosts"
  vpc_id      = local.vpc_id
}

resource "aws_vpc_security_group_ingress_rule" "ssh" {
  security_group_id = aws_security_group.hosts.id
  description       = "SSH from the network of the person who runs the bench"
  cidr_ipv4         = var.ssh_from
  ip_protocol       = "tcp"
  from_port         = 22
  to_port           = 22
}

resource "aws_vpc_security_group_ingress_rule" "among_hosts" {
  security_group_id            = aws_security_group.hosts.id
  description                  = "Everything among the hosts"
  referenced_security_group_id = aws_security_group.hosts.id
  ip_protocol                  = "-1"
}

resource "aws_vpc_security_group_egress_rule" "out" {
  security_group_id = aws_security_group.hosts.id
  description       = "Packages, and the hosts among each other"
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "-1"
}

resource "aws_key_pair" "this" {
  key_name   = var.identity
  public_key = var.ssh_public_key
}

resource "aws_placement_group" "this" {
  count    = var.placement_group && var.zones == 1 ? 1 : 0
  name     = var.identity
  strategy = "cluster"
}
