package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.Benchmark;
import dev.weir.cli.BenchmarkWorker;
import dev.weir.driver.embedded.EmbeddedCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands, each in a process of its own, on a driver file that is full of secrets: they reach the workers, over TLS, and
 * turn up nowhere else.
 */
class KeptSecretsTest {
    private static final String SECRET = "Hunter2Hunter2";
    private static final Pattern LISTENING = Pattern.compile("listening on 127\\.0\\.0\\.1:([0-9]+), TLS");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();
    private final List<String> commandLines = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void noSecretOfADriverFileIsWrittenAnywhere() throws IOException {
        Path written = Files.createDirectories(folder.resolve("written"));
        Path certs = folder.resolve("certs");
        Path result = written.resolve("out.json");
        try (EmbeddedCluster cluster = new KafkaEmbeddedClusters().start(1, 0)) {
            Path driver = driver(cluster.driverConfig().clients().common().getOrDefault("bootstrap.servers", ""));
            command(written, "certs", "-o", certs.toString(), "localhost");
            String workers = "127.0.0.1:" + worker(written, certs, 1) + ",127.0.0.1:" + worker(written, certs, 2);
            List<String> run = new ArrayList<>(List.of(
                    "run",
                    "-d",
                    driver.toString(),
                    "-w",
                    workers,
                    "-o",
                    result.toString(),
                    workload().toString()));
            run.addAll(credentials(certs.resolve("coordinator")));
            command(written, run.toArray(String[]::new));
            command(
                    written,
                    "rerun",
                    "--write-only",
                    "--into",
                    written.resolve("again").toString(),
                    result.toString());
            command(written, "report", "-o", written.resolve("page.html").toString(), result.toString());
        }

        assertThat(commandLines).isNotEmpty().noneMatch(line -> line.contains(SECRET));
        // The workers have had what they needed, and the run has not.
        assertThat(result).content().contains("[hidden]", "\"verdict\" : \"clean\"");
        List<Path> files = files(written);
        assertThat(files).hasSizeGreaterThanOrEqualTo(9);
        assertThat(files.stream().filter(KeptSecretsTest::holdsSecret)).isEmpty();
        assertThat(files(folder).stream().filter(KeptSecretsTest::holdsSecret)).hasSize(1);
    }

    private Path driver(String servers) throws IOException {
        return Files.writeString(folder.resolve("driver.yaml"), """
                name: secretive
                driver: kafka
                commonConfig: |
                  bootstrap.servers=SERVERS
                  sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \
                    username="a" password="Hunter2Hunter2";
                  ssl.keystore.password=Hunter2Hunter2
                  ssl.keystore.key=Hunter2Hunter2
                  sasl.oauthbearer.client.credentials.client.secret=Hunter2Hunter2
                  schema.registry.basic.auth.user.info=me:Hunter2Hunter2
                  schema.registry.url=http://me:Hunter2Hunter2@127.0.0.1:1
                producerConfig: |
                  my.api.key=Hunter2Hunter2
                consumerConfig: |
                  session.token=Hunter2Hunter2
                """.replace("SERVERS", servers));
    }

    private Path workload() throws IOException {
        return Files.writeString(folder.resolve("tiny.yaml"), """
                topics: 1
                partitionsPerTopic: 2
                messageSize: 100
                producersPerTopic: 2
                subscriptionsPerTopic: 1
                consumerPerSubscription: 2
                producerRate: 200
                warmupDuration: 0s
                testDuration: 2s
                """);
    }

    /** Starts a worker, and tells its port. */
    private int worker(Path written, Path certs, int number) throws IOException {
        List<String> words = new ArrayList<>(List.of("--port", "0"));
        words.addAll(credentials(certs.resolve("worker-localhost")));
        Path printed = written.resolve("worker-" + number + ".log");
        Process worker = start(BenchmarkWorker.class, words, printed);
        return Awaitility.await()
                .atMost(LIMIT)
                .until(
                        () -> {
                            assertThat(worker.isAlive())
                                    .as(Files.readString(printed))
                                    .isTrue();
                            Matcher port = LISTENING.matcher(Files.readString(printed));
                            return port.find() ? Integer.parseInt(port.group(1)) : 0;
                        },
                        port -> port > 0);
    }

    /** Runs a command to its end. */
    private void command(Path written, String... words) throws IOException {
        Path printed = written.resolve(words[0] + ".log");
        Process process = start(Benchmark.class, List.of(words), printed);
        Awaitility.await().atMost(LIMIT).until(() -> {
            processes.stream()
                    .flatMap(each -> Stream.concat(Stream.of(each.toHandle()), each.descendants()))
                    .forEach(each -> each.info().commandLine().ifPresent(commandLines::add));
            return !process.isAlive();
        });
        assertThat(process.exitValue()).as(Files.readString(printed)).isIn(0, 3);
    }

    private Process start(Class<?> main, List<String> words, Path printed) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dweir.log.level=TRACE",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        all.addAll(words);
        var builder = new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment()
                .put("XDG_CACHE_HOME", printed.resolveSibling("cache").toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private static List<String> credentials(Path from) {
        return List.of(
                "--tls-cert", from.resolve("cert.pem").toString(),
                "--tls-key", from.resolve("key.pem").toString(),
                "--tls-ca", from.resolve("ca.pem").toString());
    }

    private static List<Path> files(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static boolean holdsSecret(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
