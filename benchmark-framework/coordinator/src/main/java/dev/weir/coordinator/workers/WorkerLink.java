package dev.weir.coordinator.workers;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.OffsetTrack;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.Counts;
import dev.weir.wire.Link;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.wire.message.WorkerFacts;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The coordinator's state of one worker. Used by the coordinator's thread. */
public final class WorkerLink {
    private final int number;
    private final String name;
    private @Nullable Link link;
    private @Nullable WorkerFacts facts;
    private @Nullable ProcessSample firstSample;
    private @Nullable ProcessSample lastSample;
    private final Set<ProvenPartition> proven = new HashSet<>();
    private OffsetTrack track = OffsetTrack.ofNone(ClockEstimate.UNKNOWN, 0);
    private int assignedConsumers;
    private boolean connected;
    private Message.@Nullable Ready ready;
    private Message.@Nullable LoadEnded loadEnded;
    private boolean closed;
    private String givenUpReason = "";
    private boolean continuedWithout;
    private long snapshots;
    private Counts counts = Counts.NONE;
    private long lastSnapshotNanos;

    public WorkerLink(int number, String name) {
        this.number = number;
        this.name = name;
    }

    void connected(Link connection) {
        link = connection;
        connected = true;
    }

    /** Sends a message to the worker, unless it is lost. */
    public void send(Message message) {
        if (link != null && connected) {
            link.send(message);
        }
    }

    void note(Message message) {
        if (message instanceof Message.Welcome welcome) {
            facts = welcome.worker();
        } else if (message instanceof Message.Ready readiness) {
            ready = readiness;
        } else if (message instanceof Message.ProbesReceived probes) {
            proven.addAll(probes.partitions());
            assignedConsumers = probes.assignedConsumers();
        } else if (message instanceof Message.SnapshotTaken taken) {
            snapshots++;
            counts = counts.plus(taken.snapshot().counts());
            firstSample = firstSample == null ? taken.instrument().process() : firstSample;
            lastSample = taken.instrument().process();
            lastSnapshotNanos = track.toOurs(taken.snapshot().toNanos());
        } else if (message instanceof Message.LoadEnded ended) {
            loadEnded = ended;
        } else if (message instanceof Message.Closed) {
            closed = true;
        } else if (message instanceof Message.Failed failed) {
            givenUpReason = failed.reason();
        } else if (message instanceof Message.Refused refused) {
            givenUpReason = refused.reason();
        }
    }

    void continueWithout() {
        continuedWithout = true;
    }

    public boolean isContinuedWithout() {
        return continuedWithout;
    }

    /** Returns whether this is the worker's current or last connection. */
    boolean isOver(Link connection) {
        return link == connection;
    }

    /** Forgets the connection, because another one is to be made. */
    void disconnect() {
        link = null;
        connected = false;
    }

    void lost() {
        connected = false;
    }

    public int number() {
        return number;
    }

    public String name() {
        return name;
    }

    public boolean isConnected() {
        return connected;
    }

    public boolean isWelcome() {
        return facts != null;
    }

    public boolean isReady() {
        return ready != null;
    }

    public boolean hasLoadEnded() {
        return loadEnded != null;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns whether the worker has reported why it cannot go on. It then closes its clients and its connection. */
    public boolean hasGivenUp() {
        return !givenUpReason.isEmpty();
    }

    String givenUpReason() {
        return givenUpReason;
    }

    /** Returns what it reported at the end of its load; {@link Message.LoadEnded#NOTHING} until then. */
    public Message.LoadEnded loadEnded() {
        return loadEnded == null ? Message.LoadEnded.NOTHING : loadEnded;
    }

    public Message.Ready pacing() {
        return ready == null ? new Message.Ready(0, 0, Map.of()) : ready;
    }

    public long snapshots() {
        return snapshots;
    }

    /** Returns the counts of its snapshots so far, added up. */
    public Counts counts() {
        return counts;
    }

    /** Returns when its last snapshot was taken, on the coordinator's clock; 0 if there was none. */
    long lastSnapshotNanos() {
        return lastSnapshotNanos;
    }

    public int assignedConsumers() {
        return assignedConsumers;
    }

    public Set<ProvenPartition> proven() {
        return proven;
    }

    /** Returns since when the worker is silent, or was the last time, on the coordinator's clock; 0 if it never was. */
    long silentSinceNanos(long nowNanos) {
        return link == null ? 0 : link.silentSinceNanos(nowNanos);
    }

    public boolean hasProcessEnded() {
        return link != null && link.hasPeerEnded();
    }

    public Optional<WorkerFacts> facts() {
        return Optional.ofNullable(facts);
    }

    void follow(OffsetTrack offsets) {
        track = offsets;
    }

    /** Returns how far its clock is assumed to be ahead of the coordinator's. */
    public OffsetTrack track() {
        return track;
    }

    /** Returns its clock compared with the coordinator's, by the latest exchanges. */
    ClockEstimate clock() {
        return link == null ? ClockEstimate.UNKNOWN : link.clock();
    }

    /**
     * Compares the track at a moment of the last minute with what is now known about it. Skips a lost worker, because
     * nothing is measured by its clock.
     */
    void checkTrackAt(long nanos) {
        if (continuedWithout) {
            return;
        }
        track.check(nanos, link == null ? ClockOffset.UNKNOWN : link.clockAt(nanos));
    }

    /** Makes {@link #clock} more precise by additional exchanges. */
    void refreshClock(int exchanges) {
        if (link != null && connected) {
            link.refreshClock(exchanges);
        }
    }

    boolean isElsewhere() {
        return !clock().equals(ClockEstimate.SAME);
    }

    public String hostIdentity() {
        return facts == null ? name : facts.host().identity();
    }

    /** Returns the CPU time between its first and last snapshot in seconds; empty without two snapshots. */
    OptionalDouble cpuSeconds() {
        return snapshots < 2 || firstSample == null || lastSample == null
                ? OptionalDouble.empty()
                : OptionalDouble.of((lastSample.cpuNanos() - firstSample.cpuNanos()) / 1e9);
    }

    /** Returns the time in garbage collections in milliseconds, as {@link #cpuSeconds}. */
    OptionalLong gcMillis() {
        return snapshots < 2 || firstSample == null || lastSample == null
                ? OptionalLong.empty()
                : OptionalLong.of(lastSample.gcMillis() - firstSample.gcMillis());
    }
}
