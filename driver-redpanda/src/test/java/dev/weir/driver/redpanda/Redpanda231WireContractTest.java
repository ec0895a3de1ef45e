package dev.weir.driver.redpanda;

import dev.weir.driver.config.DriverConfig;
import java.util.Map;

/** The same with Weir's own client. */
class Redpanda231WireContractTest extends Redpanda231ContractTest {
    @Override
    protected DriverConfig config() {
        return super.config().withSettings(Map.of("client", "wire"));
    }
}
