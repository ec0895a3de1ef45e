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
        succeeds(
                line(
                        "run -b host:9092 --rate 100MiB/s --size 1KiB --duration 90s --consumers 0 --acks 1 --linger 5ms --client-property client.dns.lookup=use_all_dns_ips --set keys.cardinality=1M --set driver.replicationFactor=3 --print-workload"));

        assertThat(err.toString()).isEmpty();
        String[] printed = out.toString().split("\n\n", 2);
        Workload load =
                WorkloadFile.read(write("load.yaml", printed[0]), problems).orElseThrow();
        DriverConfig driver = driver(write("brokers.yaml", printed[1]));
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
        succeeds(line(
                "run -b 127.0.0.1:9 -d kafka --print-workload --keys 1k --name mine --repeat 3 --interval 500ms --replication-factor 2 --acks 1 --linger 5ms --batch-size 64KiB --compression lz4 --rate 5k --command-config %s",
                write("client.properties", "request.timeout.ms=9000\n")));

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
        succeeds("run", "-b", "localhost:9092", "--print-workload");

        assertThat(driver(write("brokers.yaml", out.toString().split("\n\n", 2)[1]))
                        .clients())
                .isEqualTo(driver(Path.of("kafka.yaml")).clients());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -b host:9092 -d embedded|-b: cannot be used with -d embedded, because both name a system; remove one of them
            doctor -b host:9092 -d embedded|-b: cannot be used with -d embedded, because both name a system
            -b host:9092 --acks 2|--acks: producerConfig.acks:
            -b host:9092 -d kafkaa|-b: driver: must be one of kafka, none, got kafkaa; did you mean kafka?
            -b host:9092 --client-property security.protocol=SLS|--client-property: commonConfig.security.protocol:
            --rate 5 --set driver.clusterConfig.feature.group.version=2|feature.group.version must be in [0, 1] on the embedded Kafka, got 2
            """)
    void namesTheOptionThatIsWrong(String words, String message) throws IOException {
        refuses(message, line(words));
    }

    /** With what to do, and without files. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -b 127.0.0.1:PORT -o FOLDER/results/out.json --rate 1k|cannot reach a broker at 127.0.0.1:PORT.* within 7000 ms.*check the addresses and ports.*
            -b nosuch.invalid:9092 --rate 1k|a connection to nosuch.invalid:9092 cannot be opened: this host cannot resolve any of the names; check them
            run -w 127.0.0.1:PORT FOLDER/tiny.yaml|worker 127.0.0.1:PORT cannot be reached: Connection refused.*is bin/benchmark-worker running there[?].*
            """)
    void writesNothingIfABrokerOrAWorkerCannotBeReached(String words, String pattern) throws IOException {
        String port = String.valueOf(FreePort.choose());
        List<String> before = files(folder);

        assertThat(execute(line(words.replace("PORT", port).replace("FOLDER", folder.toString()))))
                .isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .matches(pattern.replace("PORT", port))
                .doesNotContain("Exception");
        assertThat(out.toString()).doesNotContain("threshold");
        assertThat(files(folder)).isEqualTo(before);
    }

    @Test
    void doctorReachesTheBrokersOfAnOption() throws IOException {
        String brokers = SharedCluster.servers();

        execute(line(
                "doctor --local --dir %s -b %s --command-config %s",
                folder, brokers, write("client.properties", "client.id=me\n")));

        assertThat(out.toString())
                .contains(
                        "\nsystem -b " + brokers + "\n  ok    reached       Kafka, brokers ",
                        "\n  ok    rights        may create topics");
    }

    private DriverConfig driver(Path file) {
        return DriverFile.read(file, Drivers.onClassPath(), problems).orElseThrow();
    }
}
