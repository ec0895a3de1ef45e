package dev.weir.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The audit as one would write it down: every message and every arrival in a collection of its own. */
final class AuditModel {
    private record Sent(int producer, long sequence) {}

    private record Arrived(int subscription, int producer, long sequence) {}

    private record Lane(int subscription, int consumer, int producer, int partition) {}

    private final int subscriptions;
    private final Set<Sent> acknowledged = new HashSet<>();
    private final Set<Sent> failed = new HashSet<>();
    private final Set<Sent> aborted = new HashSet<>();
    private final Set<Arrived> delivered = new HashSet<>();
    private final Map<Lane, Long> latest = new HashMap<>();
    private long duplicated;
    private long reordered;

    AuditModel(int subscriptions) {
        this.subscriptions = subscriptions;
    }

    void acknowledged(int producer, long sequence) {
        acknowledged.add(new Sent(producer, sequence));
    }

    void failed(int producer, long sequence) {
        failed.add(new Sent(producer, sequence));
    }

    void aborted(int producer, long sequence) {
        aborted.add(new Sent(producer, sequence));
    }

    void received(int subscription, int consumer, int producer, long sequence, int partition) {
        boolean first = delivered.add(new Arrived(subscription, producer, sequence));
        duplicated += first ? 0 : 1;
        long last = latest.merge(new Lane(subscription, consumer, producer, partition), sequence, Math::max);
        reordered += first && last > sequence ? 1 : 0;
    }

    boolean isComplete() {
        return lost() == 0;
    }

    AuditResult result() {
        return new AuditResult(
                true,
                true,
                subscriptions,
                new AuditResult.Totals(acknowledged.size(), failed.size(), aborted.size(), delivered.size(), 0),
                new AuditResult.Violations(
                        lost(), duplicated, OptionalLong.of(reordered), arrivals(failed), arrivals(aborted)),
                AuditResult.Blocks.NONE);
    }

    private long lost() {
        return (long) acknowledged.size() * subscriptions - arrivals(acknowledged);
    }

    private long arrivals(Set<Sent> of) {
        return delivered.stream()
                .filter(arrived -> of.contains(new Sent(arrived.producer(), arrived.sequence())))
                .count();
    }
}
