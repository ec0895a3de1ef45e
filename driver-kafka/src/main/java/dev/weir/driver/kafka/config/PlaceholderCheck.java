package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.UnresolvedReferences;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.SslConfigs;

/** Finds values in a driver file that the user has yet to fill in, or that do not fit this host. */
final class PlaceholderCheck {
    /** Marks values in shipped driver files that the user has to fill in. */
    static final String MARK = "CHANGE-ME";

    private static final Set<String> FILES =
            Set.of(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);

    private final List<ConfigProblem> problems = new ArrayList<>();

    private PlaceholderCheck() {}

    static List<ConfigProblem> problems(DriverConfig config) {
        var placeholders = new PlaceholderCheck();
        placeholders.check("commonConfig", config.clients().common());
        placeholders.check("producerConfig", config.clients().producer());
        placeholders.check("consumerConfig", config.clients().consumer());
        return placeholders.problems;
    }

    /** Checks properties. Messages do not contain their values, which may be secrets. */
    private void check(String field, Map<String, String> properties) {
        properties.forEach((name, value) -> {
            if (value.contains(MARK)) {
                problems.add(new ConfigProblem(
                        field, name, name + " still has " + MARK + " in it: put your own value in its place"));
            } else if (FILES.contains(name) && !UnresolvedReferences.isIn(value) && !isFile(value)) {
                String message = name + " must be a file, and there is none on this host: " + value;
                // The administration runs here, and uses all common properties; producers and consumers run on the
                // workers' hosts.
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
