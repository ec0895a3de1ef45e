package dev.weir.driver.kafka.wire;

import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/**
 * Terms of a client's connections, by its properties.
 *
 * @param hasSasl whether the client authenticates by SASL
 * @param firstSetUpNanos limit for TCP; twice as long after each failure
 * @param mostSetUpNanos largest limit for TCP
 * @param firstBackOffNanos time before another attempt to connect; twice as long after each further failure
 * @param mostBackOffNanos at most
 */
record ConnectionTerms(
        boolean hasSasl,
        int sendBufferBytes,
        int receiveBufferBytes,
        long firstSetUpNanos,
        long mostSetUpNanos,
        long firstBackOffNanos,
        long mostBackOffNanos) {

    static ConnectionTerms of(AbstractConfig config) {
        SecurityProtocol security =
                SecurityProtocol.forName(config.getString(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG));
        return new ConnectionTerms(
                security == SecurityProtocol.SASL_PLAINTEXT || security == SecurityProtocol.SASL_SSL,
                config.getInt(CommonClientConfigs.SEND_BUFFER_CONFIG),
                config.getInt(CommonClientConfigs.RECEIVE_BUFFER_CONFIG),
                config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG) * 1_000_000,
                config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG) * 1_000_000,
                config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG) * 1_000_000,
                config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG) * 1_000_000);
    }

    /** Returns how long a TCP connection may take after this number of consecutive failures. */
    long setUpNanos(int failures) {
        return (long) Math.min((double) mostSetUpNanos, firstSetUpNanos * Math.pow(2, failures));
    }

    /** Returns how long to wait after this number of consecutive failures, with up to a fifth more or less at random. */
    long backOffNanos(int failures) {
        double longer = Math.min((double) mostBackOffNanos, firstBackOffNanos * Math.pow(2, failures));
        return (long) (longer * ThreadLocalRandom.current().nextDouble(0.8, 1.2));
    }
}
