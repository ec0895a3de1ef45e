package dev.weir.cli.run;

import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.SystemOptions;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.FieldOption;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.YamlFile;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A system to measure, as {@code -d} names it: a driver file, the name of a driver that needs no file, or {@code
 * embedded}.
 *
 * @param config empty for {@code embedded}, whose configuration exists only while it runs
 */
public record DriverChoice(String argument, DriverFactory factory, Optional<DriverConfig> config) {
    public static Optional<DriverChoice> of(String argument, Drivers drivers, Problems problems) {
        if (argument.equals(SystemOptions.EMBEDDED)) {
            return Optional.of(new DriverChoice(argument, embeddable(), Optional.empty()));
        }
        if (argument.isBlank()) {
            problems.error("-d", "must name a system, got nothing");
            return Optional.empty();
        }
        Optional<DriverFactory> named = drivers.find(argument);
        Path file = named.isPresent() ? Path.of(argument) : InstalledFile.find(Path.of(argument), problems);
        if (Files.exists(file)) {
            return DriverFile.read(file, drivers, problems).map(config -> of(argument, config, drivers));
        }
        if (named.isEmpty()) {
            String all = drivers.all().stream().map(DriverFactory::name).collect(Collectors.joining(", "));
            problems.error(
                    argument,
                    "there is no such file, and no driver of this name: use a driver file, " + SystemOptions.EMBEDDED
                            + ", or one of " + all + "; " + DriverOptions.NAME + " adds drivers"
                            + near(file, drivers));
            return Optional.empty();
        }
        DriverConfig config = DriverConfig.of(argument);
        Optional<ConfigProblem> found = named.get().problems(config).stream()
                .filter(ConfigProblem::refuses)
                .findFirst();
        if (found.isPresent()) {
            problems.error(
                    "-d",
                    "the driver " + argument + " needs a driver file, such as those in driver-" + argument + ": "
                            + found.get().message());
            return Optional.empty();
        }
        return Optional.of(new DriverChoice(argument, named.get(), Optional.of(config)));
    }

    /** Returns the choice that options describe, instead of a driver file. */
    public static Optional<DriverChoice> of(List<FieldOption> fields, Drivers drivers, Problems problems) {
        return DriverFile.of(fields, drivers, problems)
                .map(config -> of(fields.get(0).option(), config, drivers));
    }

    private static DriverChoice of(String argument, DriverConfig config, Drivers drivers) {
        return new DriverChoice(argument, drivers.find(config.driver()).orElseThrow(), Optional.of(config));
    }

    /** Returns whether a cluster is started for it: without a file, or because a file requests it. */
    public boolean isEmbedded() {
        return config.isEmpty() || (factory.embedded().isPresent() && EmbeddedClusters.isAskedFor(config.get()));
    }

    /** Returns its configuration before a cluster runs, which then has other addresses. */
    public DriverConfig plannedConfig(int brokers) {
        if (!isEmbedded()) {
            return config.orElseThrow();
        }
        EmbeddedClusters clusters = factory.embedded().orElseThrow();
        return config.map(clusters::driverConfig).orElseGet(() -> clusters.driverConfig(brokers));
    }

    String label() {
        return config.map(DriverConfig::name).orElse(SystemOptions.EMBEDDED);
    }

    /** Starts an embedded cluster with default settings, on any free ports of loopback. */
    public static EmbeddedCluster start(int brokers) {
        EmbeddedClusters clusters = embeddable().embedded().orElseThrow();
        return clusters.start(brokers, InetAddress.getLoopbackAddress(), 0, clusters.driverConfig(brokers));
    }

    /**
     * Starts an embedded cluster with the settings of a file that requests one.
     *
     * @param host address of this host
     * @param firstPort port of the first broker, the others follow; 0: any free ports
     * @param asked see {@link EmbeddedClusters#isAskedFor}
     */
    public static EmbeddedCluster start(int brokers, InetAddress host, int firstPort, DriverConfig asked) {
        return embeddable().embedded().orElseThrow().start(brokers, host, firstPort, asked);
    }

    /**
     * Returns the embedded driver of Weir itself: a driver of a path must not change the meaning of {@code embedded}.
     */
    private static DriverFactory embeddable() {
        return Drivers.onClassPath().all().stream()
                .filter(factory -> factory.embedded().isPresent())
                .findFirst()
                .orElseThrow(() -> new DriverException("no driver on the class path has an embedded cluster"));
    }

    private static String near(Path file, Drivers drivers) {
        List<String> names = Stream.concat(
                        Stream.of(SystemOptions.EMBEDDED),
                        drivers.all().stream().map(DriverFactory::name))
                .toList();
        String name = NearestName.advice(file.toString(), names);
        return name.isEmpty() ? YamlFile.nearName(file) : name;
    }
}
