package dev.weir.result.stored;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.result.ComparedSystem;
import dev.weir.result.stored.Comparability.Difference.Kind;
import dev.weir.workload.text.Checks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether figures of several systems can be compared, by their effective settings: an explicit default equals an
 * omitted one. The system itself may always differ. Immutable.
 *
 * @param labels labels of at least two sides
 * @param differences in the order durability, load, client, driver
 */
@JsonPropertyOrder({"sides", "verdict", "differences"})
public record Comparability(@JsonProperty("sides") List<String> labels, List<Difference> differences) {
    public Comparability {
        labels = List.copyOf(labels);
        differences = List.copyOf(differences);
        Checks.refuseIf(labels.size() < 2, "sides must be at least 2, got " + labels);
    }

    public enum ComparabilityVerdict {
        /** Only stated and noted differences. */
        EQUAL,
        /** A decisive setting of a side is unknown. */
        UNKNOWN,
        /** A decisive setting differs. */
        UNEQUAL;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The field of driver files that chooses the code of the client. It is compared by the code. */
    private static final String CLIENT = "client";

    /** Compares sides; stated fields, with or without the name before their first dot, are meant to differ. */
    public static Comparability of(List<ComparedSystem> sides, Set<String> stated) {
        List<Difference> all = new ArrayList<>();
        for (DurabilityKey key : DurabilityKey.values()) {
            durability(sides, key).ifPresent(all::add);
        }
        all.addAll(inAll(sides, ComparedSystem::load));
        List<String> clients = sides.stream().map(ComparedSystem::client).toList();
        if (Set.copyOf(clients).size() == 1) {
            all.addAll(inAll(sides, ComparedSystem::clientSettings));
        } else {
            boolean isChosen =
                    sides.stream().anyMatch(side -> side.driverSettings().containsKey(CLIENT));
            all.add(new Difference(CLIENT, clients, isChosen ? Kind.UNEQUAL : Kind.NOTED));
        }
        boolean sameDriver =
                sides.stream().map(ComparedSystem::driver).distinct().count() == 1;
        inAll(sides, ComparedSystem::driverSettings).stream()
                .filter(each -> !each.field().equals(CLIENT))
                .filter(each -> sameDriver || !each.values().contains(Difference.NOT_SET))
                .forEach(all::add);
        return new Comparability(
                sides.stream().map(ComparedSystem::label).toList(),
                all.stream().map(each -> stated(each, stated)).toList());
    }

    /** Combines comparisons of the same sides in several runs: a difference in any of them counts. */
    public static Comparability ofAll(List<Comparability> runs) {
        Set<Difference> all = new LinkedHashSet<>();
        runs.forEach(run -> all.addAll(run.differences));
        return new Comparability(runs.get(0).labels, List.copyOf(all));
    }

    /** Returns all fields in which sides could differ. */
    public static Set<String> fields(List<ComparedSystem> sides) {
        Set<String> fields = new TreeSet<>();
        Stream.of(DurabilityKey.values()).map(DurabilityKey::word).forEach(fields::add);
        for (ComparedSystem side : sides) {
            fields.addAll(side.load().keySet());
            fields.addAll(side.clientSettings().keySet());
            fields.addAll(side.driverSettings().keySet());
        }
        return fields;
    }

    /** Returns whether a name that a person gave stands for this field. */
    public static boolean means(String name, String field) {
        return field.equals(name) || field.substring(field.indexOf('.') + 1).equals(name);
    }

    private static Optional<Difference> durability(List<ComparedSystem> sides, DurabilityKey key) {
        List<String> values = sides.stream()
                .map(side ->
                        side.durability().find(key).map(DurabilityItem::value).orElse(DurabilityItem.UNKNOWN))
                .toList();
        boolean isKnown =
                sides.stream().anyMatch(side -> side.durability().find(key).isPresent());
        Set<String> known = new HashSet<>(values);
        boolean allKnown = !known.remove(DurabilityItem.UNKNOWN);
        if (!isKnown || (allKnown && known.size() == 1) || (!allKnown && !key.decides())) {
            return Optional.empty();
        }
        Kind kind = !key.decides() || key.isAlike(values) ? Kind.NOTED : known.size() > 1 ? Kind.UNEQUAL : Kind.UNKNOWN;
        return Optional.of(new Difference(key.word(), values, kind));
    }

    private static List<Difference> inAll(
            List<ComparedSystem> sides, Function<ComparedSystem, SortedMap<String, String>> part) {
        Set<String> names = new TreeSet<>();
        sides.forEach(side -> names.addAll(part.apply(side).keySet()));
        List<Difference> found = new ArrayList<>();
        for (String name : names) {
            List<String> values = sides.stream()
                    .map(side -> part.apply(side).getOrDefault(name, Difference.NOT_SET))
                    .toList();
            if (values.stream().distinct().count() > 1) {
                found.add(new Difference(name, values, Kind.UNEQUAL));
            }
        }
        return found;
    }

    private static Difference stated(Difference found, Set<String> stated) {
        return stated.stream().anyMatch(name -> means(name, found.field()))
                ? new Difference(found.field(), found.values(), Kind.STATED)
                : found;
    }

    public List<Difference> of(Kind kind) {
        return differences.stream().filter(each -> each.kind() == kind).toList();
    }

    @JsonProperty
    public ComparabilityVerdict verdict() {
        if (!of(Kind.UNEQUAL).isEmpty()) {
            return ComparabilityVerdict.UNEQUAL;
        }
        return of(Kind.UNKNOWN).isEmpty() ? ComparabilityVerdict.EQUAL : ComparabilityVerdict.UNKNOWN;
    }

    /** Returns the verdict with its differences, such as {@code unequal: acks 1 | all; noted: clientVersion 1 | 2}. */
    public String text() {
        List<String> parts = new ArrayList<>();
        if (verdict() == ComparabilityVerdict.EQUAL) {
            parts.add(verdict().word());
        }
        for (Kind kind : List.of(Kind.UNEQUAL, Kind.UNKNOWN, Kind.STATED, Kind.NOTED)) {
            String texts = of(kind).stream().map(Difference::text).collect(Collectors.joining(", "));
            if (!texts.isEmpty()) {
                parts.add(kind.word() + ": " + texts);
            }
        }
        return String.join("; ", parts);
    }

    /**
     * A difference between sides.
     *
     * @param field name in workload files, in driver files, or in {@code weir.durability}
     * @param values values of the sides, in their order
     */
    public record Difference(String field, List<String> values, Kind kind) {
        static final String NOT_SET = "not set";

        public enum Kind {
            /** A person has stated that this is what is compared. */
            STATED,
            /** Makes the sides unequal. */
            UNEQUAL,
            /** May make the sides unequal: the value of a side is unknown. */
            UNKNOWN,
            /** Readers need it, but it does not limit a comparison. */
            NOTED;

            @JsonValue
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public Difference {
            values = List.copyOf(values);
        }

        /** Returns whether the values of all sides are unknown, so that there may be no difference. */
        public boolean isUnknownOfAll() {
            return kind == Kind.UNKNOWN && values.stream().distinct().count() == 1;
        }

        /** Returns a text such as {@code acks 1 | all}. */
        public String text() {
            return field + " " + String.join(" | ", values);
        }
    }
}
