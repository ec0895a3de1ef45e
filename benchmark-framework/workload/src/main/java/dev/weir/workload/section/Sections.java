package dev.weir.workload.section;

import dev.weir.driver.client.Connections;
import dev.weir.feature.Features;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.section.Section.ChosenSystem;
import dev.weir.workload.section.Section.Stretch;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Values of the sections of a workload file: those that differ from their defaults, in the order of the registry of
 * features. Immutable; equal by value. Methods without a description combine what methods of {@link Section} with
 * similar names return for each value.
 */
public record Sections(Set<Given<?>> given) {
    public static final Sections NONE = new Sections(Set.of());

    public record Given<T>(Section<T> section, T value) {
        /** Returns what the section states about the value. */
        public <R> R property(BiFunction<Section<T>, T, R> property) {
            return property.apply(section, value);
        }

        public void check(ChosenSystem system, Consumer<String> errors, Consumer<String> warnings) {
            section.check(value, system, errors, warnings);
        }

        void put(FieldWriter written) {
            section.put(value, written);
        }
    }

    public Sections {
        given = Collections.unmodifiableSet(new LinkedHashSet<>(given));
    }

    /** Returns the fields of all features that describe phases of the load, or all others. */
    public static List<Field<?>> fields(boolean ofLoad) {
        return all().filter(section -> section.isOfLoad() == ofLoad)
                .flatMap(Sections::fieldsOf)
                .toList();
    }

    /** Returns the names of the fields that have an effect beside a {@link LoadSection}. */
    public static Set<String> namesWithoutLoad() {
        return all().filter(Section::worksWithoutLoad)
                .flatMap(Sections::fieldsOf)
                .map(Field::name)
                .collect(Collectors.toSet());
    }

    private static Stream<Field<?>> fieldsOf(Section<?> section) {
        return Stream.concat(Stream.of(section.field()), section.otherFields().stream());
    }

    public static Stream<LoadSection<?>> loads() {
        return Features.in(LoadSection.class).stream().map(section -> section);
    }

    /** Returns the section whose load a file requests, right or wrong; empty if it requests one of the core. */
    public static Optional<LoadSection<?>> load(FieldValues values) {
        return loads().filter(section -> values.given(section.field())).findFirst();
    }

    public static Sections of(FieldValues values) {
        Set<Given<?>> given = new LinkedHashSet<>();
        all().forEach(section -> given(section, values).ifPresent(given::add));
        return new Sections(given);
    }

    private static Stream<Section<?>> all() {
        return Features.in(Section.class).stream().map(section -> section);
    }

    private static <T> Optional<Given<T>> given(Section<T> section, FieldValues values) {
        return section.in(values).map(value -> new Given<>(section, value));
    }

    public static void check(FieldValues values) {
        all().forEach(section -> section.check(values));
    }

    public void put(FieldWriter written) {
        given.forEach(each -> each.put(written));
    }

    /** Returns the value of a section; empty if it has its default. */
    @SuppressWarnings("unchecked") // the value of a Given with a Section<T> is a T
    public <T> Optional<T> find(Section<T> section) {
        return given.stream()
                .filter(each -> each.section().equals(section))
                .map(each -> (T) each.value())
                .findFirst();
    }

    public long waitingBytes() {
        return given.stream()
                .mapToLong(each -> each.property(Section::waitingBytes))
                .sum();
    }

    public Connections connections() {
        return given.stream()
                .map(each -> each.property(Section::connections))
                .filter(Connections::areWanted)
                .findFirst()
                .orElse(Connections.OF_CLIENT);
    }

    public int relays() {
        return given.stream().mapToInt(each -> each.property(Section::relays)).sum();
    }

    public Sections with(Given<?> other) {
        Set<Given<?>> all = new LinkedHashSet<>(given);
        all.add(other);
        return new Sections(all);
    }

    public List<Metric> forbidden() {
        return given.stream()
                .flatMap(each -> each.property(Section::forbidden).stream())
                .toList();
    }

    public int requestMessages() {
        return given.stream()
                .mapToInt(each -> each.property(Section::requestMessages))
                .max()
                .orElse(0);
    }

    public double readShare() {
        return given.stream()
                .mapToDouble(each -> each.property(Section::readShare))
                .max()
                .orElse(0);
    }

    public long filledMessages(int messageBytes) {
        return given.stream()
                .mapToLong(each -> each.property((section, value) -> section.filledMessages(value, messageBytes)))
                .sum();
    }

    public List<String> approximations() {
        return given.stream()
                .flatMap(each -> each.property(Section::approximations).stream())
                .toList();
    }

    public <P> List<P> values(Class<P> type) {
        return given.stream()
                .map(Given::value)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    public List<Stretch> beforeMeasurement(int messageBytes, int subscriptions) {
        List<Stretch> all = new ArrayList<>();
        given.forEach(each -> all.addAll(
                each.property((section, value) -> section.beforeMeasurement(value, messageBytes, subscriptions))));
        return all;
    }

    public boolean redeliver() {
        return given.stream().anyMatch(each -> each.property(Section::redelivers));
    }

    public boolean disturb() {
        return given.stream().anyMatch(each -> each.property(Section::disturbs));
    }
}
