package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One of Kafka's tools: its arguments, and its output. Options and output are those of Kafka 4.3. */
interface Tool {
    /** Returns the simple name of its class, which only the process of the tool loads. */
    String name();

    /** Returns client properties of its producer that it sets itself, overriding given ones. */
    default Map<String, String> fixedForProducer() {
        return Map.of();
    }

    /** Returns client properties of its consumer that it sets itself, overriding given ones. */
    default Map<String, String> fixedForConsumer() {
        return Map.of();
    }

    default List<ConfigProblem> problems(DriverConfig config) {
        return List.of();
    }

    List<String> differences(RefereeTask task, DriverConfig config);

    /**
     * Returns its command line.
     *
     * @param folder for files that it reads
     */
    List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException;

    /**
     * Parses its figures.
     *
     * @param output last lines of a tool that ended without an error
     * @throws UnclearOutputException if they lack the figures
     */
    RefereeFigures figures(RefereeTask task, List<String> command, List<String> output);

    /** The output of a tool has an unexpected form. */
    final class UnclearOutputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnclearOutputException(String message) {
            super(message);
        }
    }
}
