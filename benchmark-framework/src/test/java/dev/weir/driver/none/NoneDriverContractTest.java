package dev.weir.driver.none;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;

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
