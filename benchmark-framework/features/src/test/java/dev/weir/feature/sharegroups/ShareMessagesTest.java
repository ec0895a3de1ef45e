package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.feature.sharegroups.ShareGroupFeature.ShareNotes;
import dev.weir.fuzz.Fuzz;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.wire.MessageCodec;
import dev.weir.wire.MessageSamples;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.workload.Subscription;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What coordinator and workers send each other about share groups. */
class ShareMessagesTest {
    private final MessageCodec codec = new MessageCodec();

    static List<Message> samples() {
        return List.of(
                assign(),
                new ShareNotes(
                        1, new ShareCounts(List.of(9L, 0L, 1L), 1, 2, 3, new ShareCounts.Returned(4, 5, 6), 7, 8)));
    }

    private static Message.Assign assign() {
        Assignment other = MessageSamples.assignment();
        ConsumerRole role = other.clients().consumers().get(0);
        Subscription kind = role.kind();
        var share = new ShareGroup(true, 0.25, 0.125, 0.5, 3, true, Map.of("a", "b"));
        var consumer = new ConsumerRole(
                role.consumer(),
                role.clientId(),
                role.topic(),
                role.partitions(),
                role.subscription(),
                role.group(),
                role.from(),
                new Subscription(
                        kind.name(),
                        kind.consumers(),
                        kind.from(),
                        kind.startAfterNanos(),
                        kind.processingNanos(),
                        kind.consumerConfig(),
                        Optional.of(share)));
        return new Message.Assign(
                new Assignment(
                        other.runTag(),
                        other.driver(),
                        new ClientRoles(
                                List.of(),
                                List.of(consumer),
                                List.of(),
                                other.clients().connections(),
                                List.of()),
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

    /** Names of a message, of a class, and of nothing: none of them is a type. They are as long as the right one. */
    @ParameterizedTest
    @ValueSource(strings = {"loadEnded.", "ShareGroup", "sharegroup"})
    void refusesATypeOfAnotherName(String name) {
        String text = new String(codec.encode(assign()), StandardCharsets.ISO_8859_1);
        byte[] other = text.replace("shareGroup", name).getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> codec.decode(other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("type");
    }

    @Test
    void refuseBrokenBytesWithoutAnotherException() {
        Fuzz.run(
                "messages of share groups",
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
