package dev.weir.report.html.run;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Headline latencies that a page draws, if runs have them, by their names in results. */
public enum Headline {
    PUBLISH("publish-latency", "publishResponse", "publishService", 0),
    END_TO_END("end-to-end-latency", "endToEndResponse", "endToEndService", 1),
    REQUEST("request-latency", "requestResponse", "requestService", 2),
    READ("read-latency", "readResponse", "readService", 3),
    /** Begun and committed at once, so it has no due time. */
    TRANSACTION("transaction-latency", "transaction", "transaction", 4);

    /** Statistics of a latency that a chart can show; the first is visible at first. */
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

    public String id() {
        return id;
    }

    /** Returns its colour in charts with several headline latencies. */
    public int color() {
        return color;
    }

    public String response() {
        return response;
    }

    /** Returns the name of its service time. */
    public String service() {
        return service;
    }

    /** Returns the response time, or, if no load had a rate and OMB's files lack it, the service time. */
    public String of(Collection<ShownRun> runs) {
        return runs.stream()
                        // A run that failed before its measurement has no latencies, and does not count here.
                        .filter(run -> run.isOmb() || run.latencies().containsKey(service))
                        .allMatch(run -> run.latencies().containsKey(response))
                ? response
                : service;
    }

    public static Stream<Headline> all() {
        return Stream.of(values());
    }
}
