package dev.weir.coordinator.figures;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.result.WholeFile;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.run.TransactionFigures;
import dev.weir.result.run.TransactionLoopResult;
import dev.weir.wire.message.Message;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each duration that the clients of a transaction benchmark report, because exact percentiles need all of them.
 * Used by one thread.
 */
public final class LoopTally implements RunObserver {
    private static final String RAW_ENDING = "-transactions.csv";

    private final Map<Integer, OfClient> clients = new TreeMap<>();

    /** What one client reported. */
    private static final class OfClient {
        final Times whole = new Times();
        final Times offsets = new Times();
        final Times commit = new Times();
        final Times without = new Times();
        long timeouts;
        long unavailableNanos;
    }

    /** Growing array of durations in nanoseconds, without an object for each. */
    private static final class Times {
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
        if (message instanceof Message.TransactionTimes times) {
            add(times);
        }
    }

    void add(Message.TransactionTimes times) {
        OfClient client = clients.computeIfAbsent(times.client(), number -> new OfClient());
        client.whole.add(times.nanos());
        client.offsets.add(times.offsetsNanos());
        client.commit.add(times.commitNanos());
        client.without.add(times.withoutNanos());
        client.timeouts = times.timeouts();
        client.unavailableNanos = times.unavailableNanos();
    }

    /**
     * Returns the result; call it once, after the last report. It also writes the single durations to a file if the
     * workload asks for that.
     *
     * @param resultBase path of the result without its extension
     * @param trouble receives the reason why the file cannot be written, which leaves the figures valid
     */
    public TransactionLoopResult result(TransactionLoop loop, Path resultBase, Consumer<Reason> trouble) {
        Optional<Path> raw = loop.rawFile() ? written(Path.of(resultBase + RAW_ENDING), trouble) : Optional.empty();
        boolean offsets = loop.benchmark() == TransactionBenchmark.SEND_OFFSETS
                || loop.benchmark() == TransactionBenchmark.STREAM;
        return new TransactionLoopResult(
                loop.benchmark().key(),
                clients.size(),
                loop.messages(),
                new TransactionLoopResult.Times(
                        figures(client -> client.whole),
                        offsets ? figures(client -> client.offsets) : Optional.empty(),
                        figures(client -> client.commit),
                        figures(client -> client.without)),
                clients.values().stream().mapToLong(client -> client.timeouts).sum(),
                clients.values().stream()
                                .mapToLong(client -> client.unavailableNanos)
                                .max()
                                .orElse(0)
                        / 1e9,
                raw.map(file -> String.valueOf(file.getFileName())));
    }

    private Optional<TransactionFigures> figures(Function<OfClient, Times> which) {
        long[] all = clients.values().stream()
                .flatMapToLong(client -> LongStream.of(which.apply(client).all()))
                .toArray();
        long longest = clients.values().stream()
                .mapToLong(client -> LongStream.of(which.apply(client).all()).sum())
                .max()
                .orElse(0);
        return all.length == 0 ? Optional.empty() : Optional.of(TransactionFigures.of(all, longest));
    }

    private Optional<Path> written(Path file, Consumer<Reason> trouble) {
        try {
            WholeFile.write(file, this::write);
            return Optional.of(file);
        } catch (IOException e) {
            trouble.accept(Reason.of(ReasonCode.RAW_TIMES_MISSING, file + " cannot be written: " + e));
            return Optional.empty();
        }
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
