package dev.weir.feature.transactions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows a transaction benchmark in the format of Redpanda's benchmark: nanoseconds, exact. */
final class TransactionTable {
    private TransactionTable() {}

    static List<String> lines(TransactionLoopResult loop) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%-14s%15s%12s%12s%12s%12s",
                loop.benchmark() + ", ns",
                "total",
                "min",
                "p50",
                "p99",
                "max"));
        add("transaction", loop.times().transaction(), lines);
        add("  offsets", loop.times().offsets(), lines);
        add("  commit", loop.times().commit(), lines);
        add("without", loop.times().withoutTransaction(), lines);
        loop.times()
                .overheadRatio()
                .ifPresent(ratio -> lines.add(String.format(
                        Locale.ROOT, "a transaction takes %.2f times as long as the same work without", ratio)));
        if (loop.timeouts() > 0 || loop.unavailableSeconds() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d timeouts; nothing succeeded for %.1f s",
                    loop.timeouts(),
                    loop.unavailableSeconds()));
        }
        return lines;
    }

    private static void add(String name, Optional<TransactionFigures> figures, List<String> lines) {
        figures.ifPresent(found -> lines.add(String.format(
                Locale.ROOT,
                "%-14s%15d%12d%12d%12d%12d",
                name,
                found.totalNanos(),
                found.minNanos(),
                found.p50Nanos(),
                found.p99Nanos(),
                found.maxNanos())));
    }
}
