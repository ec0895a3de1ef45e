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

    /** Of addresses that are tried; each may take a second. */
    private static final int MOST_TRIED = 3;

    private static final int CONNECT_MILLIS = 1000;

    private BootstrapCheck() {}

    /**
     * Waits until a broker answers: 7 s, or 20 s if an address accepts connections.
     *
     * @throws DriverException if none does, with what to check
     */
    static void reach(KafkaDriverAdmin admin, DriverConfig config) {
        Optional<DriverException> first = failure(admin, LIMIT);
        Optional<InetSocketAddress> listening =
                first.filter(BootstrapCheck::isTimeout).flatMap(any -> listening(config));
        Optional<DriverException> last = listening.isPresent() ? failure(admin, MORE_IF_LISTENING) : first;
        if (last.isPresent()) {
            DriverException failure = last.get();
            String advice = listening
                    .filter(any -> isTimeout(failure))
                    .map(address -> ", and none in the " + LIMIT.toMillis() + " ms before; " + address.getHostString()
                            + ":" + address.getPort()
                            + " accepts connections: check that it is a broker's port, and security.protocol")
                    .orElse("; check bootstrap.servers, and that the brokers accept connections from this host");
            throw new DriverException(failure.getMessage() + advice, failure);
        }
    }

    private static Optional<DriverException> failure(KafkaDriverAdmin admin, Duration within) {
        try {
            admin.reach(within);
            return Optional.empty();
        } catch (DriverException e) {
            return Optional.of(e);
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
            // No name could be resolved any more.
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
            // Refused, or no answer.
            return false;
        }
    }
}
