package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One of Kafka's tools: what it is given, and what it says. Options and output are those of Kafka 4.3. */
interface Tool {
    /** The simple name of its class, which only the process of the tool loads. */
    String name();

    /** Client properties that it sets over those that it is given, of its producer. */
    default Map<String, String> fixedForProducer() {
        return Map.of();
    }

    /** The same of its consumer. */
    default Map<String, String> fixedForConsumer() {
        return Map.of();
    }

    default List<ConfigProblem> problems(DriverConfig config) {
        return List.of();
    }

    List<String> differences(RefereeTask task, DriverConfig config);

    /**
     * Its command line.
     *
     * @param folder for files that it reads
     */
    List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException;

    /**
     * What it has found.
     *
     * @param output the last lines of a tool that ended without an error
     * @throws UnclearOutputException if they do not say it
     */
    RefereeFigures figures(RefereeTask task, List<String> command, List<String> output);

    /** What a tool printed is not what it prints. */
    final class UnclearOutputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnclearOutputException(String message) {
            super(message);
        }
    }
}
