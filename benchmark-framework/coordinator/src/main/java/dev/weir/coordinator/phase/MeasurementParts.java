package dev.weir.coordinator.phase;

import dev.weir.coordinator.system.LogWatch;
import dev.weir.driver.admin.LogRange;
import dev.weir.result.interval.Part;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names the parts of a measurement in which the load on the system differs: before and after retention begins, and before
 * and after later subscriptions start and catch up. Their figures are reported separately. Used by the coordinator's
 * thread.
 */
final class MeasurementParts {
    private final IntervalStore store;
    private final LoadPhases phases;
    private final LaterSubscriptions later;
    private final RetentionOnset retention = new RetentionOnset();
    private boolean retentionBegun;
    private boolean retentionEverywhere;
    private long firstSnapshot = -1;
    private String atBegin = "";

    MeasurementParts(LoadPhases phases, LaterSubscriptions later) {
        this.store = phases.load().store();
        this.phases = phases;
        this.later = later;
    }

    void begin(long snapshot) {
        firstSnapshot = snapshot;
        atBegin = name();
        store.renamePart(snapshot, name());
        for (long start : later.starts()) {
            store.partBegins(new Part(Phase.MEASUREMENT, name(start)), snapshotOf(start));
        }
    }

    /** The snapshot that begins this many nanoseconds after the measurement. */
    private long snapshotOf(long afterNanos) {
        return firstSnapshot + phases.grid().snapshots(Duration.ofNanos(afterNanos));
    }

    private String name() {
        long begun = phases.grid().at(firstSnapshot);
        return name(Math.max(0, phases.grid().at(store.ticks()) - begun));
    }

    /** @param afterNanos begin of the part, after the begin of the measurement */
    private String name(long afterNanos) {
        String retained = retentionBegun ? "measurement as retention begins" : Phase.MEASUREMENT.key();
        return (retentionEverywhere ? "measurement with retention" : retained) + later.partName(afterNanos);
    }

    /** Adds what the logs hold; returns what changed in the load, empty if nothing did. */
    Optional<String> add(LogWatch.Reading reading) {
        retention.add(reading);
        boolean everywhere = retention.isEverywhere() && !retentionEverywhere;
        if (!everywhere && (!retention.hasBegun() || retentionBegun)) {
            return Optional.empty();
        }
        retentionBegun = true;
        retentionEverywhere |= everywhere;
        if (firstSnapshot >= store.ticks()) {
            store.renamePart(firstSnapshot, name());
            atBegin = name();
        } else {
            split();
        }
        return Optional.of(retention.explain());
    }

    void caughtUp() {
        if (split()) {
            for (long start : later.starts()) {
                long snapshot = snapshotOf(start);
                if (snapshot > store.ticks()) {
                    store.renamePart(snapshot, name(start));
                }
            }
        }
    }

    private boolean split() {
        boolean measures = store.phaseAt(store.ticks()) == Phase.MEASUREMENT;
        if (measures) {
            store.splitPart(name());
        }
        return measures;
    }

    boolean isRetainedEverywhere() {
        return retentionEverywhere;
    }

    String explainRetention() {
        return retention.explain();
    }

    /** Whether the load has not changed since the begin of the measurement. */
    boolean areOne() {
        return name().equals(atBegin);
    }

    /** Detects when the system has begun to delete from the logs of a run. Used by the coordinator's thread. */
    private static final class RetentionOnset {
        private final Map<String, List<LogRange>> first = new HashMap<>();
        private int partitions;
        private int moved;

        /** Adds a reading; readings before the load show where the logs begin. */
        void add(LogWatch.Reading reading) {
            partitions = 0;
            moved = 0;
            reading.ranges().forEach((topic, ranges) -> {
                List<LogRange> begun = first.computeIfAbsent(topic, absent -> new ArrayList<>(ranges));
                for (int partition = 0; partition < ranges.size(); partition++) {
                    partitions++;
                    moved += ranges.get(partition).startOffset()
                                    > begun.get(partition).startOffset()
                            ? 1
                            : 0;
                }
            });
        }

        boolean hasBegun() {
            return moved > 0;
        }

        boolean isEverywhere() {
            return partitions > 0 && moved == partitions;
        }

        String explain() {
            return "retention had deleted from " + moved + " of " + partitions + " partitions";
        }
    }
}
