package dev.weir.report.review;

import dev.weir.result.document.RunLoad;
import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rule that payloads must not compress far better than real messages. */
final class PayloadRule {
    /** Payloads of which a smaller share is random compress to less than about a tenth. */
    private static final double MIN_RANDOM_SHARE = 0.1;

    private static final Set<String> OFF = Set.of("none", "uncompressed");
    /** Of topics: the broker keeps what the producer has compressed. */
    private static final String AS_PRODUCED = "producer";

    private enum Compression {
        ON,
        OFF,
        UNKNOWN
    }

    private PayloadRule() {}

    static Optional<RunEvidence> judge(StoredResult result) {
        Compression compression = compression(result);
        if (compression == Compression.OFF) {
            return Optional.empty();
        }
        Optional<RunLoad.Payload> payload = result.weir().load().payload();
        if (payload.isEmpty()) {
            return Optional.of(RunEvidence.unknown("the file has no weir.payload"));
        }
        String state = compression == Compression.ON ? "compression is on" : "the compression is unknown";
        if (payload.get().randomShare().isEmpty()) {
            return Optional.of(RunEvidence.unknown(
                    state + ", and the workload gives the payloads: how well they compress is unknown"));
        }
        double random = payload.get().randomShare().get();
        if (random + payload.get().stampShare() < MIN_RANDOM_SHARE) {
            return Optional.of(RunEvidence.violation(
                    String.format(Locale.ROOT, "weir.payload.randomShare: %.2f, and %s", random, state)));
        }
        return payload.get()
                .distinct()
                .filter(distinct -> distinct == 1)
                .map(distinct -> RunEvidence.violation("weir.payload.distinct: 1, and " + state));
    }

    private static Compression compression(StoredResult result) {
        List<Map.Entry<String, String>> settings = result.driverFields(true).entrySet().stream()
                .filter(field -> field.getKey().endsWith("compression.type"))
                .filter(field -> !field.getValue().equals(AS_PRODUCED))
                .toList();
        if (settings.stream().anyMatch(field -> !OFF.contains(field.getValue()))) {
            return Compression.ON;
        }
        return settings.stream().anyMatch(field -> field.getKey().startsWith("producerConfig."))
                ? Compression.OFF
                : Compression.UNKNOWN;
    }
}
