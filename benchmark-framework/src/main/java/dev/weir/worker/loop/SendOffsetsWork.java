package dev.weir.worker.loop;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The same offset of a partition again and again, for a group whose one member never polls. */
final class SendOffsetsWork extends LoopWork {
    private @Nullable LoopReader reader;
    private @Nullable LoopReader committing;

    SendOffsetsWork(Parts parts) {
        super(parts);
    }

    @Override
    void prepare() {
        reader = openReader(Optional.of(role.group()), List.of());
    }

    /**
     * What commits without transactions has to have a place in its group. Not before they are done: a member that does not
     * poll loses its place after a while.
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
