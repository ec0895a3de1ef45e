package dev.weir.driver.kafka.embedded;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.EmbeddedSettings;
import dev.weir.driver.kafka.embedded.BrokerProcess.PortTakenException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;

/** Starts throw-away clusters of real Kafka brokers. Methods: any thread. */
public final class KafkaEmbeddedClusters implements EmbeddedClusters {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;
    private static final int MAX_BROKERS = 9;

    private final Map<String, String> overrides;

    public KafkaEmbeddedClusters() {
        this(Map.of());
    }

    KafkaEmbeddedClusters(Map<String, String> overrides) {
        this.overrides = overrides;
    }

    /**
     * Starts a cluster. On two cores one broker takes 2 s and three take 5 to 8 s; a start that takes longer than 60 s
     * has failed.
     */
    @Override
    public KafkaEmbeddedCluster start(int brokers, InetAddress host, int firstPort, DriverConfig asked) {
        var settings = settings(brokers).with(EmbeddedSettings.remoteStore(asked));
        ClusterDirectory.sweep();
        for (int attempt = 1; ; attempt++) {
            // A port may be taken between choosing and binding. If it is a requested one, choosing again reports that.
            var topology = NodeLayout.choose(brokers, host, firstPort);
            try {
                return KafkaEmbeddedCluster.start(topology, settings, DEADLINE);
            } catch (PortTakenException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    public KafkaEmbeddedCluster start(int brokers, int firstPort) {
        return start(brokers, InetAddress.getLoopbackAddress(), firstPort, driverConfig(brokers));
    }

    @Override
    public DriverConfig driverConfig(int brokers) {
        return KafkaEmbeddedCluster.driverConfig(settings(brokers), ClientProperties.NO_ADDRESS_YET);
    }

    @Override
    public DriverConfig driverConfig(DriverConfig asked) {
        return KafkaEmbeddedCluster.at(ClientProperties.NO_ADDRESS_YET, asked);
    }

    private BrokerSettings settings(int brokers) {
        if (brokers < 1 || brokers > MAX_BROKERS) {
            throw new DriverException("the embedded cluster's brokers must be in [1, 9], got " + brokers);
        }
        return new BrokerSettings(brokers, overrides);
    }
}
