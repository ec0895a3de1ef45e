package dev.weir.cli.bamboo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cores, by their numbers.
 *
 * @param text as the kernel and {@code taskset -c} write them: {@code 0,4-7}
 */
record CpuSet(String text, Set<Integer> cores) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
    private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

    CpuSet {
        cores = Set.copyOf(cores);
    }

    /** Empty if the text names none, or is no such list. */
    static Optional<CpuSet> of(String text) {
        Set<Integer> cores = new TreeSet<>();
        for (String part : text.strip().split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                return Optional.empty();
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first) {
                return Optional.empty();
            }
            for (int core = first; core <= last; core++) {
                cores.add(core);
            }
        }
        return Optional.of(new CpuSet(text.strip(), cores));
    }

    /** Those that this process may run on; empty where the system does not tell. */
    static Optional<CpuSet> ofThisProcess() {
        try {
            Matcher allowed = ALLOWED.matcher(Files.readString(STATUS));
            return allowed.find() ? of(allowed.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Those that this host has; empty where the system does not tell. */
    static Optional<CpuSet> ofThisHost() {
        try {
            return of(Files.readString(ONLINE));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    int count() {
        return cores.size();
    }

    /** Whether who is bound to the other one runs on none but these. */
    boolean holds(CpuSet other) {
        return cores.containsAll(other.cores);
    }
}
