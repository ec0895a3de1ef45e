package dev.weir.result.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.workload.text.Checks;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A journal that was read, as far as it was written, in order. Used by one thread.
 *
 * @param run last facts about the run: a result without figures; empty if the run was killed before
 * @param names names of what it has created, or would have created, in the system
 * @param unreadableBytes size of unreadable lines: the last line of a killed run can be torn
 */
record StoredJournal(
        Optional<RunDocument> run,
        List<String> names,
        List<RunEvent> events,
        List<JournaledInterval> intervals,
        long unreadableBytes) {
    private static final ObjectReader LINE = DocumentReader.json().readerFor(JsonNode.class);
    private static final ObjectReader INTERVAL = DocumentReader.json()
            .readerFor(JournaledInterval.class)
            .with(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

    StoredJournal {
        names = List.copyOf(names);
        events = List.copyOf(events);
        intervals = List.copyOf(intervals);
    }

    static StoredJournal read(Path file) throws IOException {
        Optional<RunDocument> run = Optional.empty();
        List<String> names = new ArrayList<>();
        List<RunEvent> events = new ArrayList<>();
        List<JournaledInterval> intervals = new ArrayList<>();
        long unreadableBytes = 0;
        // Not UTF-8, because a line that is torn inside a character is no error.
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                byte[] line = text.getBytes(StandardCharsets.ISO_8859_1);
                try {
                    JsonNode node = LINE.readTree(line);
                    Optional<RunDocument> known = known(node.path("run"));
                    if (known.isPresent()) {
                        run = known;
                        names.clear();
                        node.path("names").forEach(name -> names.add(name.asText()));
                    } else if (node.path("event").path("kind").isTextual()) {
                        events.add(DocumentReader.json().treeToValue(node.path("event"), RunEvent.class));
                    } else if (node.has("interval")) {
                        intervals.add(INTERVAL.readValue(node));
                    } else {
                        unreadableBytes += line.length;
                    }
                } catch (JsonProcessingException e) {
                    unreadableBytes += line.length;
                }
            }
        }
        return new StoredJournal(run, names, events, intervals, unreadableBytes);
    }

    /** Returns the facts about a run; empty if they lack a part that a result needs in addition to its figures. */
    private static Optional<RunDocument> known(JsonNode facts) throws JsonProcessingException {
        if (!facts.isObject()) {
            return Optional.empty();
        }
        RunDocument run = DocumentReader.json().treeToValue(facts, RunDocument.class);
        RunDetails weir = run.weir().orElse(RunDetails.NONE);
        boolean isOfRun = run.schemaVersion() == DocumentReader.SCHEMA_VERSION
                && weir.course().run().isPresent()
                && weir.checks().audit().isPresent()
                && weir.origin().provenance().isPresent();
        return isOfRun ? Optional.of(run) : Optional.empty();
    }

    /**
     * A reporting interval in a journal.
     *
     * @param part part of the load in which it lies
     * @param fromNanos its begin, epoch nanoseconds
     */
    record JournaledInterval(String part, long fromNanos, long toNanos, IntervalSummary interval) {
        JournaledInterval {
            Checks.refuseIf(
                    toNanos < fromNanos || Phase.of(interval.phase()).isEmpty(),
                    "an interval must end after it began, in a phase that there is");
        }

        Phase phase() {
            return Phase.of(interval.phase()).orElseThrow();
        }

        boolean is(long begin, long end) {
            return fromNanos == begin && toNanos == end;
        }
    }
}
