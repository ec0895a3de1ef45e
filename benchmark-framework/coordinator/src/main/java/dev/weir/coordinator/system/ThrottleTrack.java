package dev.weir.coordinator.system;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.wire.message.Throttling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Adds up how long brokers delayed clients in the measurement because of quotas. Used by the coordinator's thread. */
public final class ThrottleTrack implements RunObserver {
    private Throttling measured = Throttling.NONE;
    private double producerNanos;
    private double consumerNanos;

    @Override
    public void taken(TakenSnapshot taken) {
        if (taken.phase().isMeasured()) {
            Throttling throttling = taken.message().throttling();
            long nanos = taken.snapshot().toNanos() - taken.snapshot().fromNanos();
            measured = measured.plus(throttling);
            producerNanos += (double) throttling.producers().count() * nanos;
            consumerNanos += (double) throttling.consumers().count() * nanos;
        }
    }

    @Override
    public List<Finding> findings() {
        List<String> shares = new ArrayList<>();
        add("producers", measured.producers().nanos(), producerNanos, shares);
        add("consumers", measured.consumers().nanos(), consumerNanos, shares);
        long millis =
                Math.round((measured.producers().nanos() + measured.consumers().nanos()) / 1e6);
        return shares.isEmpty()
                ? List.of()
                : List.of(new Finding(
                        FindingCode.THROTTLED,
                        Math.max(1, millis),
                        "brokers throttled clients that exceeded a quota: " + String.join(", ", shares)));
    }

    private static void add(String clients, long nanos, double ofNanos, List<String> shares) {
        if (nanos > 0) {
            shares.add(String.format(
                    Locale.ROOT, "%s for %.1f %% of the measurement", clients, 100 * Math.min(1, nanos / ofNanos)));
        }
    }
}
