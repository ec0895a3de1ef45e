package dev.weir.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Messages read from one topic and sent to the other in upper case, with their offsets. All clients are one group. What is
 * not committed is read again.
 */
final class StreamWork extends LoopWork {
    private final List<LoopReader.Message> batch = new ArrayList<>();
    private @Nullable LoopReader reader;

    StreamWork(Parts parts) {
        super(parts);
    }

    /** Each partition gets what its reader needs for the transactions and for as much again without. */
    @Override
    void prepare() {
        join();
        int messages = 2 * (loop.count() + loop.benchmark().warmup()) * loop.messages();
        for (int partition = role.client(); partition < role.partitions(); partition += role.clients()) {
            for (int i = 0; i < messages; i++) {
                sendWithoutTransaction(0, partition, payload.next());
            }
        }
        sends.await();
        client.begin();
        sendOffsets(reader(), reader().reader().positions());
        client.commit();
    }

    private void join() {
        reader = openReader(role.topics().get(0) + "-stream");
        reader.join((role.partitions() + role.clients() - 1) / role.clients());
    }

    private LoopReader reader() {
        return Objects.requireNonNull(reader);
    }

    @Override
    void prepareNext() {
        while (batch.size() < loop.messages()) {
            LoopReader.Message message = reader().next();
            batch.add(new LoopReader.Message(
                    message.partition(), message.offset(), LoopPayload.upperCase(message.value())));
        }
    }

    @Override
    void inside() {
        Map<Integer, Long> offsets = new HashMap<>();
        for (LoopReader.Message message : batch) {
            send(1, message.partition(), message.value());
            offsets.put(message.partition(), message.offset() + 1);
        }
        sendOffsets(reader(), offsets);
    }

    @Override
    void afterCommit() {
        batch.clear();
    }

    /** Nobody knows whether its partitions are still its own, or what was committed: the group does. */
    @Override
    void afterFailure() {
        batch.clear();
        reader().reader().close();
        join();
    }

    @Override
    void withoutTransaction() {
        batch.forEach(message -> sendWithoutTransaction(1, message.partition(), message.value()));
        reader().reader().commit();
        sends.await();
        batch.clear();
    }
}
