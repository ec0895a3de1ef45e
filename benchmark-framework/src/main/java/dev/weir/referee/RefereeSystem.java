package dev.weir.referee;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.referee.Referees;
import dev.weir.result.code.Reason;
import java.util.List;
import java.util.Map;

/**
 * System that both sides load.
 *
 * @param config configuration with the tool's own settings
 * @param drivers all drivers
 * @param embeddedBrokers number of brokers that were started for it; 0: it was running before
 * @param facts facts about it in addition to those that it reports
 * @param reasons reasons for Weir's results that are known before the runs begin
 */
public record RefereeSystem(
        DriverConfig config,
        DriverFactory factory,
        Referees referees,
        Drivers drivers,
        int embeddedBrokers,
        Map<String, String> facts,
        List<Reason> reasons) {
    public RefereeSystem {
        facts = Map.copyOf(facts);
        reasons = List.copyOf(reasons);
    }
}
