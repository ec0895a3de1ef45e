package dev.weir.driver.omb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;
import org.junit.jupiter.api.Test;

class OmbDriverFactoryTest {
    private final OmbDrivers.OmbDriverFactory factory =
            new OmbDrivers.OmbDriverFactory(WordyMqBenchmarkDriver.class, Path.of("wordy.jar"));

    /** Of the oldest form, with nothing but what a class must have. */
    static final class WordyMqBenchmarkDriver implements BenchmarkDriver {
        @Override
        public void initialize(File configurationFile, StatsLogger statsLogger) {}

        @Override
        public String getTopicNamePrefix() {
            return "";
        }

        @Override
        public CompletableFuture<Void> createTopic(String topic, int partitions) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public void close() {}
    }

    private static DriverConfig config(String file) {
        return DriverConfig.of("omb-wordymq").withSettings(Map.of(OmbDrivers.OmbDriverFactory.FILE, file));
    }

    @Test
    void isNamedAfterTheClass() {
        assertThat(factory.name()).isEqualTo("omb-wordymq");
        assertThat(factory.aliases()).containsExactly(WordyMqBenchmarkDriver.class.getName());
    }

    @Test
    void needsAnOmbDriverFile() {
        assertThat(factory.problems(DriverConfig.of("omb-wordymq")))
                .extracting(ConfigProblem::field)
                .containsExactly(OmbDrivers.OmbDriverFactory.FILE);
    }

    @Test
    void guessesWhichFieldsOfTheFileOpenFilesOrLoadClasses() {
        String file = "name: any\ndriverClass: " + WordyMqBenchmarkDriver.class.getName() + "\n"
                + "amqpUris: [amqp://localhost:5672]\nclient: {serviceUrl: \"pulsar://a:6650\", tlsKey: /etc/key.pem}\n"
                + "commonConfig: |\n  interceptor.classes=example.Spy\n";

        assertThat(factory.hostAccess(config(file)))
                .extracting(HostAccess::property, HostAccess::kind)
                .containsExactlyInAnyOrder(
                        tuple("tlsKey", HostAccess.Kind.FILE), tuple("interceptor.classes", HostAccess.Kind.CODE));
    }
}
