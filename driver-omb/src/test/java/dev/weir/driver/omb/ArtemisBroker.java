package dev.weir.driver.omb;

import dev.weir.driver.FreePort;
import dev.weir.driver.loading.DriverJar;
import dev.weir.driver.loading.DriverPath;
import dev.weir.driver.loading.Drivers;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.bookkeeper.stats.StatsLogger;

/** An Artemis broker in this process, and the driver of OMB for it. */
final class ArtemisBroker implements AutoCloseable {
    private static final String DRIVER = "example.ArtemisBenchmarkDriver";

    /** Begin the names of the jars of Artemis' client. */
    private static final List<String> LIBRARIES =
            List.of("artemis-", "netty-", "commons-", "jctools-", "micrometer-", "caffeine-");

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final String url;

    private ArtemisBroker(String url) {
        this.url = url;
    }

    /** Starts a broker on a free port, and on another one if a process took the port meanwhile. */
    static ArtemisBroker start(Path folder) throws Exception {
        for (int i = 0; i < 5; i++) {
            var started = new ArtemisBroker("tcp://127.0.0.1:" + FreePort.choose());
            var configuration = new ConfigurationImpl()
                    .setPersistenceEnabled(false)
                    .setSecurityEnabled(false)
                    .setJournalDirectory(folder.resolve("journal").toString())
                    .addAcceptorConfiguration("tcp", started.url);
            started.broker.setConfiguration(configuration).start();
            if (started.broker.getActiveMQServer().waitForActivation(10, TimeUnit.SECONDS)) {
                return started;
            }
            started.close();
        }
        throw new AssertionError("Artemis could not be started on any of five ports");
    }

    /**
     * The drivers that Weir has with a folder for {@code --driver-path}: a driver jar made of a source in {@code src/test/omb}, and
     * the libraries of the driver.
     */
    static Drivers drivers(Path folder) throws IOException {
        Path made = Files.createDirectories(folder.resolve("driver"));
        List<Path> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && LIBRARIES.stream().anyMatch(name::startsWith)) {
                jars.add(Files.copy(jar, made.resolve(name), StandardCopyOption.REPLACE_EXISTING));
            }
        }
        new DriverJar(folder)
                .against(BenchmarkDriver.class, StatsLogger.class)
                .against(jars)
                .compile(DRIVER, Files.readString(Path.of("src/test/omb", DRIVER.replace('.', '/') + ".java")))
                .write(made.resolve("driver.jar"));
        var path = new DriverPath();
        path.add(made.toString());
        return Drivers.onClassPathAnd(path);
    }

    /** The text of a driver file of OMB for this broker, with faults. */
    String driverFile(String faults) {
        return "name: Artemis here\ndriverClass: " + DRIVER + "\nbrokerUrl: " + url + "\nclient: {producers: [1, 2]}\n"
                + faults;
    }

    @Override
    public void close() {
        try {
            broker.stop();
        } catch (Exception e) {
            throw new AssertionError("the broker cannot be stopped", e);
        }
    }
}
