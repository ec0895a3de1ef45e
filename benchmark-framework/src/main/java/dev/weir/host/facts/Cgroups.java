package dev.weir.host.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Limits of the control groups of this process, of both versions: the narrowest of its group and those above, as far as
 * the container's view reaches.
 */
public record Cgroups(HostFiles files) {
    private static final String MOUNT = "sys/fs/cgroup";

    /** Version 1 has no value for "no limit", only a number that is larger than any memory. */
    private static final long NO_LIMIT = 1L << 60;

    OptionalDouble cpuQuotaCores() {
        DoubleStream second = folders("").stream()
                .flatMap(folder -> files.text(folder + "/cpu.max").stream())
                .map(text -> text.split(" "))
                .filter(words -> words.length == 2 && isNumber(words[0]) && isNumber(words[1]))
                .mapToDouble(words -> Double.parseDouble(words[0]) / Double.parseDouble(words[1]));
        DoubleStream first = folders("cpu").stream().flatMapToDouble(folder -> {
            OptionalLong quota = files.number(folder + "/cpu.cfs_quota_us");
            OptionalLong period = files.number(folder + "/cpu.cfs_period_us");
            return quota.orElse(-1) > 0 && period.orElse(0) > 0
                    ? DoubleStream.of((double) quota.getAsLong() / period.getAsLong())
                    : DoubleStream.empty();
        });
        return DoubleStream.concat(first, second).min();
    }

    OptionalLong memoryLimitBytes() {
        LongStream second = folders("").stream().flatMapToLong(folder -> files.number(folder + "/memory.max").stream());
        LongStream first = folders("memory").stream()
                .flatMapToLong(folder -> files.number(folder + "/memory.limit_in_bytes").stream());
        return LongStream.concat(first, second)
                .filter(bytes -> bytes < NO_LIMIT)
                .min();
    }

    /** Returns for how long the groups have been throttled because their quota was used up, since they were created. */
    public long throttledNanos() {
        return throttled("", "throttled_usec", 1_000) + throttled("cpu", "throttled_time", 1);
    }

    private long throttled(String controller, String name, long nanos) {
        Pattern line = Pattern.compile("(?m)^" + name + " (\\d{1,15})$");
        return folders(controller).stream()
                .mapToLong(folder -> files.number(folder + "/cpu.stat", line).orElse(0) * nanos)
                .sum();
    }

    /**
     * Returns the process's group and those above it.
     *
     * @param controller of version 1; empty for the single tree of version 2
     */
    private List<String> folders(String controller) {
        String base = controller.isEmpty() ? MOUNT : MOUNT + "/" + controller;
        List<String> folders = new ArrayList<>();
        for (String line : files.text("proc/self/cgroup").orElse("").lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
                for (String path = parts[2];
                        path.startsWith("/") && path.length() > 1;
                        path = path.substring(0, path.lastIndexOf('/'))) {
                    folders.add(base + path);
                }
                folders.add(base);
            }
        }
        return folders;
    }

    private static boolean isNumber(String word) {
        return word.matches("[1-9][0-9]{0,17}");
    }
}
