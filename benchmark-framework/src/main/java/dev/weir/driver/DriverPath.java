package dev.weir.driver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Where drivers lie that are not on the class path. Each entry is a driver, with all that it needs but the JDK, this
 * package and SLF4J: a jar, or a folder whose jars belong together. Used by one thread, at the start of a process.
 */
public final class DriverPath {
    private static final String JAR = ".jar";

    /** In the order of their naming, each once. */
    private final Set<Path> entries = new LinkedHashSet<>();

    /** A driver that was found. */
    record Found(DriverFactory factory, Path entry) {}

    /**
     * Adds the entries that a person names.
     *
     * @param text paths with {@link File#pathSeparator} between them
     * @throws DriverPathException if one of them does not exist, or is neither a jar nor a folder
     */
    public void add(String text) {
        for (String name : text.split(File.pathSeparator, -1)) {
            if (name.isBlank()) {
                throw new DriverPathException("holds an empty path: " + text);
            }
            addEntry(Path.of(name));
        }
    }

    /**
     * Adds what lies in a drop-in folder, as if each of its jars and folders had been named. Other files, and those that
     * begin with a dot, are nobody's. A folder that does not exist holds nothing.
     */
    public void addAllIn(Path folder) {
        if (Files.isDirectory(folder)) {
            list(folder)
                    .filter(path -> Files.isDirectory(path) || isJar(path))
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .forEach(this::addEntry);
        }
    }

    private void addEntry(Path path) {
        if (!Files.exists(path)) {
            throw new DriverPathException(path + " does not exist");
        }
        if (!Files.isDirectory(path) && !isJar(path)) {
            throw new DriverPathException(path + " must be a jar, or a folder of jars");
        }
        try {
            entries.add(path.toRealPath());
        } catch (IOException e) {
            throw new DriverPathException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Loads the drivers of all entries.
     *
     * @throws DriverPathException if one of the entries holds none, or one that cannot be loaded
     */
    List<Found> load() {
        List<Found> found = new ArrayList<>();
        for (Path entry : entries) {
            var loader = new DriverClassLoader(jars(entry));
            int before = found.size();
            try {
                for (DriverFactory factory : ServiceLoader.load(DriverFactory.class, loader)) {
                    found.add(new Found(DriverContext.around(DriverFactory.class, factory, loader), entry));
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                throw new DriverPathException("the driver in " + entry + " cannot be loaded: " + reason(e), e);
            }
            if (found.size() == before) {
                throw new DriverPathException(entry + " holds no driver: none of its jars has a META-INF/services/"
                        + DriverFactory.class.getName());
            }
        }
        return found;
    }

    /** A class loader passes over what it cannot read, and then says that a class is missing. */
    private static List<Path> jars(Path entry) {
        List<Path> jars =
                Files.isDirectory(entry) ? list(entry).filter(DriverPath::isJar).toList() : List.of(entry);
        if (jars.isEmpty()) {
            throw new DriverPathException(entry + " holds no jar");
        }
        for (Path jar : jars) {
            try (var readable = new JarFile(jar.toFile())) {
                readable.getManifest();
            } catch (IOException e) {
                throw new DriverPathException(jar + " cannot be read as a jar: " + e.getMessage(), e);
            }
        }
        return jars;
    }

    /** {@link ServiceLoader} says which provider, the cause says what is wrong with it. */
    private static String reason(Error e) {
        if (e instanceof UnsupportedClassVersionError) {
            return "it needs a newer Java than " + Runtime.version().feature() + ": " + e.getMessage();
        }
        if (e instanceof ServiceConfigurationError) {
            return e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause());
        }
        return e.toString();
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new DriverPathException(folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isJar(Path path) {
        return Files.isRegularFile(path) && path.toString().endsWith(JAR);
    }
}
