package dev.weir.workload.fields;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.Workload;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.util.function.Consumer;

/**
 * A field of the driver file that a feature adds, because OMB's files have it there, although it belongs to the load. A
 * run behaves as if its workload file had requested it, and its result shows it there. The driver does not receive it. It
 * is a seat.
 */
public interface DriverSection {
    Field<?> field();

    /** Adds problems of the field with others of its file. */
    void check(FieldValues values);

    /** Returns a workload as it runs on a system with this configuration; reports how both contradict each other. */
    Workload on(DriverConfig config, Workload workload, Consumer<String> errors);
}
