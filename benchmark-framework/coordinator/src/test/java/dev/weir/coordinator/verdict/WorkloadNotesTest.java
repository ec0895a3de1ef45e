package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.code.Reason;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.PayloadSpec;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WorkloadNotesTest {
    private static final OptionalLong BATCH = OptionalLong.of(131_072);

    @Test
    void namesPayloadsThatRepeatWithinABatchThatIsCompressed() {
        assertThat(notes(PayloadSpec.pool(100, 1.0, 1000), BATCH))
                .extracting(Reason::text)
                .containsExactly(
                        "compression is on, and the 1,000 payloads of the pool (0.1 MiB) repeat within batches of up"
                                + " to 131,072 bytes: messages compress better than their bytes do. Leave out"
                                + " useRandomizedPayloads for payloads that never repeat, or use at least 65,537 payloads");
    }

    @Test
    void namesNoPayloadsThatAreFreshOrManyOrNotCompressed() {
        assertThat(notes(PayloadSpec.random(100), BATCH)).isEmpty();
        assertThat(notes(PayloadSpec.pool(100, 1.0, 65_537), BATCH)).isEmpty();
        assertThat(notes(PayloadSpec.pool(100, 1.0, 1000), OptionalLong.empty()))
                .isEmpty();
    }

    private static List<Reason> notes(PayloadSpec payload, OptionalLong compressedTogether) {
        return WorkloadNotes.of(Workloads.small().payload(payload).build(), compressedTogether, false);
    }
}
