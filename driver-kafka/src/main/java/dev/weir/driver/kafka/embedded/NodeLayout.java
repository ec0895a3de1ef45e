package dev.weir.driver.kafka.embedded;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Who listens where in one cluster. Controllers sit in the brokers' processes: the first three nodes of a cluster that
 * has three, else the first one, because two voters are no safer than one.
 *
 * @param host that all of them listen on
 */
record NodeLayout(InetAddress host, List<Node> nodes) {
    /**
     * One broker.
     *
     * @param id from 1
     * @param port where clients and other brokers reach it
     * @param controllerPort where its controller listens, if it has one
     */
    record Node(int id, int port, OptionalInt controllerPort) {}

    NodeLayout {
        nodes = List.copyOf(nodes);
    }

    /**
     * Chooses ports.
     *
     * @param firstPort of the brokers, the others follow; 0: any
     */
    static NodeLayout choose(int brokers, InetAddress host, int firstPort) {
        var ports = new Ports(host);
        var nodes = new ArrayList<Node>();
        for (int index = 0; index < brokers; index++) {
            int port = firstPort == 0 ? ports.free() : ports.exactly(firstPort + index);
            nodes.add(new Node(index + 1, port, OptionalInt.empty()));
        }
        int voters = brokers >= 3 ? 3 : 1;
        // Only now, so that no controller gets in the way of a broker whose port was asked for.
        nodes.replaceAll(
                node -> node.id() <= voters ? new Node(node.id(), node.port(), OptionalInt.of(ports.free())) : node);
        return new NodeLayout(host, nodes);
    }

    /** The addresses that clients start from. */
    String bootstrapServers() {
        return nodes.stream().map(node -> at(node.port())).collect(Collectors.joining(","));
    }

    /** The properties that give a node its place in the cluster. */
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

    private String at(int port) {
        String address = host.getHostAddress();
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }
}
