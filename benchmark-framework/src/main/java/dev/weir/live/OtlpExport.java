package dev.weir.live;

import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Exports metrics every 5 s to a collector of OpenTelemetry, on a daemon thread of its own. An export that has no answer
 * after 2 s is dropped: cumulative metrics are complete again with the next export. Any thread.
 */
final class OtlpExport implements AutoCloseable {
    /** Name of the instrumentation scope. */
    static final String SCOPE = "dev.weir";

    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration EXPORT_LIMIT = Duration.ofSeconds(2);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private static final String NO_ANSWER = "no answer within " + EXPORT_LIMIT.toSeconds() + " s";

    /** The library would log each failed export to standard error, between the lines of the display. */
    private static final Logger LIBRARY_LOG = Logger.getLogger("io.opentelemetry");

    static {
        LIBRARY_LOG.setLevel(Level.OFF);
    }

    private final OtlpCollector collector;
    private final OtlpMetrics metrics;
    private final OtlpHttpMetricExporter metricExporter;
    private final ScheduledThreadPoolExecutor thread;
    private final Future<?> period;
    private final AtomicInteger due = new AtomicInteger();
    private final AtomicInteger delivered = new AtomicInteger();
    private volatile String failure = NO_ANSWER;

    /** Begins to export. */
    OtlpExport(OtlpCollector collector, OtlpMetrics metrics) {
        this.collector = collector;
        this.metrics = metrics;
        // Without retries: they would delay the export of newer values.
        var metricBuilder = OtlpHttpMetricExporter.builder()
                .setEndpoint(collector.base() + "/v1/metrics")
                .setTimeout(EXPORT_LIMIT)
                .setConnectTimeout(EXPORT_LIMIT)
                .setRetryPolicy(null);
        collector.authorization().ifPresent(header -> metricBuilder.addHeader("Authorization", header));
        metricExporter = metricBuilder.build();
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            var daemon = new Thread(task, "otlp-export");
            daemon.setDaemon(true);
            return daemon;
        });
        period = thread.scheduleWithFixedDelay(
                this::addMetrics, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void addMetrics() {
        due.incrementAndGet();
        exportMetrics();
    }

    private void exportMetrics() {
        await(() -> metricExporter.export(metrics.read()));
    }

    private void await(Supplier<CompletableResultCode> export) {
        try {
            CompletableResultCode result = export.get().join(EXPORT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (result.isSuccess()) {
                delivered.incrementAndGet();
            } else {
                failure = result.isDone() ? reason(result) : NO_ANSWER;
            }
        } catch (RuntimeException e) {
            // A periodic task that throws is not started again.
            failure = e.toString();
        }
    }

    private static String reason(CompletableResultCode result) {
        Throwable thrown = result.getFailureThrowable();
        Throwable cause = thrown == null ? null : thrown.getCause();
        return cause == null
                ? "the collector answered with an error, which its log explains"
                : cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
    }

    /** Returns the address of the collector, without user and password. */
    String collector() {
        return collector.base();
    }

    /** Exports the last metrics, for at most 2 s, and stops. */
    @Override
    public void close() {
        period.cancel(false);
        due.incrementAndGet();
        thread.execute(this::exportMetrics);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        metricExporter.shutdown();
    }

    /** Returns a warning about exports that were dropped; empty if there were none. */
    Optional<String> warning() {
        int dropped = due.get() - delivered.get();
        return dropped == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        "%d of %d exports to %s were dropped, the last one because: %s; check --otlp and the collector."
                                + " The results are complete",
                        dropped, due.get(), collector.base(), failure));
    }
}
