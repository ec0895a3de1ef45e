package dev.weir.cli.option;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Problems;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds workers by a DNS name, such as the name of a headless Service of Kubernetes: a worker is expected at each
 * address of the name. Used by the thread that reads the options.
 *
 * @param pause waits for so many nanoseconds
 * @param progress receives a line when it begins to wait
 */
record WorkerLookup(Resolver resolver, Clock clock, LongConsumer pause, Consumer<String> progress, Problems problems) {
    /** How long a name may take to have the expected number of addresses: new nodes with large images take minutes. */
    static final Duration LIMIT = Duration.ofMinutes(30);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String OPTION = "-w";
    private static final String PREFIX = "dns:";
    private static final Pattern FORM = Pattern.compile(PREFIX + "([^:/]+:[0-9]{1,5})(?:/([1-9][0-9]{0,3}))?");
    private static final String ALLOWED = "must be dns:NAME:PORT or dns:NAME:PORT/COUNT with a port in [1, 65535] and a"
            + " count of workers in [1, 9999], such as dns:weir-worker.lab.svc:8080/8, got ";

    /** Looks up all addresses of a name. */
    interface Resolver {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    /** Returns the lookup with the DNS settings of this host. */
    static WorkerLookup ofSystem(Consumer<String> progress, Problems problems) {
        return new WorkerLookup(WorkerLookup::fresh, SystemClock.INSTANCE, LockSupport::parkNanos, progress, problems);
    }

    /**
     * Java keeps answers for 30 s by default, so a pod that starts would be found late. The limits take effect if no
     * name was looked up before.
     */
    private static InetAddress[] fresh(String name) throws UnknownHostException {
        Security.setProperty("networkaddress.cache.ttl", "1");
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
        return InetAddress.getAllByName(name);
    }

    /**
     * Returns the workers of an entry, in the order of their addresses, so that their numbers are the same in each run.
     * If the entry states a count, waits up to {@link #LIMIT} until the name has so many addresses. With an earlier
     * problem nothing is looked up, since no run will start.
     *
     * @return none if there is a problem; empty if the entry does not begin with {@code dns:}
     */
    Optional<List<WorkerAddress>> find(String entry) {
        if (!entry.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Matcher form = FORM.matcher(entry);
        Optional<WorkerAddress> service = form.matches() ? WorkerAddress.parse(form.group(1)) : Optional.empty();
        if (service.isEmpty()) {
            problems.error(OPTION, ALLOWED + entry);
        }
        if (!problems.errors().isEmpty()) {
            return Optional.of(List.of());
        }
        return Optional.of(
                form.group(2) == null
                        ? findAny(entry, service.get())
                        : findAll(entry, service.get(), Integer.parseInt(form.group(2))));
    }

    private List<WorkerAddress> findAny(String entry, WorkerAddress service) {
        List<WorkerAddress> found = now(service);
        if (found.isEmpty()) {
            problems.error(
                    OPTION,
                    entry + ": DNS has no address for " + service.host() + ": check the name, or add /COUNT to wait up"
                            + " to " + DurationText.of(LIMIT) + " until so many workers are ready");
        }
        return found;
    }

    private List<WorkerAddress> findAll(String entry, WorkerAddress service, int count) {
        Deadline end = Deadline.after(clock, LIMIT);
        List<WorkerAddress> found = now(service);
        if (found.size() != count) {
            progress.accept("waiting for " + NumberText.counted(count, "worker") + " at " + service.host() + ", up to "
                    + DurationText.of(LIMIT));
        }
        while (found.size() != count && !end.isOver()) {
            pause.accept(PAUSE.toNanos());
            found = now(service);
        }
        if (found.size() == count) {
            return found;
        }
        problems.error(
                OPTION,
                entry + ": after " + DurationText.of(LIMIT) + ", DNS has " + text(found) + " for " + service.host()
                        + ": are all workers ready, and is the count right?");
        return List.of();
    }

    private static String text(List<WorkerAddress> found) {
        String hosts = found.stream().map(WorkerAddress::host).collect(Collectors.joining(", ", " (", ")"));
        return found.isEmpty() ? "no address" : found.size() + (found.size() == 1 ? " address" : " addresses") + hosts;
    }

    /** A host with addresses of both families is one worker, so IPv6 counts only where the name has no IPv4 address. */
    private List<WorkerAddress> now(WorkerAddress service) {
        try {
            List<InetAddress> all = List.of(resolver.addresses(service.host()));
            List<InetAddress> older =
                    all.stream().filter(Inet4Address.class::isInstance).toList();
            return (older.isEmpty() ? all : older)
                    .stream()
                            .sorted((one, other) -> Arrays.compareUnsigned(one.getAddress(), other.getAddress()))
                            .map(each -> new WorkerAddress(each.getHostAddress(), service.port(), service.host()))
                            .distinct()
                            .toList();
        } catch (UnknownHostException e) {
            return List.of();
        }
    }
}
