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
public abstract class FeatureMessages {
    private final MessageCodec codec = new MessageCodec();

    /** Returns a message of each kind. */
    protected abstract List<Message> samples();

    /** Returns the assignment of a load with a value of a section. */
    protected static Message.Assign assign(LoadPart part) {
        Assignment other = MessageSamples.assignment();
        LoadPlan load = other.load();
        return assign(
                other.clients(),
                other.totalProducers(),
                new LoadPlan(
                        load.shape(), load.scheduled(), load.messagesAtOnce(), load.committedOnly(), List.of(part)));
    }

    /** Returns the assignment of clients none of which is a producer. */
    protected static Message.Assign assign(List<ConsumerRole> consumers, List<FeatureRole> others) {
        Assignment other = MessageSamples.assignment();
        return assign(
                new ClientRoles(List.of(), consumers, List.of(), other.clients().connections(), others),
                0,
                other.load());
    }

    private static Message.Assign assign(ClientRoles roles, int producers, LoadPlan load) {
        Assignment other = MessageSamples.assignment();
        return new Message.Assign(
                new Assignment(
                        other.runTag(),
                        other.driver(),
                        roles,
                        producers,
                        other.messages(),
                        load,
                        other.audited(),
                        other.seed()),
                ProducerLocations.NONE);
    }

    @Test
    void areDecodedAsTheyWereEncoded() throws IOException {
        for (Message message : samples()) {
            byte[] encoded = codec.encode(message);

            assertThat(codec.decode(encoded)).isEqualTo(message);
            assertThat(new String(encoded, StandardCharsets.ISO_8859_1)).doesNotContain("dev.weir", "java.");
        }
    }

    @Test
    void refuseBrokenBytesWithoutAnotherException() {
        Fuzz.run(
                getClass().getSimpleName(),
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

    /**
     * Checks that a message is refused if a registered name in it is replaced.
     *
     * @param other as long as the name
     */
    protected void assertRefused(Message message, String name, String other) {
        String text = new String(codec.encode(message), StandardCharsets.ISO_8859_1);
        byte[] changed = text.replace(name, other).getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> codec.decode(changed))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("type");
    }
}
