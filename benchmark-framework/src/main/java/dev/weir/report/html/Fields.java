package dev.weir.report.html;

import dev.weir.result.StoredResult;
import dev.weir.workload.EffectiveFiles;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What runs were told to do, field by field in the words of the files, beside each other. Of OMB's results, the few fields
 * that they repeat.
 */
final class Fields {
    static final String ABSENT = "";

    /** Names and addresses: what they say of a run is said elsewhere, or is of no account. */
    private static final Set<String> LABELS =
            Set.of("name", "driver.name", "driver.reset", "driver.commonConfig.bootstrap.servers");

    private static final List<String> OF_OMB = List.of(
            "topics",
            "partitions",
            "messageSize",
            "producersPerTopic",
            "consumersPerTopic",
            "producerRate",
            "keyDistributor",
            "version");

    private final Map<String, List<String>> values;

    private Fields(Map<String, List<String>> values) {
        this.values = values;
    }

    static Fields of(List<ShownRun> runs) {
        boolean inEffect =
                StoredResult.haveOneClient(runs.stream().map(ShownRun::result).toList());
        List<Map<String, String>> flat =
                runs.stream().map(run -> flat(run, inEffect)).toList();
        Set<String> names = new LinkedHashSet<>();
        flat.forEach(each -> names.addAll(each.keySet()));
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String name : names) {
            values.put(
                    name,
                    flat.stream().map(each -> each.getOrDefault(name, ABSENT)).toList());
        }
        return new Fields(values);
    }

    /** A field to its value in each run; the fields in the order of the files. */
    Map<String, List<String>> all() {
        return values;
    }

    /** Those in which the runs differ, but for labels. */
    Map<String, List<String>> differing() {
        Map<String, List<String>> differing = new LinkedHashMap<>();
        values.forEach((name, each) -> {
            if (!LABELS.contains(name) && Set.copyOf(each).size() > 1) {
                differing.put(name, each);
            }
        });
        return differing;
    }

    private static Map<String, String> flat(ShownRun run, boolean inEffect) {
        StoredResult result = run.result();
        Map<String, String> flat = new LinkedHashMap<>();
        result.workloadFile().map(EffectiveFiles::flat).ifPresent(flat::putAll);
        result.driverFields(inEffect).forEach((name, value) -> flat.put("driver." + name, value));
        if (flat.isEmpty()) {
            for (String field : OF_OMB) {
                result.text(field).ifPresent(text -> flat.put(field, text));
                result.number(field).ifPresent(number -> flat.put(field, Numerals.trimmed(String.valueOf(number))));
            }
        }
        return flat;
    }
}
