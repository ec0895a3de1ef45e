package dev.weir.report.html.run;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.report.Figures;
import dev.weir.result.document.RunDocument.OmbLoad;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.file.EffectiveFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the runs of a page differ in: the system, and fields of their files. If fields change together, such as the
 * rates of warm-up and measurement, one of them is kept: the one that labels the campaign's runs, or the first.
 *
 * @param values values of each run, by kept field
 * @param followers fields that change with a kept one, and are not kept
 */
public record Dimensions(Map<String, List<String>> values, Map<String, Set<String>> followers, int runs) {
    static final String SYSTEM = "system";
    public static final String RATE = "producerRate";

    private static final String WARM_UP_RATE = "warmupProducerRate";

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

    public static Dimensions of(List<ShownRun> runs) {
        Map<String, List<String>> differing = differing(fields(runs));
        Map<String, List<String>> ordered = new LinkedHashMap<>();
        ordered.put(
                SYSTEM,
                runs.stream().map(run -> run.result().driver().orElse("?")).toList());
        runs.stream()
                .flatMap(run -> run.result().point().keySet().stream())
                .filter(differing::containsKey)
                .forEach(field -> ordered.put(field, differing.getOrDefault(field, List.of())));
        Set<String> given = Set.copyOf(ordered.keySet());
        differing.forEach(ordered::putIfAbsent);
        Map<String, List<String>> kept = new LinkedHashMap<>();
        Map<String, Set<String>> followers = new LinkedHashMap<>();
        ordered.forEach((name, each) -> {
            List<String> deciding = given.contains(name)
                    ? List.of()
                    : kept.keySet().stream()
                            .filter(other -> decides(ordered.getOrDefault(other, List.of()), each))
                            .toList();
            if (Set.copyOf(each).size() > 1 && deciding.isEmpty()) {
                kept.put(name, each);
            }
            deciding.stream()
                    .filter(other -> !isNatural(other, name))
                    .forEach(other -> followers
                            .computeIfAbsent(other, any -> new LinkedHashSet<>())
                            .add(name));
        });
        return new Dimensions(kept, followers, runs.size());
    }

    /** Returns whether the value of one field decides the value of the other. */
    private static boolean decides(List<String> one, List<String> other) {
        Map<String, String> known = new HashMap<>();
        return IntStream.range(0, one.size())
                .allMatch(i -> other.get(i).equals(known.computeIfAbsent(one.get(i), any -> other.get(i))));
    }

    /** Returns whether it is expected that one field changes with the other. */
    private static boolean isNatural(String name, String follower) {
        return name.equals(SYSTEM)
                ? follower.startsWith("driver.")
                : name.equals(RATE) && follower.equals(WARM_UP_RATE);
    }

    /** Returns whether nothing else changes with it, so that differences can be attributed to it. */
    public boolean isAlone(String name) {
        return !followers.containsKey(name);
    }

    /** Returns all fields in which the runs differ, including those that are not kept. */
    public List<String> differing() {
        Set<String> all = new LinkedHashSet<>(values.keySet());
        followers.values().forEach(all::addAll);
        return List.copyOf(all);
    }

    public List<String> names() {
        return List.copyOf(values.keySet());
    }

    public String value(String name, int run) {
        return values.getOrDefault(name, List.of()).get(run);
    }

    /** Returns its different values, numbers by size and others in the order of the runs. */
    public List<String> valuesOf(String name) {
        Stream<String> different = values.getOrDefault(name, List.of()).stream().distinct();
        Comparator<String> bySize =
                Comparator.comparingDouble(value -> number(value).orElse(0));
        return isNumeric(name) ? different.sorted(bySize).toList() : different.toList();
    }

    public boolean isNumeric(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .allMatch(value -> number(value).isPresent());
    }

    public static OptionalDouble number(String text) {
        try {
            return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** Returns distinguishing texts of the runs; empty if they differ in nothing, or in more than {@code most} fields. */
    List<String> texts(int most) {
        return values.isEmpty() || values.size() > most
                ? List.of()
                : IntStream.range(0, runs).mapToObj(run -> shared("", run)).toList();
    }

    /** Returns runs that differ only in one dimension, by their common values, and equal runs by their value of it. */
    public Map<String, Map<String, List<Integer>>> groups(String but) {
        Map<String, Map<String, List<Integer>>> groups = new LinkedHashMap<>();
        for (int run = 0; run < runs; run++) {
            groups.computeIfAbsent(shared(but, run), any -> new LinkedHashMap<>())
                    .computeIfAbsent(values.containsKey(but) ? value(but, run) : "", any -> new ArrayList<>())
                    .add(run);
        }
        return groups;
    }

    private String shared(String but, int run) {
        return values.keySet().stream()
                .filter(name -> !name.equals(but))
                .map(name -> name.equals(SYSTEM) ? value(name, run) : shortName(name) + " " + value(name, run))
                .collect(Collectors.joining(", "));
    }

    /** Returns the last part of a field's path. */
    public static String shortName(String field) {
        return field.replaceFirst("^driver\\.((common|topic|producer|consumer)Config\\.)?", "");
    }

    /** Returns the values of each field of the runs' files, in the order of the runs. OMB's contain only a few. */
    public static Map<String, List<String>> fields(List<ShownRun> runs) {
        boolean inEffect =
                StoredResult.haveOneClient(runs.stream().map(ShownRun::result).toList());
        var flat = runs.stream().map(run -> flat(run, inEffect)).toList();
        if (inEffect) {
            addPromises(runs, flat);
        }
        return beside(flat);
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
                var each = runs.stream().map(other -> other.getOrDefault(name, ""));
                values.computeIfAbsent(name, any -> each.toList());
            }
        }
        return values;
    }

    /** Returns the fields in which the runs differ, except labels. */
    public static Map<String, List<String>> differing(Map<String, List<String>> fields) {
        Map<String, List<String>> differing = new LinkedHashMap<>(fields);
        differing.keySet().removeAll(LABELS);
        differing.values().removeIf(each -> Set.copyOf(each).size() == 1);
        return differing;
    }

    /** Adds settings that durability covers, if a file has them; for other runs from what durability states. */
    private static void addPromises(List<ShownRun> runs, List<Map<String, String>> flat) {
        var spelled = runs.stream().map(run -> run.result().promisedFields()).toList();
        Set<String> names = new LinkedHashSet<>();
        spelled.forEach(each -> names.addAll(each.keySet()));
        for (String name : names) {
            for (int i = 0; i < runs.size(); i++) {
                String value = Optional.ofNullable(COVERED_BY_DURABILITY.get(name.substring(name.indexOf('.') + 1)))
                        .flatMap(runs.get(i).result().durability()::find)
                        .map(DurabilityItem::value)
                        .orElse("");
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
