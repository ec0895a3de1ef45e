package dev.weir.worker;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The same offset of a partition again and again, for a group whose one member never polls. */
final class SendOffsetsWork extends LoopWork {
    private @Nullable LoopReader reader;
    private @Nullable LoopReader committing;

    SendOffsetsWork(Parts parts) {
        super(parts);
    }

    /** What commits without transactions has to have a place in its group. */
    @Override
    void prepare() {
        reader = openReader(role.group());
        if (loop.baseline()) {
            committing = openReader(role.group() + "-plain");
            committing.join(role.partitions());
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
