package dev.weir.worker.sender;

import dev.weir.clock.Clock;
import dev.weir.driver.client.ConnectionListener;
import dev.weir.measure.ConnectionCounts;
import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PhasedRecorder;
import dev.weir.worker.recording.ErrorTally;
import java.util.List;

/**
 * Times and counts the connections that one producer keeps of its own. Their times are measured in every phase: most
 * connections are made before the load begins. Written by the client's callback thread, read by any.
 */
final class ConnectionRecorder implements ConnectionListener {
    private final int asked;
    private final Clock clock;
    private final MeasurementWindow window;
    private final ErrorTally errors;
    private final PhasedRecorder tcp = new PhasedRecorder(Latency.CONNECTION_TCP);
    private final PhasedRecorder tls = new PhasedRecorder(Latency.CONNECTION_TLS);
    private final PhasedRecorder sasl = new PhasedRecorder(Latency.CONNECTION_SASL);
    private final PhasedRecorder first = new PhasedRecorder(Latency.CONNECTION_FIRST_MESSAGE);
    private final Counter made = new Counter();
    private final Counter failed = new Counter();
    private final Counter lost = new Counter();
    private final Counter openAtStart = new Counter();

    ConnectionRecorder(int asked, Clock clock, MeasurementWindow window, ErrorTally errors) {
        this.asked = asked;
        this.clock = clock;
        this.window = window;
        this.errors = errors;
    }

    @Override
    public void made(long tcpNanos, long tlsNanos, long saslNanos) {
        made.increment();
        openAtStart.add(isBeforeMeasurement() ? 1 : 0);
        record(tcp, tcpNanos);
        record(tls, tlsNanos);
        record(sasl, saslNanos);
    }

    private static void record(PhasedRecorder recorder, long nanos) {
        if (nanos >= 0) {
            recorder.record(true, nanos);
        }
    }

    @Override
    public void failed(Throwable cause) {
        failed.increment();
        errors.add(cause);
    }

    @Override
    public void lost(Throwable cause) {
        lost.increment();
        openAtStart.add(isBeforeMeasurement() ? -1 : 0);
        errors.add(cause);
    }

    /** Workers hear of the begin of the measurement before it comes. */
    private boolean isBeforeMeasurement() {
        return !window.includes(clock.epochNanos());
    }

    @Override
    public void firstAcknowledged(long nanos) {
        first.record(true, nanos);
    }

    ConnectionCounts counts() {
        return new ConnectionCounts(asked, made.get(), failed.get(), lost.get(), openAtStart.get());
    }

    List<LatencySource> latencies() {
        return List.of(tcp, tls, sasl, first);
    }
}
