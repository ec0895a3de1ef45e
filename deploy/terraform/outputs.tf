output "inventory" {
  description = "Ansible's inventory: SSH goes to the public addresses if there are any, everything else to the private ones."
  value = {
    for group in ["brokers", "clients", "monitors"] : group => {
      hosts = {
        for name, node in local.nodes : name => {
          ansible_host    = var.public_address ? aws_instance.node[name].public_ip : aws_instance.node[name].private_ip
          ansible_user    = local.family.user
          private_address = aws_instance.node[name].private_ip
          node_id         = node.id
          zone            = local.zones[local.zone_index[name]]
        } if node.group == group
      }
    }
  }
}
