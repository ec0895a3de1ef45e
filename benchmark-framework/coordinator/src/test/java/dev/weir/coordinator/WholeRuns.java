package dev.weir.coordinator;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests that make whole runs in a {@link MiniCluster}. A run that was disturbed is made again. */
public abstract class WholeRuns {
    @TempDir
    protected Path folder;

    /** Makes a run on the driver none with these settings. */
    protected RunResult run(int workers, Workloads workload, Map<String, String> settings) {
        try (var cluster = new MiniCluster(workers, folder)) {
            return cluster.runUndisturbed(workload.build(), MiniCluster.none(settings));
        }
    }

    /** Makes one run on the driver none, disturbed or not; at each tick the test may do something. */
    protected RunResult run(
            int workers, Workloads workload, Map<String, String> settings, MiniCluster.Reaction reaction) {
        try (var cluster = new MiniCluster(workers, folder)) {
            return cluster.run(workload.build(), MiniCluster.none(settings), reaction);
        }
    }

    /** Makes a run on a driver without state: a disturbed run is made again with it. */
    protected RunResult run(int workers, Workloads workload, DriverFactory driver) {
        try (var cluster = new MiniCluster(workers, folder, new Drivers(List.of(driver)))) {
            return cluster.runUndisturbed(workload.build(), DriverConfig.of(driver.name()));
        }
    }

    /** Makes a run on the driver none, and finds no difference in its results: see {@link GenuineResults}. */
    protected RunResult verifiedRun(int workers, Workloads workload, Map<String, String> settings) {
        try (var cluster = new MiniCluster(workers, folder)) {
            return MiniCluster.undisturbed(() -> GenuineResults.verified(
                    cluster, folder, workload.build(), MiniCluster.none(settings), (coordinator, tick) -> {}));
        }
    }
}
