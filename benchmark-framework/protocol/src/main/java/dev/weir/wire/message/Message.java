package dev.weir.wire.message;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.OffsetTrack.OffsetRamp;
import dev.weir.clock.WallClockWatch.ClockStep;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PartitionRecorder.PartitionFigures;
import dev.weir.measure.RequestCounts;
import dev.weir.measure.Snapshot;
import dev.weir.measure.TopicGaps;
import dev.weir.plan.Assignment;
import dev.weir.workload.load.Rate;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A message between coordinator and worker. The name of a message on the wire is that of its record, beginning in lower
 * case; features register theirs, and no other class can be named. Times are epoch nanoseconds <em>of the worker's
 * clock</em>: the coordinator converts.
 *
 * <p>Order of a run: {@link Hello}, {@link Welcome}; {@link Assign}, {@link Ready}; {@link Probe} and {@link
 * ProbesReceived} until each partition is proven; {@link Start} and {@link MeasureFrom}. Then follow {@link
 * SnapshotTaken} messages until {@link EndLoad} and {@link LoadEnded}. A load with clients of its own also ends by
 * itself. Messages {@link OfFeature} can precede or follow a snapshot. At the end: {@link Close}, a {@link ProducerClosed}
 * or {@link ConsumerClosed} for each client, {@link Closed}.
 * {@link Ping} and {@link Pong} are sent at any time, {@link Failed} instead of any answer. If clocks are corrected, a
 * {@link ClockCorrection} is sent before {@link Start} and again before the previous one ends.
 *
 * <p>When a connection breaks, the coordinator sends {@link Resume} on the next one instead of {@link Hello}. After
 * {@link Resumed}, both send again what the other has not received. {@link Received} lets the other end delete messages
 * that it has kept for that; {@link Leave} states that the peer does not come back.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface Message {
    /** Version of this schema. Both sides must have the same one. */
    int PROTOCOL_VERSION = 26;

    /**
     * Returns whether it concerns only the connection over which it arrives. All other messages are counted, and arrive
     * once over any number of connections.
     */
    default boolean isOfConnection() {
        return this instanceof Ping
                || this instanceof Pong
                || this instanceof Received
                || this instanceof Resume
                || this instanceof Resumed
                || this instanceof NotResumed
                || this instanceof Leave;
    }

    /** Returns whether a worker that has sent it may close the connection at any time. */
    default boolean mayBeLast() {
        return this instanceof Closed || this instanceof Failed || this instanceof Refused;
    }

    /** Coordinator: the first message. {@link #PROTOCOL_VERSION} and the run for which the worker is needed. */
    record Hello(int protocolVersion, String runId) implements Message {}

    /** Worker: it accepts the session. */
    record Welcome(WorkerFacts worker) implements Message {}

    /**
     * Worker: it rejects the session with a reason, and then closes the connection. This message and {@link Hello} stay
     * the same in every version, so that different versions can report that they differ.
     */
    record Refused(String reason) implements Message {
        private static final String BUSY = "this worker is busy with run ";
        private static final String ENDING = ", which is ending";
        private static final String FULL = "this worker's port is full: ";

        /** Rejects because the worker serves another run, of this coordinator, as {@code Link.peer} names it. */
        public static Refused busyWith(String runId, String coordinator, Instant since) {
            return new Refused(BUSY + runId + " of " + coordinator + " since " + since.truncatedTo(ChronoUnit.SECONDS));
        }

        /** Returns whether the worker rejects because it serves this run already, under another name. */
        public boolean isBusyWith(String runId) {
            return reason.startsWith(BUSY + runId + " of ");
        }

        /** Adds that the worker is free soon: that run has lost its coordinator, or its clients are being closed. */
        public Refused soonFree() {
            return new Refused(reason + ENDING);
        }

        /** Rejects because {@code inAll} connections have sent no first message, {@code ofAddress} of them from its address. */
        public static Refused full(int ofAddress, int inAll) {
            return new Refused(FULL + inAll + " connections have not sent a first message, " + ofAddress
                    + " of them from the same address; close them, or try again in some seconds");
        }

        public boolean saysBusy() {
            return reason.startsWith(BUSY);
        }

        public boolean saysEnding() {
            return saysBusy() && reason.endsWith(ENDING);
        }

        public boolean saysFull() {
            return reason.startsWith(FULL);
        }
    }

    /** Coordinator: checks liveness; contains the first of four time stamps ({@link dev.weir.clock.ClockOffset}). */
    record Ping(long sentNanos) implements Message {}

    /** Worker: answers a ping at once, whatever else it is doing. */
    record Pong(long pingSentNanos, long pingReceivedNanos, long sentNanos) implements Message {}

    /** Both: number of messages of the other end that were received in total. */
    record Received(long messages) implements Message {}

    /**
     * Coordinator: first message of another connection, to resume a run.
     *
     * @param instance instance of the worker's process, see {@link WorkerFacts}
     * @param attempt grows with each connection
     * @param received number of messages of the worker that were received
     */
    record Resume(String runId, String instance, int attempt, long received) implements Message {}

    /** Worker: resumes the run; number of messages of the coordinator that were received. */
    record Resumed(long received) implements Message {}

    /** Worker: there is nothing to resume, with the reason. It then closes the connection. */
    record NotResumed(String reason) implements Message {
        private static final String RESTARTED = "another process answers there: the worker was restarted";

        /** Rejects because the process that had the run has ended, and another one listens at its address. */
        public static NotResumed restarted() {
            return new NotResumed(RESTARTED);
        }

        public boolean saysRestarted() {
            return reason.equals(RESTARTED);
        }
    }

    /** Coordinator: leaves and does not come back. */
    record Leave() implements Message {}

    /**
     * Coordinator: record what your process does, unless it is this one. Sent before {@link Assign}, because a start
     * takes some hundred milliseconds.
     *
     * @param instance of the coordinator's process, see {@link WorkerFacts}
     */
    record RecordProfile(String instance) implements Message {}

    /** Coordinator: end that, and send the recording. Answered by one {@link ProfilePart} or several. */
    record SendProfile() implements Message {}

    /**
     * Worker: a piece of its process's recording.
     *
     * @param bytes that follow those before; none at all, and no failure, from the coordinator's own process
     * @param last whether none follows
     * @param failure why there is no recording, or only a piece of it; empty if there is
     */
    record ProfilePart(ByteBuffer bytes, boolean last, String failure) implements Message {}

    /** Coordinator: open these producers and consumers. */
    record Assign(Assignment assignment, ProducerLocations places) implements Message {}

    /**
     * Worker: all of them are open.
     *
     * @param pacingPrecisionNanos interval in which its senders wake up at most once; 0 without a sender
     * @param pacingSpinNanos how long before a message is due they spin instead of being parked
     * @param resolvedSettings settings of its clients by name, without secrets, if its host gives values for references
     *     in them; otherwise empty
     */
    record Ready(long pacingPrecisionNanos, long pacingSpinNanos, Map<String, String> resolvedSettings)
            implements Message {
        public Ready {
            resolvedSettings = Map.copyOf(resolvedSettings);
        }
    }

    /** Coordinator: send a probe to each partition that your producers have to prove. */
    record Probe() implements Message {}

    /**
     * Worker: progress of the proof.
     *
     * @param partitions from which a probe has arrived for the first time
     * @param assignedConsumers how many of its consumers have partitions
     * @param errors errors since the previous message
     */
    record ProbesReceived(List<ProvenPartition> partitions, int assignedConsumers, List<ErrorCount> errors)
            implements Message {
        public ProbesReceived {
            partitions = List.copyOf(partitions);
            errors = List.copyOf(errors);
        }
    }

    /**
     * Coordinator: how the clocks run for a while, and after its end until the next correction begins.
     *
     * @param coordinator the worker's clock minus the coordinator's, by the worker's clock
     * @param producing the clocks of the workers in the order of their numbers minus this worker's, by this worker's
     *     clock; empty for a worker without consumers
     */
    record ClockCorrection(OffsetRamp coordinator, List<OffsetRamp> producing) implements Message {
        public ClockCorrection {
            producing = List.copyOf(producing);
        }
    }

    /** Worker: the wall clock of its host was set. */
    record WallClockStepped(ClockStep step) implements Message {}

    /**
     * Coordinator: the load begins.
     *
     * @param startNanos when message 0 of the whole load is due
     * @param messagesPerSecond rate of all producers on all workers together, more than 0; infinite: as fast as each
     *     can
     * @param snapshotNanos time from one snapshot to the next; the first one is counted from {@code startNanos}
     * @param reportsPositions whether snapshots contain the positions of consumers
     */
    record Start(long startNanos, double messagesPerSecond, long snapshotNanos, boolean reportsPositions)
            implements Message {}

    /** Coordinator: messages that are due from this time on are measured. Sent once, in advance. */
    record MeasureFrom(long atNanos) implements Message {}

    /** Coordinator: pause or resume consumers. They keep polling either way. */
    record Consume(boolean paused) implements Message {}

    /**
     * Coordinator: report how many messages each producer has sent. Answered by {@link SentSoFar}.
     *
     * @param subscription subscription that needs it; the answer repeats it
     */
    record ReportSent(int subscription) implements Message {}

    /**
     * Worker: how many messages its producers have sent.
     *
     * @param subscription as in the request
     * @param messages by the producer's number; their sequences start at 0
     */
    record SentSoFar(int subscription, Map<Integer, Long> messages) implements Message {
        public SentSoFar {
            messages = Map.copyOf(messages);
        }
    }

    /** Coordinator: from this time on the load has this rate, of all producers on all workers together. */
    record ChangeRate(long atNanos, double messagesPerSecond) implements Message {}

    /**
     * Coordinator: from this time on the load follows these rates, of all producers on all workers together.
     *
     * @param atNanos time zero of the rates
     */
    record FollowRates(long atNanos, Rate.Curve rates) implements Message {}

    /** Coordinator: nothing is due from this time on. */
    record EndLoad(long atNanos) implements Message {}

    /**
     * Worker: an order arrived too late, after messages had been sent to which it applies. So these messages are in the
     * wrong phase, or were sent at another rate.
     *
     * @param order name of the order
     * @param byNanos how long after the time from which it applies
     * @param messages number of messages that were due from that time on and had been sent, as far as that is still
     *     known
     */
    record OrderLate(String order, long byNanos, long messages) implements Message {}

    /**
     * Worker: all senders have ended, and all their messages are resolved.
     *
     * @param unsent messages that were due before the end but could not be sent by then
     * @param skipped messages that were skipped because they were late, if the workload asks for that
     * @param senders how busy the sending threads were
     */
    record LoadEnded(long unsent, long skipped, List<SenderWork> senders) implements Message {
        public static final LoadEnded NOTHING = new LoadEnded(0, 0, List.of());

        public LoadEnded {
            senders = List.copyOf(senders);
        }

        public LoadEnded plus(LoadEnded other) {
            return new LoadEnded(
                    unsent + other.unsent,
                    skipped + other.skipped,
                    Stream.concat(senders.stream(), other.senders.stream()).toList());
        }
    }

    /**
     * Worker: what happened since the last one.
     *
     * @param received messages that consumers received, one entry for each consumer
     * @param positions positions of consumers, if they were requested
     */
    record SnapshotTaken(
            Snapshot snapshot,
            SentNumbers sent,
            List<ReceivedNotes> received,
            List<ConsumerPositions> positions,
            List<ErrorCount> errors,
            Throttling throttling,
            InstrumentSample instrument)
            implements Message {
        public SnapshotTaken {
            received = List.copyOf(received);
            positions = List.copyOf(positions);
            errors = List.copyOf(errors);
        }
    }

    /** Coordinator: close everything, send a last snapshot and each client's own figures. */
    record Close() implements Message {}

    /**
     * Worker: what one of its producers did from first to last.
     *
     * @param counts by when the event happened
     * @param unsent messages that were due before the end but could not be sent by then
     * @param measured latencies of its messages that were due in the measurement
     * @param metrics metrics of its client library, in its own names and units
     */
    record ProducerClosed(
            int producer,
            Counts counts,
            long unsent,
            RequestCounts requests,
            LatencySet measured,
            Map<String, Double> metrics)
            implements Message {
        public ProducerClosed {
            metrics = Map.copyOf(metrics);
        }
    }

    /**
     * Worker: figures of one of its consumers for the whole run.
     *
     * @param counts by when the event happened
     * @param measured latencies of its messages that were due in the measurement
     * @param sameHost those from producers on its own host, if {@link ProducerLocations} asks for them
     * @param partitions those from which it received
     * @param metrics metrics of its client library, in its own names and units
     */
    record ConsumerClosed(
            int consumer,
            Counts counts,
            LatencySet measured,
            LatencySet sameHost,
            List<PartitionFigures> partitions,
            Map<String, Double> metrics)
            implements Message {
        public ConsumerClosed {
            partitions = List.copyOf(partitions);
            metrics = Map.copyOf(metrics);
        }
    }

    /** Worker: a message of a feature, which registers its record as a {@link WireRecord}. */
    non-sealed interface OfFeature extends Message {}

    /** Worker: everything is closed; the last message. */
    record Closed() implements Message {}

    /** Worker: it cannot go on, with its reason. */
    record Failed(String reason) implements Message {}

    /**
     * Errors of one kind.
     *
     * @param kind simple name of the exception
     * @param example message of one of them
     * @param count number since the previous snapshot
     */
    record ErrorCount(String kind, String example, long count) {}

    /**
     * A partition from which a subscription has received a probe.
     *
     * @param subscription its number among those of the topic
     * @param partition -1 if the driver does not know the partitions of messages
     */
    record ProvenPartition(String topic, int subscription, int partition) {}

    /** Numbers of messages that were sent, by what became of them. */
    record SentNumbers(SequenceSet acknowledged, SequenceSet failed, SequenceSet aborted) {}

    /**
     * Work of one sending thread in the measurement.
     *
     * @param producers number of producers for which it sends
     * @param messages messages that it sent, and reads that replaced messages
     * @param busyNanos time for which that kept it busy, without waiting for the schedule or inside the client
     */
    record SenderWork(int producers, long messages, long busyNanos) {
        public SenderWork {
            if (producers < 1 || messages < 0 || busyNanos < 0) {
                throw new IllegalArgumentException("a sending thread must have a producer, and no count below 0, got "
                        + producers + ", " + messages + ", " + busyNanos);
            }
        }

        /** Returns the highest rate that it could send, messages per second; infinite if it had nothing to do. */
        public double limitMessagesPerSecond() {
            return busyNanos == 0 ? Double.POSITIVE_INFINITY : messages * 1e9 / busyNanos;
        }
    }

    /**
     * Positions of one consumer.
     *
     * @param subscription number of its subscription among those of its topic
     * @param offsets offset of the next message, by partition, for assigned partitions whose position is known
     */
    record ConsumerPositions(String topic, int subscription, Map<Integer, Long> offsets) {
        public ConsumerPositions {
            offsets = Collections.unmodifiableMap(new TreeMap<>(offsets));
        }
    }

    /** How long brokers delayed the clients of a worker during a snapshot, because they exceeded quotas. */
    record Throttling(Clients producers, Clients consumers) {
        /** No client, or none that reports it. */
        public static final Throttling NONE = new Throttling(Clients.NONE, Clients.NONE);

        /**
         * Clients of one kind.
         *
         * @param nanos sum of the times of all
         * @param longestNanos longest time of one of them
         */
        public record Clients(int count, long nanos, long longestNanos) {
            public static final Clients NONE = new Clients(0, 0, 0);

            public Clients plus(long ofClient) {
                return new Clients(count + 1, nanos + ofClient, Math.max(longestNanos, ofClient));
            }

            public Clients plus(Clients other) {
                return new Clients(
                        count + other.count, nanos + other.nanos, Math.max(longestNanos, other.longestNanos));
            }
        }

        /** Adds clients of another worker, or of another kind of producer. */
        public Throttling plus(Throttling other) {
            return new Throttling(producers.plus(other.producers), consumers.plus(other.consumers));
        }
    }

    /**
     * What a worker reports about itself with a snapshot.
     *
     * @param lateSends how long the worker itself held up messages that were due in the measurement: those that it held
     *     up for longer than its pacing allows
     * @param process what the worker's process used so far
     * @param observation what was observed of the worker's process and host since the last snapshot
     * @param gaps in the progress of its clients since the last snapshot
     */
    record InstrumentSample(
            LatencySamples lateSends, ProcessSample process, Observation observation, List<TopicGaps> gaps) {
        public InstrumentSample {
            gaps = List.copyOf(gaps);
        }
    }

    /**
     * Messages that one consumer recorded for the audit.
     *
     * @param subscription number of its subscription among those of its topic
     * @param messages number of messages that it has received for the first time since the previous notes; where
     *     consumers share partitions, of those whose state is final
     * @param repeats deliveries that its worker has found to be repeated
     * @param unsure messages of which it is unknown whether they are received or delivered again
     * @param offsets where the messages were, also those that this run did not send
     */
    record ReceivedNotes(
            int subscription,
            long messages,
            Repeats repeats,
            AuditNotes notes,
            SequenceSet unsure,
            DeliveredOffsets offsets) {
        /**
         * Deliveries of messages that had been delivered before.
         *
         * @param deliveries number of these deliveries
         * @param resetPartitions how often the client's settings decided where the consumer went on in a partition,
         *     because its group had committed no offset or the offset did not exist any more, although the group had
         *     read messages
         * @param expected deliveries that the system has to repeat because a lock expired or a consumer ended
         */
        public record Repeats(long deliveries, long resetPartitions, long expected) {
            public static final Repeats NONE = new Repeats(0, 0, 0);
        }

        /**
         * Offsets of the messages that one consumer has received since its previous notes.
         *
         * @param spans stretches without gaps; the offsets between them did not arrive at this consumer
         */
        public record DeliveredOffsets(String topic, List<Span> spans) {
            /** Of a consumer that has received nothing, or whose driver does not know offsets. */
            public static final DeliveredOffsets NONE = new DeliveredOffsets("", List.of());

            public DeliveredOffsets {
                spans = List.copyOf(spans);
            }

            /** Consecutive offsets of a partition, up to {@code to}, which is not one of them. */
            public record Span(int partition, long from, long to) {}
        }
    }
}
