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
 * Chooses ports of an address of this host. That a port is free is only known for the moment: a process that binds it
 * later has to be ready for a {@link PortTakenException}. Not thread-safe.
 *
 * <p>They are taken from below 32768, where Linux begins to hand out the local ports of outgoing connections. Port 0
 * would give one from that range, and there any connection of any process may take it between choosing and binding;
 * worse, a client that keeps connecting to a broker that is down can be given the broker's own port, connects to itself,
 * and keeps the broker from coming back.
 */
final class Ports {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private final InetAddress host;
    private final Set<Integer> chosen = new HashSet<>();

    Ports(InetAddress host) {
        this.host = host;
    }

    /** A port that is free and that this object has not given out before. */
    int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (!chosen.contains(port) && isFree(port)) {
                chosen.add(port);
                return port;
            }
        }
        throw new DriverException(
                "found no free port between " + LOWEST + " and " + HIGHEST + " on " + host.getHostAddress());
    }

    /**
     * This very port.
     *
     * @throws DriverException naming the port, if it is taken, is no port or may not be used
     */
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
