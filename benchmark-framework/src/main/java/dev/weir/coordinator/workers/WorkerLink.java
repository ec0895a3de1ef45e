package dev.weir.coordinator.workers;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.OffsetTrack;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.TransactionCounts;
import dev.weir.wire.Link;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProvenPartition;
import dev.weir.wire.message.SenderWork;
import dev.weir.wire.message.WorkerFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
    private boolean ready;
    private boolean loadEnded;
    private boolean closed;
    private String givenUpReason = "";
    private boolean doneWithout;
    private Message.Ready pacing = new Message.Ready(0, 0);
    private long unsent;
    private long skipped;
    private List<SenderWork> senders = List.of();
    private long snapshots;
    private long lastSnapshotNanos;
    private TransactionCounts transactions = TransactionCounts.NONE;

    public WorkerLink(int number, String name) {
        this.number = number;
        this.name = name;
    }

    void connected(Link connection) {
        link = connection;
        connected = true;
    }

    void send(Message message) {
        if (link != null && connected) {
            link.send(message);
        }
    }

    /** Takes note of what a message says of the worker's state. */
    void note(Message message) {
        if (message instanceof Message.Welcome welcome) {
            facts = welcome.worker();
        } else if (message instanceof Message.Ready told) {
            ready = true;
            pacing = told;
        } else if (message instanceof Message.ProbesReceived probes) {
            proven.addAll(probes.partitions());
            assignedConsumers = probes.assignedConsumers();
        } else if (message instanceof Message.SnapshotTaken taken) {
            snapshots++;
            firstSample = firstSample == null ? taken.instrument().process() : firstSample;
            lastSample = taken.instrument().process();
            lastSnapshotNanos = track.toOurs(taken.snapshot().toNanos());
            transactions = taken.transactions();
        } else if (message instanceof Message.LoadEnded ended) {
            loadEnded = true;
            unsent = ended.unsent();
            skipped = ended.skipped();
            senders = ended.senders();
        } else if (message instanceof Message.Closed) {
            closed = true;
        } else if (message instanceof Message.Failed failed) {
            givenUpReason = failed.reason();
        } else if (message instanceof Message.Refused refused) {
            givenUpReason = refused.reason();
        }
    }

    /** The run goes on without it. */
    void doWithout() {
        doneWithout = true;
    }

    boolean isDoneWithout() {
        return doneWithout;
    }

    /** Whether it is that connection over which it can be reached, or could be last. */
    boolean isOver(Link connection) {
        return link == connection;
    }

    /** Another connection is to be made. */
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
        return ready;
    }

    public boolean hasLoadEnded() {
        return loadEnded;
    }

    public boolean isClosed() {
        return closed;
    }

    /** It has said why it cannot go on; it closes what it has opened, and then the connection. */
    public boolean hasGivenUp() {
        return !givenUpReason.isEmpty();
    }

    /** In its own words; empty if it has not. */
    String givenUpReason() {
        return givenUpReason;
    }

    public long unsent() {
        return unsent;
    }

    public long skipped() {
        return skipped;
    }

    /** Of its sending threads; none until its load has ended. */
    public List<SenderWork> senders() {
        return senders;
    }

    /** Those that have ended so far. */
    public TransactionCounts transactions() {
        return transactions;
    }

    /** How it waits for send times. */
    public Message.Ready pacing() {
        return pacing;
    }

    public long snapshots() {
        return snapshots;
    }

    /** When its last snapshot was taken, on our clock; 0 if there was none. */
    long lastSnapshotNanos() {
        return lastSnapshotNanos;
    }

    public int assignedConsumers() {
        return assignedConsumers;
    }

    public Set<ProvenPartition> proven() {
        return proven;
    }

    /** Since when nothing was heard of it, now or the last time, by our clock; 0 if it was never silent. */
    long silentSinceNanos(long nowNanos) {
        return link == null ? 0 : link.silentSinceNanos(nowNanos);
    }

    /** Whether its process is known to have ended. */
    boolean hasProcessEnded() {
        return link != null && link.hasPeerEnded();
    }

    public Optional<WorkerFacts> facts() {
        return Optional.ofNullable(facts);
    }

    /** From now on its times are converted so. */
    void follow(OffsetTrack offsets) {
        track = offsets;
    }

    /** How far its clock is taken to be ahead of ours. */
    public OffsetTrack track() {
        return track;
    }

    /** Its clock against ours by the latest exchanges. */
    ClockEstimate clock() {
        return link == null ? ClockEstimate.UNKNOWN : link.clock();
    }

    /**
     * Compares the track, as it was at a moment of the last minute, with what is known of it by now. Nothing is measured by
     * the clock of a worker that is lost.
     */
    void lookBack(long nanos) {
        if (doneWithout) {
            return;
        }
        track.look(nanos, link == null ? ClockOffset.UNKNOWN : link.clockAt(nanos));
    }

    /** Soon {@link #clock} is better, by so many exchanges. */
    void refreshClock(int exchanges) {
        if (link != null && connected) {
            link.refreshClock(exchanges);
        }
    }

    /** Whether it is in another process than the coordinator. */
    boolean isElsewhere() {
        return !clock().equals(ClockEstimate.SAME);
    }

    /** What tells its host from others. */
    public String hostIdentity() {
        return facts == null ? name : facts.host().identity();
    }

    /** CPU time between its first and last snapshot, seconds. */
    public double cpuSeconds() {
        return firstSample == null || lastSample == null ? 0 : (lastSample.cpuNanos() - firstSample.cpuNanos()) / 1e9;
    }

    /** Time in garbage collections between its first and last snapshot, milliseconds. */
    public long gcMillis() {
        return firstSample == null || lastSample == null ? 0 : lastSample.gcMillis() - firstSample.gcMillis();
    }
}
