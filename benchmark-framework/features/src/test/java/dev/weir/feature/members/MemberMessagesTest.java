package dev.weir.feature.members;

import dev.weir.feature.FeatureMessages;
import dev.weir.wire.message.Message;
import java.util.List;

/** What workers send the coordinator about changes of group members. */
class MemberMessagesTest extends FeatureMessages {
    @Override
    protected List<Message> samples() {
        return List.of(new MemberNotes(
                3,
                List.of(
                        new MemberNotes.Change(Long.MAX_VALUE, MemberNotes.Kind.KILL, 2, List.of()),
                        new MemberNotes.Change(-1, MemberNotes.Kind.ASSIGNED, -1, List.of(0, 17))),
                List.of(new MemberNotes.Span(4, 5, Long.MAX_VALUE))));
    }
}
