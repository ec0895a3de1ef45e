package dev.weir.driver.omb;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.ForeignDrivers;
import dev.weir.driver.exception.DriverException;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Finds OMB's drivers in jars: classes whose name ends in {@code Driver} and that implement {@link BenchmarkDriver}. No
 * code of a jar runs before its driver is opened.
 */
public final class OmbDrivers implements ForeignDrivers {
    private static final String ENDING = "Driver.class";

    @Override
    public List<String> sharedPackages() {
        return List.of(BenchmarkDriver.class.getPackageName(), StatsLogger.class.getPackageName());
    }

    @Override
    public List<DriverFactory> in(List<Path> jars, ClassLoader loader) {
        List<DriverFactory> found = new ArrayList<>();
        for (Path jar : jars) {
            for (String name : names(jar)) {
                driver(name, loader).ifPresent(type -> found.add(new OmbDriverFactory(type, jar)));
            }
        }
        return found;
    }

    private static List<String> names(Path jar) {
        try (var file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(ENDING) && !name.startsWith("META-INF/"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new DriverException(jar + " cannot be read as a jar: " + e.getMessage(), e);
        }
    }

    private static Optional<Class<? extends BenchmarkDriver>> driver(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return BenchmarkDriver.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())
                    ? Optional.of(type.asSubclass(BenchmarkDriver.class))
                    : Optional.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            // An optional part of a library, which needs missing classes.
            return Optional.empty();
        }
    }
}
