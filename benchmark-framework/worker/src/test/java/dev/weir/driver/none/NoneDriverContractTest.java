package dev.weir.driver.none;

import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class NoneDriverContractTest extends DriverContract {

    @Override
    protected DriverFactory factory() {
        return new NoneDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return DriverConfig.of("none");
    }
}
