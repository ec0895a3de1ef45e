package dev.weir.feature.sharegroups;

import dev.weir.feature.FeatureMessages;
import dev.weir.feature.sharegroups.ShareGroupFeature.ShareNotes;
import dev.weir.plan.ConsumerRole;
import dev.weir.wire.MessageSamples;
import dev.weir.wire.message.Message;
import dev.weir.workload.Subscription;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What coordinator and workers send each other about share groups. */
class ShareMessagesTest extends FeatureMessages {
    @Override
    protected List<Message> samples() {
        return List.of(
                assign(),
                new ShareNotes(
                        1, new ShareCounts(List.of(9L, 0L, 1L), 1, 2, 3, new ShareCounts.Returned(4, 5, 6), 7, 8)));
    }

    private static Message.Assign assign() {
        ConsumerRole role = MessageSamples.assignment().clients().consumers().get(0);
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
        return assign(List.of(consumer), List.of());
    }

    /** Names of a message, of a class, and of nothing: none of them is a type. They are as long as the right one. */
    @ParameterizedTest
    @ValueSource(strings = {"loadEnded.", "ShareGroup", "sharegroup"})
    void refusesATypeOfAnotherName(String name) {
        assertRefused(assign(), "shareGroup", name);
    }
}
