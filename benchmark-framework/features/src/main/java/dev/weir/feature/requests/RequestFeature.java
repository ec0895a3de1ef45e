package dev.weir.feature.requests;

import dev.weir.feature.Feature;
import dev.weir.plan.LoadPart;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.Headline;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.client.SenderPart;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.section.Section;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Loads in requests: the fields {@code recordsPerRequest} and {@code readRatio}, their times, and producers that read
 * instead of sending.
 */
public record RequestFeature() implements Feature, Section<RequestFeature.RequestSpec>, PartView {
    /**
     * Twice the largest fetch of Kafka's client from a partition, so that a read that begins in the first half finds as
     * much.
     */
    private static final long FILLED_BYTES = 2 << 20;

    /** With payloads of a few bytes, more messages would not make a read larger, because no poll returns so many. */
    private static final long MAX_FILLED = 50_000;

    static final Field<Long> RECORDS = Field.free(
            "recordsPerRequest",
            new Whole(1, RequestSpec.MAX_RECORDS),
            "messages that make a request: they are all due when its first one is, and are sent one after the other;"
                    + " requestResponse and requestService end with the last acknowledgement. The producerRate counts"
                    + " messages. Messages are no requests if absent");

    static final Field<Double> READ_RATIO = Field.optional(
            "readRatio",
            Decimal.in(0, 1),
            0.0,
            "probability, drawn from the seed, that a producer reads for a burstPeriod instead of sending: each "
                    + "request that would be due then is one poll at a random position of a partition that the "
                    + "producer has filled before, measured as readResponse and readService. For the producerRate, it "
                    + "counts as recordsPerRequest messages");

    @Override
    public List<?> seats() {
        return List.of(
                this,
                new Headline("request-latency", "requestResponse", "requestService", 2),
                new Headline("read-latency", "readResponse", "readService", 3),
                new WireRecord(RequestSpec.class),
                (SenderPart.Maker) InterleavedReads::of,
                (SenderPart.Maker) RequestTimes::of);
    }

    @Override
    public Field<Long> field() {
        return RECORDS;
    }

    @Override
    public List<Field<?>> otherFields() {
        return List.of(READ_RATIO);
    }

    @Override
    public boolean isOfLoad() {
        return true;
    }

    @Override
    public Optional<RequestSpec> in(FieldValues values) {
        var spec = new RequestSpec(
                values.find(RECORDS).map(Math::toIntExact).orElse(0),
                values.find(READ_RATIO).orElse(0.0));
        return Optional.of(spec).filter(any -> spec.recordsPerRequest() > 0 || spec.readRatio() > 0);
    }

    @Override
    public void put(RequestSpec requests, FieldWriter given) {
        given.putIf(requests.recordsPerRequest() > 0, RECORDS, requests.recordsPerRequest())
                .put(READ_RATIO, requests.readRatio());
    }

    @Override
    public int requestMessages(RequestSpec requests) {
        return requests.messages();
    }

    @Override
    public double readShare(RequestSpec requests) {
        return requests.readRatio();
    }

    @Override
    public long filledMessages(RequestSpec requests, int messageBytes) {
        return requests.readRatio() > 0 ? filledMessages(messageBytes) : 0;
    }

    /** Returns the number of messages that each producer sends to the partition that it reads. */
    static long filledMessages(int messageBytes) {
        long size = Math.max(1, messageBytes);
        return Math.max(2, Math.min(MAX_FILLED, (FILLED_BYTES + size - 1) / size));
    }

    @Override
    public List<String> approximations(RequestSpec requests) {
        List<String> texts = new ArrayList<>();
        if (requests.recordsPerRequest() > 0 && requests.readRatio() < 1) {
            texts.add(String.format(
                    Locale.ROOT,
                    "a request of %,d message(s) is as many send calls, until the last acknowledgement. The client"
                            + " makes batches of its own (with Kafka: batch.size, linger.ms), so the system may receive"
                            + " fewer or more requests",
                    requests.recordsPerRequest()));
        }
        if (requests.readRatio() > 0) {
            texts.add("a read is a seek and a poll of a client, one at a time in each. The client fetches ahead and "
                    + "returns as much as its settings allow (with Kafka: max.poll.records, "
                    + "max.partition.fetch.bytes), so the system may receive other requests");
        }
        return texts;
    }

    @Override
    public void check(RequestSpec requests, FieldValues values) {
        for (Field<?> field : List.of(RECORDS, READ_RATIO)) {
            boolean hasEffect =
                    values.find(field).isPresent() && !field.otherwise().equals(values.find(field));
            if (hasEffect && LoadFields.isClosed(values)) {
                values.error(field, "has no effect: a closed loop counts messages under way; remove it");
            }
            if (hasEffect && TopicFields.isConsumeOnly(values)) {
                values.error(field, "has no effect: nothing is sent; remove it");
            }
        }
        if (requests.recordsPerRequest() > 1
                && values.find(LoadFields.CATCH_UP).orElse("").equals(LoadFields.SKIP)) {
            values.error(
                    LoadFields.CATCH_UP,
                    "must be immediate with recordsPerRequest, got skip: a request with skipped messages would never "
                            + "be answered");
        }
        boolean reads = requests.readRatio() > 0;
        if (reads && values.find(PhaseFields.WARMUP_UNTIL).orElse("").equals("steady")) {
            values.error(
                    PhaseFields.WARMUP_UNTIL,
                    "must not be steady with readRatio, because it is judged by written messages; remove it, and let "
                            + "the warmupDuration end the warm-up");
        }
        if (reads && RateFields.isSearched(values)) {
            values.error(
                    READ_RATIO,
                    "cannot be combined with a search for the rate, which counts written messages; remove one of them");
        }
    }

    @Override
    public List<List<String>> words() {
        return List.of(
                List.of("requestResponse", "from when a request was due to the acknowledgement of its last message"),
                List.of("requestService", "from the send call of its first message to the acknowledgement of its last"),
                List.of("readResponse", "from when a read was due to its first messages"),
                List.of("readService", "from the call of a read to its first messages"));
    }

    @Override
    public Optional<String> ofMessages(Map<?, ?> workload) {
        return workload.get(RECORDS.name()) instanceof Number records
                ? Optional.of("in requests of " + Figures.count(records.longValue()))
                : Optional.empty();
    }

    @Override
    public Optional<String> ofLoad(Map<?, ?> workload) {
        return workload.get(READ_RATIO.name()) instanceof Number ratio && ratio.doubleValue() > 0
                ? Optional.of(Figures.significant(100 * ratio.doubleValue()) + " % of the requests being reads")
                : Optional.empty();
    }

    /**
     * Requests of a load.
     *
     * @param recordsPerRequest messages of a request, in [0, {@link #MAX_RECORDS}]: they are due at once, and the last
     *     acknowledgement answers them all; 0: a request is a read only
     * @param readRatio share of the burst periods of each producer, in [0, 1], in which it reads instead of sending
     */
    record RequestSpec(int recordsPerRequest, double readRatio) implements LoadPart {
        /** Largest request: more than the buffer of a client holds. */
        static final int MAX_RECORDS = 1_000_000;

        RequestSpec {
            if (recordsPerRequest < 0 || recordsPerRequest > MAX_RECORDS || !(readRatio >= 0 && readRatio <= 1)) {
                throw new IllegalArgumentException("recordsPerRequest must be in [0, " + MAX_RECORDS
                        + "] and readRatio in [0, 1], got " + recordsPerRequest + ", " + readRatio);
            }
        }

        int messages() {
            return Math.max(1, recordsPerRequest);
        }
    }
}
