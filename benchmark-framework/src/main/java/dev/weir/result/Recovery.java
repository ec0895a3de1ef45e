package dev.weir.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.measure.Counts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Makes a result of what a run has left whose coordinator ended before it could: of its journal, and of the histograms
 * beside it. What only the end of a run tells is not in it: the audit, the figures of single clients, what was observed of
 * the processes. One thread.
 */
public final class Recovery {
    private static final List<String> UNKNOWN = List.of("unsent", "skipped", "transactions", "requests");
    private static final List<String> UNKNOWN_OF_WORKERS = List.of("counts", "cpuSeconds", "gcMillis");

    /** Why the coordinator ended before its run did. */
    public enum Cause {
        KILLED("the coordinator was killed"),
        INTERRUPTED("a person ended the coordinator at once"),
        OUT_OF_MEMORY("the coordinator ran out of memory");

        private final String text;

        Cause(String text) {
            this.text = text;
        }
    }

    private final ObjectMapper json = ResultJson.mapper();
    private final Path journal;
    private final StoredJournal stored;
    private final ObjectNode document;
    private final ObjectNode weir;

    private Recovery(Path journal, StoredJournal stored, ObjectNode run) {
        this.journal = journal;
        this.stored = stored;
        this.document = run.deepCopy();
        this.weir = (ObjectNode) document.remove("weir");
    }

    /**
     * Of a journal.
     *
     * @return empty if its coordinator ended before anything was known of the run
     * @throws IOException if it cannot be read
     */
    public static Optional<Recovery> of(Path journal) throws IOException {
        StoredJournal stored = StoredJournal.read(journal);
        return stored.run().map(run -> new Recovery(journal, stored, run));
    }

    /** Where the result of a journal's run lies, or will lie. */
    public static Path resultFile(Path journal) {
        return besideJournal(journal, ".json");
    }

    private static Path besideJournal(Path journal, String ending) {
        String name = journal.toString();
        return Path.of(name.substring(0, name.length() - Journal.ENDING.length()) + ending);
    }

    /** Which run it was, as {@link RunIdentity#id}. */
    public String runId() {
        return weir.path("run").path("id").asText();
    }

    /** Name of the driver, as its file has it. */
    public String driver() {
        return weir.path("provenance").path("driver").path("driver").asText();
    }

    /** Whether the brokers were its own: they have gone with their coordinator, and all that was on them. */
    public boolean wasEmbedded() {
        return weir.path("provenance").path("setup").path("embeddedBrokers").asInt() > 0;
    }

    /** Names of what may still be in the system: topics, or that after which subscriptions are named. */
    public List<String> names() {
        boolean closed = elements(weir.path("phases")).stream()
                .anyMatch(phase -> phase.path("phase").asText().equals(Phase.CLOSE.key()));
        return closed ? List.of() : stored.names();
    }

    /** How many intervals were noted. */
    public int intervals() {
        return stored.intervals().size();
    }

    /** When the last of them ended, ISO-8601; empty if there is none. */
    public Optional<String> lastEnd() {
        return endNanos().stream().mapToObj(IsoTime::of).findFirst();
    }

    private OptionalLong endNanos() {
        return stored.intervals().stream().mapToLong(JournaledInterval::toNanos).max();
    }

    /**
     * Writes the result, whole or not at all.
     *
     * @param cause why the coordinator ended
     * @param further what its reader has to know beside that
     * @return how many bytes of torn lines were left out, of the journal and of the histograms
     * @throws UncheckedIOException if it cannot be written
     */
    public long write(Cause cause, List<Reason> further) {
        var histograms = RecoveredHistograms.of(besideJournal(journal, ".hlog"), stored.intervals());
        long leftOut = stored.unreadableBytes() + histograms.unreadableBytes();
        List<Reason> reasons = new ArrayList<>();
        reasons.add(new Reason(ReasonCode.RECOVERED, explain(histograms, leftOut)));
        if (cause == Cause.INTERRUPTED) {
            reasons.add(new Reason(ReasonCode.INTERRUPTED, "a person ended the run at once"));
        }
        reasons.addAll(further);
        ResultFile.write(document(cause, reasons, histograms), resultFile(journal));
        return leftOut;
    }

    private ObjectNode document(Cause cause, List<Reason> reasons, RecoveredHistograms histograms) {
        ObjectNode top = document.deepCopy();
        top.put("outcome", Outcome.FAILED.name());
        endNanos().ifPresent(end -> top.put("endTime", IsoTime.asOmb(end)));
        histograms.ombSeries().fields(histograms.measured()).forEach((name, value) -> {
            // In the order in which they always stand.
            top.remove(name);
            set(top, name, value);
        });
        ObjectNode ours = weir.deepCopy();
        ours.put("failure", failure(cause));
        ours.put("interrupted", cause == Cause.INTERRUPTED);
        HarnessJson.reasons(reasons)
                .forEach(reason -> ours.withArray("reasons").add(json.<JsonNode>valueToTree(reason)));
        endNanos().ifPresent(end -> ours.withObject("run").put("end", IsoTime.of(end)));
        set(ours, "phases", phases());
        stored.events().forEach(ours.withArray("events")::add);
        set(ours, "parts", histograms.parts());
        List<IntervalSummary> summaries =
                stored.intervals().stream().map(JournaledInterval::interval).toList();
        set(ours, "throughput", Throughput.of(summaries));
        set(ours, "latency", ResultJson.latencies(histograms.measured(), bound(), pacingBoundNanos(ours)));
        set(ours, "intervals", summaries);
        putCounts(ours.withObject("audit"), summaries);
        ours.remove(UNKNOWN);
        ours.path("workers").forEach(worker -> ((ObjectNode) worker).remove(UNKNOWN_OF_WORKERS));
        top.set("weir", ours);
        return top;
    }

    private String failure(Cause cause) {
        return cause.text
                + lastEnd()
                        .map(end -> "; the last interval that it noted ended at " + end)
                        .orElse(" before the first interval was over")
                + "; what came later, the audit and the figures of single clients are not known";
    }

    private String explain(RecoveredHistograms histograms, long leftOut) {
        return "it is made of what the journal held: " + intervals() + " intervals"
                + (leftOut == 0 ? "" : "; " + leftOut + " bytes of torn lines were left out")
                + histograms
                        .trouble()
                        .map(why -> "; latencies are missing: " + why)
                        .orElse("");
    }

    /** Those that had ended when the journal last had them, and those in which intervals lie. */
    private ArrayNode phases() {
        ArrayNode phases = json.createArrayNode();
        Set<String> known = new HashSet<>();
        for (JsonNode phase : weir.path("phases")) {
            phases.add(phase);
            known.add(phase.path("phase").asText());
        }
        List<JournaledInterval> intervals = stored.intervals();
        for (Phase phase : Phase.values()) {
            List<JournaledInterval> inside = intervals.stream()
                    .filter(each -> each.phase() == phase && !known.contains(phase.key()))
                    .toList();
            if (!inside.isEmpty()) {
                var span = new PhaseSpan(
                        phase,
                        inside.get(0).fromNanos(),
                        inside.get(inside.size() - 1).toNanos());
                phases.add(json.<JsonNode>valueToTree(ResultJson.phase(span)));
            }
        }
        return phases;
    }

    private static long pacingBoundNanos(ObjectNode ours) {
        return elements(ours.path("workers")).stream()
                .mapToLong(worker -> worker.path("pacingPrecisionNanos").asLong())
                .max()
                .orElse(0);
    }

    private OptionalLong bound() {
        JsonNode bound = weir.path("clock").path("endToEndBoundNanos");
        return bound.isIntegralNumber() ? OptionalLong.of(bound.longValue()) : OptionalLong.empty();
    }

    /** Whether each message arrived is unknown; how many did, counters have. */
    private void putCounts(ObjectNode audit, List<IntervalSummary> summaries) {
        Counts total = summaries.stream().map(IntervalSummary::counts).reduce(Counts.NONE, Counts::plus);
        boolean off = elements(weir.path("reasons")).stream()
                .anyMatch(reason -> reason.path("code").asText().equals(ReasonCode.AUDIT_OFF.name()));
        audit.put("verdict", off ? "off" : "incomplete");
        audit.put("acknowledged", total.acknowledged());
        audit.put("failed", total.failed());
        audit.put("aborted", total.aborted());
        audit.put("delivered", total.received());
    }

    private static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements;
    }

    private void set(ObjectNode node, String field, Object value) {
        node.set(field, json.<JsonNode>valueToTree(value));
    }
}
