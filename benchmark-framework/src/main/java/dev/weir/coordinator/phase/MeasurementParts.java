package dev.weir.coordinator.phase;

import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.system.RetentionOnset;
import dev.weir.result.interval.Part;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import java.time.Duration;
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

    MeasurementParts(IntervalStore store, LoadPhases phases, LaterSubscriptions later) {
        this.store = store;
        this.phases = phases;
        this.later = later;
    }

    /** The measurement begins with this snapshot. */
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
        if (firstSnapshot > store.ticks()) {
            store.renamePart(firstSnapshot, name());
            atBegin = name();
        } else {
            split();
        }
        return Optional.of(retention.explain());
    }

    /** Later subscriptions have caught up. */
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

    /** Whether retention deletes from every partition. */
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
}
