package dev.weir.driver.kafka.client;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.config.ClientProperties;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** Checks that a broker answers at the addresses of a driver file. */
final class BootstrapCheck {
    /** A usable cluster answers at once; an unusable one should not cost a person minutes. */
    private static final Duration LIMIT = Duration.ofSeconds(7);

    /** On a host that is very busy, the kernel accepts connections long before a broker answers. */
    private static final Duration MORE_IF_LISTENING = Duration.ofSeconds(13);

    private static final int CONNECT_MILLIS = 1000;
    private static final int MOST_TRIED = 3;

    private BootstrapCheck() {}

    /** @throws DriverException if no broker answers, with what to check */
    static void reach(KafkaDriverAdmin admin, DriverConfig config) {
        try {
            admin.reach(LIMIT);
        } catch (DriverException first) {
            if (!isTimeout(first)) {
                throw new DriverException(
                        first.getMessage() + "; check bootstrap.servers and the clients' settings", first);
            }
            InetSocketAddress listening = listening(config)
                    .orElseThrow(() -> new DriverException(
                            first.getMessage()
                                    + "; check bootstrap.servers, and that the brokers accept connections from this host",
                            first));
            try {
                admin.reach(MORE_IF_LISTENING);
            } catch (DriverException second) {
                throw new DriverException(
                        second.getMessage() + "; " + listening.getHostString() + ":" + listening.getPort()
                                + " accepts connections: check that it is a broker's port, and security.protocol",
                        second);
            }
        }
    }

    private static boolean isTimeout(DriverException e) {
        return e.getCause() instanceof TimeoutException
                || (e.getCause() instanceof ExecutionException answered
                        && answered.getCause() instanceof org.apache.kafka.common.errors.TimeoutException);
    }

    /** Returns one of the first addresses that accepts connections; empty if none does, or none can be resolved. */
    private static Optional<InetSocketAddress> listening(DriverConfig config) {
        List<InetSocketAddress> addresses;
        try {
            addresses = ClientUtils.parseAndValidateAddresses(new AdminClientConfig(ClientProperties.forAdmin(config)));
        } catch (KafkaException e) {
            return Optional.empty();
        }
        return addresses.stream()
                .limit(MOST_TRIED)
                .filter(BootstrapCheck::accepts)
                .findFirst();
    }

    private static boolean accepts(InetSocketAddress address) {
        try (var socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
