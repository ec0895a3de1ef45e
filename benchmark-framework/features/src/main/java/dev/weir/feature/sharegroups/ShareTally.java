package dev.weir.feature.sharegroups;

import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.PhasedRecorder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts and latencies of one share consumer. Its thread writes, any thread reads. */
final class ShareTally {
    final Counter accepted = new Counter();
    final Counter rejected = new Counter();
    final Counter archived = new Counter();
    final Counter released = new Counter();
    final Counter expired = new Counter();
    final Counter heldAtEnd = new Counter();
    final Counter renewed = new Counter();
    final Counter unanswered = new Counter();
    private final List<Counter> deliveries = IntStream.range(0, ShareCounts.MAX_ATTEMPTS)
            .mapToObj(any -> new Counter())
            .toList();
    final PhasedRecorder endToEnd = new PhasedRecorder(Latency.ACCEPTED_END_TO_END);
    final PhasedRecorder untilAcknowledged = new PhasedRecorder(Latency.ACQUISITION_TO_ACKNOWLEDGEMENT);
    private @Nullable ShareCounts reported;

    void delivered(int attempt) {
        deliveries.get(Math.min(Math.max(attempt, 1), deliveries.size()) - 1).increment();
    }

    ShareCounts counts() {
        return new ShareCounts(
                deliveries.stream().map(Counter::get).toList(),
                accepted.get(),
                rejected.get(),
                archived.get(),
                new ShareCounts.Returned(released.get(), expired.get(), heldAtEnd.get()),
                renewed.get(),
                unanswered.get());
    }

    /** Returns the counts since the previous call; empty if nothing happened. One thread. */
    Optional<ShareCounts> sinceLast() {
        ShareCounts now = counts();
        ShareCounts before = reported;
        reported = now;
        return now.equals(before) ? Optional.empty() : Optional.of(before == null ? now : now.minus(before));
    }
}
