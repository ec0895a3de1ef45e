package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.embedded.BrokerProcess.PortTakenException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartFailureTest {
    private static final BrokerSettings ONE_BROKER = new BrokerSettings(1, Map.of());

    @Test
    void namesATakenPort() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new KafkaEmbeddedClusters().start(1, taken.getLocalPort()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " ")
                    .hasMessageContaining("taken");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_535})
    void refusesPortsThatDoNotExist(int firstPort) {
        assertThatThrownBy(() -> new KafkaEmbeddedClusters().start(2, firstPort))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("must be in [1, 65535]");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10})
    void refusesNumbersOfBrokersThatItCannotStart(int brokers) {
        assertThatThrownBy(() -> new KafkaEmbeddedClusters().start(brokers, 0))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("must be in [1, 9], got " + brokers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"broker", "metrics"})
    void recognisesAPortThatWasTakenAfterItWasChosen(String listener) throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var ports = new NodeLayout.Ports(InetAddress.getLoopbackAddress());
            ToIntFunction<String> port = name -> name.equals(listener) ? taken.getLocalPort() : ports.free();
            var topology = new NodeLayout(
                    InetAddress.getLoopbackAddress(),
                    List.of(new NodeLayout.Node(
                            1,
                            port.applyAsInt("broker"),
                            OptionalInt.of(port.applyAsInt("controller")),
                            port.applyAsInt("metrics"))));
            assertThatThrownBy(() -> start(topology, Duration.ofSeconds(60)))
                    .isInstanceOf(PortTakenException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void quotesTheBrokerThatDoesNotStart() {
        var clusters = new KafkaEmbeddedClusters(Map.of("log.segment.bytes", "plenty"));
        assertThatThrownBy(() -> clusters.start(1, 0))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("ended with status 1")
                .hasMessageContaining("Invalid value plenty for configuration log.segment.bytes");
    }

    @Test
    void failsAtTheDeadlineAndLeavesNothingBehind() {
        var failure = catchThrowableOfType(
                DriverException.class,
                () -> start(NodeLayout.choose(1, InetAddress.getLoopbackAddress(), 0), Duration.ofMillis(10)));
        assertThat(failure).hasMessageContaining("does not serve after 0.01 s");
        var process = Pattern.compile("broker 1 \\(process (\\d+)\\)").matcher(String.valueOf(failure.getMessage()));
        assertThat(process.find()).isTrue();
        assertThat(Remains.runs(Long.parseLong(process.group(1)))).isFalse();
    }

    private static void start(NodeLayout topology, Duration deadline) {
        KafkaEmbeddedCluster.start(topology, ONE_BROKER, deadline).close();
    }
}
