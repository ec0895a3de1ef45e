package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in a process of its own, whose driver file is full of secrets: none of them turns up anywhere else. */
class KeptSecretsTest {
    private static final String SECRET = "Hunter2Hunter2";

    @TempDir
    Path folder;

    @Test
    void noSecretOfADriverFileIsWrittenAnywhere() throws IOException, InterruptedException {
        Path inputs = Files.createDirectories(folder.resolve("inputs"));
        Path driver = Files.writeString(inputs.resolve("driver.yaml"), """
                name: secretive
                driver: none
                commonConfig: |
                  sasl.jaas.config=org.example.Login required username="a" password="Hunter2Hunter2";
                  ssl.keystore.password=Hunter2Hunter2
                  ssl.keystore.key=-----BEGIN PRIVATE KEY----- Hunter2Hunter2 -----END PRIVATE KEY-----
                  sasl.oauthbearer.client.credentials.client.secret=Hunter2Hunter2
                  schema.registry.basic.auth.user.info=me:Hunter2Hunter2
                  servers=nats://me:Hunter2Hunter2@127.0.0.1:4222
                producerConfig: |
                  my.api.key=Hunter2Hunter2
                consumerConfig: |
                  session.token=Hunter2Hunter2
                """);
        Path workload = Files.writeString(inputs.resolve("tiny.yaml"), """
                topics: 1
                partitionsPerTopic: 2
                messageSize: 100
                producersPerTopic: 1
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                producerRate: 500
                warmupDuration: 0s
                testDuration: 1s
                """);
        Path written = Files.createDirectories(folder.resolve("written"));
        Path result = written.resolve("out.json");

        List<String> shown = new ArrayList<>(
                run(written, "run", "-d", driver.toString(), "-o", result.toString(), workload.toString()));
        shown.addAll(run(
                written,
                "rerun",
                "--write-only",
                "--into",
                written.resolve("again").toString(),
                result.toString()));
        shown.addAll(run(written, "report", "-o", written.resolve("page.html").toString(), result.toString()));

        assertThat(shown).noneMatch(line -> line.contains(SECRET));
        assertThat(result).content().contains("[hidden]", "\"audit\"");
        List<Path> files;
        try (Stream<Path> all = Files.walk(written)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(6);
        assertThat(files).noneMatch(KeptSecretsTest::holdsSecret);
        assertThat(holdsSecret(driver)).isTrue();
    }

    /** What it prints, and the command lines of it and its children. */
    private List<String> run(Path working, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Dweir.log.level=TRACE",
                "-cp",
                System.getProperty("java.class.path"),
                Benchmark.class.getName()));
        words.addAll(List.of(arguments));
        Path printed = working.resolve(arguments[0] + ".log");
        var builder = new ProcessBuilder(words)
                .directory(working.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().put("XDG_CACHE_HOME", working.resolve("cache").toString());
        Process process = builder.start();
        List<String> shown = new ArrayList<>();
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        Stream.concat(Stream.of(process.toHandle()), process.descendants())
                                .map(each -> each.info().commandLine().orElse(""))
                                .forEach(shown::add);
                        return !process.isAlive();
                    });
        } finally {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
        shown.addAll(Files.readAllLines(printed));
        return shown;
    }

    private static boolean holdsSecret(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
