package dev.weir.workload.section;

import dev.weir.driver.client.Connections;
import dev.weir.feature.Features;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.section.Section.ChosenSystem;
import dev.weir.workload.section.Section.Stretch;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
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
 * Values of the sections of a workload file. Immutable; equal by value.
 *
 * @param given sections whose values differ from their defaults, in the order of the registry of features
 */
public record Sections(Set<Given<?>> given) {
    public static final Sections NONE = new Sections(Set.of());

    /** A section and its value. */
    public record Given<T>(Section<T> section, T value) {
        /** Returns what the section states about the value. */
        public <R> R property(BiFunction<Section<T>, T, R> property) {
            return property.apply(section, value);
        }

        /** Adds problems of the value with a system on which the workload is to run. */
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

    /** Returns the sections that have a load of their own. */
    public static Stream<LoadSection<?>> loads() {
        return Features.in(LoadSection.class).stream().map(section -> section);
    }

    /** Returns the section whose load a file requests, right or wrong; empty if it requests one of the core. */
    public static Optional<LoadSection<?>> load(FieldValues values) {
        return loads().filter(section -> values.given(section.field())).findFirst();
    }

    /** Returns the correct values of a file. */
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

    /** Adds problems of the fields of all features with others of their file. */
    public static void check(FieldValues values) {
        all().forEach(section -> section.check(values));
    }

    /** Writes all values in the form of a file. */
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

    /** Returns how much payload over all subscriptions has to wait before consumers may read. */
    public long waitingBytes() {
        return given.stream()
                .mapToLong(each -> each.property(Section::waitingBytes))
                .sum();
    }

    /** Returns the connections of its own that each producer keeps, see {@link Section#connections}. */
    public Connections connections() {
        return given.stream()
                .map(each -> each.property(Section::connections))
                .filter(Connections::areWanted)
                .findFirst()
                .orElse(Connections.OF_CLIENT);
    }

    /** Returns how many relays each topic of the producers has, see {@link Section#relays}. */
    public int relays() {
        return given.stream().mapToInt(each -> each.property(Section::relays)).sum();
    }

    /** Returns these values with another one. */
    public Sections with(Given<?> other) {
        Set<Given<?>> all = new LinkedHashSet<>(given);
        all.add(other);
        return new Sections(all);
    }

    /** Returns metrics that must be 0, whatever the driver file sets. */
    public List<Metric> forbidden() {
        return given.stream()
                .flatMap(each -> each.property(Section::forbidden).stream())
                .toList();
    }

    /** Returns how many messages make a request of a producer; 0: messages are no requests. */
    public int requestMessages() {
        return given.stream()
                .mapToInt(each -> each.property(Section::requestMessages))
                .max()
                .orElse(0);
    }

    /** Returns the share of the requests of each producer that are reads. */
    public double readShare() {
        return given.stream()
                .mapToDouble(each -> each.property(Section::readShare))
                .max()
                .orElse(0);
    }

    /** Returns how many messages each producer sends before the load. */
    public long filledMessages(int messageBytes) {
        return given.stream()
                .mapToLong(each -> each.property((section, value) -> section.filledMessages(value, messageBytes)))
                .sum();
    }

    /** Returns texts that state how clients only approximate what the values ask for. */
    public List<String> approximations() {
        return given.stream()
                .flatMap(each -> each.property(Section::approximations).stream())
                .toList();
    }

    /** Returns the values of this type. */
    public <P> List<P> values(Class<P> type) {
        return given.stream()
                .map(Given::value)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Returns the estimated parts of the load between warm-up and measurement. */
    public List<Stretch> beforeMeasurement(int messageBytes, int subscriptions) {
        return given.stream()
                .flatMap(
                        each -> each
                                .property((section, value) ->
                                        section.beforeMeasurement(value, messageBytes, subscriptions))
                                .stream())
                .toList();
    }

    /** Returns whether consumers may receive messages again without a fault. */
    public boolean redeliver() {
        return given.stream().anyMatch(each -> each.property(Section::redelivers));
    }

    /** Returns whether a value disturbs the system during the measurement. */
    public boolean disturb() {
        return given.stream().anyMatch(each -> each.property(Section::disturbs));
    }
}
