package dev.weir.driver.kafka;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareReader;
import dev.weir.driver.share.ShareSupport;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's driver, which shows each delivery to a consumer of a share group before the consumer is given it. Subclasses count
 * deliveries, or withhold some. Called on the threads of the readers.
 */
public abstract class WatchedShares implements DriverFactory {
    public static final String NAME = "watched";

    /** Whether the consumer is given this delivery. */
    protected abstract boolean isGiven(int partition, long offset);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Driver open(DriverConfig config) {
        return new KafkaDriver(config, "Kafka") {
            @Override
            public Optional<ShareSupport> shares() {
                return super.shares().map(WatchedShares.this::watched);
            }
        };
    }

    private ShareSupport watched(ShareSupport kafka) {
        return new ShareSupport() {
            @Override
            public ShareReader openShareReader(ConsumerSpec spec, boolean explicit, ShareListener listener) {
                return kafka.openShareReader(spec, explicit, watched(listener));
            }

            @Override
            public OptionalInt deliveryLimit(String group) {
                return kafka.deliveryLimit(group);
            }
        };
    }

    private ShareListener watched(ShareListener listener) {
        return new ShareListener() {
            @Override
            public void batch() {
                listener.batch();
            }

            @Override
            public void delivered(int partition, long offset, int attempt, byte[] value, byte @Nullable [] header) {
                if (isGiven(partition, offset)) {
                    listener.delivered(partition, offset, attempt, value, header);
                }
            }

            @Override
            public void acknowledged(int partition, long offset, Answer answer) {
                listener.acknowledged(partition, offset, answer);
            }

            @Override
            public void failed(Throwable cause) {
                listener.failed(cause);
            }
        };
    }
}
