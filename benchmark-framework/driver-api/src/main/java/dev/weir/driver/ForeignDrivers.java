package dev.weir.driver;

import java.nio.file.Path;
import java.util.List;

/**
 * Drives systems with driver jars that were made for another tool. Registered for {@link java.util.ServiceLoader} on
 * Weir's class path. Weir calls it for each path of {@code --driver-path} that contains no {@link DriverFactory}. The
 * class loader of such a path also finds the classes of Weir's class path that are in {@link #sharedPackages}.
 */
public interface ForeignDrivers {

    /** Packages with the classes that both sides use: the other tool's interfaces. */
    List<String> sharedPackages();

    /**
     * The drivers in jars that belong together; empty if the jars contain no driver of the other tool.
     *
     * @param loader of these jars
     */
    List<DriverFactory> in(List<Path> jars, ClassLoader loader);
}
