package dev.weir.driver.loading;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.ForeignDrivers;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.client.Producer;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The paths of drivers that are not on the class path. Each entry is a jar, or a folder whose jars belong together.
 * It contains a driver with all its libraries, except the JDK, the packages of the contract and SLF4J. Used by one
 * thread, at the start of a process.
 */
public final class DriverPath {
    private static final String JAR = ".jar";

    /** By real path: in the order in which they were named, each once. */
    private final Map<Path, Entry> entries = new LinkedHashMap<>();

    /** A jar, or a folder of jars, and the drop-in folder that contains it; none if the user named the entry. */
    record Entry(Path path, Optional<Path> dropIn) {
        DriverPathException problem(String message, @Nullable Throwable cause) {
            String advice = dropIn.map(folder -> "; replace it, or take it out of " + folder)
                    .orElse("");
            return new DriverPathException(message + advice, cause, dropIn.orElse(null));
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /** @param isForeign whether it is one for another tool, whose aliases give way to those of all others */
    record Found(DriverFactory factory, Entry entry, boolean isForeign) {}

    /**
     * Adds the entries that a person names, with {@link File#pathSeparator} between them.
     *
     * @throws DriverPathException if one of them does not exist, or is neither a jar nor a folder
     */
    public void add(String text) {
        for (String name : text.split(File.pathSeparator, -1)) {
            if (name.isBlank()) {
                throw new DriverPathException("holds an empty path: " + text, null, null);
            }
            add(new Entry(Path.of(name), Optional.empty()));
        }
    }

    /** Adds each jar and folder of a drop-in folder, if it exists. Hidden and other files are ignored. */
    public void addAllIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files;
        try {
            files = list(folder);
        } catch (IOException e) {
            throw new DriverPathException(folder + " cannot be read: " + FailureText.of(e), e, folder);
        }
        files.stream()
                .filter(path -> Files.isDirectory(path) || isJar(path))
                .filter(path -> !path.getFileName().toString().startsWith("."))
                .forEach(path -> add(new Entry(path, Optional.of(folder))));
    }

    private void add(Entry entry) {
        Path path = entry.path();
        if (!Files.exists(path)) {
            throw entry.problem(path + " does not exist", null);
        }
        if (!Files.isDirectory(path) && !isJar(path)) {
            throw entry.problem(path + " must be a jar, or a folder of jars", null);
        }
        try {
            Path real = path.toRealPath();
            entries.putIfAbsent(real, new Entry(real, entry.dropIn()));
        } catch (IOException e) {
            throw entry.problem(path + " cannot be read: " + FailureText.of(e), e);
        }
    }

    /**
     * Loads the drivers of all entries.
     *
     * @throws DriverPathException if an entry contains no driver, or a driver that cannot be loaded
     */
    List<Found> load() {
        List<ForeignDrivers> foreign = ServiceLoader.load(ForeignDrivers.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        List<String> shared =
                foreign.stream().flatMap(tool -> tool.sharedPackages().stream()).toList();
        List<Found> found = new ArrayList<>();
        for (Entry entry : entries.values()) {
            List<Path> jars = jars(entry);
            var loader = new DriverClassLoader(jars, shared);
            int before = found.size();
            try {
                for (DriverFactory factory : ServiceLoader.load(DriverFactory.class, loader)) {
                    found.add(new Found(DriverContext.around(DriverFactory.class, factory, loader), entry, false));
                }
                if (found.size() == before) {
                    foreign.stream()
                            .flatMap(tool -> tool.in(jars, loader).stream())
                            .map(factory -> DriverContext.around(DriverFactory.class, factory, loader))
                            .forEach(factory -> found.add(new Found(factory, entry, true)));
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                throw entry.problem("the driver in " + entry + " cannot be loaded: " + reason(e), e);
            }
            if (found.size() == before) {
                throw entry.problem(
                        entry + " holds no driver: its jars have neither a META-INF/services/"
                                + DriverFactory.class.getName()
                                + " nor a class that is named ...Driver and implements OMB's BenchmarkDriver; name the"
                                + " folder with the driver's jar and all its libraries",
                        null);
            }
        }
        return found;
    }

    /** Checks each jar, because a class loader skips jars that it cannot read, and then reports a missing class. */
    private static List<Path> jars(Entry entry) {
        List<Path> jars;
        try {
            jars = Files.isDirectory(entry.path())
                    ? list(entry.path()).stream().filter(DriverPath::isJar).toList()
                    : List.of(entry.path());
        } catch (IOException e) {
            throw entry.problem(entry + " cannot be read: " + FailureText.of(e), e);
        }
        if (jars.isEmpty()) {
            throw entry.problem(entry + " holds no jar", null);
        }
        for (Path jar : jars) {
            try (var readable = new JarFile(jar.toFile())) {
                readable.getManifest();
            } catch (IOException e) {
                throw entry.problem(jar + " cannot be read as a jar: " + FailureText.of(e), e);
            }
        }
        return jars;
    }

    /** The message of {@link ServiceLoader} names the provider; its cause states what is wrong with it. */
    private static String reason(Error e) {
        if (e instanceof UnsupportedClassVersionError) {
            return "it needs a newer Java than " + Runtime.version().feature() + ": " + e.getMessage();
        }
        if (e instanceof ServiceConfigurationError) {
            return e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause());
        }
        return e.toString();
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static boolean isJar(Path path) {
        return Files.isRegularFile(path) && path.toString().endsWith(JAR);
    }

    /**
     * Makes a driver's class loader the thread's context class loader during each call: client libraries look for
     * their parts there, and threads that they start inherit it. It goes around the factory and the drivers and
     * administrations that come from it, but not around producers and consumers: what is called per message is
     * called directly.
     *
     * <p>A proxy, because delegates that are written by hand would lack methods that the contract gains later.
     */
    private record DriverContext(Object target, ClassLoader loader) implements InvocationHandler {
        static <T> T around(Class<T> type, T target, ClassLoader loader) {
            return type.cast(Proxy.newProxyInstance(
                    DriverContext.class.getClassLoader(), new Class<?>[] {type}, new DriverContext(target, loader)));
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("equals") && method.getDeclaringClass() == Object.class) {
                return arguments != null && proxy == arguments[0];
            }
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                Object result = method.invoke(target, arguments);
                if (result instanceof Driver driver) {
                    return around(Driver.class, driver, loader);
                }
                if (result instanceof Optional<?> optional
                        && optional.orElse(null) instanceof ClusterSettings settings) {
                    return Optional.of(around(ClusterSettings.class, settings, loader));
                }
                return result instanceof Admin admin ? around(Admin.class, admin, loader) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    /**
     * Loads one driver with its libraries. Apart from its own jars, the driver can use the JDK, the packages of the
     * contract, and the SLF4J API, so that it writes to Weir's log; no other class and no resource. So its
     * libraries may have any version, and {@link java.util.ServiceLoader} finds in it only what its own jars
     * register. Never closed: drivers live as long as the process.
     */
    private static final class DriverClassLoader extends URLClassLoader {

        /** @param shared further packages that it can use: see {@link ForeignDrivers} */
        DriverClassLoader(List<Path> jars, List<String> shared) {
            super(
                    "driver " + jars.get(0).getFileName(),
                    jars.stream().map(DriverClassLoader::url).toArray(URL[]::new),
                    new Surroundings(Set.copyOf(shared)));
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

    /** Thrown if a driver path cannot be used. The message is for the user: one line that contains the path. */
    public static final class DriverPathException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Path dropIn;

        private DriverPathException(String message, @Nullable Throwable cause, @Nullable Path dropIn) {
            super(message, cause);
            this.dropIn = dropIn;
        }

        /** The drop-in folder with the problem; empty if the user named the path. */
        public Optional<Path> dropIn() {
            return Optional.ofNullable(dropIn);
        }
    }
}
