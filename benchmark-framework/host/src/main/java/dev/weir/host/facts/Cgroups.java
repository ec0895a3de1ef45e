package dev.weir.host.facts;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Limits of the control groups of this process, of both versions: those of its group and of the groups above it, as far
 * as the container's view reaches. Where a file is missing or unreadable, its limit is left out. Any thread.
 */
public final class Cgroups {
    private static final Pattern MOUNT =
            Pattern.compile("(?m)^\\d+ \\d+ \\S+ (\\S+) /(\\S*) .*- (cgroup2?) \\S+ (\\S+)$");
    private static final Pattern COUNT = Pattern.compile("(?m)^(\\w+) (\\d{1,18})$");
    private static final String USUAL_PLACE = "sys/fs/cgroup";

    /** The single tree of version 2, which {@code /proc/self/cgroup} lists without controllers. */
    private static final String VERSION_2 = "";

    /** Version 1 has no value for "no limit", only a number that is larger than any memory. */
    private static final long NO_LIMIT = 1L << 60;

    private final HostFiles files;
    private final List<Mount> mounts;

    /** A mounted tree: the group that is at its top, and the folder where that one is. */
    private record Mount(String top, String place, boolean second, List<String> options) {
        static Mount of(MatchResult line) {
            return new Mount(
                    line.group(1),
                    line.group(2),
                    line.group(3).equals("cgroup2"),
                    List.of(line.group(4).split(",")));
        }

        boolean has(String controller) {
            return second ? controller.equals(VERSION_2) : options.contains(controller);
        }

        /** Returns the path below this mount. Paths that the container's view does not contain stay as they are. */
        String below(String path) {
            return path.equals(top) || path.startsWith(top + "/") ? path.substring(top.length()) : path;
        }
    }

    /** Finds the trees. They do not change later; the group of the process may. */
    public Cgroups(HostFiles files) {
        this.files = files;
        this.mounts = MOUNT.matcher(files.text("proc/self/mountinfo").orElse(""))
                .results()
                .map(Mount::of)
                .toList();
    }

    OptionalDouble cpuQuotaCores() {
        return cpuQuotas().stream().mapToDouble(CpuQuota::cores).min();
    }

    OptionalLong memoryLimitBytes() {
        return memoryLimits().stream().mapToLong(MemoryLimit::limitBytes).min();
    }

    /** Returns the groups that have a CPU quota, the process's own first. */
    public List<CpuQuota> cpuQuotas() {
        Stream<CpuQuota> second = folders(VERSION_2).values().stream()
                .flatMap(folder -> files.text(folder + "/cpu.max").stream()
                        .map(text -> text.split(" "))
                        .filter(words -> words.length == 2 && isNumber(words[0]) && isNumber(words[1]))
                        .map(words -> Double.parseDouble(words[0]) / Double.parseDouble(words[1]))
                        .map(cores -> {
                            Map<String, Long> counts = counts(folder + "/cpu.stat");
                            OptionalLong used = Stream.ofNullable(counts.get("usage_usec"))
                                    .mapToLong(micros -> micros * 1_000)
                                    .findFirst();
                            return quota(
                                    folder, cores, used, counts, counts.getOrDefault("throttled_usec", 0L) * 1_000);
                        }));
        // Where both controllers share a tree, these are the same folders.
        Map<String, String> accounts = folders("cpuacct");
        Stream<CpuQuota> first = folders("cpu").entrySet().stream().flatMap(each -> {
            String folder = each.getValue();
            OptionalLong quota = files.number(folder + "/cpu.cfs_quota_us");
            OptionalLong period = files.number(folder + "/cpu.cfs_period_us");
            if (quota.orElse(-1) <= 0 || period.orElse(0) <= 0) {
                return Stream.empty();
            }
            Map<String, Long> counts = counts(folder + "/cpu.stat");
            String account = accounts.get(each.getKey());
            return Stream.of(quota(
                    folder,
                    (double) quota.getAsLong() / period.getAsLong(),
                    account == null ? OptionalLong.empty() : files.number(account + "/cpuacct.usage"),
                    counts,
                    counts.getOrDefault("throttled_time", 0L)));
        });
        return Stream.concat(second, first).toList();
    }

    private static CpuQuota quota(
            String folder, double cores, OptionalLong usedNanos, Map<String, Long> counts, long throttledNanos) {
        return new CpuQuota(
                folder,
                cores,
                usedNanos,
                counts.getOrDefault("nr_periods", 0L),
                counts.getOrDefault("nr_throttled", 0L),
                throttledNanos);
    }

    /** Returns the groups that have a memory limit, the process's own first. */
    public List<MemoryLimit> memoryLimits() {
        Stream<MemoryLimit> second = folders(VERSION_2).values().stream()
                .flatMap(folder -> limit(folder, "memory.max").map(limit -> {
                    Map<String, Long> events = counts(folder + "/memory.events");
                    return new MemoryLimit(
                            folder,
                            limit,
                            used(folder, "memory.current", "inactive_file"),
                            events.getOrDefault("max", 0L),
                            events.getOrDefault("oom_kill", 0L));
                }));
        Stream<MemoryLimit> first = folders("memory").values().stream()
                .flatMap(folder -> limit(folder, "memory.limit_in_bytes")
                        .map(limit -> new MemoryLimit(
                                folder,
                                limit,
                                used(folder, "memory.usage_in_bytes", "total_inactive_file"),
                                files.number(folder + "/memory.failcnt").orElse(0),
                                counts(folder + "/memory.oom_control").getOrDefault("oom_kill", 0L))));
        return Stream.concat(second, first).toList();
    }

    private Stream<Long> limit(String folder, String file) {
        return files.number(folder + "/" + file).stream()
                .filter(bytes -> bytes < NO_LIMIT)
                .boxed();
    }

    private OptionalLong used(String folder, String file, String cached) {
        OptionalLong all = files.number(folder + "/" + file);
        long given = counts(folder + "/memory.stat").getOrDefault(cached, 0L);
        return all.isEmpty() ? all : OptionalLong.of(Math.max(0, all.getAsLong() - given));
    }

    /** Returns the folders of the process's group and those above it by path, in the tree of a controller or {@link #VERSION_2}. */
    private Map<String, String> folders(String controller) {
        Map<String, String> folders = new LinkedHashMap<>();
        for (String line : files.text("proc/self/cgroup").orElse("").lines().toList()) {
            String[] parts = line.split(":", 3);
            // Outside of the top group of its view, the process has limits that it cannot see, and not those of that
            // group.
            if (parts.length < 3 || !List.of(parts[1].split(",")).contains(controller) || parts[2].startsWith("/..")) {
                continue;
            }
            Optional<Mount> mount = mount(controller);
            String place = mount.map(Mount::place)
                    .orElse(controller.equals(VERSION_2) ? USUAL_PLACE : USUAL_PLACE + "/" + controller);
            String path = mount.map(known -> known.below(parts[2])).orElse(parts[2]);
            while (path.startsWith("/") && path.length() > 1) {
                folders.put(path, place + path);
                path = path.substring(0, path.lastIndexOf('/'));
            }
            folders.put("", place);
        }
        return folders;
    }

    /** Returns the mount of a controller. Others can show the same tree, such as the host's in an agent's container. */
    private Optional<Mount> mount(String controller) {
        List<Mount> all = mounts.stream().filter(each -> each.has(controller)).toList();
        return all.stream()
                .filter(each -> each.place().startsWith(USUAL_PLACE))
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    private Map<String, Long> counts(String file) {
        Map<String, Long> counts = new HashMap<>();
        COUNT.matcher(files.text(file).orElse(""))
                .results()
                .forEach(line -> counts.put(line.group(1), Long.parseLong(line.group(2))));
        return counts;
    }

    private static boolean isNumber(String word) {
        return word.matches("[1-9][0-9]{0,17}");
    }

    /**
     * A control group with a CPU quota, and what became of it since the group was created.
     *
     * @param group its folder, which distinguishes it from others
     * @param cores CPU time that the group may use, in cores
     * @param usedNanos CPU time that it has used; absent if the kernel does not report it
     * @param periods periods of the quota in which it ran
     * @param throttledPeriods periods in which the kernel throttled it, because the quota was used up
     * @param throttledNanos for how long, summed over its cores
     */
    public record CpuQuota(
            String group,
            double cores,
            OptionalLong usedNanos,
            long periods,
            long throttledPeriods,
            long throttledNanos) {}

    /**
     * A control group with a memory limit.
     *
     * @param group its folder, which distinguishes it from others
     * @param usedBytes memory in use, without the cached files that the kernel gives up first; absent if the kernel
     *     does not report it
     * @param limitHits how often the group was at its limit since it was created, so that the kernel had to reclaim
     *     memory
     * @param kills processes of the group that the kernel has killed because it was out of memory
     */
    public record MemoryLimit(String group, long limitBytes, OptionalLong usedBytes, long limitHits, long kills) {}
}
