package dev.weir.feature.sharegroups;

import dev.weir.measure.Counter;
import java.util.List;
import java.util.stream.IntStream;

/** Counts what one share consumer does. Its thread writes, any thread reads. */
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
}
