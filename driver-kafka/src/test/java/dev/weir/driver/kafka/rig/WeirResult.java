package dev.weir.driver.kafka.rig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the rig reads of a result file. */
final class WeirResult {
    private final JsonNode weir;

    WeirResult(Path file) {
        try {
            weir = new ObjectMapper().readTree(file.toFile()).path("weir");
        } catch (IOException e) {
            throw new UncheckedIOException("Weir has left no result", e);
        }
    }

    Side.Delays sendDelays() {
        JsonNode quantiles = weir.at("/latency/sendDelay/summary/quantilesNanos");
        return Side.Delays.ofNanos(Stream.of("p50", "p99", "p99.9")
                .map(name -> quantiles.required(name).asLong())
                .toList());
    }

    /** When the measurement began, by the clock of this host. */
    Instant measurementBegin() {
        for (JsonNode phase : weir.path("phases")) {
            if (phase.path("phase").asText().equals("measurement")) {
                return OffsetDateTime.parse(phase.required("begin").asText()).toInstant();
            }
        }
        throw new IllegalStateException(
                "the run had no measurement: " + weir.path("failure").asText());
    }

    /** Messages that consumers received per second of the measurement, without its first and its last interval. */
    double receivedPerSecond() {
        List<JsonNode> intervals = new ArrayList<>();
        for (JsonNode interval : weir.path("intervals")) {
            if (interval.path("phase").asText().equals("measurement")) {
                intervals.add(interval);
            }
        }
        long received = 0;
        double seconds = 0;
        for (JsonNode interval : intervals.subList(1, intervals.size() - 1)) {
            received += interval.required("counts").required("received").asLong();
            seconds += interval.required("seconds").asDouble();
        }
        return received / seconds;
    }

    /** Fails unless each acknowledged message was received, once. */
    WeirResult requireCleanAudit() {
        String verdict = weir.at("/audit/verdict").asText();
        if (!verdict.equals("clean")) {
            throw new IllegalStateException("the audit was " + verdict);
        }
        return this;
    }
}
