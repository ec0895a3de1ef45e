package dev.weir.report.html.run;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The latencies that a page draws, as far as runs have them, by the names that they have in results. */
public enum Headline {
    PUBLISH("publish-latency", "publishResponse", "publishService", 0),
    END_TO_END("end-to-end-latency", "endToEndResponse", "endToEndService", 1),
    REQUEST("request-latency", "requestResponse", "requestService", 2),
    READ("read-latency", "readResponse", "readService", 3),
    /** Begun and committed at once: it has no time at which it was due. */
    TRANSACTION("transaction-latency", "transaction", "transaction", 4);

    /** What a chart can show of a latency; the one that is seen first stands first. */
    public static final List<String> STATISTICS = List.of("p99", "p50", "p99.9", "max");

    private final String id;
    private final String response;
    private final String service;
    private final int color;

    Headline(String id, String response, String service, int color) {
        this.id = id;
        this.response = response;
        this.service = service;
        this.color = color;
    }

    /** Of its chart. */
    public String id() {
        return id;
    }

    /** Where both are in one chart. */
    public int color() {
        return color;
    }

    public String response() {
        return response;
    }

    /** From when a message was handed over. */
    public String service() {
        return service;
    }

    /** The response time, or where no load had a rate and OMB's files do not tell it, the service time. */
    public String of(Collection<ShownRun> runs) {
        return runs.stream()
                        // One that failed before its measurement has none, and says nothing of the others.
                        .filter(run -> run.isOmb() || run.latencies().containsKey(service))
                        .allMatch(run -> run.latencies().containsKey(response))
                ? response
                : service;
    }

    public static Stream<Headline> all() {
        return Stream.of(values());
    }
}
