package dev.weir.driver.loading;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.ForeignDrivers;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Producer;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Loads one driver with its libraries. Apart from its own jars, the driver can use the JDK, the packages of the
 * contract, and the SLF4J API, so that it writes to Weir's log; no other class and no resource. So its libraries may
 * have any version, and {@link java.util.ServiceLoader} finds in it only what its own jars register. Never closed:
 * drivers live as long as the process.
 */
final class DriverClassLoader extends URLClassLoader {

    /** @param shared further packages that it can use: see {@link ForeignDrivers} */
    DriverClassLoader(List<Path> jars, List<String> shared) {
        super("driver " + jars.get(0).getFileName(), urls(jars), new Surroundings(Set.copyOf(shared)));
    }

    private static URL[] urls(List<Path> jars) {
        return jars.stream().map(DriverClassLoader::url).toArray(URL[]::new);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("files have URLs", e);
        }
    }

    /** Finds the JDK, and classes of these packages on the framework's class path. */
    private static final class Surroundings extends ClassLoader {
        private static final Set<String> SHARED_PACKAGES = Set.of(
                DriverFactory.class.getPackageName(),
                Admin.class.getPackageName(),
                Producer.class.getPackageName(),
                DriverConfig.class.getPackageName(),
                Durability.class.getPackageName(),
                EmbeddedClusters.class.getPackageName(),
                DriverException.class.getPackageName(),
                "org.slf4j",
                "org.slf4j.event",
                "org.slf4j.helpers",
                "org.slf4j.spi");

        private final Set<String> further;

        Surroundings(Set<String> further) {
            super("shared with drivers", getPlatformClassLoader());
            this.further = further;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String owner = name.substring(0, Math.max(0, name.lastIndexOf('.')));
            if (SHARED_PACKAGES.contains(owner) || further.contains(owner)) {
                return Class.forName(name, false, DriverFactory.class.getClassLoader());
            }
            throw new ClassNotFoundException(name);
        }
    }
}
