package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverConfig;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The driver files that are shipped, Redpanda's too: its client is the same. */
class DriverFilesTest {

    static Stream<Path> files() throws IOException {
        try (var own = Files.list(Path.of("."));
                var redpanda = Files.list(Path.of("..", "driver-redpanda"))) {
            return Stream.concat(own, redpanda)
                    .filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void theClientTakesWhatTheFileSays(Path file) throws IOException {
        Map<String, Object> fields = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        assertThat(fields)
                .containsOnlyKeys(
                        "name",
                        "driver",
                        "replicationFactor",
                        "reset",
                        "topicConfig",
                        "commonConfig",
                        "producerConfig",
                        "consumerConfig");
        var config = new DriverConfig(
                text(fields, "name"),
                text(fields, "driver"),
                Integer.parseInt(text(fields, "replicationFactor")),
                Boolean.parseBoolean(text(fields, "reset")),
                properties(text(fields, "topicConfig")),
                properties(text(fields, "commonConfig")),
                properties(text(fields, "producerConfig")),
                properties(text(fields, "consumerConfig")),
                Map.of());
        assertThat(new KafkaDriverFactory().problems(config)).isEmpty();
    }

    private static String text(Map<String, Object> fields, String name) {
        return String.valueOf(fields.get(name));
    }

    private static Map<String, String> properties(String text) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(text));
        var map = new TreeMap<String, String>();
        properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name, "")));
        return map;
    }
}
