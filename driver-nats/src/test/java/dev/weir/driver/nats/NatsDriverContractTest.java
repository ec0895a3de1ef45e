package dev.weir.driver.nats;

import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class NatsDriverContractTest extends DriverContract {
    private static NatsServer server;

    @BeforeAll
    static void startServer(@TempDir Path folder) {
        server = NatsServer.start(Path.of(""), folder);
    }

    @AfterAll
    static void endServer() {
        // If it could not be started, there is none.
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected DriverFactory factory() {
        return new NatsDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return new DriverConfig(
                "nats",
                "nats",
                new TopicConfig(1, false, Map.of("storage", "memory")),
                new ClientConfig(Map.of("servers", server.url()), Map.of(), Map.of()),
                Map.of());
    }
}
