package dev.weir.report.html.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * In what the runs of a page differ: a system, and fields of their files. Of fields that say the same, such as the rates of
 * warm-up and measurement, one is kept: that by which the campaign tells its runs apart, or the first.
 *
 * @param values of each run, by what is kept
 * @param followers what changes with each of these, and is not kept
 * @param runs how many
 */
public record Dimensions(Map<String, List<String>> values, Map<String, Set<String>> followers, int runs) {
    static final String SYSTEM = "system";
    public static final String RATE = "producerRate";

    private static final String WARM_UP_RATE = "warmupProducerRate";

    public static Dimensions of(List<ShownRun> runs) {
        Map<String, List<String>> differing = Fields.of(runs).differing();
        Map<String, List<String>> ordered = new LinkedHashMap<>();
        List<String> systems =
                runs.stream().map(run -> run.result().driver().orElse("?")).toList();
        ordered.put(SYSTEM, systems);
        for (String field : pointFields(runs)) {
            if (differing.containsKey(field)) {
                ordered.put(field, differing.get(field));
            }
        }
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

    private static Set<String> pointFields(List<ShownRun> runs) {
        Set<String> fields = new LinkedHashSet<>();
        runs.forEach(run -> fields.addAll(run.result().point().keySet()));
        return fields;
    }

    /** Whether the value of one field decides the value of the other. */
    private static boolean decides(List<String> one, List<String> other) {
        Map<String, String> known = new HashMap<>();
        return IntStream.range(0, one.size())
                .allMatch(i -> other.get(i).equals(known.computeIfAbsent(one.get(i), any -> other.get(i))));
    }

    /** Whether it is no more than to be expected that the one changes with the other. */
    private static boolean isNatural(String name, String follower) {
        return name.equals(SYSTEM)
                ? follower.startsWith("driver.")
                : name.equals(RATE) && follower.equals(WARM_UP_RATE);
    }

    /** Whether nothing else changes with it, so that what is drawn by it can be owed to it. */
    public boolean isAlone(String name) {
        return !followers.containsKey(name);
    }

    /** All in which the runs differ, those included that are not kept. */
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

    /** Its different values, numbers by size and others in the order of the runs. */
    public List<String> valuesOf(String name) {
        List<String> different =
                values.getOrDefault(name, List.of()).stream().distinct().toList();
        return isNumeric(name)
                ? different.stream()
                        .sorted((a, b) ->
                                Double.compare(number(a).orElse(0), number(b).orElse(0)))
                        .toList()
                : different;
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

    /**
     * What tells the runs apart, run by run.
     *
     * @param most dimensions
     * @return empty if they differ in more, or in nothing
     */
    List<String> texts(int most) {
        return values.isEmpty() || values.size() > most
                ? List.of()
                : IntStream.range(0, runs).mapToObj(run -> shared("", run)).toList();
    }

    /** The runs that are alike but for one dimension, by what they share; equal runs are together. */
    public Map<String, Collection<List<Integer>>> groups(String but) {
        Map<String, Map<String, List<Integer>>> groups = new LinkedHashMap<>();
        for (int run = 0; run < runs; run++) {
            groups.computeIfAbsent(shared(but, run), any -> new LinkedHashMap<>())
                    .computeIfAbsent(values.containsKey(but) ? value(but, run) : "", any -> new ArrayList<>())
                    .add(run);
        }
        Map<String, Collection<List<Integer>>> equal = new LinkedHashMap<>();
        groups.forEach((shared, byValue) -> equal.put(shared, byValue.values()));
        return equal;
    }

    private String shared(String but, int run) {
        return values.keySet().stream()
                .filter(name -> !name.equals(but))
                .map(name -> name.equals(SYSTEM) ? value(name, run) : shortName(name) + " " + value(name, run))
                .collect(Collectors.joining(", "));
    }

    /** Without where in the files it stands. */
    public static String shortName(String field) {
        return field.replaceFirst("^driver\\.((common|topic|producer|consumer)Config\\.)?", "");
    }
}
