package dev.weir.result.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.feature.Features;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Audit;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares fields of a result that state one number twice, or whose sums are other fields. Used by one thread. */
final class StatedSums {
    private static final String INTERVALS = "/weir/intervals";
    private static final String WORKERS = "/weir/workers";
    private static final String PRODUCERS = "/weir/producers";
    private static final String CONSUMERS = "/weir/consumers";
    private static final String PARTITIONS = "/weir/partitions";
    private static final String SUBSCRIPTIONS = "/weir/subscriptions";
    private static final String AUDIT = "/weir/audit/";
    private static final String WORKLOAD = "/weir/provenance/workload/";
    private static final String COUNTS = "counts/";

    private static final List<String> SENDS = List.of("sent", "sentBytes", "acknowledged", "failed", "aborted");
    private static final String RECEIVED = "received";
    private static final String REPEATED = "repeated";
    private static final List<String> RECEIPTS = List.of("receivedBytes", "receiveFailed", "foreign");

    /** Fields on top, as in OMB, by the path of the same value. */
    private static final Map<String, String> SAME = Map.of(
            "/workload", WORKLOAD + "name",
            "/driver", "/weir/provenance/driver/name",
            "/messageSize", WORKLOAD + "messageSize",
            "/keyDistributor", WORKLOAD + "keyDistributor",
            "/producersPerTopic", WORKLOAD + "producersPerTopic",
            "/subscriptionsPerTopic", WORKLOAD + "subscriptionsPerTopic",
            "/consumersPerTopic", WORKLOAD + "consumerPerSubscription",
            "/sampleRateMillis", WORKLOAD + "sampleRateMillis",
            "/producerRate", WORKLOAD + "producerRate",
            "/weir/provenance/seed", WORKLOAD + "seed");

    private final RunDetails weir;
    private final FieldComparison fields;
    private final boolean isComplete;
    private final boolean countsAll;

    StatedSums(RunDocument run, RunDetails weir, FieldComparison fields) {
        this.weir = weir;
        this.fields = fields;
        this.isComplete = run.outcome().filter(Outcome.FAILED::equals).isEmpty()
                && weir.instrument().workers().stream()
                        .allMatch(worker -> worker.lost().isEmpty())
                && !has(ReasonCode.WORKER_LOST);
        this.countsAll = isComplete
                && !hasRelays(weir)
                && !weir.sharesPartitions()
                && Features.in(ResultPart.class).stream()
                        .allMatch(part -> part.hasAllClients() || part.in(weir).isEmpty())
                && weir.clients().subscriptions().stream()
                        .allMatch(each -> each.laterStart().isEmpty());
    }

    private static boolean hasRelays(RunDetails weir) {
        return weir.instrument().workers().stream().anyMatch(worker -> worker.pipelines() > 0);
    }

    private boolean has(ReasonCode code) {
        return weir.verdict().reasons().stream().map(Reason::code).anyMatch(each -> each == code);
    }

    void compare() {
        compareReasons();
        SAME.forEach(this::compareSame);
        weir.checks().audit().ifPresent(this::compareAudit);
        if (isComplete) {
            Stream.concat(SENDS.stream(), RECEIPTS.stream())
                    .forEach(name -> compareSums(entries(INTERVALS, COUNTS + name), entries(WORKERS, COUNTS + name)));
            compareSums(arrivals(INTERVALS), arrivals(WORKERS));
        }
        if (countsAll) {
            compareClients();
        }
    }

    private void compareReasons() {
        List<Reason> reasons = weir.verdict().reasons();
        for (int i = 0; i < reasons.size(); i++) {
            // A severity that depends on the run is confirmed by nothing, but it is one of those that its code can
            // have.
            Severity stated = reasons.get(i).severity();
            if (reasons.get(i).code() instanceof ReasonCode code
                    && (code.least() == code.worst()
                            || stated.compareTo(code.least()) < 0
                            || stated.compareTo(code.worst()) > 0)) {
                fields.compare("/weir/reasons/" + i + "/severity", code.least());
            }
        }
        fields.compare("/weir/interrupted", has(ReasonCode.INTERRUPTED));
    }

    private void compareAudit(Audit audit) {
        fields.compare(AUDIT + "verdict", audit.result().verdict());
        if (!isComplete) {
            return;
        }
        boolean acknowledges = countsAll || !hasRelays(weir);
        for (String name : acknowledges ? List.of("acknowledged", "failed", "aborted") : List.<String>of()) {
            compareSums(List.of(AUDIT + name), entries(INTERVALS, COUNTS + name));
        }
        if (countsAll && audit.complete() && audit.result().audited()) {
            // Each arrival is the first one of its message, or another one.
            compareSums(
                    Stream.of("delivered", "duplicated", "redelivered")
                            .map(AUDIT::concat)
                            .toList(),
                    arrivals(INTERVALS));
        }
    }

    /**
     * Returns the counts of first and of repeated deliveries. Only their sum is the same everywhere: intervals count a
     * delivery as repeated if another worker had the first one, which the worker itself cannot know.
     */
    private List<String> arrivals(String list) {
        return Stream.of(RECEIVED, REPEATED)
                .flatMap(name -> entries(list, COUNTS + name).stream())
                .toList();
    }

    private void compareClients() {
        SENDS.forEach(name -> compareSums(entries(PRODUCERS, COUNTS + name), entries(WORKERS, COUNTS + name)));
        if (!fields.at(CONSUMERS).isEmpty()) {
            Stream.concat(RECEIPTS.stream(), Stream.of(RECEIVED, REPEATED))
                    .forEach(name -> compareSums(entries(CONSUMERS, COUNTS + name), entries(WORKERS, COUNTS + name)));
            List<String> received = entries(PARTITIONS, RECEIVED);
            if (!received.isEmpty()) {
                compareSums(received, entries(CONSUMERS, COUNTS + RECEIVED));
            }
            if (values(entries(INTERVALS, COUNTS + REPEATED)).sum()
                    == values(entries(WORKERS, COUNTS + REPEATED)).sum()) {
                compareSums(
                        entries(SUBSCRIPTIONS, "deliveredMessagesPerSecond"),
                        List.of("/weir/throughput/deliveredMessagesPerSecond"));
            }
        }
        if (weir.load().unsent().isPresent()) {
            compareSums(List.of("/weir/unsent"), entries(PRODUCERS, "unsent"));
        }
        if (!has(ReasonCode.CLIENT_LATENCIES_SHARED)) {
            for (String name : List.of("publishResponse", "publishService", "sendDelay", "sendCall")) {
                compareLatency(PRODUCERS, name);
            }
            for (String name : List.of("endToEndResponse", "endToEndService")) {
                compareLatency(CONSUMERS, name);
                compareLatency(SUBSCRIPTIONS, name);
            }
        }
    }

    private void compareLatency(String clients, String name) {
        for (String figure : List.of("count", "negative")) {
            List<String> counts = entries(clients, "latency/" + name + "/" + figure);
            if (!counts.isEmpty()) {
                compareSums(counts, List.of("/weir/latency/" + name + "/summary/" + figure));
            }
        }
    }

    private void compareSame(String one, String other) {
        JsonNode value = fields.at(other);
        if (value.isValueNode() && fields.at(one).isValueNode()) {
            fields.compare(one, value);
            fields.confirm(other);
        }
    }

    /** Compares two sums; fields that are absent count as 0. */
    private void compareSums(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        fields.compareSum(
                "sum of " + text(some) + ", by " + text(others),
                values(some).sum(),
                values(others).sum(),
                all);
    }

    private DoubleStream values(List<String> paths) {
        return paths.stream().mapToDouble(path -> fields.at(path).asDouble());
    }

    private static String text(List<String> paths) {
        return paths.stream()
                .map(path -> FieldComparison.shown(path).replaceAll("\\.\\d+\\.", "[]."))
                .distinct()
                .reduce((one, next) -> one + " and " + next)
                .orElse("nothing");
    }

    /** Returns the path of a field in each entry of a list that has it. */
    private List<String> entries(String list, String field) {
        return IntStream.range(0, fields.at(list).size())
                .mapToObj(i -> list + "/" + i + "/" + field)
                .filter(path -> !fields.at(path).isMissingNode())
                .toList();
    }
}
