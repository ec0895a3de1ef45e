package dev.weir.feature.requests;

import dev.weir.driver.Driver;
import dev.weir.feature.requests.RequestFeature.RequestSpec;
import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.RequestCounts;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.client.SenderPart;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Optional;

/**
 * Records the latencies of requests. A request consists of a fixed number of consecutive messages of one producer. It
 * is answered when its last message is acknowledged, in whatever order that happens. A request with a message that was
 * given up is never answered.
 *
 * <p>Requests in flight are kept in a ring, from the oldest unresolved one to the newest with a result. It grows with
 * the number in flight, so that a request allocates nothing. A lock guards the ring, because acknowledgements and failures
 * can come from different threads. Without failures, one thread alone uses the lock, so it is not contended.
 */
final class RequestTimes implements SenderPart {
    private static final int FIRST_LENGTH = 1024;

    private final int records;
    private final PairRecorder recorder;
    private final Counter answered = new Counter();
    private int[] resolved = new int[FIRST_LENGTH];
    private boolean[] isFailed = new boolean[FIRST_LENGTH];
    private long[] firstSentNanos = new long[FIRST_LENGTH];
    private long oldest;

    /**
     * @param records messages of a request
     * @param scheduled whether messages are due at a time
     */
    RequestTimes(int records, boolean scheduled) {
        this.records = records;
        this.recorder = new PairRecorder(Latency.REQUEST_RESPONSE, Latency.REQUEST_SERVICE, scheduled);
    }

    static Optional<SenderPart> of(
            Assignment assignment, ProducerRole role, Driver driver, RunMaterial material, Outcomes outcomes) {
        Assignment.LoadPlan load = assignment.load();
        return load.ofFeature(RequestSpec.class)
                .filter(requests -> driver.acknowledges())
                .map(requests -> new RequestTimes(requests.messages(), load.scheduled()));
    }

    @Override
    public synchronized void acknowledged(
            boolean measured, long sequence, long intendedNanos, long sentNanos, long nowNanos) {
        int place = placeOf(sequence / records);
        long first = firstSentNanos[place];
        first = first == 0 ? sentNanos : Math.min(first, sentNanos);
        firstSentNanos[place] = first;
        if (resolve(place) && !isFailed[place]) {
            recorder.record(measured, nowNanos - intendedNanos, nowNanos - first);
            answered.increment();
        }
        dropResolved();
    }

    @Override
    public synchronized void failed(long sequence) {
        int place = placeOf(sequence / records);
        isFailed[place] = true;
        resolve(place);
        dropResolved();
    }

    private boolean resolve(int place) {
        resolved[place]++;
        return resolved[place] == records;
    }

    private int placeOf(long request) {
        while (request - oldest >= resolved.length) {
            grow();
        }
        return (int) request & (resolved.length - 1);
    }

    private void dropResolved() {
        int mask = resolved.length - 1;
        for (int place = (int) oldest & mask; resolved[place] == records; place = (int) oldest & mask) {
            resolved[place] = 0;
            isFailed[place] = false;
            firstSentNanos[place] = 0;
            oldest++;
        }
    }

    private void grow() {
        int length = resolved.length;
        int[] counts = new int[2 * length];
        boolean[] failures = new boolean[2 * length];
        long[] times = new long[2 * length];
        for (long request = oldest; request < oldest + length; request++) {
            int from = (int) request & (length - 1);
            int to = (int) request & (2 * length - 1);
            counts[to] = resolved[from];
            failures[to] = isFailed[from];
            times[to] = firstSentNanos[from];
        }
        resolved = counts;
        isFailed = failures;
        firstSentNanos = times;
    }

    @Override
    public RequestCounts requests(long sent) {
        return new RequestCounts(answered.get(), (sent + records - 1) / records - answered.get(), 0, 0, 0, 0);
    }

    @Override
    public List<LatencySource> latencies() {
        return List.of(recorder);
    }
}
