package dev.weir.wire.message;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.weir.clock.ClockStep;
import dev.weir.clock.OffsetRamp;
import dev.weir.measure.ConnectionCounts;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PartitionFigures;
import dev.weir.measure.RequestCounts;
import dev.weir.measure.Snapshot;
import dev.weir.measure.TransactionCounts;
import dev.weir.plan.Assignment;
import dev.weir.workload.load.RateList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Everything that coordinator and worker say to each other. The name of a message is that of its record, beginning in lower
 * case: no other class can be named. Times are epoch nanoseconds <em>of the worker's clock</em>: the coordinator converts.
 *
 * <p>Order of a run: {@link Hello}, {@link Welcome}; {@link Assign}, {@link Ready}; {@link Probe} and
 * {@link ProbesReceived} until every partition is proven; {@link Start}, {@link MeasureFrom}, then {@link SnapshotTaken} again
 * and again, with {@link TransactionTimes} behind it where there is a transaction benchmark, and {@link MemberNotes} before it where the members of groups change, until {@link EndLoad}, {@link LoadEnded} (a transaction benchmark ends by itself, too); {@link Close}, a {@link ProducerClosed} or
 * {@link ConsumerClosed} for each client, {@link Closed}. {@link Ping} and {@link Pong} at any time, {@link Failed} instead of any answer.
 * Where clocks are corrected, a {@link ClockCorrection} before {@link Start} and again before the last one ends.
 *
 * <p>When a connection breaks, the coordinator says {@link Resume} on the next one instead of {@link Hello}, and after
 * {@link Resumed} both go on where the other has heard them. {@link Received} lets the other end forget what it has kept for
 * that; {@link Leave} says that the peer does not come back.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface Message {
    /** Version of this schema. Both sides must have the same one. */
    int PROTOCOL_VERSION = 12;

    /** Whether it is about the connection over which it comes; all others are counted, and come once over however many. */
    default boolean isOfConnection() {
        return this instanceof Ping
                || this instanceof Pong
                || this instanceof Received
                || this instanceof Resume
                || this instanceof Resumed
                || this instanceof NotResumed
                || this instanceof Leave;
    }

    /** Whether a worker that has said so may close the connection at any time. */
    default boolean isLastWord() {
        return this instanceof Closed || this instanceof Failed || this instanceof Refused;
    }

    /** Coordinator: the first message. {@link #PROTOCOL_VERSION} and the run that the worker is wanted for. */
    record Hello(int protocolVersion, String runId) implements Message {}

    /** Worker: it accepts the session. */
    record Welcome(WorkerFacts worker) implements Message {}

    /**
     * Worker: it rejects the session, and why. It closes the connection then. Stays as it is in every version, as
     * {@link Hello} does: it is how versions learn that they differ.
     */
    record Refused(String reason) implements Message {
        private static final String BUSY = "this worker is busy with run ";
        private static final String ENDING = ", which is ending";
        private static final String FULL = "this worker's port is full: ";

        /**
         * Because the worker serves another run.
         *
         * @param coordinator of that run, as {@code Link.peer} names it
         * @param since when it does
         */
        public static Refused busyWith(String runId, String coordinator, Instant since) {
            return new Refused(BUSY + runId + " of " + coordinator + " since " + since.truncatedTo(ChronoUnit.SECONDS));
        }

        /** The same when that run has lost its coordinator, or its clients are being closed: the worker is free soon. */
        public Refused soonFree() {
            return new Refused(reason + ENDING);
        }

        /**
         * Because too many connections have not said what they want.
         *
         * @param ofAddress of these, from the address of the connection that is refused
         */
        public static Refused full(int ofAddress, int inAll) {
            return new Refused(FULL + inAll + " connections have not said what they want, " + ofAddress
                    + " of them from the same address; close them, or try again in some seconds");
        }

        /** Whether the worker serves another run. */
        public boolean saysBusy() {
            return reason.startsWith(BUSY);
        }

        /** Whether that run is ending. */
        public boolean saysEnding() {
            return saysBusy() && reason.endsWith(ENDING);
        }

        /** Whether its port had no room for the connection. */
        public boolean saysFull() {
            return reason.startsWith(FULL);
        }
    }

    /** Coordinator: proof of life, and the first of four time stamps ({@link dev.weir.clock.ClockOffset}). */
    record Ping(long sentNanos) implements Message {}

    /** Worker: the answer, at once, whatever else it is doing. */
    record Pong(long pingSentNanos, long pingReceivedNanos, long sentNanos) implements Message {}

    /** Both: so many messages of the other end have been heard, from the first one on. */
    record Received(long messages) implements Message {}

    /**
     * Coordinator: the first message of another connection, to go on with a run.
     *
     * @param instance of the worker's process, see {@link WorkerFacts}
     * @param attempt grows with each connection
     * @param received so many messages of the worker have been heard
     */
    record Resume(String runId, String instance, int attempt, long received) implements Message {}

    /** Worker: it goes on; so many messages of the coordinator have been heard. */
    record Resumed(long received) implements Message {}

    /** Worker: there is nothing to go on with, and why. It closes the connection then. */
    record NotResumed(String reason) implements Message {
        private static final String RESTARTED = "another process answers there: the worker was restarted";

        /** Because the process that had the run has ended, and another one listens at its address. */
        public static NotResumed restarted() {
            return new NotResumed(RESTARTED);
        }

        /** Whether that is why. */
        public boolean saysRestarted() {
            return reason.equals(RESTARTED);
        }
    }

    /** Coordinator: it goes, and does not come back. */
    record Leave() implements Message {}

    /** Coordinator: open these producers and consumers. */
    record Assign(Assignment assignment, ProducerLocations places) implements Message {}

    /**
     * Worker: all of them are open.
     *
     * @param pacingPrecisionNanos its senders wake up at most once in so long; 0 without a sender
     * @param pacingSpinNanos for so long before a message is due they spin, instead of being parked
     */
    record Ready(long pacingPrecisionNanos, long pacingSpinNanos) implements Message {}

    /** Coordinator: send a probe to each partition that your producers are to prove. */
    record Probe() implements Message {}

    /**
     * Worker: how the proof goes on.
     *
     * @param partitions from which a probe has arrived that had not before
     * @param assignedConsumers how many of its consumers have partitions by now
     * @param errors what went wrong since the last one
     */
    record ProbesReceived(List<ProvenPartition> partitions, int assignedConsumers, List<ErrorCount> errors)
            implements Message {
        public ProbesReceived {
            partitions = List.copyOf(partitions);
            errors = List.copyOf(errors);
        }
    }

    /**
     * Coordinator: how the clocks run for a while; beyond its end too, until the next one begins.
     *
     * @param coordinator the worker's clock minus the coordinator's, by the worker's clock
     * @param producing the clocks of the workers in the order of their numbers minus this worker's, by this worker's clock;
     *     empty for a worker without consumers
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
     * @param messagesPerSecond of all producers on all workers together, more than 0; infinite: as fast as each can
     * @param snapshotNanos from one snapshot to the next, the first one counted from {@code startNanos}
     * @param tellsPositions whether snapshots are to tell the positions of consumers
     */
    record Start(long startNanos, double messagesPerSecond, long snapshotNanos, boolean tellsPositions)
            implements Message {}

    /** Coordinator: messages that are due from then on are measured. Said once, before. */
    record MeasureFrom(long atNanos) implements Message {}

    /** Coordinator: consumers are to be paused, or to go on. They keep polling either way. */
    record Consume(boolean paused) implements Message {}

    /**
     * Coordinator: say how many messages each producer has sent. Answered by {@link SentSoFar}.
     *
     * @param subscription for whose sake it is asked; given back
     */
    record TellSent(int subscription) implements Message {}

    /**
     * Worker: how many messages its producers have sent.
     *
     * @param subscription as it was asked
     * @param messages by the producer's number; their sequences are from 0 on
     */
    record SentSoFar(int subscription, Map<Integer, Long> messages) implements Message {
        public SentSoFar {
            messages = Map.copyOf(messages);
        }
    }

    /** Coordinator: from then on the load has this rate, of all producers on all workers together. */
    record ChangeRate(long atNanos, double messagesPerSecond) implements Message {}

    /**
     * Coordinator: from then on the load follows these rates, of all producers on all workers together.
     *
     * @param atNanos the rates' time zero
     */
    record FollowRates(long atNanos, RateList rates) implements Message {}

    /** Coordinator: nothing is due from then on. */
    record EndLoad(long atNanos) implements Message {}

    /**
     * Worker: an order arrived after the moment from which it holds, and after messages had been sent to which it applies:
     * these were sent as the orders before said, so that they are in the wrong phase, or were sent at another rate.
     *
     * @param order its name as a message
     * @param byNanos how long after that moment it arrived
     * @param messages that had been sent by then of those that were due from that moment on, as far as that is still known
     */
    record OrderLate(String order, long byNanos, long messages) implements Message {}

    /**
     * Worker: all senders have ended, and nothing that they sent is unresolved.
     *
     * @param unsent messages that were due before the end but could not be sent by then
     * @param skipped messages that were left out because they were late, where that was asked for
     * @param senders how busy the sending threads were
     */
    record LoadEnded(long unsent, long skipped, List<SenderWork> senders) implements Message {
        public LoadEnded {
            senders = List.copyOf(senders);
        }
    }

    /**
     * Worker: what happened since the last one.
     *
     * @param snapshot counts and latencies
     * @param sent what became of messages that were sent
     * @param transactions that have ended so far, from first to last
     * @param received messages that consumers received, one entry for each consumer
     * @param positions of consumers, if they were asked for
     * @param errors what went wrong, by kind
     * @param instrument what may have disturbed the measurement
     */
    record SnapshotTaken(
            Snapshot snapshot,
            SentNumbers sent,
            TransactionCounts transactions,
            List<ReceivedNotes> received,
            List<ConsumerPositions> positions,
            List<ErrorCount> errors,
            InstrumentSample instrument)
            implements Message {
        public SnapshotTaken {
            received = List.copyOf(received);
            positions = List.copyOf(positions);
            errors = List.copyOf(errors);
        }
    }

    /**
     * Worker: the single times of a client of a transaction benchmark since the last one, nanoseconds; what was measured of
     * transactions that were committed at the first attempt.
     *
     * @param client its number in the run
     * @param nanos of whole transactions
     * @param offsetsNanos of each of them, how long it took to send offsets; 0 where none are sent
     * @param commitNanos of each of them, how long the commit call took
     * @param withoutNanos of the same work without a transaction, one after the other
     * @param timeouts how often, so far, no answer came in time and the same was asked again
     * @param unavailableNanos how long, so far, nothing succeeded: from the begin of an attempt that failed to the next end of one
     *     that did not
     */
    record TransactionTimes(
            int client,
            List<Long> nanos,
            List<Long> offsetsNanos,
            List<Long> commitNanos,
            List<Long> withoutNanos,
            long timeouts,
            long unavailableNanos)
            implements Message {
        public TransactionTimes {
            nanos = List.copyOf(nanos);
            offsetsNanos = List.copyOf(offsetsNanos);
            commitNanos = List.copyOf(commitNanos);
            withoutNanos = List.copyOf(withoutNanos);
            if (nanos.size() != offsetsNanos.size() || nanos.size() != commitNanos.size()) {
                throw new IllegalArgumentException("each transaction has three times, got " + nanos.size() + ", "
                        + offsetsNanos.size() + " and " + commitNanos.size());
            }
        }
    }

    /**
     * Worker: what became, since the last one, of a consumer in a group whose members change.
     *
     * @param consumer its number in the run
     * @param changes of the consumer and of its partitions, in order
     * @param spans in which it received messages, that have ended
     */
    record MemberNotes(int consumer, List<MemberChange> changes, List<DeliverySpan> spans) implements Message {
        public MemberNotes {
            changes = List.copyOf(changes);
            spans = List.copyOf(spans);
        }
    }

    /** Coordinator: close everything, send a last snapshot and each client's own figures. */
    record Close() implements Message {}

    /**
     * Worker: what one of its producers did from first to last.
     *
     * @param producer its number in the run
     * @param counts by when the event happened
     * @param unsent messages that were due before the end but could not be sent by then
     * @param requests that it sent and read, where the load is in requests
     * @param connections of its own
     * @param measured latencies of its messages that were due in the measurement
     * @param metrics of its client library, in its own names and units
     */
    record ProducerClosed(
            int producer,
            Counts counts,
            long unsent,
            RequestCounts requests,
            ConnectionCounts connections,
            LatencySet measured,
            Map<String, Double> metrics)
            implements Message {
        public ProducerClosed {
            metrics = Map.copyOf(metrics);
        }
    }

    /**
     * Worker: what one of its consumers did from first to last.
     *
     * @param consumer its number in the run
     * @param counts by when the event happened
     * @param measured latencies of its messages that were due in the measurement
     * @param sameHost those of them that came from producers on its own host, if {@link ProducerLocations} asked for them
     * @param partitions those from which it received
     * @param metrics of its client library, in its own names and units
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

    /**
     * Worker: what one of its instances of a pipeline did from first to last.
     *
     * @param instance its number in the run
     * @param messages of the transactions that it committed
     * @param transactions that have ended
     * @param measured latencies of transactions whose last message was due in the measurement
     * @param metrics of its producer's client library, in its own names and units
     */
    record PipelineClosed(
            int instance,
            long messages,
            TransactionCounts transactions,
            LatencySet measured,
            Map<String, Double> metrics)
            implements Message {
        public PipelineClosed {
            metrics = Map.copyOf(metrics);
        }
    }

    /** Worker: everything is closed; the last message. */
    record Closed() implements Message {}

    /** Worker: it cannot go on, in its own words. */
    record Failed(String reason) implements Message {}
}
