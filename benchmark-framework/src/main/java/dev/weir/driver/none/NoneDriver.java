package dev.weir.driver.none;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.client.TransactionSupport;
import dev.weir.driver.durability.Guarantee;
import java.util.Optional;

/** View of {@link Topics#OF_THIS_PROCESS} with the faults of a driver file. */
final class NoneDriver implements Driver {
    private final Topics topics = Topics.OF_THIS_PROCESS;
    private final Faults faults;
    private boolean closed;

    NoneDriver(Faults faults) {
        this.faults = faults;
        topics.driverOpened();
    }

    @Override
    public Admin openAdmin() {
        return new NoneAdmin(topics, faults);
    }

    @Override
    public Producer openProducer(ProducerSpec spec, SendListener listener) {
        return new NoneProducer(topics.get(spec.topic(), spec.partitions()), listener, faults);
    }

    @Override
    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
        var consumer = new NoneConsumer(spec, topics.get(spec.topic(), spec.partitions()), listener);
        consumer.start();
        return consumer;
    }

    @Override
    public Optional<TransactionSupport> transactions() {
        return Optional.of((spec, listener) -> new NoneTransactionalProducer(topics, spec, listener, faults));
    }

    @Override
    public Optional<ReaderSupport> reads() {
        return Optional.of(spec -> new NoneReader(spec, topics.get(spec.topic())));
    }

    /** It loses and repeats only the messages of its faults. */
    @Override
    public Guarantee guarantee() {
        return Guarantee.EXACTLY_ONCE;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            topics.driverClosed();
        }
    }
}
