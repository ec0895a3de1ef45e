package dev.weir.worker.recording;

import dev.weir.measure.GapRecorder;
import dev.weir.measure.TopicGaps;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Recorders of the gaps of a load, which all clients of a topic or subscription share. Any thread. */
public final class Gaps {
    private final boolean sharesLoad;
    private final Map<Key, GapRecorder> recorders = new ConcurrentHashMap<>();

    private record Key(String topic, int subscription) {}

    /** @param sharesLoad whether other workers have clients of the same topics */
    public Gaps(boolean sharesLoad) {
        this.sharesLoad = sharesLoad;
    }

    /** Returns the recorder of a topic's partitions; {@link TopicGaps#PUBLISHING} stands for its producers. */
    public GapRecorder of(String topic, int subscription, int partitions) {
        return recorders.computeIfAbsent(new Key(topic, subscription), key -> new GapRecorder(partitions, sharesLoad));
    }

    /**
     * Returns the recorder of all topics together: of producers for {@link TopicGaps#PUBLISHING}, of consumers for 0.
     */
    public GapRecorder ofAll(int subscription) {
        return recorders.computeIfAbsent(new Key(TopicGaps.ALL, subscription), key -> new GapRecorder(1, true));
    }

    /** Returns what was recorded since the previous call. */
    public List<TopicGaps> take(long nowNanos) {
        return recorders.entrySet().stream()
                .map(each -> new TopicGaps(
                        each.getKey().topic(),
                        each.getKey().subscription(),
                        each.getValue().take(nowNanos)))
                .filter(each -> !each.gaps().isEmpty())
                .toList();
    }
}
