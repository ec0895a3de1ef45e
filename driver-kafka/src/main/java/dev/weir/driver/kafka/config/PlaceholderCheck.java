package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.SslConfigs;

/** What only the operator knows and has yet to put into a driver file, or has put there and is not so on this host. */
final class PlaceholderCheck {
    /** Stands in shipped driver files where something of the operator's belongs. */
    private static final String MARK = "CHANGE-ME";

    private static final Set<String> FILES =
            Set.of(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);

    private final List<ConfigProblem> problems = new ArrayList<>();

    private PlaceholderCheck() {}

    static List<ConfigProblem> problems(DriverConfig config) {
        var blanks = new PlaceholderCheck();
        blanks.look("commonConfig", config.clients().common());
        blanks.look("producerConfig", config.clients().producer());
        blanks.look("consumerConfig", config.clients().consumer());
        return blanks.problems;
    }

    /** The values stay out of the messages: they may be secrets. */
    private void look(String field, Map<String, String> properties) {
        properties.forEach((name, value) -> {
            if (value.contains(MARK)) {
                problems.add(new ConfigProblem(
                        field, name, name + " still has " + MARK + " in it: put your own value in its place"));
            } else if (FILES.contains(name) && !isFile(value)) {
                String message = name + " must be a file, and there is none on this host: " + value;
                // The administration runs here, and has what is common to all; producers and consumers are the
                // workers'.
                problems.add(new ConfigProblem(field, name, message, field.equals("commonConfig")));
            }
        });
    }

    private static boolean isFile(String path) {
        try {
            return Files.isRegularFile(Path.of(path.strip()));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
