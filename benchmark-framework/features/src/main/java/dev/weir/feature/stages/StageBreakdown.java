package dev.weir.feature.stages;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A figure of a latency, divided into the stages of a message's way. The stages of a mean add up to it. Those of a
 * percentile do not, because each is the percentile of its own.
 *
 * @param latency name of the latency
 * @param figure {@code mean} or {@code p99}
 * @param lowerBound whether the value is only a lower bound, because latencies did not end
 * @param brokers number of endpoints whose produce requests are in it; 0 if the stages in the brokers are unknown
 * @param stages in the order of the way
 */
record StageBreakdown(
        String latency, String figure, long totalNanos, boolean lowerBound, int brokers, List<StageTime> stages) {
    public static final String MEAN = "mean";
    public static final String TAIL = "p99";

    public StageBreakdown {
        stages = List.copyOf(stages);
    }

    public enum Basis {
        /** Measured of the messages themselves, or of requests that carry one message each. */
        MEASURED,
        /** Of requests or batches, in place of messages; in a percentile, of other messages. */
        ESTIMATED,
        /** What the other stages leave. */
        REMAINDER,
        UNKNOWN,
        /** A remainder below 0: the estimated stages are too long. */
        INCONSISTENT;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Time of a stage.
     *
     * @param stage see {@link MessageStage#key}
     * @param nanos empty if unknown
     * @param basis see {@link Basis#key}
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record StageTime(String stage, OptionalLong nanos, String basis) {
        public static StageTime of(MessageStage stage, long nanos, Basis basis) {
            return new StageTime(stage.key(), OptionalLong.of(nanos), basis.key());
        }

        public static StageTime unknown(MessageStage stage) {
            return new StageTime(stage.key(), OptionalLong.empty(), Basis.UNKNOWN.key());
        }

        public boolean is(Basis other) {
            return basis.equals(other.key());
        }
    }

    /** Part of the way of a message from its intended send time to its acknowledgement or its receipt. */
    enum MessageStage {
        SEND_DELAY("sendDelay", "send delay", "c0"),
        CLIENT_QUEUE("clientQueue", "queue of the producer", "c1"),
        REQUEST_QUEUE("requestQueue", "request queue of the broker", "c2"),
        LOCAL_LOG("localLog", "local log of the broker", "c3"),
        REPLICATION("replication", "wait for replicas", "c4"),
        RESPONSE_QUEUE("responseQueue", "response queue of the broker", "c5"),
        RESPONSE_SEND("responseSend", "sending the response", "c6"),
        FETCH_WAIT("fetchWait", "wait for a fetch request", "c7"),
        FETCH_RESPONSE_QUEUE("fetchResponseQueue", "response queue of the broker, fetch", "c8"),
        FETCH_RESPONSE_SEND("fetchResponseSend", "sending the response, fetch", "c9"),
        /** Remainder of publishing. */
        NETWORK_AND_CLIENT("networkAndClient", "network and client", "c7"),
        /** Remainder of delivery: with the wait for a fetch request, and with any backlog. */
        DELIVERY("delivery", "fetch wait, network and clients", "c7"),
        /** Remainder if the brokers report no times. */
        NOT_DIVIDED("notDivided", "client to client, not divided", "c7");

        private final String key;
        private final String text;
        private final String color;

        /** @param color style class of its color */
        MessageStage(String key, String text, String color) {
            this.key = key;
            this.text = text;
            this.color = color;
        }

        public String key() {
            return key;
        }

        /** Returns the name for people of a stage of a result, which can be of a newer version of Weir. */
        public static String text(String key) {
            return of(key).map(stage -> stage.text).orElse(key);
        }

        /** Returns the style class of the color of a stage of a result. */
        public static String color(String key) {
            return of(key).map(stage -> stage.color).orElse(NOT_DIVIDED.color);
        }

        private static Optional<MessageStage> of(String key) {
            return Stream.of(values()).filter(stage -> stage.key.equals(key)).findFirst();
        }
    }
}
