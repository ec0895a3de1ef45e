package dev.weir.cli.option;

import java.util.List;
import picocli.CommandLine.Option;

/** Options that name the system to measure. */
public final class SystemOptions {
    /** A temporary Kafka cluster that is started for the run. */
    public static final String EMBEDDED = "embedded";

    @Option(
            names = {"-d", "--driver"},
            split = ",",
            paramLabel = "DRIVER",
            description = "Systems to measure: driver files; drivers that need no file, such as none (messages stay in"
                    + " memory); or embedded, a real Kafka that is started for the run (default: " + EMBEDDED + ")")
    private List<String> drivers = List.of();

    @Option(
            names = "--broker-count",
            paramLabel = "N",
            defaultValue = "1",
            description = "Brokers of the embedded cluster, 1 to 9 (default: ${DEFAULT-VALUE})")
    private int brokers;

    public List<String> drivers() {
        return drivers.isEmpty() ? List.of(EMBEDDED) : List.copyOf(drivers);
    }

    boolean isGiven() {
        return !drivers.isEmpty();
    }

    public int brokers() {
        return brokers;
    }
}
