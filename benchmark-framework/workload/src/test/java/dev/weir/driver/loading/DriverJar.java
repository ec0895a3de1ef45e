package dev.weir.driver.loading;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.driver.DriverFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.slf4j.Logger;

/** Makes a jar of sources, as the author of a driver elsewhere would. */
public final class DriverJar {
    private static final String SERVICE = "META-INF/services/dev.weir.driver.DriverFactory";

    private final Map<String, byte[]> entries = new TreeMap<>();
    private final List<Path> classPath = new ArrayList<>(List.of(origin(DriverFactory.class), origin(Logger.class)));
    private final Path work;

    /** @param folder where it may keep its sources and classes */
    public DriverJar(Path folder) {
        try {
            this.work = Files.createTempDirectory(folder, "driver-jar");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With a factory {@code example.Factory} of that name, with these further members, registered. */
    public static DriverJar of(Path folder, String driverName, String members) {
        return new DriverJar(folder)
                .register("example.Factory")
                .compile("example.Factory", factory(driverName, members));
    }

    /** The source of that factory. */
    static String factory(String driverName, String members) {
        String open = members.contains(" open(DriverConfig")
                ? ""
                : "public Driver open(DriverConfig config) { throw new DriverException(\"it has no system\"); }";
        return """
                package example;
                import dev.weir.driver.*;
                import dev.weir.driver.admin.*;
                import dev.weir.driver.client.*;
                import dev.weir.driver.config.*;
                import dev.weir.driver.durability.*;
                import dev.weir.driver.embedded.*;
                import dev.weir.driver.exception.*;
                import java.util.*;
                public class Factory implements DriverFactory {
                    public String name() { return "%s"; }
                    %s
                    %s
                }
                """.formatted(driverName, open, members);
    }

    DriverJar register(String className) {
        entries.put(SERVICE, className.getBytes(UTF_8));
        return this;
    }

    /** Compiles against the jars or folders of these classes, too. */
    public DriverJar against(Class<?>... types) {
        Stream.of(types).map(DriverJar::origin).forEach(classPath::add);
        return this;
    }

    /** Compiles against these jars, too. */
    public DriverJar against(List<Path> jars) {
        classPath.addAll(jars);
        return this;
    }

    /** Puts a class into the jar, after those that it needs. */
    public DriverJar compile(String className, String source) {
        Path classes = work.resolve("classes");
        Path file = work.resolve("sources").resolve(className.replace('.', '/') + ".java");
        String path = Stream.concat(Stream.of(classes), classPath.stream())
                .map(Path::toString)
                .collect(Collectors.joining(":"));
        String[] options = {"-nowarn", "-proc:none", "--release", "17", "-cp", path, "-d", classes + "", file + ""};
        try {
            Files.createDirectories(classes);
            Files.createDirectories(file.getParent());
            Files.writeString(file, source);
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, options) != 0) {
                throw new AssertionError(className + " does not compile");
            }
            try (Stream<Path> compiled = Files.walk(classes)) {
                for (Path each : compiled.filter(Files::isRegularFile).toList()) {
                    entries.put(classes.relativize(each).toString(), Files.readAllBytes(each));
                }
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves a class or another entry out again. */
    DriverJar without(String entry) {
        entries.remove(entry);
        return this;
    }

    /** Claims that a class was compiled for this version of class files. */
    DriverJar stamp(String entry, int majorVersion) {
        byte[] bytes = Objects.requireNonNull(entries.get(entry));
        bytes[6] = (byte) (majorVersion >> 8);
        bytes[7] = (byte) majorVersion;
        return this;
    }

    public Path write(Path jar) {
        try {
            Files.createDirectories(jar.getParent());
            try (OutputStream file = Files.newOutputStream(jar);
                    var out = new JarOutputStream(file)) {
                for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                    out.putNextEntry(new JarEntry(entry.getKey()));
                    out.write(entry.getValue());
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path origin(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
