package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.SystemClock;
import dev.weir.driver.FreePort;
import dev.weir.driver.RequiredTool;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.BrokerSamples.DriveWrites;
import dev.weir.host.observation.TimeRange;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real node_exporter, as Debian packages it: of this host, or unpacked and not installed. */
class NodeExporterTest {
    private static final String PACKAGE = "prometheus-node-exporter";
    private static final Path FOLDER = Path.of("target", "node_exporter").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private @Nullable Process exporter;
    private MetricsEndpoint endpoint = MetricsEndpoint.of(URI.create("http://unset"));

    @BeforeEach
    void start() throws IOException, InterruptedException {
        RequiredTool.awaitInstallation();
        Path binary = binary();
        RequiredTool.require(Files.isExecutable(binary), "there is no " + PACKAGE + ", and none can be downloaded");
        int port = FreePort.choose();
        exporter = new ProcessBuilder(binary.toString(), "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        endpoint = MetricsEndpoint.of(URI.create("http://127.0.0.1:" + port + "/metrics"));
        await().atMost(LIMIT).until(() -> {
            try (var sampler = new BrokerSampler(List.of(endpoint), Duration.ofSeconds(1), SystemClock.INSTANCE)) {
                return sampler.checkEndpoints().isEmpty();
            }
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (exporter != null) {
            exporter.destroyForcibly().waitFor();
        }
    }

    @Test
    void reportsTheRatesOfThisHost() throws IOException {
        var samples = new BrokerSamples(List.of(endpoint));
        try (var sampler =
                new BrokerSampler(List.of(endpoint), Duration.ofSeconds(1), LIMIT, SystemClock.INSTANCE, samples)) {
            sampler.start(SystemClock.INSTANCE.epochNanos());
            await().atMost(LIMIT).until(() -> {
                write();
                return samples.intervals() >= 3;
            });
        }

        EndpointLog log = samples.endpoints().get(0);
        assertThat(log.trouble()).isEmpty();
        var all = new TimeRange(samples.beginNanos(), samples.endNanos(samples.intervals() - 1));
        double cpu = log.series().stream()
                .filter(series -> series.name.name().equals("node_cpu_seconds_total"))
                .mapToDouble(series -> samples.writes(0, series, all).writtenBytes())
                .sum();
        // Each core spends all of its time in one mode or the other.
        long cores = Files.readString(Path.of("/proc/stat"))
                .lines()
                .filter(line -> line.matches("cpu\\d.*"))
                .count();
        assertThat(cpu / all.seconds() / cores).isBetween(0.7, 1.3);
        String place = Files.getFileStore(FOLDER.getParent()).name();
        assertThat(DriveWrites.of(samples, all))
                .filteredOn(drive -> place.startsWith("/dev/" + drive.drive()))
                .allMatch(drive -> drive.writtenBytes() > 1 << 20);
    }

    /** A mebibyte, and what it takes for it to be on the drive. Below target, not below /tmp, which may be memory. */
    private static void write() throws IOException {
        Path file = Files.createTempFile(FOLDER.getParent(), "written", "");
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(new byte[1 << 20]);
            out.getFD().sync();
        } finally {
            Files.delete(file);
        }
    }

    private static Path binary() throws IOException, InterruptedException {
        Path installed = Path.of("/usr/bin", PACKAGE);
        Path unpacked = FOLDER.resolve("usr/bin").resolve(PACKAGE);
        if (Files.isExecutable(installed)) {
            return installed;
        }
        if (!Files.isExecutable(unpacked)) {
            Files.createDirectories(FOLDER);
            run("apt-get download " + PACKAGE + " && dpkg-deb -x " + PACKAGE + "_*.deb .");
        }
        return unpacked;
    }

    private static void run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
