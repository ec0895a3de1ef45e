package dev.weir.feature.requests;

import dev.weir.feature.Feature;
import dev.weir.worker.client.SenderPart;
import java.util.List;

/** Loads in requests: their times, and producers that read instead of sending. */
public final class RequestFeature implements Feature {
    @Override
    public List<?> seats() {
        return List.of((SenderPart.Maker) InterleavedReads::of, (SenderPart.Maker) RequestTimes::of);
    }
}
