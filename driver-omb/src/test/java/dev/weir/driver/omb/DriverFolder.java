package dev.weir.driver.omb;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.DriverJar;
import dev.weir.driver.loading.DriverPath;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.bookkeeper.stats.StatsLogger;

/** A folder for {@code --driver-path}: a driver jar made of a source in {@code src/test/omb}, and the libraries of the driver. */
final class DriverFolder {
    private DriverFolder() {}

    /**
     * Makes one.
     *
     * @param driver the name of the driver's class
     * @param libraries with what the names of the jars begin that the driver needs
     */
    static Path make(Path folder, String driver, List<String> libraries) throws IOException {
        Path made = Files.createDirectories(folder.resolve("driver"));
        List<Path> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && libraries.stream().anyMatch(name::startsWith)) {
                jars.add(Files.copy(jar, made.resolve(name), StandardCopyOption.REPLACE_EXISTING));
            }
        }
        new DriverJar(folder)
                .against(BenchmarkDriver.class, StatsLogger.class)
                .against(jars)
                .compile(driver, Files.readString(Path.of("src/test/omb", driver.replace('.', '/') + ".java")))
                .write(made.resolve("driver.jar"));
        return made;
    }

    /** The drivers that Weir has with such a folder. */
    static Drivers drivers(Path made) {
        var path = new DriverPath();
        path.add(made.toString());
        return Drivers.onClassPathAnd(path);
    }

    /** What Weir reads of the text of a driver file. */
    static DriverConfig read(String text, Path folder, Drivers drivers) throws IOException {
        var problems = new Problems();
        Path file = Files.writeString(folder.resolve("driver.yaml"), text);
        DriverConfig config = DriverFile.read(file, drivers, problems).orElse(null);
        problems.throwIfAny();
        return Objects.requireNonNull(config);
    }
}
