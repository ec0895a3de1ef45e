package dev.weir.host.facts;

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
public record CpuSet(String text, Set<Integer> cores) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
    private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)");

    public CpuSet {
        cores = Set.copyOf(cores);
    }

    /** Empty if the text names none, or is no such list. */
    public static Optional<CpuSet> of(String text) {
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
    public static Optional<CpuSet> ofThisProcess(HostFiles files) {
        return files.find("proc/self/status", ALLOWED).flatMap(CpuSet::of);
    }

    /** Those that this host has; empty where the system does not tell. */
    public static Optional<CpuSet> ofThisHost(HostFiles files) {
        return files.text("sys/devices/system/cpu/online").flatMap(CpuSet::of);
    }

    /** How many. */
    public int count() {
        return cores.size();
    }

    /** Whether who is bound to the other one runs on none but these. */
    public boolean holds(CpuSet other) {
        return cores.containsAll(other.cores);
    }
}
