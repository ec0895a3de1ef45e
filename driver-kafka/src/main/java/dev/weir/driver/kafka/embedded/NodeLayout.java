package dev.weir.driver.kafka.embedded;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Addresses of the nodes of a cluster. Controllers run in the brokers' processes: on the first three nodes of a cluster
 * with at least three, otherwise on the first one, because two voters are no safer than one.
 *
 * @param host address at which all of them listen
 */
record NodeLayout(InetAddress host, List<Node> nodes) {
    /**
     * @param id from 1
     * @param port port for clients and other brokers
     * @param controllerPort port of its controller, if it has one
     * @param metricsPort port at which it serves its metrics
     */
    record Node(int id, int port, OptionalInt controllerPort, int metricsPort) {}

    NodeLayout {
        nodes = List.copyOf(nodes);
    }

    /** @param firstPort port of the first broker, the others follow; 0: any */
    static NodeLayout choose(int brokers, InetAddress host, int firstPort) {
        var ports = new Ports(host);
        var nodes = new ArrayList<Node>();
        for (int index = 0; index < brokers; index++) {
            int port = firstPort == 0 ? ports.free() : ports.exactly(firstPort + index);
            nodes.add(new Node(index + 1, port, OptionalInt.empty(), 0));
        }
        int voters = brokers >= 3 ? 3 : 1;
        // Only now, so that nothing else takes the requested port of a broker.
        nodes.replaceAll(node -> new Node(
                node.id(),
                node.port(),
                node.id() <= voters ? OptionalInt.of(ports.free()) : OptionalInt.empty(),
                ports.free()));
        return new NodeLayout(host, nodes);
    }

    String bootstrapServers() {
        return nodes.stream().map(node -> at(node.port())).collect(Collectors.joining(","));
    }

    /** Returns the properties that give a node its place in the cluster. */
    Map<String, String> properties(Node node) {
        String broker = "PLAINTEXT://" + at(node.port());
        boolean votes = node.controllerPort().isPresent();
        var properties = new TreeMap<String, String>();
        properties.put("node.id", Integer.toString(node.id()));
        properties.put("process.roles", votes ? "broker,controller" : "broker");
        properties.put(
                "listeners",
                votes ? broker + ",CONTROLLER://" + at(node.controllerPort().getAsInt()) : broker);
        properties.put("advertised.listeners", broker);
        properties.put("inter.broker.listener.name", "PLAINTEXT");
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.put(
                "controller.quorum.voters",
                nodes.stream()
                        .filter(voter -> voter.controllerPort().isPresent())
                        .map(voter ->
                                voter.id() + "@" + at(voter.controllerPort().getAsInt()))
                        .collect(Collectors.joining(",")));
        return properties;
    }

    String at(int port) {
        String address = host.getHostAddress();
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }
}
