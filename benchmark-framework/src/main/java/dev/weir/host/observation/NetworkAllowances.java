package dev.weir.host.observation;

import dev.weir.host.facts.HostFiles;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many packets a cloud's network cards queued or dropped during the measurement since the instance used more than it
 * is granted: {@code bw_in_allowance_exceeded} and the like, which Amazon's ENA counts and only {@code ethtool} shows.
 * That is a process for each such card, at the begin and at the end of the measurement, and none on other hosts. One
 * thread; the commands run on another, so that no snapshot waits for them.
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
    private @Nullable CompletableFuture<Long> atBegin;
    private @Nullable CompletableFuture<Long> atEnd;
    private boolean told;

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

    /** When the measurement begins. */
    void measureFrom(long nanos) {
        fromNanos = nanos;
    }

    /** When the measurement ends. */
    void measureUntil(long nanos) {
        untilNanos = nanos;
    }

    /** Reads what is due to be read. The packets, once, when both readings are there; else 0. */
    long take(long nowNanos) {
        if (cards.isEmpty() || told) {
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
        told = true;
        return atEnd.join() - atBegin.join();
    }

    /** Since the host started. */
    private long read() {
        return cards.stream()
                .flatMap(card -> commands.apply(List.of("ethtool", "-S", card)).stream())
                .flatMap(text -> EXCEEDED.matcher(text).results())
                .mapToLong(counter -> Long.parseLong(counter.group(1)))
                .sum();
    }
}
