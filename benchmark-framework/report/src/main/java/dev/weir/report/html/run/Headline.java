package dev.weir.report.html.run;

import dev.weir.feature.Features;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * A headline latency that a page draws, if runs have it. It is a seat.
 *
 * @param id part of the names of its charts
 * @param response name of the response time in results
 * @param service name of the service time
 * @param color in charts with several headline latencies
 */
public record Headline(String id, String response, String service, int color) {
    public static final Headline PUBLISH = new Headline("publish-latency", "publishResponse", "publishService", 0);
    public static final Headline END_TO_END =
            new Headline("end-to-end-latency", "endToEndResponse", "endToEndService", 1);

    /** Statistics of a latency that a chart can show; the first is visible at first. */
    public static final List<String> STATISTICS = List.of("p99", "p50", "p99.9", "max");

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
        return Stream.concat(Stream.of(PUBLISH, END_TO_END), Features.in(Headline.class).stream());
    }
}
