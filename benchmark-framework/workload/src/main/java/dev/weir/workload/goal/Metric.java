package dev.weir.workload.goal;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Metrics of thresholds. Their names are those of results; {@code docs/internals/latencies.md} defines the latencies,
 * which have a statistic, as {@code publishResponse.p99}.
 */
public enum Metric {
    PUBLISH_RESPONSE("publishResponse", Kind.LATENCY),
    PUBLISH_SERVICE("publishService", Kind.LATENCY),
    SEND_DELAY("sendDelay", Kind.LATENCY),
    SEND_CALL("sendCall", Kind.LATENCY),
    END_TO_END_RESPONSE("endToEndResponse", Kind.LATENCY),
    END_TO_END_SERVICE("endToEndService", Kind.LATENCY),
    /** Of deliveries that are not the first one of their message. */
    REPEATED_END_TO_END("repeatedEndToEnd", Kind.LATENCY),
    /** In share groups: until the delivery that was accepted. */
    ACCEPTED_END_TO_END("acceptedEndToEnd", Kind.LATENCY),
    /** In share groups: from that delivery to the acknowledgement. */
    ACQUISITION_TO_ACKNOWLEDGEMENT("acquisitionToAcknowledgement", Kind.LATENCY),
    REQUEST_RESPONSE("requestResponse", Kind.LATENCY),
    REQUEST_SERVICE("requestService", Kind.LATENCY),
    /** Of connections of a producer's own: until TCP has connected. */
    CONNECTION_TCP("connectionTcp", Kind.LATENCY),
    /** Likewise: the TLS handshake. */
    CONNECTION_TLS("connectionTls", Kind.LATENCY),
    /** Likewise: the SASL authentication. */
    CONNECTION_SASL("connectionSasl", Kind.LATENCY),
    /** Likewise: the first message. */
    CONNECTION_FIRST_MESSAGE("connectionFirstMessage", Kind.LATENCY),
    /** Likewise, where producers read. */
    READ_RESPONSE("readResponse", Kind.LATENCY),
    READ_SERVICE("readService", Kind.LATENCY),
    TRANSACTION("transaction", Kind.LATENCY),
    TRANSACTION_BEGIN("transactionBegin", Kind.LATENCY),
    TRANSACTION_SEND("transactionSend", Kind.LATENCY),
    TRANSACTION_OFFSETS("transactionOffsets", Kind.LATENCY),
    TRANSACTION_COMMIT("transactionCommit", Kind.LATENCY),
    TRANSACTION_ABORT("transactionAbort", Kind.LATENCY),
    TRANSACTION_VISIBLE("transactionVisible", Kind.LATENCY),
    TRANSACTION_FAILED("transactionFailed", Kind.LATENCY),
    TRANSACTION_TIMED_OUT("transactionTimedOut", Kind.LATENCY),
    WITHOUT_TRANSACTION("withoutTransaction", Kind.LATENCY),
    /** Send calls per second of the measurement. */
    OFFERED_RATE("offeredRate", Kind.RATE),
    /** Acknowledged messages per second of the measurement. */
    ACHIEVED_RATE("achievedRate", Kind.RATE),
    /** First deliveries per second of the measurement, of all subscriptions that began with the load. */
    DELIVERED_RATE("deliveredRate", Kind.RATE),
    /** Growth of the backlog per second of the measurement: the slope through the ends of its intervals. */
    BACKLOG_GROWTH("backlogGrowth", Kind.RATE),
    /** Outstanding deliveries at the end of an interval of the measurement; the largest number counts. */
    BACKLOG("backlog", Kind.COUNT),
    /** Messages that the clients gave up, from the begin of the measurement on. */
    FAILED("failed", Kind.COUNT),
    /** Errors of consumers, from the begin of the measurement on. */
    RECEIVE_FAILED("receiveFailed", Kind.COUNT),
    /** Messages that were due before the load ended but were not sent. */
    UNSENT("unsent", Kind.FINAL_COUNT),
    /** Messages that were skipped because they were late. */
    SKIPPED("skipped", Kind.FINAL_COUNT),
    /** Acknowledged messages that never arrived. */
    LOST("audit.lost", Kind.FINAL_COUNT),
    /** Arrivals of messages that had arrived before. */
    DUPLICATED("audit.duplicated", Kind.FINAL_COUNT),
    /** Arrivals after a later message of the same partition. */
    REORDERED("audit.reordered", Kind.FINAL_COUNT),
    /** Messages that arrived although the client had given them up. */
    DELIVERED_THOUGH_FAILED("audit.deliveredThoughFailed", Kind.FINAL_COUNT),
    /** Aborted messages that arrived. */
    ABORTED_DELIVERED("audit.abortedDelivered", Kind.FINAL_COUNT),
    /** Longest silence of a partition after changes of the members of its group. */
    MEMBER_SILENCE("members.silence", Kind.FINAL_TIME),
    /** Longest time from such a change until the assignment was complete. */
    MEMBER_ASSIGNMENT("members.assignment", Kind.FINAL_TIME),
    /** Outcome of the run: from VALID to FAILED, each worse than the previous one. */
    OUTCOME("outcome", Kind.OUTCOME);

    /** Unit of a metric, and when it is known. */
    public enum Kind {
        /** Nanoseconds, for each interval. */
        LATENCY,
        /** Messages per second, for each interval. */
        RATE,
        /** Messages, for each interval. */
        COUNT,
        /** Messages, known at the end of the run. */
        FINAL_COUNT,
        /** Nanoseconds, known at the end of the run. */
        FINAL_TIME,
        /** A name, known at the end of the run. */
        OUTCOME
    }

    private final String key;
    private final Kind kind;

    Metric(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    public String key() {
        return key;
    }

    public Kind kind() {
        return kind;
    }

    public boolean higherIsBetter() {
        return kind == Kind.RATE;
    }

    public boolean isTime() {
        return kind == Kind.LATENCY || kind == Kind.FINAL_TIME;
    }

    /** Returns whether it is known for parts of a run, and during the run. */
    public boolean isOfIntervals() {
        return kind != Kind.FINAL_COUNT && kind != Kind.FINAL_TIME && kind != Kind.OUTCOME;
    }

    /** Returns whether it changes after the load, when messages are still acknowledged, received or given up. */
    public boolean outlastsLoad() {
        return kind == Kind.LATENCY || this == FAILED || this == RECEIVE_FAILED;
    }

    public boolean isOfConnections() {
        return this == CONNECTION_TCP
                || this == CONNECTION_TLS
                || this == CONNECTION_SASL
                || this == CONNECTION_FIRST_MESSAGE;
    }

    static Optional<Metric> of(String key) {
        return Stream.of(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }
}
