package dev.weir.worker.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Work of the stream benchmark: reads messages from one topic and sends them to the other in upper case, with their
 * offsets. Messages whose transaction failed are read again. Several clients form one group, but each has its
 * partitions from the plan. If the group assigned them, members that join late would take partitions from others during
 * a transaction, and the instrument itself would make that transaction fail.
 */
final class StreamWork extends LoopWork {
    private final List<LoopReader.LoopMessage> batch = new ArrayList<>();
    private @Nullable LoopReader reader;

    StreamWork(LoopParts parts) {
        super(parts);
    }

    /** Fills each partition with what its reader needs for the transactions, and for as many iterations without. */
    @Override
    void prepare() {
        reader = open();
        reader.join();
        long messages = 2L * (loop.count() + loop.benchmark().warmup()) * loop.messages();
        for (int partition : partitions()) {
            for (long i = 0; i < messages; i++) {
                sendWithoutTransaction(0, partition, payload.next());
            }
        }
        sends.await();
        client.begin();
        sendOffsets(reader(), reader().reader().positions());
        client.commit();
    }

    private List<Integer> partitions() {
        return IntStream.range(0, role.partitions())
                .filter(partition -> partition % role.clients() == role.client())
                .boxed()
                .toList();
    }

    private LoopReader open() {
        String group = role.topics().get(0) + "-stream";
        return openReader(Optional.of(group), role.clients() == 1 ? List.of() : partitions());
    }

    private LoopReader reader() {
        return Objects.requireNonNull(reader);
    }

    @Override
    void prepareNext() {
        while (batch.size() < loop.messages()) {
            LoopReader.LoopMessage message = reader().next();
            batch.add(new LoopReader.LoopMessage(
                    message.partition(), message.offset(), LoopPayload.upperCase(message.value())));
        }
    }

    @Override
    void inside() {
        Map<Integer, Long> offsets = new HashMap<>();
        for (LoopReader.LoopMessage message : batch) {
            send(1, message.partition(), message.value());
            offsets.put(message.partition(), message.offset() + 1);
        }
        sendOffsets(reader(), offsets);
    }

    @Override
    void afterCommit() {
        batch.clear();
    }

    /**
     * Reopens the reader, because only the group knows whether its partitions are still its own, and what was
     * committed. The committed position may be beyond all messages that were read, because iterations without
     * transactions also commit; so messages may have to be added.
     */
    @Override
    void afterFailure() {
        int skipped = batch.size() + reader().waiting();
        batch.clear();
        LoopReader old = reader();
        // Before the old reader leaves, because a group without readers may be deleted.
        reader = open();
        close(old.reader());
        reader().join();
        for (int i = 0; i < skipped; i++) {
            sendWithoutTransaction(0, partitions().get(0), payload.next());
        }
        sends.settle();
    }

    @Override
    void withoutTransaction() {
        batch.forEach(message -> sendWithoutTransaction(1, message.partition(), message.value()));
        reader().reader().commit();
        sends.await();
        batch.clear();
    }
}
