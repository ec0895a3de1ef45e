package dev.weir.feature.requests;

import dev.weir.feature.Feature;
import dev.weir.feature.requests.RequestSection.RequestSpec;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.Headline;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.client.SenderPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads in requests: their fields, their times, and producers that read instead of sending. */
public final class RequestFeature implements Feature, PartView {
    private static final RequestSection SECTION = new RequestSection();

    @Override
    public List<?> seats() {
        return List.of(
                this,
                SECTION,
                new Headline("request-latency", "requestResponse", "requestService", 2),
                new Headline("read-latency", "readResponse", "readService", 3),
                new WireRecord(RequestSpec.class),
                (SenderPart.Maker) InterleavedReads::of,
                (SenderPart.Maker) RequestTimes::of);
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
        return workload.get(RequestSection.RECORDS.name()) instanceof Number records
                ? Optional.of("in requests of " + Figures.count(records.longValue()))
                : Optional.empty();
    }

    @Override
    public Optional<String> ofLoad(Map<?, ?> workload) {
        return workload.get(RequestSection.READ_RATIO.name()) instanceof Number ratio && ratio.doubleValue() > 0
                ? Optional.of(Figures.significant(100 * ratio.doubleValue()) + " % of the requests being reads")
                : Optional.empty();
    }
}
