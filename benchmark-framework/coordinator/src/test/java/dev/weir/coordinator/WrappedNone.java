package dev.weir.coordinator;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The driver none without transactions, for tests that change some of its methods. */
public class WrappedNone implements Driver {
    final Driver none;

    public WrappedNone(Map<String, String> settings) {
        none = new NoneDriverFactory().open(DriverConfig.of("none").withSettings(settings));
    }

    /** A driver of this name, which opens these. */
    public static DriverFactory factory(String name, Supplier<Driver> open) {
        return new DriverFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Driver open(DriverConfig config) {
                return open.get();
            }
        };
    }

    /** Is asked before each message is sent, on the sender's thread. */
    public interface BeforeSend {
        /** Returns whether the message is sent. */
        boolean sends(byte @Nullable [] key, byte[] value, long sequence);
    }

    /** Returns a producer that first asks about each message. */
    public static Producer asking(BeforeSend before, Producer producer) {
        return new Producer() {
            @Override
            public void send(
                    int partition,
                    byte @Nullable [] key,
                    byte[] value,
                    byte @Nullable [] header,
                    long sequence,
                    long intendedNanos,
                    long sentNanos) {
                if (before.sends(key, value, sequence)) {
                    producer.send(partition, key, value, header, sequence, intendedNanos, sentNanos);
                }
            }

            @Override
            public long blockedNanos() {
                return producer.blockedNanos();
            }

            @Override
            public void close() {
                producer.close();
            }
        };
    }

    @Override
    public Admin openAdmin() {
        return none.openAdmin();
    }

    @Override
    public Producer openProducer(ProducerSpec spec, SendListener listener) {
        return none.openProducer(spec, listener);
    }

    @Override
    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
        return none.openConsumer(spec, listener);
    }

    @Override
    public Optional<ReaderSupport> reads() {
        return none.reads();
    }

    @Override
    public void close() {
        none.close();
    }
}
