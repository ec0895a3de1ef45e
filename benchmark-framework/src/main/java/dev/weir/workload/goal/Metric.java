package dev.weir.workload.goal;

import java.util.Optional;
import java.util.stream.Stream;

/** What a threshold can be about. The names of the figures are those of results. */
public enum Metric {
    /** A latency, see the design's table of names; with a statistic, as {@code publishResponse.p99}. */
    PUBLISH_RESPONSE("publishResponse", Kind.LATENCY),
    /** Likewise. */
    PUBLISH_SERVICE("publishService", Kind.LATENCY),
    /** Likewise. */
    SEND_DELAY("sendDelay", Kind.LATENCY),
    /** Likewise. */
    SEND_CALL("sendCall", Kind.LATENCY),
    /** Likewise. */
    END_TO_END_RESPONSE("endToEndResponse", Kind.LATENCY),
    /** Likewise. */
    END_TO_END_SERVICE("endToEndService", Kind.LATENCY),
    /** Of share groups: up to the delivery that was accepted. */
    ACCEPTED_END_TO_END("acceptedEndToEnd", Kind.LATENCY),
    /** Of share groups: from that delivery to the acknowledgement. */
    ACQUISITION_TO_ACKNOWLEDGEMENT("acquisitionToAcknowledgement", Kind.LATENCY),
    /** Likewise, where messages are sent in requests. */
    REQUEST_RESPONSE("requestResponse", Kind.LATENCY),
    /** Likewise. */
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
    /** Likewise. */
    READ_SERVICE("readService", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION("transaction", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_BEGIN("transactionBegin", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_SEND("transactionSend", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_OFFSETS("transactionOffsets", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_COMMIT("transactionCommit", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_ABORT("transactionAbort", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_VISIBLE("transactionVisible", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_FAILED("transactionFailed", Kind.LATENCY),
    /** Likewise. */
    TRANSACTION_TIMED_OUT("transactionTimedOut", Kind.LATENCY),
    /** Likewise. */
    WITHOUT_TRANSACTION("withoutTransaction", Kind.LATENCY),
    /** Send calls per second of the measurement. */
    OFFERED_RATE("offeredRate", Kind.RATE),
    /** Acknowledged messages per second of the measurement. */
    ACHIEVED_RATE("achievedRate", Kind.RATE),
    /** Received messages per second of the measurement, of all subscriptions together that are there from the begin. */
    DELIVERED_RATE("deliveredRate", Kind.RATE),
    /** By how much the backlog grows in a second of the measurement: the slope through the ends of its intervals. */
    BACKLOG_GROWTH("backlogGrowth", Kind.RATE),
    /** Deliveries outstanding at the end of an interval of the measurement; the most of them counts. */
    BACKLOG("backlog", Kind.COUNT),
    /** Messages that the clients gave up, from the begin of the measurement on. */
    FAILED("failed", Kind.COUNT),
    /** Errors of consumers, likewise. */
    RECEIVE_FAILED("receiveFailed", Kind.COUNT),
    /** Messages that were due before the load ended, but whose turn did not come. */
    UNSENT("unsent", Kind.FINAL_COUNT),
    /** Messages that were left out because they were late. */
    SKIPPED("skipped", Kind.FINAL_COUNT),
    /** Acknowledged messages that never arrived. */
    LOST("audit.lost", Kind.FINAL_COUNT),
    /** Arrivals of a message that had arrived before. */
    DUPLICATED("audit.duplicated", Kind.FINAL_COUNT),
    /** Arrivals after a later message of the same partition. */
    REORDERED("audit.reordered", Kind.FINAL_COUNT),
    /** Messages that arrived although the client had given them up. */
    DELIVERED_THOUGH_FAILED("audit.deliveredThoughFailed", Kind.FINAL_COUNT),
    /** Messages that arrived although their transaction was aborted. */
    ABORTED_DELIVERED("audit.abortedDelivered", Kind.FINAL_COUNT),
    /** The longest silence of a partition after changes of the members of its group. */
    MEMBER_SILENCE("members.silence", Kind.FINAL_TIME),
    /** The longest time from such a change until the assignment was complete. */
    MEMBER_ASSIGNMENT("members.assignment", Kind.FINAL_TIME),
    /** Whether the run was carried out, and its figures can be believed: from VALID to FAILED, each worse than the last. */
    OUTCOME("outcome", Kind.OUTCOME);

    /** What a metric is measured in, and when it is known. */
    public enum Kind {
        /** Nanoseconds, of each interval. */
        LATENCY,
        /** Messages per second, of each interval. */
        RATE,
        /** Messages, of each interval. */
        COUNT,
        /** Messages, known when the run is over. */
        FINAL_COUNT,
        /** Nanoseconds, known when the run is over. */
        FINAL_TIME,
        /** A name, known when the run is over. */
        OUTCOME
    }

    private final String key;
    private final Kind kind;

    Metric(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    /** Its name in files and results. */
    public String key() {
        return key;
    }

    /** What it is measured in, and when it is known. */
    public Kind kind() {
        return kind;
    }

    /** Whether it is a length of time. */
    public boolean isTime() {
        return kind == Kind.LATENCY || kind == Kind.FINAL_TIME;
    }

    /** Whether it is known of parts of a run, and while the run goes on. */
    public boolean isOfIntervals() {
        return kind != Kind.FINAL_COUNT && kind != Kind.FINAL_TIME && kind != Kind.OUTCOME;
    }

    /** Whether it goes on after the load: messages of the measurement are acknowledged, received or given up then. */
    public boolean outlastsLoad() {
        return kind == Kind.LATENCY || this == FAILED || this == RECEIVE_FAILED;
    }

    /** That of a name. */
    static Optional<Metric> of(String key) {
        return Stream.of(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }
}
