package dev.weir.driver.nats;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import java.util.List;
import java.util.Optional;

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

    /** The protocol of NATS has headers in the form of HTTP. */
    @Override
    public Optional<String> headerProblem(MessageHeader header) {
        if (!header.name().chars().allMatch(c -> c > ' ' && c < 127 && c != ':')) {
            return Optional.of("NATS has headers whose names are printable ASCII characters without space and colon");
        }
        if (!header.text().chars().allMatch(c -> c >= ' ' && c < 127)
                || !header.text().strip().equals(header.text())) {
            return Optional.of(
                    "NATS has headers whose values are printable ASCII characters, without space at the ends");
        }
        return Optional.empty();
    }

    @Override
    public Driver open(DriverConfig config) {
        return new NatsDriver(new NatsSettings(config));
    }
}
