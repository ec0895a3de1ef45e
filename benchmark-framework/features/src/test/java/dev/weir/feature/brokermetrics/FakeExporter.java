package dev.weir.feature.brokermetrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.weir.clock.SystemClock;
import dev.weir.driver.config.MetricsEndpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Endpoints in this JVM, for tests: each path does what its handler does. */
public final class FakeExporter implements AutoCloseable {
    /** What {@link #growing} writes: one byte in 100 ns. */
    public static final long BYTES_PER_SECOND = 10_000_000;

    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();

    public FakeExporter() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(executor);
        server.start();
    }

    /** Another endpoint; it must not be there yet. */
    public MetricsEndpoint endpoint(String path, HttpHandler handler) {
        var count = new AtomicInteger();
        asked.put(path, count);
        server.createContext(path, exchange -> {
            handler.handle(exchange);
            exchange.close();
            count.incrementAndGet();
        });
        return MetricsEndpoint.of(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path));
    }

    /** How often an endpoint was asked, and has done what it does. */
    public int asked(String path) {
        return asked.getOrDefault(path, new AtomicInteger()).get();
    }

    /** Answers, if it is asked for the text format, with a drive that is written to at a steady rate. */
    public static void growing(HttpExchange exchange) throws IOException {
        boolean isText =
                "text/plain;version=0.0.4".equals(exchange.getRequestHeaders().getFirst("Accept"));
        answer(
                exchange,
                isText ? 200 : 406,
                written(SystemClock.INSTANCE.epochNanos() / (1_000_000_000 / BYTES_PER_SECOND)));
    }

    /** The answer of a node_exporter with one drive. */
    public static String written(long bytes) {
        return "# TYPE node_disk_written_bytes_total counter\nnode_disk_written_bytes_total{device=\"nvme1n1\"} "
                + bytes + "\n";
    }

    /** Says that there is an answer, gives half of it, and then nothing more. */
    void stall(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write("node_memory".getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        executor.shutdownNow();
    }
}
