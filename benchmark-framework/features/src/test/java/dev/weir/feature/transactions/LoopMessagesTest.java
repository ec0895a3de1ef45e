package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.fuzz.Fuzz;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.wire.MessageCodec;
import dev.weir.wire.MessageSamples;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What coordinator and workers send each other about transaction benchmarks. */
class LoopMessagesTest {
    private final MessageCodec codec = new MessageCodec();

    static List<Message> samples() {
        return List.of(
                assign(),
                new TransactionTimes(
                        3, List.of(5L, Long.MAX_VALUE), List.of(0L, 1L), List.of(2L, 3L), List.of(4L), 5, 6));
    }

    private static Message.Assign assign() {
        Assignment other = MessageSamples.assignment();
        var loop = new TransactionLoop(TransactionBenchmark.SEND_OFFSETS, 7, 0, true, true);
        var roles = new ClientRoles(
                List.of(),
                List.of(),
                List.of(),
                other.clients().connections(),
                List.of(
                        new TransactionRole(6, 9, "client-6", List.of("topic", "other"), 4, loop),
                        new PipelineRole(3, "client-7", "in", "group-2", "out", 17, Transform.UPPER_CASE)));
        return new Message.Assign(
                new Assignment(
                        other.runTag(),
                        other.driver(),
                        roles,
                        0,
                        other.messages(),
                        other.load(),
                        other.audited(),
                        other.seed()),
                ProducerLocations.NONE);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void areDecodedAsTheyWereEncoded(Message message) throws IOException {
        byte[] encoded = codec.encode(message);

        assertThat(codec.decode(encoded)).isEqualTo(message);
        assertThat(new String(encoded, StandardCharsets.ISO_8859_1)).doesNotContain("dev.weir", "java.");
    }

    /** Names of a message, of a class, and of nothing: none of them is a role. They are as long as the right one. */
    @ParameterizedTest
    @ValueSource(strings = {"clockCorrection", "TransactionRole", "transactionrole"})
    void refusesARoleOfAnotherName(String name) {
        String text = new String(codec.encode(assign()), StandardCharsets.ISO_8859_1);
        byte[] other = text.replace("transactionRole", name).getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> codec.decode(other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("type");
    }

    @Test
    void refuseBrokenBytesWithoutAnotherException() {
        Fuzz.run(
                "messages of transaction benchmarks",
                samples().stream().map(codec::encode).toList(),
                64,
                input -> {
                    try {
                        codec.encode(codec.decode(input));
                        return true;
                    } catch (IOException e) {
                        return false;
                    }
                });
    }
}
