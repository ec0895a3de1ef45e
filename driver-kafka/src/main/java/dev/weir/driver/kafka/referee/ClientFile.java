package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.ConfigValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** File with client properties for a tool. It may contain secrets: only its owner may read the folder. */
final class ClientFile {
    private ClientFile() {}

    static String bootstrapServers(DriverConfig config) {
        return Objects.requireNonNull(
                ConfigValues.resolved(config).clients().common().get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
    }

    /** A property of a consumer, or else its default. */
    static String ofConsumer(DriverConfig config, String name) {
        return Optional.ofNullable(ConfigValues.resolved(config)
                        .clients()
                        .effectiveConsumer()
                        .get(name))
                .orElseGet(() -> String.valueOf(
                        ConsumerConfig.configDef().defaultValues().get(name)));
    }

    static Path write(Path folder, Map<String, String> clientConfig) throws IOException {
        var properties = new Properties();
        properties.putAll(ClientProperties.known(clientConfig));
        Path file = folder.resolve("client.properties");
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        return file;
    }
}
