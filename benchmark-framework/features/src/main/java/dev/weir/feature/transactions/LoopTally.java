package dev.weir.feature.transactions;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.transactions.LoopSection.TransactionLoop;
import dev.weir.feature.transactions.TransactionLoopResult.Times;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionFigures;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionTimes;
import dev.weir.result.WholeFile;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.wire.message.Message;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Keeps each duration of a transaction benchmark, which exact percentiles need. Used by one thread. */
final class LoopTally implements RunObserver {
    private final TransactionLoop loop;
    private final Path rawFile;
    private final Map<Integer, OfClient> clients = new TreeMap<>();
    private Optional<String> written = Optional.empty();
    private List<Reason> reasons = List.of();

    /** @param resultBase path of the result without its extension */
    LoopTally(TransactionLoop loop, Path resultBase) {
        this.loop = loop;
        this.rawFile = Path.of(resultBase + "-transactions.csv");
    }

    private static final class OfClient {
        final Samples whole = new Samples();
        final Samples offsets = new Samples();
        final Samples commit = new Samples();
        final Samples without = new Samples();
        long timeouts;
        long unavailableNanos;
    }

    /** Growing array of durations in nanoseconds, without an object for each. */
    private static final class Samples {
        private final LongStream.Builder added = LongStream.builder();
        private long @Nullable [] all;

        void add(Collection<Long> more) {
            more.forEach(added::add);
        }

        /** Returns all durations; none may be added afterwards. */
        long[] all() {
            if (all == null) {
                all = added.build().toArray();
            }
            return all;
        }
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof TransactionTimes times) {
            OfClient client = clients.computeIfAbsent(times.client(), number -> new OfClient());
            client.whole.add(times.nanos());
            client.offsets.add(times.offsetsNanos());
            client.commit.add(times.commitNanos());
            client.without.add(times.withoutNanos());
            client.timeouts = times.timeouts();
            client.unavailableNanos = times.unavailableNanos();
        }
    }

    /** Writes the single durations to a file if the workload asks for that. If that fails, the figures stay valid. */
    @Override
    public void close() {
        if (!loop.rawFile()) {
            return;
        }
        try {
            WholeFile.write(rawFile, this::write);
            written = Optional.of(String.valueOf(rawFile.getFileName()));
        } catch (IOException e) {
            reasons = List.of(Reason.of(ReasonCode.RAW_TIMES_MISSING, rawFile + " cannot be written: " + e));
        }
    }

    @Override
    public List<Reason> reasons() {
        return reasons;
    }

    @Override
    public Map<String, ?> parts(EndedRun run) {
        return Map.of(Transactions.LOOP.name(), result());
    }

    TransactionLoopResult result() {
        long timeouts = 0;
        long unavailableNanos = 0;
        for (OfClient client : clients.values()) {
            timeouts += client.timeouts;
            unavailableNanos = Math.max(unavailableNanos, client.unavailableNanos);
        }
        return new TransactionLoopResult(
                loop.benchmark().key,
                clients.size(),
                loop.messages(),
                new Times(
                        figures(client -> client.whole),
                        loop.benchmark().sendsOffsets() ? figures(client -> client.offsets) : Optional.empty(),
                        figures(client -> client.commit),
                        figures(client -> client.without)),
                timeouts,
                unavailableNanos / 1e9,
                written);
    }

    private Optional<TransactionFigures> figures(Function<OfClient, Samples> which) {
        List<long[]> each =
                clients.values().stream().map(which).map(Samples::all).toList();
        long[] all = each.stream().flatMapToLong(LongStream::of).toArray();
        long longest =
                each.stream().mapToLong(one -> LongStream.of(one).sum()).max().orElse(0);
        return all.length == 0 ? Optional.empty() : Optional.of(TransactionFigures.of(all, longest));
    }

    private void write(Writer out) throws IOException {
        out.write("client,transaction,nanos,offsetsNanos,commitNanos\n");
        for (Map.Entry<Integer, OfClient> each : clients.entrySet()) {
            OfClient client = each.getValue();
            for (int i = 0; i < client.whole.all().length; i++) {
                out.write(each.getKey() + "," + i + "," + client.whole.all()[i] + ","
                        + client.offsets.all()[i] + "," + client.commit.all()[i] + "\n");
            }
            for (int i = 0; i < client.without.all().length; i++) {
                out.write(each.getKey() + ",without-" + i + "," + client.without.all()[i] + ",0,0\n");
            }
        }
    }
}
