package dev.weir.report.compare;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.ComparedSystem;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds differences between the effective workloads and drivers of two sides. */
public final class FileGate {
    /** Fields of a driver file that name a system or its metrics, or the client, which is compared by its code. */
    private static final Set<String> NAMES =
            Set.of("name", "driver", "reset", "namePrefix", "topicCreationTimeout", "brokerMetrics", "client");

    static final String NOT_SET = "not set";
    private static final String CLIENT = "client";
    private static final String OF_DRIVER = "driver.";

    private FileGate() {}

    static List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        StoredResult ofA = a.runs().get(0).result();
        StoredResult ofB = b.runs().get(0).result();
        return differences(ofA, ofB).stream()
                .map(difference -> isMeant(difference, rules.differs())
                        ? new ComparisonRemark(Weight.NOTE, difference + " (named by --differs)")
                        : unequal(difference))
                .toList();
    }

    private static String field(String difference) {
        return difference.substring(0, difference.indexOf(':'));
    }

    private static ComparisonRemark unequal(String difference) {
        String field = field(difference);
        boolean ofSystem =
                field.startsWith(OF_DRIVER) && !ComparedSystem.isOfClients(field.substring(OF_DRIVER.length()));
        var remark = new ComparisonRemark(Weight.UNEQUAL, difference);
        return ofSystem ? remark.warnedBy(ReviewCode.SETTINGS_DIFFER) : remark.refusedBy(ReviewCode.SETTINGS_DIFFER);
    }

    /** Returns whether a difference is one of a field that is meant to differ: by its whole name, or its last part. */
    public static boolean isMeant(String difference, Set<String> differs) {
        String field = field(difference);
        return differs.stream().anyMatch(name -> means(name, field));
    }

    /** Returns whether a name that a person gave stands for this field: its whole name, or its last part. */
    static boolean means(String name, String field) {
        return field.equals(name) || field.endsWith("." + name);
    }

    /** Returns the value of a field by which runs can be split; empty if the run does not have the field. */
    static Optional<String> value(StoredResult result, String name) {
        Map<String, String> fields = splitting(result);
        return Optional.ofNullable(fields.get(name))
                .or(() -> fields.entrySet().stream()
                        .filter(field -> means(name, field.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst());
    }

    /** Returns the fields by which these runs can be split: those that differ between them. */
    static Set<String> varying(List<StoredResult> results) {
        var fields = results.stream().map(FileGate::splitting).toList();
        Set<String> names = new TreeSet<>();
        fields.forEach(each -> names.addAll(each.keySet()));
        names.removeIf(
                name -> fields.stream().map(each -> each.get(name)).distinct().count() == 1);
        return names;
    }

    private static SortedMap<String, String> splitting(StoredResult result) {
        SortedMap<String, String> fields = fields(result, false);
        fields.putAll(result.point());
        result.setup().tags().forEach((name, value) -> fields.put("tag." + name, value));
        result.driver().ifPresent(label -> fields.put("driver", label));
        result.systemVersion().ifPresent(version -> fields.put("version", version));
        return fields;
    }

    /**
     * Returns differences such as {@code driver.producerConfig.linger.ms: 0 | 10}; of one client, those of the settings
     * in effect. OMB's files contain only some fields.
     */
    static List<String> differences(StoredResult a, StoredResult b) {
        boolean inEffect = StoredResult.haveOneClient(List.of(a, b));
        SortedMap<String, String> ofA = fields(a, inEffect);
        SortedMap<String, String> ofB = fields(b, inEffect);
        Set<String> names = new TreeSet<>(ofA.keySet());
        if (a.schemaVersion() == 0 || b.schemaVersion() == 0) {
            names.retainAll(ofB.keySet());
        } else {
            names.addAll(ofB.keySet());
        }
        return names.stream()
                .filter(name -> !ofA.getOrDefault(name, NOT_SET).equals(ofB.getOrDefault(name, NOT_SET)))
                .map(name -> name + ": " + ofA.getOrDefault(name, NOT_SET) + " | " + ofB.getOrDefault(name, NOT_SET))
                .toList();
    }

    private static SortedMap<String, String> fields(StoredResult result, boolean inEffect) {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.putAll(result.load());
        if (result.workloadFile().isEmpty()) {
            return fields;
        }
        result.client().ifPresent(code -> fields.put(CLIENT, code));
        result.driverFields(inEffect).forEach((name, value) -> {
            if (!NAMES.contains(name) && !ComparedSystem.isPlace(name)) {
                fields.put(OF_DRIVER + name, value);
            }
        });
        return fields;
    }
}
