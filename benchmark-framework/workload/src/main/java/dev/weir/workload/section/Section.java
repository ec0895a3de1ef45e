package dev.weir.workload.section;

import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * A field of the workload file that a feature adds, and what its value means to parts of Weir that do not know the
 * feature. Sections and values are immutable, and equal by value.
 */
public interface Section<T> {
    /** Returns the field, which a file may omit. */
    Field<T> field();

    /** Writes a value in the form of a file. Reading that form gives an equal value. */
    void put(T value, FieldWriter given);

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

    /** Returns whether the field has an effect beside a {@code transactionBenchmark}, which is no load. */
    default boolean worksWithoutLoad() {
        return false;
    }

    /**
     * A system that a command names.
     *
     * @param name its name or file on the command line
     * @param embeddedBrokers brokers that Weir starts for it; 0 if it is not embedded
     */
    record ChosenSystem(String name, int embeddedBrokers) {
        public boolean isEmbedded() {
            return embeddedBrokers > 0;
        }
    }
}
