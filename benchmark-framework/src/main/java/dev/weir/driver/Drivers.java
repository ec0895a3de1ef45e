package dev.weir.driver;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The drivers that are on the class path, by name and alias. Immutable. */
public final class Drivers {
    private final Map<String, DriverFactory> byName = new TreeMap<>();
    private final Map<String, DriverFactory> byAlias = new TreeMap<>();

    /**
     * Registers them.
     *
     * @throws IllegalArgumentException if two of them go by the same name or alias
     */
    public Drivers(Iterable<DriverFactory> factories) {
        for (DriverFactory factory : factories) {
            register(byName, factory.name(), factory);
            factory.aliases().forEach(alias -> register(byAlias, alias, factory));
        }
    }

    /** Those that are registered for {@link ServiceLoader}. */
    public static Drivers onClassPath() {
        return new Drivers(ServiceLoader.load(DriverFactory.class));
    }

    /** The driver with this name or alias. */
    public Optional<DriverFactory> find(String nameOrAlias) {
        DriverFactory named = byName.get(nameOrAlias);
        return Optional.ofNullable(named != null ? named : byAlias.get(nameOrAlias));
    }

    /** All of them, sorted by name. */
    public Collection<DriverFactory> all() {
        return byName.values();
    }

    private static void register(Map<String, DriverFactory> map, String name, DriverFactory factory) {
        DriverFactory other = map.putIfAbsent(name, factory);
        if (other != null) {
            throw new IllegalArgumentException("two drivers go by the name " + name + ": "
                    + other.getClass().getName() + " and " + factory.getClass().getName());
        }
    }
}
