package dev.weir.worker.loop;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work of the send-offsets benchmark: commits the same offset of a partition repeatedly, for a group whose only member
 * never polls.
 */
final class SendOffsetsWork extends LoopWork {
    private @Nullable LoopReader reader;
    private @Nullable LoopReader committing;

    SendOffsetsWork(LoopParts parts) {
        super(parts);
    }

    @Override
    void prepare() {
        reader = openReader(Optional.of(role.group()), List.of());
    }

    /**
     * Opens a member of a group, because a commit without a transaction needs one. It opens after the transactions,
     * because a member that does not poll is removed from its group after a while.
     */
    @Override
    void prepareWithout() {
        committing = openReader(Optional.of(role.group() + "-plain"), List.of());
        committing.join();
    }

    @Override
    void afterFailure() {
        if (committing != null) {
            committing.join();
        }
    }

    @Override
    void inside() {
        sendOffsets(Objects.requireNonNull(reader), Map.of(role.partition(), 0L));
    }

    @Override
    void withoutTransaction() {
        Objects.requireNonNull(committing).reader().commit();
    }
}
