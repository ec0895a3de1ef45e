package dev.weir.driver.omb;

import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What every driver does, of a driver for OMB in a jar of its own, on a real broker. */
class OmbDriverContractTest extends DriverContract {
    private static ArtemisBroker broker;
    private static DriverFactory factory;

    @BeforeAll
    static void startBroker(@TempDir Path folder) throws Exception {
        broker = ArtemisBroker.start(folder);
        factory = ArtemisBroker.drivers(folder).find("omb-artemis").orElseThrow();
    }

    @AfterAll
    static void endBroker() {
        broker.close();
    }

    @Override
    protected DriverFactory factory() {
        return factory;
    }

    @Override
    protected DriverConfig config() {
        return DriverConfig.of("omb-artemis")
                .withSettings(Map.of(OmbDrivers.OmbDriverFactory.FILE, broker.driverFile("")));
    }
}
