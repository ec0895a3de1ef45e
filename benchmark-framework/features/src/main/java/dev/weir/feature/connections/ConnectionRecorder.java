package dev.weir.feature.connections;

import dev.weir.clock.Clock;
import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PhasedRecorder;
import dev.weir.wire.message.Message;
import dev.weir.worker.client.ConnectionWatch;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Optional;

/**
 * Times and counts the connections that one producer keeps of its own. Their times are measured in every phase: most
 * connections are made before the load begins. Written by the client's callback thread, read by any.
 */
final class ConnectionRecorder implements ConnectionWatch {
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
    private ConnectionCounts taken = ConnectionCounts.NONE;

    ConnectionRecorder(int asked, RunMaterial material) {
        this.asked = asked;
        this.clock = material.clock();
        this.window = material.window();
        this.errors = material.errors();
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

    @Override
    public Optional<? extends Message.OfFeature> take() {
        var now = new ConnectionCounts(asked, made.get(), failed.get(), lost.get(), openAtStart.get());
        ConnectionCounts before = taken;
        taken = now;
        return now.since(before);
    }

    @Override
    public List<LatencySource> latencies() {
        return List.of(tcp, tls, sasl, first);
    }
}
