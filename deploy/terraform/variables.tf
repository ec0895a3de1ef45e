# deploy/variables.yaml has these with what they are for; a test holds the two together.

variable "identity" {
  description = "Name of the cluster with a random suffix: value of the tag weir, and name of everything that AWS allows once per account."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,20}-[0-9a-f]{6}$", var.identity))
    error_message = "identity must be the cluster's name, a dash and 6 hexadecimal digits."
  }
}

variable "owner" {
  description = "User and host that created the cluster: value of the tag weir-owner."
  type        = string
}

variable "system" {
  description = "What the brokers run; external makes no brokers."
  type        = string

  validation {
    condition     = contains(["kafka", "redpanda", "external"], var.system)
    error_message = "system must be kafka, redpanda or external."
  }
}

variable "subnet_id" {
  description = "Existing subnet of all hosts; empty makes a VPC."
  type        = string
  default     = ""

  validation {
    condition     = var.subnet_id == "" || var.system == "external"
    error_message = "subnet_id is only for system external: brokers have a VPC of their own."
  }
}

variable "security_group_ids" {
  description = "Existing security groups that all hosts get as well, comma-separated."
  type        = string
  default     = ""

  validation {
    condition     = var.security_group_ids == "" || var.subnet_id != ""
    error_message = "security_group_ids belong to the VPC of subnet_id, which is not given."
  }
}

variable "public_address" {
  description = "Hosts have public addresses."
  type        = bool
  default     = true

  validation {
    condition     = var.public_address || var.subnet_id != ""
    error_message = "public_address may be false only with a subnet_id."
  }
}

variable "client_instance_profile" {
  description = "IAM instance profile of the client hosts; empty gives them none."
  type        = string
  default     = ""
}

variable "region" {
  description = "AWS region."
  type        = string
  default     = "us-east-1"
}

variable "zones" {
  description = "Availability zones over which brokers and clients are spread."
  type        = number
  default     = 1

  validation {
    condition     = contains([1, 2, 3], var.zones)
    error_message = "zones must be 1, 2 or 3."
  }
}

variable "availability_zone" {
  description = "As many zones as zones says, with commas between them; bench chooses them; empty takes the first that have the instance types."
  type        = string
  default     = ""
}

variable "broker_count" {
  description = "Brokers."
  type        = number
  default     = 3

  validation {
    condition     = var.broker_count >= 1 && var.broker_count <= 30 && floor(var.broker_count) == var.broker_count
    error_message = "broker_count must be a whole number in [1, 30]."
  }
}

variable "broker_type" {
  description = "Instance type of the brokers."
  type        = string
  default     = "i3en.6xlarge"
}

variable "client_count" {
  description = "Client hosts."
  type        = number
  default     = 2

  validation {
    condition     = var.client_count >= 1 && var.client_count <= 30 && floor(var.client_count) == var.client_count
    error_message = "client_count must be a whole number in [1, 30]."
  }
}

variable "client_type" {
  description = "Instance type of the clients."
  type        = string
  default     = "i3en.6xlarge"
}

variable "monitor_type" {
  description = "Instance type of the host with coordinator, Prometheus and Grafana."
  type        = string
  default     = "m5.xlarge"
}

variable "placement_group" {
  description = "All hosts in one cluster placement group."
  type        = bool
  default     = true
}

variable "spot" {
  description = "Spot instances."
  type        = bool
  default     = false
}

variable "image_family" {
  description = "Operating system of all hosts: which image is taken, and who may log in."
  type        = string
  default     = "debian-12"

  validation {
    condition     = contains(["debian-12", "ubuntu-24.04"], var.image_family)
    error_message = "image_family must be debian-12 or ubuntu-24.04."
  }
}

variable "image_id" {
  description = "Image of image_family; empty takes the newest for the architecture of each host."
  type        = string
  default     = ""
}

variable "expiry_hours" {
  description = "After this many hours each host terminates itself; the monitoring host 24 hours later."
  type        = number
  default     = 8

  validation {
    condition     = var.expiry_hours >= 1 && var.expiry_hours <= 168
    error_message = "expiry_hours must be in [1, 168]."
  }
}

variable "instance_profile" {
  description = "IAM instance profile of the monitoring host; empty gives it none."
  type        = string
  default     = ""
}

variable "ssh_from" {
  description = "IPv4 network that may open SSH."
  type        = string

  validation {
    condition     = can(cidrhost(var.ssh_from, 0)) && can(regex("/(2[4-9]|3[0-2])$", var.ssh_from))
    error_message = "ssh_from must be an IPv4 network of /24 or narrower, such as 203.0.113.7/32."
  }
}

variable "ssh_public_key" {
  description = "Public key for SSH; bench makes the pair, and the private half never gets here."
  type        = string

  validation {
    condition     = can(regex("^ssh-ed25519 ", var.ssh_public_key))
    error_message = "ssh_public_key must be an ed25519 public key."
  }
}

variable "storage" {
  description = "The instances' own NVMe drives, or EBS volumes."
  type        = string
  default     = "instance"

  validation {
    condition     = contains(["instance", "ebs"], var.storage)
    error_message = "storage must be instance or ebs where Terraform makes the hosts."
  }
}

variable "ebs_volume_count" {
  description = "Data volumes of each broker."
  type        = number
  default     = 2

  validation {
    condition     = var.ebs_volume_count >= 1 && var.ebs_volume_count <= 8
    error_message = "ebs_volume_count must be in [1, 8]."
  }
}

variable "ebs_volume_type" {
  description = "Type of the data volumes."
  type        = string
  default     = "gp3"

  validation {
    condition     = contains(["gp3", "io2"], var.ebs_volume_type)
    error_message = "ebs_volume_type must be gp3 or io2."
  }
}

variable "ebs_volume_gib" {
  description = "Size of a data volume in GiB."
  type        = number
  default     = 1000
}

variable "ebs_volume_iops" {
  description = "Operations per second of a data volume."
  type        = number
  default     = 16000
}

variable "ebs_volume_mib_per_second" {
  description = "Throughput of a gp3 data volume."
  type        = number
  default     = 1000
}
