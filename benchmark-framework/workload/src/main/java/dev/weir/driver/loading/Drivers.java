package dev.weir.driver.loading;

import dev.weir.driver.DriverFactory;
import dev.weir.workload.text.Checks;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** All available drivers, by name and alias. Immutable. */
public final class Drivers {
    private final Map<String, DriverFactory> byName = new TreeMap<>();
    private final Map<String, DriverFactory> byAlias = new TreeMap<>();
    /** The class, jar or folder from which the driver of each name or alias was loaded. */
    private final Map<String, String> origins = new TreeMap<>();

    private final Map<String, Path> paths = new TreeMap<>();

    /** @throws IllegalArgumentException if two of them have the same name or alias */
    public Drivers(Iterable<DriverFactory> factories) {
        factories.forEach(factory -> register(factory, false, factory.getClass().getName()));
    }

    /** Those that are registered for {@link ServiceLoader}. */
    public static Drivers onClassPath() {
        return new Drivers(ServiceLoader.load(DriverFactory.class));
    }

    /**
     * Returns those that came with Weir, and those of a path, each of these with a class loader of its own.
     *
     * @throws DriverPath.DriverPathException if a driver of the path cannot be loaded, or has the name of another driver
     */
    public static Drivers onClassPathAnd(DriverPath path) {
        Drivers drivers = onClassPath();
        for (DriverPath.Found found : path.load()) {
            try {
                drivers.register(
                        found.factory(), found.isForeign(), found.entry().toString());
                drivers.paths.put(found.factory().name(), found.entry().path());
            } catch (IllegalArgumentException e) {
                throw found.entry().problem(String.valueOf(e.getMessage()), e);
            } catch (LinkageError e) {
                throw found.entry()
                        .problem("the driver in " + found.entry() + " was made for another version of Weir: " + e, e);
            }
        }
        return drivers;
    }

    public Optional<DriverFactory> find(String nameOrAlias) {
        DriverFactory named = byName.get(nameOrAlias);
        return Optional.ofNullable(named != null ? named : byAlias.get(nameOrAlias));
    }

    /** The path of the driver with this name; empty if it came with Weir. */
    public Optional<Path> path(String name) {
        return Optional.ofNullable(paths.get(name));
    }

    /** All of them, sorted by name. */
    public Collection<DriverFactory> all() {
        return byName.values();
    }

    /** If OMB's driver class is already an alias of one of Weir's own drivers, it stays an alias of that driver. */
    private void register(DriverFactory factory, boolean isForeign, String origin) {
        register(byName, factory.name(), factory, origin);
        factory.aliases().stream()
                .filter(alias -> !isForeign || !byAlias.containsKey(alias))
                .forEach(alias -> register(byAlias, alias, factory, origin));
    }

    private void register(Map<String, DriverFactory> map, String name, DriverFactory factory, String origin) {
        DriverFactory other = map.putIfAbsent(name, factory);
        Checks.refuseIf(
                other != null, "two drivers go by the name " + name + ": " + origins.get(name) + " and " + origin);
        origins.putIfAbsent(name, origin);
    }
}
