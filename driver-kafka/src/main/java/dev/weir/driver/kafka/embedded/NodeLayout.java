package dev.weir.driver.kafka.embedded;

import dev.weir.driver.exception.DriverException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

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
        // All ports of brokers first, so that nothing else takes a requested one.
        int[] chosen = IntStream.range(0, brokers)
                .map(index -> firstPort == 0 ? ports.free() : ports.exactly(firstPort + index))
                .toArray();
        int voters = brokers >= 3 ? 3 : 1;
        var nodes = new ArrayList<Node>();
        for (int id = 1; id <= brokers; id++) {
            var controllerPort = id <= voters ? OptionalInt.of(ports.free()) : OptionalInt.empty();
            nodes.add(new Node(id, chosen[id - 1], controllerPort, ports.free()));
        }
        return new NodeLayout(host, nodes);
    }

    String bootstrapServers() {
        return nodes.stream().map(node -> at(node.port())).collect(Collectors.joining(","));
    }

    Map<String, String> properties(Node node) {
        String broker = "PLAINTEXT://" + at(node.port());
        var properties = new TreeMap<String, String>();
        properties.put("node.id", Integer.toString(node.id()));
        properties.put("process.roles", "broker");
        properties.put("listeners", broker);
        node.controllerPort().ifPresent(port -> {
            properties.put("process.roles", "broker,controller");
            properties.put("listeners", broker + ",CONTROLLER://" + at(port));
        });
        properties.put("advertised.listeners", broker);
        properties.put("inter.broker.listener.name", "PLAINTEXT");
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        List<String> voters = new ArrayList<>();
        nodes.forEach(voter -> voter.controllerPort().ifPresent(port -> voters.add(voter.id() + "@" + at(port))));
        properties.put("controller.quorum.voters", String.join(",", voters));
        return properties;
    }

    String at(int port) {
        return Utils.formatAddress(host.getHostAddress(), port);
    }

    /**
     * Chooses ports of an address of this host. A free port can be taken at any time: a process that binds it later has to
     * handle a {@link BrokerProcess.PortTakenException}. Not thread-safe.
     *
     * <p>Ports are below 32768, where Linux begins to assign the local ports of outgoing connections. Port 0 would give one
     * from that range, which any connection of any process may take between choosing and binding. Worse, a client that
     * keeps connecting to a stopped broker can get the broker's own port, connect to itself, and prevent the broker from
     * restarting.
     */
    record Ports(InetAddress host, Set<Integer> chosen) {
        private static final int MIN_PORT = 15_000;
        private static final int MAX_PORT = 32_000;
        private static final int ATTEMPTS = 1_000;

        Ports(InetAddress host) {
            this(host, new HashSet<>());
        }

        int free() {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                int port = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT);
                if (!chosen.contains(port) && isFree(port)) {
                    chosen.add(port);
                    return port;
                }
            }
            throw new DriverException(
                    "found no free port between " + MIN_PORT + " and " + MAX_PORT + " on " + host.getHostAddress());
        }

        /** @throws DriverException naming the port, if it is taken, is no port or may not be used */
        int exactly(int port) {
            if (port < 1 || port > 65_535) {
                throw new DriverException("the broker's port must be in [1, 65535], got " + port);
            }
            try {
                bind(port);
            } catch (IOException e) {
                String why = e instanceof BindException ? " is taken or not allowed: " : " cannot be used: ";
                throw new DriverException("port " + port + " on " + host.getHostAddress() + why + e.getMessage(), e);
            }
            chosen.add(port);
            return port;
        }

        private boolean isFree(int port) {
            try {
                bind(port);
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        private void bind(int port) throws IOException {
            try (var socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(host, port));
            }
        }
    }
}
