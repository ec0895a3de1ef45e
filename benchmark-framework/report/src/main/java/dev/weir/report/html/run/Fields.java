package dev.weir.report.html.run;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.report.Figures;
import dev.weir.result.omb.OmbLoad;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.file.EffectiveFiles;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Fields of the runs' files, beside each other. OMB's results contain only a few.
 *
 * @param all values of a field in each run, by its name; in the order of the files
 */
public record Fields(Map<String, List<String>> all) {
    static final String ABSENT = "";

    /** Names and addresses, which are shown elsewhere or are irrelevant. */
    private static final Set<String> LABELS =
            Set.of("name", "driver.name", "driver.reset", "driver.commonConfig.bootstrap.servers");

    /** Client settings that durability covers, by the clients' names. */
    private static final Map<String, DurabilityKey> COVERED_BY_DURABILITY = Map.of(
            "acks", DurabilityKey.ACKS,
            "enable.idempotence", DurabilityKey.IDEMPOTENCE,
            "security.protocol", DurabilityKey.SECURITY_PROTOCOL,
            "sasl.mechanism", DurabilityKey.SASL_MECHANISM,
            "min.insync.replicas", DurabilityKey.MIN_INSYNC_REPLICAS,
            "unclean.leader.election.enable", DurabilityKey.UNCLEAN_LEADER_ELECTION);

    public static Fields of(List<ShownRun> runs) {
        boolean inEffect =
                StoredResult.haveOneClient(runs.stream().map(ShownRun::result).toList());
        List<Map<String, String>> flat =
                runs.stream().map(run -> flat(run, inEffect)).toList();
        if (inEffect) {
            addPromises(runs, flat);
        }
        return new Fields(beside(flat));
    }

    /** Returns for each field its values in the order of the runs; blank where a run does not have the field. */
    public static Map<String, List<String>> beside(
            List<ShownRun> runs, Function<StoredResult, Map<String, String>> fields) {
        return beside(runs.stream().map(run -> fields.apply(run.result())).toList());
    }

    private static Map<String, List<String>> beside(List<Map<String, String>> runs) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (Map<String, String> run : runs) {
            for (String name : run.keySet()) {
                values.computeIfAbsent(
                        name,
                        any -> runs.stream()
                                .map(each -> each.getOrDefault(name, ABSENT))
                                .toList());
            }
        }
        return values;
    }

    /** Returns the fields in which the runs differ, except labels. */
    public Map<String, List<String>> differing() {
        Map<String, List<String>> differing = new LinkedHashMap<>(all);
        differing.keySet().removeAll(LABELS);
        differing.values().removeIf(each -> Set.copyOf(each).size() == 1);
        return differing;
    }

    /**
     * Adds client settings that durability covers, such as acks, if a file contains them. For a run whose file does
     * not, the value of its durability is used.
     */
    private static void addPromises(List<ShownRun> runs, List<Map<String, String>> flat) {
        List<Map<String, String>> spelled =
                runs.stream().map(run -> run.result().promisedFields()).toList();
        Set<String> names = new LinkedHashSet<>();
        spelled.forEach(each -> names.addAll(each.keySet()));
        for (String name : names) {
            for (int i = 0; i < runs.size(); i++) {
                String value = Optional.ofNullable(COVERED_BY_DURABILITY.get(name.substring(name.indexOf('.') + 1)))
                        .flatMap(runs.get(i).result().durability()::find)
                        .map(DurabilityItem::value)
                        .orElse(ABSENT);
                flat.get(i).put("driver." + name, spelled.get(i).getOrDefault(name, value));
            }
        }
    }

    private static Map<String, String> flat(ShownRun run, boolean inEffect) {
        StoredResult result = run.result();
        Map<String, String> flat = new LinkedHashMap<>();
        result.workloadFile().map(EffectiveFiles::flat).ifPresent(flat::putAll);
        result.driverFields(inEffect).forEach((name, value) -> flat.put("driver." + name, value));
        if (flat.isEmpty()) {
            OmbLoad load = result.document().load();
            put("topics", load.topics(), flat);
            put("partitions", load.partitions(), flat);
            put("messageSize", load.messageSize(), flat);
            put("producersPerTopic", load.producersPerTopic(), flat);
            put("consumersPerTopic", load.consumersPerTopic(), flat);
            put("producerRate", load.producerRate(), flat);
            put("keyDistributor", load.keyDistributor(), flat);
            put("version", result.document().run().version(), flat);
        }
        return flat;
    }

    private static void put(String name, Optional<?> field, Map<String, String> fields) {
        field.ifPresent(value -> fields.put(
                name,
                value instanceof Number number
                        ? Figures.trimmed(String.valueOf(number.doubleValue()))
                        : value.toString()));
    }
}
