package dev.weir.host.facts;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of cores, by their numbers.
 *
 * @param text form of the kernel and of {@code taskset -c}: {@code 0,4-7}
 */
public record CpuSet(String text, Set<Integer> cores) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
    private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)");

    public CpuSet {
        cores = Set.copyOf(cores);
    }

    /** Parses a list; empty if it is invalid or names no core. */
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

    /** Returns the cores that this process may use; empty if the system does not report them. */
    public static Optional<CpuSet> ofThisProcess(HostFiles files) {
        return files.find("proc/self/status", ALLOWED).flatMap(CpuSet::of);
    }

    /** Returns the cores of this host; empty if the system does not report them. */
    public static Optional<CpuSet> ofThisHost(HostFiles files) {
        return files.text("sys/devices/system/cpu/online").flatMap(CpuSet::of);
    }

    public int count() {
        return cores.size();
    }

    /** Returns whether it contains all cores of the other set. */
    public boolean holds(CpuSet other) {
        return cores.containsAll(other.cores);
    }
}
