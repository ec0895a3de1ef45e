package dev.weir.driver.kafka.embedded;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.Benchmark;
import dev.weir.cli.BenchmarkWorker;
import dev.weir.cli.CommandTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The commands, those that send and receive in processes of their own, on driver files and with options that are full of
 * secrets: they reach the workers, over TLS, and turn up nowhere else.
 */
class KeptSecretsTest extends CommandTest {
    private static final String SECRET = "Hunter2Hunter2";
    private static final String OF_JVM = "Swordfish9";
    private static final Pattern LISTENING = Pattern.compile("listening on 127\\.0\\.0\\.1:([0-9]+), TLS");
    private static final String TLS = " --tls-cert %s/cert.pem --tls-key %s/key.pem --tls-ca %s/ca.pem";
    private static final Duration LIMIT = Duration.ofMinutes(2);

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
        String servers = TestClusters.undisturbed().bootstrapServers();
        command(written, line("certs -o %s localhost", certs));
        String worker = "127.0.0.1:" + worker(written, certs.resolve("worker-localhost"));
        Path own = certs.resolve("coordinator");
        process(
                written,
                line("run -d %s -w %s -o %s %s" + TLS, driver(servers), worker, result, workload(), own, own, own));
        writeAgain(written, result);
        Path ofRefused = written.resolve("refused.json");
        String login = "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required my.file=\"/"
                + SECRET + "\";";
        Object[] refused = line(
                "run -b%s -w%s -o%s --client-property=my.plugin.store=/%s --client-property %s %s" + TLS,
                servers,
                worker,
                ofRefused,
                SECRET,
                login,
                workload(),
                own,
                own,
                own);
        assertThat(failing(written, refused)).contains("my.plugin.store names [hidden]", "--allow-client-files");
        assertThat(ofRefused).content().contains("my.plugin.store names [hidden]");

        assertThat(commandLines).isNotEmpty().noneMatch(line -> line.contains(SECRET));
        // The workers have had what they needed, and the run has not.
        assertThat(result).content().contains("[hidden]", "\"verdict\" : \"clean\"");
        List<Path> files = allFiles(written);
        assertThat(files).hasSizeGreaterThanOrEqualTo(8);
        assertThat(files.stream().filter(KeptSecretsTest::holdsSecret)).isEmpty();
        assertThat(allFiles(folder).stream().filter(KeptSecretsTest::holdsSecret))
                .hasSize(1);
    }

    /** Every secret property of Kafka's clients, in each form of an option, each with a secret of its own. */
    @Test
    void noSecretOfAnOptionIsWrittenAnywhere() throws IOException {
        Path written = Files.createDirectories(folder.resolve("written"));
        Path result = written.resolve("out.json");
        List<String> arguments = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, String> property : secretProperties().entrySet()) {
            for (String section : List.of("", "driver.producerConfig.", "driver.consumerConfig.")) {
                String option = section.isEmpty() ? "--client-property" : "--set";
                String value = section + property.getKey() + "="
                        + property.getValue().replace("SECRET", SECRET + number + "Z");
                switch (number++ % 3) {
                    case 0 -> arguments.add(option + "=" + value);
                    case 1 -> arguments.addAll(List.of(option, value));
                    default -> {
                        Path file = folder.resolve("argument-" + number);
                        Files.writeString(
                                file,
                                option + "\n\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n");
                        arguments.add("@" + file);
                    }
                }
            }
        }
        List<String> run = new ArrayList<>(List.of(
                "run",
                "--profile",
                "--junit=" + written.resolve("junit.xml"),
                "--log-format=omb",
                "--client-property=client.rack=rack-1",
                "--client-property=config.providers=env",
                "--client-property=config.providers.env.class=" + EnvVarConfigProvider.class.getName(),
                "-qb" + TestClusters.undisturbed().bootstrapServers(),
                "-vhttp://me:" + SECRET + "V@host",
                "-o" + result));
        run.addAll(arguments);
        run.add(withHooks().toString());
        process(written, run.toArray());
        writeAgain(written, result);
        command(written, "bundle", "-o", written.resolve("bundle.zip"), result);

        assertThat(result)
                .content()
                .contains(
                        "--client-property client.rack=rack-1",
                        "\"my.plugin.setting\" : \"[hidden]\"",
                        "\"http.proxy\" : \"[hidden]\"",
                        "\"sasl.oauthbearer.token.endpoint.url\" : \"https://[hidden]@host/token\"");
        assertThat(written.resolve("again/driver.yaml"))
                .content()
                .contains("client.rack: rack-1", "acks: all", "config.providers: env", "EnvVarConfigProvider");
        assertThat(written.resolve("out-hooks.txt"))
                .content()
                .contains("ssl.key.password=[hidden]\n", "key: |\n    is no secret\n", "https://h/?sig=[hidden]\n");
        List<Path> files = allFiles(written);
        assertThat(files).hasSizeGreaterThanOrEqualTo(8);
        assertThat(files.stream().filter(KeptSecretsTest::holdsSecret)).isEmpty();
    }

    private void writeAgain(Path written, Path result) throws IOException {
        command(written, "rerun", "--write-only", "--into", written.resolve("again"), result);
        command(written, "report", "-o", written.resolve("page.html"), result);
    }

    /** Returns properties that are or contain secrets, with the place of the secret in their values. */
    private static Map<String, String> secretProperties() {
        Map<String, String> properties = new TreeMap<>();
        Stream.of(ProducerConfig.configDef(), ConsumerConfig.configDef(), AdminClientConfig.configDef())
                .flatMap(definition -> definition.configKeys().values().stream())
                .filter(key -> key.type() == ConfigDef.Type.PASSWORD)
                .forEach(key -> properties.put(key.name, "SECRET"));
        assertThat(properties).containsKeys("sasl.jaas.config", "ssl.keystore.password", "ssl.keystore.key");
        properties.put("ssl.truststore.password", "a=SECRET");
        properties.put("ssl.key.password", "a SECRET");
        properties.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\""
                        + " password=\"a=; \\\"SECRET\";");
        properties.put("sasl.oauthbearer.token.endpoint.url", "https://me:SECRET@host/token");
        properties.put("sasl.oauthbearer.jwks.endpoint.url", "https://host/keys?a=1&sig=SECRET&X-Amz-Signature=SECRET");
        properties.put("http.proxy", "http://me:SECRET@host:1");
        properties.put("my.plugin.setting", "SECRET");
        properties.put("my.plugin.connection", "Endpoint=sb://host/;SharedAccessKey=SECRET=;EntityPath=a");
        properties.put("my.plugin.headers", "Authorization: Bearer SECRET");
        properties.put("basic.auth.user.info", "me:SECRET");
        return properties;
    }

    @Test
    void noSecretIsInFailures() throws IOException {
        Path written = Files.createDirectories(folder.resolve("written"));
        Path file = workload();
        Path driver = driver("me:" + SECRET + "@host:9092");
        failing(written, line("run -b me:%s@host:9092 %s", SECRET, file));
        failing(written, line("run -b 127.0.0.1:1 --client-property ssl.key.password:%s %s", SECRET, file));
        String url = "--client-property=sasl.oauthbearer.token.endpoint.url=http://me:%s@host";
        failing(written, line("run -b 127.0.0.1:1 " + url + " --client-property=acks=7 %s", SECRET, file));
        failing(written, line("run -d %s %s", driver, file));
        failing(written, line("validate %s", driver));
        failing(written, line("doctor -d %s", driver));

        assertThat(allFiles(written).stream().filter(KeptSecretsTest::holdsSecret))
                .isEmpty();
    }

    /** Runs a command that fails, and returns what it prints. */
    private String failing(Path written, Object... words) throws IOException {
        assertThat(execute(words)).as(err.toString()).isIn(1, 2);
        return keepPrinted(written, "failing");
    }

    /** Runs a command to its end, in this process. */
    private void command(Path written, Object... words) throws IOException {
        assertThat(execute(words)).as(err.toString()).isIn(0, 3);
        keepPrinted(written, String.valueOf(words[0]));
    }

    private String keepPrinted(Path written, String name) throws IOException {
        String printed = out.toString() + err;
        Files.writeString(written.resolve(name + "-printed.log"), printed, CREATE, APPEND);
        return printed;
    }

    private Path withHooks() throws IOException {
        Path shown = Files.writeString(folder.resolve("shown"), """
            a value of an option: SECRET0Z
            ssl.key.password=a SECRETF1
            client:
              token: SECRETF2
              key: |
                is no secret
              privateKey: |
                SECRETF3
            """.replace("SECRET", SECRET));
        return Files.writeString(
                workload(),
                Files.readString(workload()) + """
                    hooks:
                      beforeRun: "true curl -u me:SECRETH1 --password SECRETH2 -H 'Authorization: Bearer SECRETH3' http://a:SECRETH4@h"
                      afterRun:
                        - "cat SHOWN; echo https://h/?sig=SECRETH5"
                        - "MY_TOKEN=SECRETH6 PGPASSWORD=SECRETH7 true"
                    """.replace("SECRET", SECRET).replace("SHOWN", shown.toString()));
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
    private int worker(Path written, Path own) throws IOException {
        Path printed = written.resolve("worker.log");
        Process worker = start(BenchmarkWorker.class, printed, line("--port 0" + TLS, own, own, own));
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

    /** Runs a command to its end, in a process. */
    private void process(Path written, Object... words) throws IOException {
        Path printed = written.resolve(words[0] + ".log");
        Process process = start(Benchmark.class, printed, words);
        Awaitility.await().atMost(LIMIT).until(() -> {
            processes.stream()
                    .flatMap(each -> Stream.concat(Stream.of(each.toHandle()), each.descendants()))
                    .forEach(each -> each.info().commandLine().ifPresent(commandLines::add));
            return !process.isAlive();
        });
        assertThat(process.exitValue()).as(Files.readString(printed)).isIn(0, 3);
    }

    private Process start(Class<?> main, Path printed, Object... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+ExitOnOutOfMemoryError",
                "-Dweir.log.level=TRACE",
                "-Dhttp.proxy=http://me:" + OF_JVM + "@host",
                "-Djavax.net.ssl.keyStorePassword=a " + OF_JVM,
                "-Dmy.options=ssl.key.password=a " + OF_JVM,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        Stream.of(words).map(String::valueOf).forEach(all::add);
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

    private static List<Path> allFiles(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static boolean holdsSecret(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        return text.contains(SECRET) || text.contains(OF_JVM);
    }

    private static boolean holdsSecret(Path file) {
        try {
            if (file.toString().endsWith(".zip")) {
                try (var zip = new ZipInputStream(Files.newInputStream(file))) {
                    while (zip.getNextEntry() != null) {
                        if (holdsSecret(zip.readAllBytes())) {
                            return true;
                        }
                    }
                }
            }
            return holdsSecret(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
