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
 * Messages read from one topic and sent to the other in upper case, with their offsets. What is not committed is read again.
 * Several clients are one group, but each has its partitions from the plan: if the group gave them out, those who come late
 * would take them from others in the midst of a transaction, which would fail by the instrument's doing.
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

    /**
     * Only the group knows whether its partitions are still its own, and what was committed. It may have gone past
     * all that was read, since without transactions the positions of the reader are committed: as many have to be there.
     */
    @Override
    void afterFailure() {
        int skipped = batch.size() + reader().waiting();
        batch.clear();
        LoopReader old = reader();
        // Before the old one leaves: a group that has no reader may be forgotten.
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
