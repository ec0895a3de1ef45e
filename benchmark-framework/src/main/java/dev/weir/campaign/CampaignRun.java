package dev.weir.campaign;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverFactory;
import dev.weir.result.Reason;
import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A run that a campaign will carry out.
 *
 * @param resultFile where its result goes; ends in {@code .json}
 * @param embeddedBrokers how many were started for it; 0: it runs on a system of its driver file's
 * @param driverPath where its driver lies; empty if it came with this tool
 * @param systemFacts what is known of the system beyond what it tells itself
 * @param reasons what a reader of its figures has to know from the start
 */
public record CampaignRun(
        Workload workload,
        DriverConfig driver,
        DriverFactory factory,
        Path resultFile,
        int embeddedBrokers,
        String driverPath,
        Map<String, String> systemFacts,
        List<Reason> reasons) {
    public CampaignRun {
        Objects.requireNonNull(workload);
        Objects.requireNonNull(driver);
        Objects.requireNonNull(factory);
        Objects.requireNonNull(driverPath);
        if (!resultFile.toString().endsWith(".json")) {
            throw new IllegalArgumentException("resultFile must end in .json, got " + resultFile);
        }
        systemFacts = Map.copyOf(systemFacts);
        reasons = List.copyOf(reasons);
    }

    /** The same with another workload, whose result goes elsewhere. */
    CampaignRun with(Workload other, Path otherFile) {
        return new CampaignRun(other, driver, factory, otherFile, embeddedBrokers, driverPath, systemFacts, reasons);
    }

    Path resultBase() {
        String name = resultFile.toString();
        return Path.of(name.substring(0, name.length() - ".json".length()));
    }
}
