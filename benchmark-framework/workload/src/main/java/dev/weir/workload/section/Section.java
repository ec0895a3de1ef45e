package dev.weir.workload.section;

import dev.weir.driver.Capability;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Connections;
import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A field of the workload file that a feature adds, with others that belong to it, and what their value means to parts
 * of Weir that do not know the feature. Sections and values are immutable, and equal by value.
 */
public interface Section<T> {
    /** Returns the field, which a file may omit. */
    Field<?> field();

    /** Returns fields that belong to it. A section that has some overrides {@link #in}. */
    default List<Field<?>> otherFields() {
        return List.of();
    }

    /** Returns whether the fields describe phases of the load, and are listed with those of the core. */
    default boolean isOfLoad() {
        return false;
    }

    /** Returns the value of a file; empty if it has its default. Also called for values with problems. */
    @SuppressWarnings("unchecked") // the value of the only field is that of the section
    default Optional<T> in(FieldValues values) {
        return values.find((Field<T>) field())
                .filter(value -> !field().otherwise().equals(Optional.of(value)));
    }

    /** Writes a value in the form of a file. Reading that form gives an equal value. */
    void put(T value, FieldWriter given);

    /** Adds problems of the fields with others of their file. */
    default void check(FieldValues values) {
        in(values).ifPresent(value -> check(value, values));
    }

    /** Adds problems of a value with other fields of its file. */
    default void check(T value, FieldValues values) {}

    /** Adds problems of a value with a system on which the workload is to run. */
    default void check(T value, ChosenSystem system, Consumer<String> errors, Consumer<String> warnings) {}

    /** Returns what will happen in a run, a line each, for the table of planned runs. */
    default List<String> planned(T value) {
        return List.of();
    }

    /**
     * Returns whether a value disturbs the system during the measurement. Then Weir takes snapshots more often, to measure
     * outages, and does not judge whether figures stayed constant.
     */
    default boolean disturbs(T value) {
        return false;
    }

    /** Returns whether consumers may get messages again without a fault, so that no default threshold forbids it. */
    default boolean redelivers(T value) {
        return false;
    }

    /**
     * Returns how much payload over all subscriptions has to wait before consumers may read; 0 if no consumer is made to
     * wait. Otherwise Weir does not judge whether consumers keep up.
     */
    default long waitingBytes(T value) {
        return 0;
    }

    /**
     * Returns how many relays each topic of the producers has: clients of the feature that read it together, and write its
     * messages to another topic, which consumers read instead. 0: none.
     */
    default int relays(T value) {
        return 0;
    }

    /** Returns the connections of its own that each producer keeps; the rate is of all producers together. */
    default Connections connections(T value) {
        return Connections.OF_CLIENT;
    }

    /** Returns the estimated parts of the load between warm-up and measurement. They belong to the test duration. */
    default List<Stretch> beforeMeasurement(T value, int messageBytes, int subscriptions) {
        return List.of();
    }

    /** Returns whether clients commit what they have sent. Then consumers read only committed messages. */
    default boolean commits(T value) {
        return false;
    }

    /** Returns what a driver lacks for the value, as a text after the driver's name; empty if it lacks nothing. */
    default Optional<String> missing(T value, Driver driver) {
        return Optional.empty();
    }

    /** Returns metrics that must be 0, whatever the driver file sets; if empty, that file decides. */
    default List<Metric> forbidden(T value) {
        return List.of();
    }

    /** Returns how many messages make a request of a producer, which are due at once; 0: messages are no requests. */
    default int requestMessages(T value) {
        return 0;
    }

    /** Returns the share of each producer's requests that are reads, in [0, 1]. Reads send no message. */
    default double readShare(T value) {
        return 0;
    }

    /** Returns how many messages each producer sends before the load. */
    default long filledMessages(T value, int messageBytes) {
        return 0;
    }

    /** Returns texts that state how clients only approximate what the value asks for. */
    default List<String> approximations(T value) {
        return List.of();
    }

    /** Returns whether the field has an effect beside a {@link LoadSection}. */
    default boolean worksWithoutLoad() {
        return false;
    }

    /** A part of a load with a rate of its own. */
    record Stretch(Duration length, double messagesPerSecond) {}

    /**
     * A system that a command names.
     *
     * @param name its name or file on the command line
     * @param embeddedBrokers brokers that Weir starts for it; 0 if it is not embedded
     * @param config with the changes of the run
     */
    record ChosenSystem(String name, int embeddedBrokers, DriverFactory factory, DriverConfig config) {
        public boolean isEmbedded() {
            return embeddedBrokers > 0;
        }

        public boolean can(Capability capability) {
            return factory.capabilities(config).contains(capability);
        }
    }
}
