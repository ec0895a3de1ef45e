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
 * A system that a run is to drive, as {@code -d} names it: a driver file, the name of a driver that needs no file, or
 * {@code embedded}.
 *
 * @param config empty for {@code embedded}, which has one only when it runs
 */
public record DriverChoice(String argument, DriverFactory factory, Optional<DriverConfig> config) {
    public static Optional<DriverChoice> of(String argument, Drivers drivers, Problems problems) {
        return of(argument, drivers, DriverFile.Judge.NONE, problems);
    }

    /** The same for a use that not every driver file is good for. */
    public static Optional<DriverChoice> of(
            String argument, Drivers drivers, DriverFile.Judge further, Problems problems) {
        if (argument.equals(SystemOptions.EMBEDDED)) {
            return Optional.of(new DriverChoice(argument, embeddable(), Optional.empty()));
        }
        if (argument.isBlank()) {
            problems.error("-d", "must name a system, got nothing");
            return Optional.empty();
        }
        Path file = Path.of(argument);
        Optional<DriverFactory> named = drivers.find(argument);
        if (Files.exists(file) || named.isEmpty()) {
            if (!Files.exists(file)) {
                problems.error(
                        argument,
                        "there is no such file, and no driver of this name: use a driver file, "
                                + SystemOptions.EMBEDDED
                                + ", or one of " + names(drivers) + "; " + DriverOptions.NAME
                                + " adds drivers" + near(file, drivers));
                return Optional.empty();
            }
            return DriverFile.read(file, drivers, further, problems)
                    .map(config -> new DriverChoice(
                            argument, drivers.find(config.driver()).orElseThrow(), Optional.of(config)));
        }
        DriverConfig config = DriverConfig.of(argument);
        List<ConfigProblem> found = named.get().problems(config).stream()
                .filter(ConfigProblem::refuses)
                .toList();
        if (!found.isEmpty()) {
            problems.error(
                    "-d",
                    "the driver " + argument + " needs a driver file, such as those in driver-" + argument + ": "
                            + found.get(0).message());
        }
        return found.isEmpty()
                ? Optional.of(new DriverChoice(argument, named.get(), Optional.of(config)))
                : Optional.empty();
    }

    /** One that options describe, in place of a driver file. */
    static Optional<DriverChoice> of(List<FieldOption> fields, Drivers drivers, Problems problems) {
        return DriverFile.of(fields, drivers, problems)
                .map(config -> new DriverChoice(
                        fields.get(0).option(), drivers.find(config.driver()).orElseThrow(), Optional.of(config)));
    }

    /** Whether a cluster of its own is started for it: without a file, or as a file asks. */
    public boolean isEmbedded() {
        return config.isEmpty() || config.filter(this::asksForACluster).isPresent();
    }

    private boolean asksForACluster(DriverConfig file) {
        return factory.embedded().isPresent() && EmbeddedClusters.isAskedFor(file);
    }

    /** What it is driven with, as far as that is known before a cluster runs: then it has other addresses. */
    public DriverConfig plannedConfig(int brokers) {
        if (!isEmbedded()) {
            return config.orElseThrow();
        }
        EmbeddedClusters clusters = factory.embedded().orElseThrow();
        return config.map(clusters::driverConfig).orElseGet(() -> clusters.driverConfig(brokers));
    }

    /** The label that its results will carry. */
    String label() {
        return config.map(DriverConfig::name).orElse(SystemOptions.EMBEDDED);
    }

    /**
     * Starts an embedded cluster of default settings, on any free ports of loopback.
     *
     * @throws DriverException if it does not start
     */
    public static EmbeddedCluster start(int brokers) {
        return start(brokers, clusters().driverConfig(brokers));
    }

    /**
     * The same with the settings of a file that asks for one.
     *
     * @param asked see {@link EmbeddedClusters#isAskedFor}
     */
    public static EmbeddedCluster start(int brokers, DriverConfig asked) {
        return start(brokers, InetAddress.getLoopbackAddress(), 0, asked);
    }

    /**
     * The same, somewhere else.
     *
     * @param host address of this host
     * @param firstPort of the first broker, the others follow; 0: any free ports
     */
    public static EmbeddedCluster start(int brokers, InetAddress host, int firstPort, DriverConfig asked) {
        return clusters().start(brokers, host, firstPort, asked);
    }

    private static EmbeddedClusters clusters() {
        return embeddable().embedded().orElseThrow();
    }

    /** Of those that came with Weir: a driver of a path must not change what {@code embedded} means. */
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

    private static String names(Drivers drivers) {
        return drivers.all().stream().map(DriverFactory::name).collect(Collectors.joining(", "));
    }
}
