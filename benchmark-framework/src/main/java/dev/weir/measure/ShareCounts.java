package dev.weir.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What consumers of a share group did with messages, as the system confirmed it.
 *
 * @param deliveriesByAttempt deliveries that were the first, the second ... of their message, up to the last attempt that
 *     there was; the entry {@link #MOST_ATTEMPTS} has all from there on
 * @param accepted messages that were accepted
 * @param rejected messages that were rejected
 * @param archived messages that were released, or whose lock expired, when the group had delivered them as often as it may
 * @param released deliveries that were released, to be delivered again
 * @param expired deliveries whose lock expired, to be delivered again
 * @param renewed locks that were renewed
 * @param unanswered acknowledgements of which it is unknown whether they hold
 */
public record ShareCounts(
        List<Long> deliveriesByAttempt,
        long accepted,
        long rejected,
        long archived,
        long released,
        long expired,
        long renewed,
        long unanswered) {
    /** Attempts that are counted apart from each other. */
    public static final int MOST_ATTEMPTS = 20;

    /** Nothing. */
    public static final ShareCounts NONE = new ShareCounts(List.of(), 0, 0, 0, 0, 0, 0, 0);

    public ShareCounts {
        int most = deliveriesByAttempt.size();
        while (most > 0 && deliveriesByAttempt.get(most - 1) == 0) {
            most--;
        }
        deliveriesByAttempt = List.copyOf(deliveriesByAttempt.subList(0, most));
    }

    /** Messages of which nothing more is to come. */
    public long ended() {
        return accepted + rejected + archived;
    }

    /** Deliveries that were not the first of their message. */
    public long redeliveries() {
        return deliveriesByAttempt.stream().skip(1).mapToLong(Long::longValue).sum();
    }

    /** Both together. */
    public ShareCounts plus(ShareCounts other) {
        return with(other, 1);
    }

    /** What was added since. */
    public ShareCounts minus(ShareCounts earlier) {
        return with(earlier, -1);
    }

    private ShareCounts with(ShareCounts other, int sign) {
        int attempts = Math.max(deliveriesByAttempt.size(), other.deliveriesByAttempt.size());
        List<Long> deliveries = new ArrayList<>(Collections.nCopies(attempts, 0L));
        for (int i = 0; i < attempts; i++) {
            deliveries.set(i, deliveries(i) + sign * other.deliveries(i));
        }
        return new ShareCounts(
                deliveries,
                accepted + sign * other.accepted,
                rejected + sign * other.rejected,
                archived + sign * other.archived,
                released + sign * other.released,
                expired + sign * other.expired,
                renewed + sign * other.renewed,
                unanswered + sign * other.unanswered);
    }

    private long deliveries(int index) {
        return index < deliveriesByAttempt.size() ? deliveriesByAttempt.get(index) : 0;
    }
}
