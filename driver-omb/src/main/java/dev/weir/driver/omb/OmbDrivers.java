package dev.weir.driver.omb;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.ForeignDrivers;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.exception.DriverException;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /**
     * One of OMB's drivers as a driver of Weir. OMB's driver file is its only setting.
     *
     * @param jar that holds the class
     */
    record OmbDriverFactory(Class<? extends BenchmarkDriver> type, Path jar) implements DriverFactory {
        /** Setting with the text of OMB's driver file. */
        static final String FILE = "ombDriverFile";

        private static final Pattern SUFFIX = Pattern.compile("(Benchmark)?Driver$");

        /** A field with its value, in YAML or in the properties inside it; several may share a line. */
        private static final Pattern FIELD = Pattern.compile(
                "([\\w.-]+)[\"']?[ \\t]*(?::[ \\t]+|=[ \\t]*)[\"']?" + "([^\\s,{}\\[\\]\"'][^\\n,{}\\[\\]\"']*)");

        /** Returns {@code omb-rabbitmq} for {@code RabbitMqBenchmarkDriver}. */
        @Override
        public String name() {
            return "omb-"
                    + SUFFIX.matcher(type.getSimpleName()).replaceFirst("").toLowerCase(Locale.ROOT);
        }

        /** The class, as OMB's driver files name it. */
        @Override
        public Set<String> aliases() {
            return Set.of(type.getName());
        }

        @Override
        public Map<String, String> settings() {
            return Map.of(FILE, "the text of OMB's driver file, which the driver receives unchanged");
        }

        @Override
        public Optional<String> wholeFile() {
            return Optional.of(FILE);
        }

        @Override
        public boolean payloadOnly() {
            return true;
        }

        @Override
        public List<ConfigProblem> problems(DriverConfig config) {
            return text(config).isBlank()
                    ? List.of(new ConfigProblem(FILE, "", "must be the text of OMB's driver file, got none"))
                    : List.of();
        }

        /**
         * Guesses by the fields of OMB's file. The driver's class itself is in a jar that this process was started with.
         */
        @Override
        public List<HostAccess> hostAccess(DriverConfig config) {
            Map<String, String> fields = new HashMap<>();
            FIELD.matcher(text(config))
                    .results()
                    .forEach((MatchResult field) -> fields.put(field.group(1), field.group(2)));
            fields.values().remove(type.getName());
            return HostAccess.guessed(config.withSettings(fields));
        }

        @Override
        public Durability durability(DriverConfig config) {
            return new Durability(Stream.of(DurabilityKey.ACKS, DurabilityKey.REPLICATION_FACTOR, DurabilityKey.FSYNC)
                    .map(key -> DurabilityItem.unknown(key, "drivers of OMB do not report it"))
                    .toList());
        }

        @Override
        public Driver open(DriverConfig config) {
            return OmbDriver.open(type, jar, text(config));
        }

        private static String text(DriverConfig config) {
            return config.settings().getOrDefault(FILE, "");
        }
    }
}
