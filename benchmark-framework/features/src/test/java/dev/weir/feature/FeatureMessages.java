package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.fuzz.Fuzz;
import dev.weir.plan.Assignment;
import dev.weir.plan.Assignment.LoadPlan;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.FeatureRole;
import dev.weir.plan.LoadPart;
import dev.weir.wire.MessageCodec;
import dev.weir.wire.MessageSamples;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of what coordinator and workers send each other about a feature. */
public interface FeatureMessages {
    /** Returns a message of each kind. */
    List<Message> messages();

    /** Returns the assignment of clients none of which is a producer, for a load with values of sections. */
    static Message.Assign assign(List<ConsumerRole> consumers, List<FeatureRole> others, LoadPart... parts) {
        Assignment other = MessageSamples.assignment();
        LoadPlan load = other.load();
        return new Message.Assign(
                new Assignment(
                        other.runTag(),
                        other.driver(),
                        new ClientRoles(
                                List.of(), consumers, List.of(), other.clients().connections(), others),
                        0,
                        other.messages(),
                        new LoadPlan(
                                load.shape(),
                                load.scheduled(),
                                load.messagesAtOnce(),
                                load.committedOnly(),
                                List.of(parts)),
                        other.audited(),
                        other.seed()),
                ProducerLocations.NONE);
    }

    @Test
    default void messagesAreDecodedAsTheyWereEncoded() throws IOException {
        var codec = new MessageCodec();
        for (Message message : messages()) {
            byte[] encoded = codec.encode(message);

            assertThat(codec.decode(encoded)).isEqualTo(message);
            assertThat(new String(encoded, StandardCharsets.ISO_8859_1)).doesNotContain("dev.weir", "java.");
        }
    }

    @Test
    default void brokenMessagesAreRefusedWithoutAnotherException() {
        var codec = new MessageCodec();
        Fuzz.run(
                getClass().getSimpleName(),
                messages().stream().map(codec::encode).toList(),
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

    /**
     * Checks that a message is refused if a registered name in it is replaced.
     *
     * @param other as long as the name
     */
    static void assertTypeRefused(Message message, String name, String other) {
        var codec = new MessageCodec();
        String text = new String(codec.encode(message), StandardCharsets.ISO_8859_1);
        byte[] changed = text.replace(name, other).getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> codec.decode(changed))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("type");
    }
}
