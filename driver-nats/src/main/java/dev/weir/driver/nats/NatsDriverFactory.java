package dev.weir.driver.nats;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import java.util.List;

/** The driver {@code nats}. {@link NatsSettings} lists the properties of its files. */
public final class NatsDriverFactory implements DriverFactory {

    @Override
    public String name() {
        return "nats";
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        return NatsSettings.problems(config);
    }

    /** None: its few properties name neither files nor code. */
    @Override
    public List<HostAccess> hostAccess(DriverConfig config) {
        return List.of();
    }

    @Override
    public Driver open(DriverConfig config) {
        return new NatsDriver(new NatsSettings(config));
    }
}
