package dev.weir.feature.requests;

import dev.weir.feature.FeatureMessages;
import dev.weir.feature.requests.RequestSection.RequestSpec;
import dev.weir.wire.message.Message;
import java.util.List;

/** What the coordinator sends workers about requests. */
class RequestMessagesTest extends FeatureMessages {
    @Override
    protected List<Message> samples() {
        return List.of(assign(new RequestSpec(8, 0.25)));
    }
}
