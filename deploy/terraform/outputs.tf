output "inventory" {
  description = "Ansible's inventory: SSH goes to the public addresses if there are any, everything else to the private ones."
  value = {
    for group in ["brokers", "clients", "monitors"] : group => {
      hosts = {
        for name, node in local.nodes : name => {
          ansible_host    = var.public_address ? aws_instance.node[name].public_ip : aws_instance.node[name].private_ip
          ansible_user    = "admin"
          private_address = aws_instance.node[name].private_ip
          node_id         = node.id
        } if node.group == group
      }
    }
  }
}
