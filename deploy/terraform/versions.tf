terraform {
  required_version = ">= 1.9, < 2.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }

  # The state lies beside the rest of the cluster's files, outside of the repository: bench gives the path.
  backend "local" {}
}

provider "aws" {
  region = var.region

  # The default of 25 tries for hours to start an instance in a zone without free hosts: bench takes another zone instead.
  max_retries = 6

  default_tags {
    tags = local.tags
  }

  # `extend` writes it, and another `up` must not take it away.
  ignore_tags {
    keys = ["weir-expires"]
  }
}
