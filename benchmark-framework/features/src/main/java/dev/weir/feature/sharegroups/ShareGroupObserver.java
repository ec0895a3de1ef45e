package dev.weir.feature.sharegroups;

import dev.weir.coordinator.workers.EndedRun;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.measure.ShareCounts;
import dev.weir.workload.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Counts what the share groups of a run do with messages. Used by one thread. */
final class ShareGroupObserver implements RunObserver {
    private final List<Subscription> subscriptions;
    private final Map<Integer, ShareCounts> counts = new TreeMap<>();

    ShareGroupObserver(List<Subscription> subscriptions) {
        this.subscriptions = subscriptions;
    }

    @Override
    public void taken(TakenSnapshot taken) {
        taken.message()
                .received()
                .forEach(notes -> notes.share()
                        .ifPresent(share -> counts.merge(notes.subscription(), share.counts(), ShareCounts::plus)));
    }

    @Override
    public Map<String, ?> parts(EndedRun run) {
        List<ShareGroupResult> groups = new ArrayList<>();
        counts.forEach((s, all) -> {
            String name = subscriptions.get(s).name();
            groups.add(
                    run.audits().isEmpty()
                            ? new ShareGroupResult(s, name, all, OptionalLong.empty(), OptionalLong.empty())
                            : ShareGroupResult.of(s, name, all, run.audits().get(s)));
        });
        return Map.of(ShareGroupFeature.PART.name(), groups);
    }
}
