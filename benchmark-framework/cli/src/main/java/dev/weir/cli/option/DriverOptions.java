package dev.weir.cli.option;

import dev.weir.driver.loading.DriverPath;
import dev.weir.driver.loading.DriverPath.DriverPathException;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options that name places of drivers in addition to Weir's own. */
public final class DriverOptions {
    public static final String NAME = "--driver-path";

    /**
     * Set by the start scripts: a folder whose jars and folders are drivers, as if {@code --driver-path} named them.
     */
    private static final String DROP_IN_PROPERTY = "weir.drivers";

    @Option(
            names = NAME,
            paramLabel = "PATH[:PATH...]",
            description =
                    "Drivers of other systems: jars, or folders with jars that belong together. Driver jars of OMB"
                            + " work, too. Drivers in the folder 'drivers' of the installation are found without this"
                            + " option")
    private List<String> paths = List.of();

    /** Loads the drivers on the class path, in the drop-in folder, and where the option points. */
    public Drivers load() {
        return load(Stream.ofNullable(System.getProperty(DROP_IN_PROPERTY))
                .map(Path::of)
                .toList());
    }

    /**
     * Adds the place of the driver of a result.
     *
     * @param recorded place that is searched if the option names none; empty for Weir's own drivers. If the place no
     *     longer exists, it is skipped, and the driver's name is reported as missing
     * @return whether the place is added
     */
    public boolean add(String recorded) {
        boolean added = paths.isEmpty() && !recorded.isEmpty() && Files.exists(Path.of(recorded));
        if (added) {
            paths = List.of(recorded);
        }
        return added;
    }

    Drivers load(List<Path> dropIns) {
        var path = new DriverPath();
        var problems = new Problems();
        try {
            dropIns.forEach(path::addAllIn);
            paths.forEach(path::add);
            return Drivers.onClassPathAnd(path);
        } catch (DriverPathException e) {
            // A message about an option would confuse a person who gave none.
            String where = e.dropIn().map(Path::toString).orElse(NAME);
            problems.error(where, String.valueOf(e.getMessage()));
            problems.throwIfAny();
            throw e;
        }
    }

    public List<String> words() {
        return paths.stream().flatMap(path -> Stream.of(NAME, path)).toList();
    }
}
