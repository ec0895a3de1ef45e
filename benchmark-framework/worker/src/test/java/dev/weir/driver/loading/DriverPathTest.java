package dev.weir.driver.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.DriverPath.DriverPathException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DriverPathTest {
    private static final String FACTORY = "example/Factory.class";

    @TempDir
    Path folder;

    @Test
    void findsEachDriverOfPathAndDropInFolderAndClassPathOnce() throws IOException {
        Path jar = DriverJar.of(folder, "one", "").write(folder.resolve("drop-in/one.jar"));
        Path link = Files.createSymbolicLink(folder.resolve("link.jar"), jar);
        DriverJar.of(folder, "two", "").write(folder.resolve("two/any.jar"));
        var path = new DriverPath();
        path.addAllIn(folder.resolve("drop-in"));
        path.addAllIn(folder.resolve("no-such-folder"));
        path.add(jar + File.pathSeparator + link + File.pathSeparator + folder.resolve("two"));

        assertThat(Drivers.onClassPathAnd(path).all())
                .extracting(DriverFactory::name)
                .containsExactlyInAnyOrder("none", "one", "two");
    }

    /** The framework has an HdrHistogram of its own on its class path. */
    @Test
    void loadsEachJarAndFolderOfADropInFolderAsADriverWithItsOwnCopyOfALibrary() throws IOException {
        Path dropIn = folder.resolve("drop-in");
        DriverJar.of(folder, "one", "").write(dropIn.resolve("one.jar"));
        for (String name : List.of("two", "three")) {
            library(name).write(dropIn.resolve(name + "/library.jar"));
            driverWithLibrary(name).write(dropIn.resolve(name + "/driver.jar"));
        }
        Files.writeString(dropIn.resolve("notes.txt"), "no driver");
        Files.createDirectory(dropIn.resolve(".trash"));
        var path = new DriverPath();
        path.addAllIn(dropIn);

        Drivers drivers = Drivers.onClassPathAnd(path);

        assertThat(drivers.find("one")).isPresent();
        assertThat(settings(drivers, "two")).containsEntry("library", "two");
        assertThat(settings(drivers, "three")).containsEntry("library", "three");
    }

    @Test
    void showsADriverTheContractTheLoggingAndTheJdkAndNothingElse() {
        Path jar = DriverJar.of(folder, "one", """
            public Map<String, String> settings() {
                var seen = new TreeMap<String, String>();
                for (String name : List.of(
                        "dev.weir.driver.client.SendListener",
                        "dev.weir.driver.none.NoneDriverFactory",
                        "dev.weir.workload.Workload",
                        "org.slf4j.LoggerFactory",
                        "org.apache.logging.slf4j.SLF4JServiceProvider",
                        "org.HdrHistogram.Histogram",
                        "java.sql.Connection")) {
                    try {
                        Class.forName(name);
                        seen.put(name, "seen");
                    } catch (ClassNotFoundException e) {
                        seen.put(name, "hidden");
                    }
                }
                var resource = Factory.class.getResource("/log4j2.xml");
                seen.put("log4j2.xml", resource == null ? "hidden" : "seen");
                var logger = org.slf4j.LoggerFactory.getLogger("driver");
                seen.put("logger", logger.getClass().getName());
                return seen;
            }
            """).write(folder.resolve("one.jar"));

        assertThat(settings(load(jar.toString()), "one"))
                .isEqualTo(Map.of(
                        "dev.weir.driver.client.SendListener", "seen",
                        "dev.weir.driver.none.NoneDriverFactory", "hidden",
                        "dev.weir.workload.Workload", "hidden",
                        "org.slf4j.LoggerFactory", "seen",
                        "org.apache.logging.slf4j.SLF4JServiceProvider", "hidden",
                        "org.HdrHistogram.Histogram", "hidden",
                        "java.sql.Connection", "seen",
                        "log4j2.xml", "hidden",
                        "logger", "org.apache.logging.slf4j.Log4jLogger"));
    }

    @Test
    void makesTheDriversClassLoaderTheContextOfItsCallsAndOfThreadsThatItStarts() {
        Path jar = DriverJar.of(folder, "one", """
            static boolean isContext() {
                var thread = new Thread();
                return Thread.currentThread().getContextClassLoader() == Factory.class.getClassLoader()
                        && thread.getContextClassLoader() == Factory.class.getClassLoader();
            }
            public Map<String, String> settings() { return Map.of("factory", "" + isContext()); }
            public Optional<EmbeddedClusters> embedded() { throw new DriverException("as it was thrown"); }
            public Driver open(DriverConfig config) {
                return new Driver() {
                    public Admin openAdmin() {
                        return new Admin() {
                            public void createTopics(List<TopicSpec> t, java.time.Duration d, java.util.function.IntConsumer p) {}
                            public void deleteTopics(Collection<String> t, java.time.Duration d) {}
                            public List<String> topicsWithPrefix(String p, java.time.Duration d) {
                                return List.of("" + isContext());
                            }
                            public Map<String, String> facts(java.time.Duration d) { return Map.of(); }
                            public void close() {}
                        };
                    }
                    public Producer openProducer(ProducerSpec spec, SendListener listener) { return null; }
                    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) { return null; }
                    public boolean acknowledges() { return isContext(); }
                    public void close() {}
                };
            }
            """).write(folder.resolve("one.jar"));
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        DriverFactory factory = load(jar.toString()).find("one").orElseThrow();
        assertThat(factory.settings()).containsEntry("factory", "true");
        try (Driver driver = factory.open(DriverConfig.of("one"));
                Admin admin = driver.openAdmin()) {
            assertThat(driver.acknowledges()).isTrue();
            assertThat(admin.topicsWithPrefix("", Duration.ZERO)).containsExactly("true");
        }
        assertThatThrownBy(factory::embedded).isExactlyInstanceOf(DriverException.class);
        assertThat(Set.of(factory)).contains(factory);
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                broken("a path that is not there", at -> at.resolve("gone.jar"), "/gone.jar does not exist"),
                broken(
                        "another file",
                        at -> write(at.resolve("notes.txt")),
                        "/notes.txt must be a jar, or a folder of jars"),
                broken("an empty folder", at -> at, " holds no jar"),
                broken("no jar at all", at -> write(at.resolve("bad.jar")), "/bad.jar cannot be read as a jar: "),
                broken(
                        "no service file",
                        at -> DriverJar.of(at, "one", "")
                                .without("META-INF/services/dev.weir.driver.DriverFactory")
                                .write(at.resolve("a.jar")),
                        "/a.jar holds no driver: its jars have neither a"
                                + " META-INF/services/dev.weir.driver.DriverFactory"),
                brokenJar(
                        "a missing class",
                        at -> DriverJar.of(at, "one", "").without(FACTORY),
                        "cannot be loaded: .*Provider example.Factory not found"),
                brokenJar(
                        "a class for a newer Java",
                        at -> DriverJar.of(at, "one", "").stamp(FACTORY, 999),
                        "cannot be loaded: it needs a newer Java than "
                                + Runtime.version().feature()),
                brokenJar(
                        "a constructor that throws",
                        at -> DriverJar.of(
                                at, "one", "public Factory() { throw new IllegalStateException(\"no licence\"); }"),
                        "cannot be loaded: .*example.Factory.*: .*no licence"),
                brokenJar(
                        "a missing library",
                        at -> new DriverJar(at)
                                .compile("client.Base", "package client; public class Base {}")
                                .register("example.Factory")
                                .compile(
                                        "example.Factory",
                                        "package example; public class Factory extends client.Base {}")
                                .without("client/Base.class"),
                        "cannot be loaded: .*client/Base"),
                brokenJar(
                        "another version of the contract",
                        at -> new DriverJar(at)
                                .compile(
                                        "dev.weir.driver.DriverFactory",
                                        "package dev.weir.driver; public interface DriverFactory {}")
                                .register("example.Factory")
                                .compile(
                                        "example.Factory",
                                        "package example; public class Factory implements"
                                                + " dev.weir.driver.DriverFactory {}"),
                        "was made for another version of Weir: .*AbstractMethodError"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void reportsProblemsOf(String what, Function<Path, Path> maker, String message) {
        Path entry = maker.apply(folder);

        assertThatThrownBy(() -> load(entry.toString()))
                .isInstanceOf(DriverPathException.class)
                .message()
                .containsPattern(message)
                .doesNotContain("\n");
    }

    @Test
    void namesBothJarsOfOneName() {
        Path one = DriverJar.of(folder, "twin", "").write(folder.resolve("one.jar"));
        Path two = DriverJar.of(folder, "twin", "").write(folder.resolve("two.jar"));

        assertThatThrownBy(() -> load(one + File.pathSeparator + two))
                .isInstanceOf(DriverPathException.class)
                .hasMessageContainingAll("two drivers go by the name twin", "one.jar", "two.jar");
    }

    @Test
    void reportsWhichDropInFolderHoldsADriverThatCannotBeUsed() {
        DriverJar.of(folder, "none", "").write(folder.resolve("drop-in/a.jar"));
        var path = new DriverPath();
        path.addAllIn(folder.resolve("drop-in"));

        assertThatThrownBy(() -> Drivers.onClassPathAnd(path))
                .isInstanceOfSatisfying(
                        DriverPathException.class, e -> assertThat(e.dropIn()).contains(folder.resolve("drop-in")))
                .hasMessageStartingWith("two drivers go by the name none: dev.weir.driver.none.NoneDriverFactory and ")
                .hasMessageContaining("/drop-in/a.jar")
                .hasMessageEndingWith("take it out of " + folder.resolve("drop-in"));
    }

    private static Arguments broken(String what, Function<Path, Path> maker, String message) {
        return Arguments.of(what, maker, message);
    }

    private static Arguments brokenJar(String what, Function<Path, DriverJar> maker, String message) {
        return broken(what, at -> maker.apply(at).write(at.resolve("a.jar")), "the driver in .*/a.jar " + message);
    }

    private static Drivers load(String text) {
        var path = new DriverPath();
        path.add(text);
        return Drivers.onClassPathAnd(path);
    }

    private static Map<String, String> settings(Drivers drivers, String name) {
        return drivers.find(name).orElseThrow().settings();
    }

    private DriverJar library(String version) {
        return new DriverJar(folder).compile("org.HdrHistogram.Histogram", """
            package org.HdrHistogram;
            public class Histogram {
                public static String version() { return "%s"; }
            }
            """.formatted(version));
    }

    private DriverJar driverWithLibrary(String name) {
        return library("any")
                .register("example.Factory")
                .compile("example.Factory", DriverJar.factory(name, """
                public Map<String, String> settings() {
                    return Map.of("library", org.HdrHistogram.Histogram.version());
                }
                """))
                .without("org/HdrHistogram/Histogram.class");
    }

    private static Path write(Path file) {
        try {
            return Files.writeString(file, "nothing of that kind");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
