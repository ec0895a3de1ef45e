package dev.weir.host.observation;

import dev.weir.host.facts.HostFiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Packets that a cloud's network cards queued or dropped during the measurement because the instance exceeded its
 * allowance: {@code bw_in_allowance_exceeded} and similar counters of Amazon's ENA, which only {@code ethtool} reports.
 * It starts a process for each such card at the begin and at the end of the measurement, and none on other hosts. Used
 * by one thread; the commands run on another, so that no snapshot waits for them.
 */
final class NetworkAllowances {
    private static final Pattern EXCEEDED = Pattern.compile("(?m)^\\s*\\w+_allowance_exceeded:\\s*(\\d{1,18})$");
    private static final Pattern LINK = Pattern.compile("(?m)^ *([^ :]+):");
    private static final Pattern ENA = Pattern.compile("(?m)^DRIVER=(ena)$");

    private final Function<List<String>, Optional<String>> commands;
    private final Executor executor;
    private final List<String> cards;
    private long fromNanos = Long.MAX_VALUE;
    private long untilNanos = Long.MAX_VALUE;
    private @Nullable CompletableFuture<OptionalLong> atBegin;
    private @Nullable CompletableFuture<OptionalLong> atEnd;
    private boolean taken;

    NetworkAllowances(HostFiles files, Function<List<String>, Optional<String>> commands, Executor executor) {
        this.commands = commands;
        this.executor = executor;
        this.cards = LINK.matcher(files.text("proc/net/dev").orElse(""))
                .results()
                .map(line -> line.group(1))
                .filter(name -> files.find("sys/class/net/" + name + "/device/uevent", ENA)
                        .isPresent())
                .toList();
    }

    void measureFrom(long nanos) {
        fromNanos = nanos;
    }

    void measureUntil(long nanos) {
        untilNanos = nanos;
    }

    /** Starts readings that are due. Returns the packets once, when both are complete; 0 before, and if one has failed. */
    long take(long nowNanos) {
        if (cards.isEmpty() || taken) {
            return 0;
        }
        if (atBegin == null && nowNanos >= fromNanos) {
            atBegin = CompletableFuture.supplyAsync(this::read, executor);
        }
        if (atBegin != null && atEnd == null && nowNanos >= untilNanos) {
            atEnd = CompletableFuture.supplyAsync(this::read, executor);
        }
        if (atBegin == null || atEnd == null || !atBegin.isDone() || !atEnd.isDone()) {
            return 0;
        }
        taken = true;
        OptionalLong before = atBegin.join();
        OptionalLong after = atEnd.join();
        // A card whose driver restarts counts from 0 again.
        return before.isPresent() && after.isPresent() ? Math.max(0, after.getAsLong() - before.getAsLong()) : 0;
    }

    /** Reads the count since the host started; empty if a card has given no answer. */
    private OptionalLong read() {
        long sum = 0;
        for (String card : cards) {
            Optional<String> text = commands.apply(List.of("ethtool", "-S", card));
            if (text.isEmpty()) {
                return OptionalLong.empty();
            }
            sum += EXCEEDED.matcher(text.get())
                    .results()
                    .mapToLong(counter -> Long.parseLong(counter.group(1)))
                    .sum();
        }
        return OptionalLong.of(sum);
    }
}
