package dev.weir.worker.loop;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Work of the fetch benchmark: messages that are sent, committed, and then read. */
final class FetchWork extends LoopWork {
    private static final Duration POLL = Duration.ofMillis(1);

    private @Nullable LoopReader reader;
    private long nextOffset;

    FetchWork(LoopParts parts) {
        super(parts);
    }

    @Override
    void prepare() {
        reader = openReader(Optional.empty(), List.of(role.partition()));
        nextOffset = Objects.requireNonNull(
                reader.reader().positions().get(role.partition()), "the position of a partition that it was given");
    }

    @Override
    void inside() {
        for (int i = 0; i < loop.messages(); i++) {
            send(0, role.partition(), payload.next());
        }
        sends.await();
    }

    /**
     * Waits until the last message is visible to a reader. With a single client, the marker of the previous transaction
     * is directly before these messages.
     */
    @Override
    void afterCommit() {
        LoopReader seeing = Objects.requireNonNull(reader);
        seeing.forget();
        seeing.reader().seek(role.partition(), nextOffset);
        nextOffset = seeing.until(payload.number(), POLL) + 1;
    }

    @Override
    void withoutTransaction() {
        for (int i = 0; i < loop.messages(); i++) {
            sendWithoutTransaction(0, role.partition(), payload.next());
        }
        sends.await();
        afterCommit();
    }
}
