package dev.weir.feature.sharegroups;

import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.PhasedRecorder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What consumers of a share group did with messages, as the system confirmed it. A delivery that is none of
 * {@link #ended}, {@link #returned} and {@link #unanswered} is one that a consumer still had when it last reported.
 *
 * @param deliveriesByAttempt deliveries that were the first, the second ... of their message by the system's count, up to the
 *     last attempt that there was; the entry {@link #MAX_ATTEMPTS} has all from there on
 * @param archived messages that were released, or whose lock expired, when the group had delivered them as often as it may
 * @param returned deliveries after which the message is to be delivered again
 * @param unanswered acknowledgements of which it is unknown whether they hold
 */
public record ShareCounts(
        List<Long> deliveriesByAttempt,
        long accepted,
        long rejected,
        long archived,
        Returned returned,
        long renewed,
        long unanswered) {
    /** Attempts that are counted apart from each other. */
    public static final int MAX_ATTEMPTS = 20;

    /**
     * Deliveries after which the message is to be delivered again, by their cause.
     *
     * @param heldAtEnd that a consumer had when it left the group or was killed, without having sent an acknowledgement
     */
    public record Returned(long released, long expired, long heldAtEnd) {
        public long total() {
            return released + expired + heldAtEnd;
        }

        private Returned with(Returned other, int sign) {
            return new Returned(
                    released + sign * other.released,
                    expired + sign * other.expired,
                    heldAtEnd + sign * other.heldAtEnd);
        }
    }

    public ShareCounts {
        int most = deliveriesByAttempt.size();
        while (most > 0 && deliveriesByAttempt.get(most - 1) == 0) {
            most--;
        }
        deliveriesByAttempt = List.copyOf(deliveriesByAttempt.subList(0, most));
    }

    /** Returns the number of messages of which nothing more is to come. */
    public long ended() {
        return accepted + rejected + archived;
    }

    public long deliveries() {
        return deliveriesByAttempt.stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of deliveries whose outcome is unknown: no answer, or no report of a lost worker. */
    public long unsettled() {
        return deliveries() - ended() - returned.total();
    }

    public ShareCounts plus(ShareCounts other) {
        return with(other, 1);
    }

    public ShareCounts minus(ShareCounts earlier) {
        return with(earlier, -1);
    }

    private ShareCounts with(ShareCounts other, int sign) {
        int attempts = Math.max(deliveriesByAttempt.size(), other.deliveriesByAttempt.size());
        return new ShareCounts(
                IntStream.range(0, attempts)
                        .mapToObj(i -> deliveries(i) + sign * other.deliveries(i))
                        .toList(),
                accepted + sign * other.accepted,
                rejected + sign * other.rejected,
                archived + sign * other.archived,
                returned.with(other.returned, sign),
                renewed + sign * other.renewed,
                unanswered + sign * other.unanswered);
    }

    private long deliveries(int index) {
        return index < deliveriesByAttempt.size() ? deliveriesByAttempt.get(index) : 0;
    }

    /** Counts and latencies of one share consumer. Its thread writes, any thread reads. */
    static final class ShareTally {
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
            int counted = Math.min(Math.max(attempt, 1), deliveries.size());
            deliveries.get(counted - 1).increment();
        }

        ShareCounts counts() {
            return new ShareCounts(
                    deliveries.stream().map(Counter::get).toList(),
                    accepted.get(),
                    rejected.get(),
                    archived.get(),
                    new Returned(released.get(), expired.get(), heldAtEnd.get()),
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
}
