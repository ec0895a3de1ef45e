package dev.weir.feature.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.FeatureMessages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.requests.RequestFeature.RequestSpec;
import dev.weir.wire.message.Message;
import dev.weir.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestFeatureTest extends SectionFiles implements FeatureMessages {
    private static final String BASE = TOPIC + "messageSize: 100\n" + CONSUMERS + "testDuration: 1m\n";

    @Test
    void readsBothFieldsAndWritesThem() throws IOException {
        Workload read = read(BASE, "producerRate: 100; recordsPerRequest: 512; readRatio: 0.25; burstPeriod: 2s")
                .orElseThrow();

        assertThat(read.run().sections().find(new RequestFeature())).contains(new RequestSpec(512, 0.25));
        assertThat(read.messagesAtOnce()).isEqualTo(512);
        assertThat(read.load().shape().burstPeriodNanos()).isEqualTo(2_000_000_000L);
        assertReadsBack(read);
    }

    @Test
    void aRatioOf0IsNone() throws IOException {
        assertThat(read(BASE, "producerRate: 100; readRatio: 0").map(Workload::isInRequests))
                .contains(false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            producerRate: 100; catchUp: skip; recordsPerRequest: 2 | catchUp: must be immediate with recordsPerRequest, got skip: a request with skipped messages would never be answered
            search: {}; readRatio: 0.5 | readRatio: cannot be combined with a search for the rate, which counts written messages; remove one of them
            producerRate: 100; readRatio: 0.5; warmupUntil: steady | warmupUntil: must not be steady with readRatio, because it is judged by written messages; remove it, and let the warmupDuration end the warm-up
            mode: closed; recordsPerRequest: 2 | recordsPerRequest: has no effect: a closed loop counts messages under way; remove it
            mode: closed; readRatio: 0.5 | readRatio: has no effect: a closed loop counts messages under way; remove it
            producerRate: 100; recordsPerRequest: 5; transactions: {messages: 2} | transactions: has no place beside requests and reads: a transaction has messages of its own and reads none; remove one of them
            producerRate: 100; recordsPerRequest: 6001 | recordsPerRequest: is more than the 6000 messages that the producerRate makes in the measurement of 1m, and all messages of a request are due at once; make it at most as many
            """)
    void reportsProblems(String fields, String expected) throws IOException {
        assertRefused(BASE, fields, expected);
    }

    @Test
    void areDescribedOnPages() {
        Map<String, Object> workload = Map.of("recordsPerRequest", 10, "readRatio", 0.25);

        assertThat(new RequestFeature().ofMessages(workload)).contains("in requests of 10");
        assertThat(new RequestFeature().ofLoad(workload)).contains("25 % of the requests being reads");
    }

    @Override
    public List<Message> messages() {
        return List.of(FeatureMessages.assign(List.of(), List.of(), new RequestSpec(8, 0.25)));
    }
}
