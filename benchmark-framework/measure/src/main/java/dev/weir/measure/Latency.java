package dev.weir.measure;

import java.util.List;
import java.util.stream.Stream;

/**
 * The latencies that are taken of a message, in nanoseconds. Its events: intended send time {@code i}, send call
 * {@code s}, send call returned {@code r}, acknowledgement {@code a}, receipt by a consumer {@code c}. A response time
 * starts when the message was due, a service time when it was handed over.
 */
public enum Latency {
    /** Time from {@code i} to {@code a}: the headline of publishing. */
    PUBLISH_RESPONSE("publishResponse"),
    /** Time from {@code s} to {@code a}; OMB's publishLatency. */
    PUBLISH_SERVICE("publishService"),
    /** Time from {@code i} to {@code s}: how late the call was; OMB's publishDelayLatency. */
    SEND_DELAY("sendDelay"),
    /** Time from {@code s} to {@code r}: how long the call took; OMB's scheduleLatency. */
    SEND_CALL("sendCall"),
    /** Time from {@code i} to {@code c}: the headline of delivery. */
    END_TO_END_RESPONSE("endToEndResponse"),
    /** Time from {@code s} to {@code c}; OMB's endToEndLatency. */
    END_TO_END_SERVICE("endToEndService"),
    /** Time from {@code i} to the {@code c} of a delivery that is not the first one of its message to a subscription. */
    REPEATED_END_TO_END("repeatedEndToEnd"),
    /** Time from {@code i} to the {@code c} of the delivery that a consumer of a share group then accepted. */
    ACCEPTED_END_TO_END("acceptedEndToEnd"),
    /** Time in a share group from {@code c} until the consumer accepts or rejects the message, if that is confirmed. */
    ACQUISITION_TO_ACKNOWLEDGEMENT("acquisitionToAcknowledgement"),
    /** Time from {@code i} of a request's messages, which they share, to the {@code a} that comes last. */
    REQUEST_RESPONSE("requestResponse"),
    /** Time from {@code s} of its first message to the {@code a} that comes last. */
    REQUEST_SERVICE("requestService"),
    /** Time of a connection: from the connect call until TCP has connected. */
    CONNECTION_TCP("connectionTcp"),
    /** Time of a connection: the TLS handshake after that. */
    CONNECTION_TLS("connectionTls"),
    /** Time of a connection: the SASL authentication after these. */
    CONNECTION_SASL("connectionSasl"),
    /** Time of a connection: from when its first message was sent until the system has acknowledged it. */
    CONNECTION_FIRST_MESSAGE("connectionFirstMessage"),
    /** Time from when a read was due to when it had messages. */
    READ_RESPONSE("readResponse"),
    /** Time from when a read was begun to when it had messages. */
    READ_SERVICE("readService"),
    /** A whole transaction of a closed loop, see {@code docs/transactions.md}: its headline. */
    TRANSACTION("transaction"),
    /** The begin call. */
    TRANSACTION_BEGIN("transactionBegin"),
    /** Time from the send call of a message to its acknowledgement, within a transaction. */
    TRANSACTION_SEND("transactionSend"),
    /** The call that makes offsets part of a transaction. */
    TRANSACTION_OFFSETS("transactionOffsets"),
    /** The commit call of a transaction that was committed. */
    TRANSACTION_COMMIT("transactionCommit"),
    /** The abort call. */
    TRANSACTION_ABORT("transactionAbort"),
    /** Time from the commit call to the poll that shows the transaction's last message to a reader of committed ones. */
    TRANSACTION_VISIBLE("transactionVisible"),
    /** A transaction of a closed loop that failed, until it was aborted. */
    TRANSACTION_FAILED("transactionFailed"),
    /** A transaction of a closed loop whose answer did not come in time, until it was aborted. */
    TRANSACTION_TIMED_OUT("transactionTimedOut"),
    /** The same work as a {@link #TRANSACTION}, done without one. */
    WITHOUT_TRANSACTION("withoutTransaction");

    /** Headlines of publishing. Of this list and of each below, the first that a run has is its headline. */
    public static final List<Latency> PUBLISHING = List.of(PUBLISH_RESPONSE, PUBLISH_SERVICE, TRANSACTION);

    public static final List<Latency> DELIVERY = List.of(END_TO_END_RESPONSE, END_TO_END_SERVICE);
    public static final List<Latency> REQUESTS = List.of(REQUEST_RESPONSE, REQUEST_SERVICE);
    public static final List<Latency> READS = List.of(READ_RESPONSE, READ_SERVICE);

    /** All headlines. A comparison of runs takes the first that all of them have. */
    public static final List<Latency> HEADLINES = Stream.of(DELIVERY, PUBLISHING, REQUESTS, READS)
            .flatMap(List::stream)
            .toList();

    private final String key;

    Latency(String key) {
        this.key = key;
    }

    /** Returns whether two workers can take part in it, so that it is only as exact as their clocks. */
    public boolean crossesHosts() {
        return switch (this) {
            case END_TO_END_RESPONSE,
                    END_TO_END_SERVICE,
                    REPEATED_END_TO_END,
                    ACCEPTED_END_TO_END,
                    TRANSACTION_VISIBLE -> true;
            default -> false;
        };
    }

    /** Returns whether it starts when a message was due, and so contains delays of pacing. */
    public boolean startsWhenDue() {
        return switch (this) {
            case PUBLISH_RESPONSE,
                    SEND_DELAY,
                    END_TO_END_RESPONSE,
                    REPEATED_END_TO_END,
                    ACCEPTED_END_TO_END,
                    REQUEST_RESPONSE,
                    READ_RESPONSE -> true;
            default -> false;
        };
    }

    /**
     * Returns whether it is the headline of a closed loop. The workload sets how many samples there are, and the loop also
     * does other things in between.
     */
    public boolean isOfLoop() {
        return this == TRANSACTION;
    }

    public String key() {
        return key;
    }
}
