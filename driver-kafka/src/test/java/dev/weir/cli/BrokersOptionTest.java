package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.FreePort;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.Workload;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.load.Rate;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs whose brokers, load and workers options name. */
class BrokersOptionTest extends CommandTest {
    private final Problems problems = new Problems();

    @Test
    void printsFilesThatDoTheSame() throws IOException {
        int status = execute(
                line(
                        "run -b host:9092 --rate 100MiB/s --size 1KiB --duration 90s --consumers 0 --acks 1 --linger 5ms --client-property client.dns.lookup=use_all_dns_ips --set keys.cardinality=1M --set driver.replicationFactor=3 --print-workload"));

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        String printed = out.toString();
        int second = printed.indexOf("\n\n");
        Workload load = WorkloadFile.read(write("load.yaml", printed.substring(0, second)), problems)
                .orElseThrow();
        DriverConfig driver = driver(write("brokers.yaml", printed.substring(second)));
        assertThat(problems.errors()).isEmpty();
        assertThat(problems.warnings()).isEmpty();
        assertThat(load.name()).isEqualTo("load");
        assertThat(load.load().rate()).isEqualTo(new Rate.Fixed(102_400));
        assertThat(load.timing().test()).contains(Duration.ofSeconds(90));
        assertThat(load.subscriptions().count()).isZero();
        assertThat(load.messages().keys().cardinality()).isEqualTo(1_000_000);
        assertThat(driver.name()).isEqualTo("kafka");
        assertThat(driver.topics().replicationFactor()).isEqualTo(3);
        assertThat(driver.clients().common())
                .containsEntry("bootstrap.servers", "host:9092")
                .containsEntry("client.dns.lookup", "use_all_dns_ips");
        assertThat(driver.clients().producer()).containsEntry("acks", "1").containsEntry("linger.ms", "5");
        assertThat(driver.clients().consumer()).containsEntry("enable.auto.commit", "false");
    }

    @Test
    void setsAFieldOfAFileForEachOption() throws IOException {
        Path properties = write("client.properties", "request.timeout.ms=9000\n");
        int status = execute(line(
                "run -b 127.0.0.1:9 -d kafka --print-workload --keys 1k --name mine --repeat 3 --interval 500ms --replication-factor 2 --acks 1 --linger 5ms --batch-size 64KiB --compression lz4 --rate 5k --command-config %s",
                properties));

        assertThat(status).isZero();
        assertThat(out.toString().lines())
                .contains(
                        "  cardinality: 1k",
                        "name: mine",
                        "repeat: 3",
                        "sampleRateMillis: 500ms",
                        "producerRate: 5k",
                        "replicationFactor: 2",
                        "  acks: '1'",
                        "  linger.ms: '5'",
                        "  batch.size: '65536'",
                        "  compression.type: lz4",
                        "  request.timeout.ms: '9000'");
    }

    @Test
    void hasTheClientSettingsOfTheShippedFile() throws IOException {
        int status = execute("run", "-b", "localhost:9092", "--print-workload");

        assertThat(status).isZero();
        DriverConfig printed = driver(
                write("brokers.yaml", out.toString().substring(out.toString().indexOf("\n\n"))));
        DriverConfig shipped = driver(Path.of("kafka.yaml"));
        assertThat(printed.clients().common()).isEqualTo(shipped.clients().common());
        assertThat(printed.clients().producer()).isEqualTo(shipped.clients().producer());
        assertThat(printed.clients().consumer()).isEqualTo(shipped.clients().consumer());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -d|embedded|-b: cannot be used with -d embedded, because both name a system; remove one of them
            --acks|2|--acks: producerConfig.acks:
            -d|kafkaa|-b: driver: must be one of kafka, none, got kafkaa; did you mean kafka?
            --client-property|security.protocol=SLS|--client-property: commonConfig.security.protocol:
            """)
    void namesTheOptionThatIsWrong(String option, String value, String message) throws IOException {
        refuses(message, "-b", "host:9092", option, value);
    }

    /** Within 10 s, with what to do, and without files. */
    @Test
    void reportsThatNoBrokerAnswers() throws IOException {
        int port = FreePort.choose();
        Path results = folder.resolve("results").resolve("out.json");

        int status = execute("-b", "127.0.0.1:" + port, "-o", results.toString(), "--rate", "1k");

        assertThat(status).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains(
                        "cannot reach a broker at 127.0.0.1:" + port, "within 7000 ms", "check the addresses and ports")
                .doesNotContain("Exception");
        assertThat(results.getParent()).doesNotExist();
        assertThat(out.toString()).doesNotContain("threshold");
    }

    @Test
    void findsAWorkerThatDoesNotListenBeforeItWritesAnything() throws IOException {
        List<String> before = files(folder);
        String worker = "127.0.0.1:" + FreePort.choose();

        assertThat(execute("run", "-w", worker, workload.toString())).isEqualTo(1);

        assertThat(err.toString())
                .startsWith("worker " + worker + " cannot be reached: Connection refused")
                .contains("is bin/benchmark-worker running there?");
        assertThat(files(folder)).isEqualTo(before);
    }

    @Test
    void reportsThatTheNameOfABrokerCannotBeResolved() {
        assertThat(execute("-b", "nosuch.invalid:9092", "--rate", "1k")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "a connection to nosuch.invalid:9092 cannot be opened: this host cannot resolve any"
                                + " of the names; check them\n");
    }

    @Test
    void doctorReachesTheBrokersOfAnOption() throws IOException {
        Path properties = write("client.properties", "client.id=me\n");
        String brokers = SharedCluster.servers();

        execute(line("doctor --local --dir %s -b %s --command-config %s", folder, brokers, properties));

        assertThat(out.toString())
                .contains(
                        "\nsystem -b " + brokers + "\n  ok    reached       Kafka, brokers ",
                        "\n  ok    rights        may create topics");
    }

    @Test
    void doctorRefusesTwoSystemsLikeARun() {
        assertThat(execute("doctor", "-b", "host:9092", "-d", "embedded")).isEqualTo(2);

        assertThat(err.toString()).contains("-b: cannot be used with -d embedded, because both name a system");
    }

    private DriverConfig driver(Path file) {
        return DriverFile.read(file, Drivers.onClassPath(), problems).orElseThrow();
    }
}
