package dev.weir.driver.kafka.embedded;

import dev.weir.driver.exception.DriverException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses ports of an address of this host. A free port can be taken at any time: a process that binds it later has to
 * handle a {@link BrokerProcess.PortTakenException}. Not thread-safe.
 *
 * <p>Ports are below 32768, where Linux begins to assign the local ports of outgoing connections. Port 0 would give one
 * from that range, which any connection of any process may take between choosing and binding. Worse, a client that
 * keeps connecting to a stopped broker can get the broker's own port, connect to itself, and prevent the broker from
 * restarting.
 */
final class Ports {
    private static final int MIN_PORT = 15_000;
    private static final int MAX_PORT = 32_000;
    private static final int ATTEMPTS = 1_000;

    private final InetAddress host;
    private final Set<Integer> chosen = new HashSet<>();

    Ports(InetAddress host) {
        this.host = host;
    }

    /** Returns a free port that this object has not returned before. */
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
        } catch (BindException e) {
            throw new DriverException(
                    "port " + port + " on " + host.getHostAddress() + " is taken or not allowed: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new DriverException(
                    "port " + port + " on " + host.getHostAddress() + " cannot be used: " + e.getMessage(), e);
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
