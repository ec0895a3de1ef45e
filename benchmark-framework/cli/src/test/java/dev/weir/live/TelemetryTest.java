package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics port and clients that are no Prometheus. */
@Timeout(60)
class TelemetryTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;

    private final Telemetry telemetry = new Telemetry(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    @AfterEach
    void close() {
        telemetry.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1000})
    void answersBesideHalfARequestOfManyClients(int clients) throws IOException {
        List<Socket> half = new ArrayList<>();
        try {
            for (int i = 0; i < clients; i++) {
                half.add(connect());
                half.get(i).getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
            }

            long askedNanos = CLOCK.epochNanos();
            assertThat(ask("GET /metrics HTTP/1.1")).startsWith("HTTP/1.1 200 OK");
            System.out.printf(
                    "%d half requests: the metrics came after %.1f ms%n",
                    clients, (CLOCK.epochNanos() - askedNanos) / 1e6);
        } finally {
            for (Socket each : half) {
                each.close();
            }
        }
    }

    @Test
    void closesAConnectionThatSendsHalfARequest() throws IOException {
        try (Socket half = connect()) {
            half.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: a\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(half.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /metrics HTTP/1.1, 200",
        "GET /metrics?name=a HTTP/1.0, 200",
        "HEAD /metrics HTTP/1.1, 200",
        "HEAD /metrics?name=a HTTP/1.1, 200",
        "GET /-/healthy HTTP/1.1, 200",
        "POST /metrics HTTP/1.1, 405",
        "DELETE /-/healthy HTTP/1.1, 405",
        "get /metrics HTTP/1.1, 405",
        "GET / HTTP/1.1, 404",
        "GET /metricsandmore HTTP/1.1, 404",
        "GET /metrics/ HTTP/1.1, 404",
        "GET /../metrics HTTP/1.1, 404",
        "DELETE /any HTTP/1.1, 405",
        "GET /metrics, 400",
        "GET /metrics HTTP/2, 400",
        "hello, 400"
    })
    void answersGetAndHeadOfExactPaths(String request, int status) throws IOException {
        String answer = ask(request);

        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        // Without metrics yet.
        assertThat(body.isEmpty()).isEqualTo(status == 200 && request.contains(" /metrics"));
    }

    @Test
    void answersHeadWithoutABody() throws IOException {
        assertThat(ask("HEAD /-/healthy HTTP/1.1"))
                .containsIgnoringCase("Content-Length: 8\r\n")
                .endsWith("\r\n\r\n");
        assertThat(ask("GET /-/healthy HTTP/1.1"))
                .containsIgnoringCase("Content-Length: 8\r\n")
                .endsWith("\r\n\r\nhealthy\n");
    }

    @Test
    void isReadyOnlyWhileTheProcessAcceptsWork() throws IOException {
        assertThat(ask("GET /-/ready HTTP/1.1")).startsWith("HTTP/1.1 503 ").endsWith("not ready\n");

        telemetry.ready(true);
        assertThat(ask("GET /-/ready HTTP/1.1")).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nready\n");

        telemetry.ready(false);
        assertThat(ask("GET /-/ready HTTP/1.1")).startsWith("HTTP/1.1 503 ");
        assertThat(ask("GET /-/healthy HTTP/1.1")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void refusesAHeadWithoutAnEnd() throws IOException {
        assertThat(ask("GET /metrics HTTP/1.1\r\nX: " + "x".repeat(20_000))).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void continuesAfterARequestThatItFailsOn() throws IOException {
        ask("GET /metrics HTTP/1.1\r\nAccept: text/plain; escaping=nonsense");

        assertThat(ask("GET /metrics HTTP/1.1\r\nAccept: application/openmetrics-text"))
                .containsIgnoringCase("Content-Type: application/openmetrics-text")
                .contains("# EOF");
    }

    private String ask(String request) throws IOException {
        try (Socket client = connect()) {
            client.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), URI.create(telemetry.url()).getPort());
    }
}
