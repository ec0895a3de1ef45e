package dev.weir.feature.connections;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.ConnectionListener;
import dev.weir.driver.client.Connections;
import dev.weir.feature.connections.ProducerConnections.ConnectionCounts;
import dev.weir.feature.connections.ProducerConnections.ConnectionCounts.ConnectionNotes;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PhasedRecorder;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.client.SenderPart;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Times and counts the connections that one producer keeps of its own. Their times are measured in every phase: most
 * connections are made before the load begins. The client's callback thread counts; one thread takes what
 * was counted since its last call.
 */
final class ConnectionRecorder implements SenderPart, ConnectionListener {
    /** Taken with the first counts, and then 0, so that their sum has it once. */
    private final AtomicLong asked;

    private final Clock clock;
    private final MeasurementWindow window;
    private final ErrorTally errors;
    private final PhasedRecorder tcp = new PhasedRecorder(Latency.CONNECTION_TCP);
    private final PhasedRecorder tls = new PhasedRecorder(Latency.CONNECTION_TLS);
    private final PhasedRecorder sasl = new PhasedRecorder(Latency.CONNECTION_SASL);
    private final PhasedRecorder first = new PhasedRecorder(Latency.CONNECTION_FIRST_MESSAGE);
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong openAtStart = new AtomicLong();

    private ConnectionRecorder(Connections wanted, RunMaterial material) {
        this.asked = new AtomicLong(wanted.perProducer());
        this.clock = material.clock();
        this.window = material.window();
        this.errors = material.errors();
    }

    static Optional<SenderPart> of(
            Assignment assignment, ProducerRole role, Driver driver, RunMaterial material, Outcomes outcomes) {
        Connections wanted = assignment.clients().connections();
        return wanted.areWanted() ? Optional.of(new ConnectionRecorder(wanted, material)) : Optional.empty();
    }

    @Override
    public Optional<ConnectionListener> connectionListener() {
        return Optional.of(this);
    }

    @Override
    public void made(long tcpNanos, long tlsNanos, long saslNanos) {
        made.incrementAndGet();
        openAtStart.addAndGet(isBeforeMeasurement() ? 1 : 0);
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
        failed.incrementAndGet();
        errors.add(cause);
    }

    @Override
    public void lost(Throwable cause) {
        lost.incrementAndGet();
        openAtStart.addAndGet(isBeforeMeasurement() ? -1 : 0);
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
    public void drainInto(SnapshotBuilder snapshot) {
        var counts = new ConnectionCounts(
                asked.getAndSet(0),
                made.getAndSet(0),
                failed.getAndSet(0),
                lost.getAndSet(0),
                openAtStart.getAndSet(0));
        if (!counts.equals(ConnectionCounts.NONE)) {
            snapshot.sum(ConnectionNotes.class, new ConnectionNotes(counts), ConnectionNotes::plus);
        }
    }

    @Override
    public List<LatencySource> latencies() {
        return List.of(tcp, tls, sasl, first);
    }
}
