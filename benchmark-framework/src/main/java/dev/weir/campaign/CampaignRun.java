package dev.weir.campaign;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.result.code.Reason;
import dev.weir.result.run.CampaignPlace;
import dev.weir.workload.Hooks;
import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that a campaign will carry out.
 *
 * @param number of it in the order of the campaign, from 1
 * @param place which run of the campaign it is
 * @param hooks commands around it; not always those of its workload: a person may have left them out
 * @param resultFile where its result goes; ends in {@code .json}
 * @param embeddedBrokers how many were started for it; 0: it runs on a system of its driver file's
 * @param driverPath where its driver lies; empty if it came with this tool
 * @param systemFacts what is known of the system beyond what it tells itself
 * @param reasons what a reader of its figures has to know from the start
 * @param system makes the system ready for the run, and throws a {@code DriverException} if that fails
 * @param faults does to the embedded brokers what the workload asks for; empty if there are none
 */
public record CampaignRun(
        int number,
        CampaignPlace place,
        Workload workload,
        Hooks hooks,
        DriverConfig driver,
        DriverFactory factory,
        Path resultFile,
        int embeddedBrokers,
        String driverPath,
        Map<String, String> systemFacts,
        List<Reason> reasons,
        Runnable system,
        Optional<BrokerFaults> faults) {
    public CampaignRun {
        if (!resultFile.toString().endsWith(".json")) {
            throw new IllegalArgumentException("resultFile must end in .json, got " + resultFile);
        }
        systemFacts = Map.copyOf(systemFacts);
        reasons = List.copyOf(reasons);
    }

    /** The same with another workload, whose result goes elsewhere. */
    CampaignRun with(Workload other, Path otherFile) {
        return new CampaignRun(
                number,
                place,
                other,
                hooks,
                driver,
                factory,
                otherFile,
                embeddedBrokers,
                driverPath,
                systemFacts,
                reasons,
                system,
                faults);
    }

    Path resultBase() {
        return besideResult("");
    }

    /** A file with the name of the result but for its ending. */
    public Path besideResult(String ending) {
        String name = resultFile.toString();
        return Path.of(name.substring(0, name.length() - ".json".length()) + ending);
    }
}
