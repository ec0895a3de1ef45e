package dev.weir.feature.transactions;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.EndedRun;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObservers;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.feature.Feature;
import dev.weir.measure.TransactionCounts;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.LoadTables;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.ResultPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the transactions that ended in a run, of all its clients. */
public final class Transactions implements Feature, PartSection {
    /** Missing if the run had no transactions. */
    public static final ResultPart<TransactionCounts> PART = new ResultPart<>("transactions", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(
                this,
                PART,
                (RunObservers) (request, clock) ->
                        request.workload().transactionsField().isEmpty() ? List.of() : List.of(new Ended()));
    }

    /** Keeps the last counts of each worker. Used by the coordinator's thread. */
    private static final class Ended implements RunObserver {
        private final Map<Integer, TransactionCounts> byWorker = new HashMap<>();

        @Override
        public void taken(TakenSnapshot taken) {
            byWorker.put(taken.worker().number(), taken.message().transactions());
        }

        private TransactionCounts total() {
            return byWorker.values().stream().reduce(TransactionCounts.NONE, TransactionCounts::plus);
        }

        @Override
        public List<Finding> findings() {
            long failed = total().failed();
            return failed == 0
                    ? List.of()
                    : List.of(Finding.of(FindingCode.OPERATIONS_FAILED, failed, "%,d transactions failed", failed));
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            return Map.of(PART.name(), total());
        }
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Transactions", LoadTables.figures(PART.in(run.result().weir())), tags);
        return tags;
    }
}
