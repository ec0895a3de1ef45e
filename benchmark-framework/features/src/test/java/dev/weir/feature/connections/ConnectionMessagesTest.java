package dev.weir.feature.connections;

import dev.weir.feature.FeatureMessages;
import dev.weir.feature.connections.ConnectionCounts.ConnectionNotes;
import dev.weir.wire.message.Message;
import java.util.List;

/** What workers send the coordinator about connections of producers' own. */
class ConnectionMessagesTest extends FeatureMessages {
    @Override
    protected List<Message> samples() {
        return List.of(new ConnectionNotes(new ConnectionCounts(1, 2, Long.MAX_VALUE, 4, -5)));
    }
}
