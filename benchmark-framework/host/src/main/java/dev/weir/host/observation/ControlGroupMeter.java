package dev.weir.host.observation;

import dev.weir.clock.Clock;
import dev.weir.host.facts.Cgroups;
import dev.weir.host.facts.Cgroups.CpuQuota;
import dev.weir.host.facts.Cgroups.MemoryLimit;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.Observation.ControlGroupUse;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures what the process's control groups used of their limits since the previous reading. Used by one thread. */
final class ControlGroupMeter {
    private final Cgroups cgroups;
    private final Clock clock;
    private Reading before;

    /** What all groups had used at one time. */
    private record Reading(long nanos, Map<String, CpuQuota> cpu, Map<String, MemoryLimit> memory) {}

    ControlGroupMeter(HostFiles files, Clock clock) {
        this.cgroups = new Cgroups(files);
        this.clock = clock;
        this.before = read();
    }

    /** Returns the use since the previous call. A group that the process has joined since then is left out. */
    ControlGroupUse take() {
        Reading earlier = before;
        Reading now = read();
        before = now;
        double nanos = now.nanos - earlier.nanos;
        List<ControlGroupUse.Cpu> cpu = now.cpu.values().stream()
                .flatMap(
                        each -> Stream.ofNullable(earlier.cpu.get(each.group())).map(old -> use(each, old, nanos)))
                .toList();
        Optional<ControlGroupUse.Memory> memory = now.memory.values().stream()
                .filter(each -> each.usedBytes().isPresent())
                .flatMap(each ->
                        Stream.ofNullable(earlier.memory.get(each.group())).map(old -> use(each, old)))
                .max(Comparator.comparingDouble(ControlGroupUse.Memory::usedShare));
        return new ControlGroupUse(tightest(cpu), memory);
    }

    private Reading read() {
        return new Reading(
                clock.epochNanos(),
                byGroup(cgroups.cpuQuotas(), CpuQuota::group),
                byGroup(cgroups.memoryLimits(), MemoryLimit::group));
    }

    private static <T> Map<String, T> byGroup(List<T> limits, Function<T, String> group) {
        return limits.stream().collect(Collectors.toMap(group, limit -> limit, (first, second) -> second));
    }

    private static ControlGroupUse.Cpu use(CpuQuota now, CpuQuota before, double nanos) {
        boolean known = now.usedNanos().isPresent() && before.usedNanos().isPresent() && nanos > 0;
        return new ControlGroupUse.Cpu(
                now.cores(),
                known
                        ? OptionalDouble.of((now.usedNanos().getAsLong()
                                        - before.usedNanos().getAsLong())
                                / (nanos * now.cores()))
                        : OptionalDouble.empty(),
                now.periods() - before.periods(),
                now.throttledPeriods() - before.throttledPeriods(),
                now.throttledNanos() - before.throttledNanos());
    }

    private static ControlGroupUse.Memory use(MemoryLimit now, MemoryLimit before) {
        return new ControlGroupUse.Memory(
                now.limitBytes(),
                now.usedBytes().orElseThrow(),
                now.limitHits() - before.limitHits(),
                now.kills() - before.kills());
    }

    /**
     * Returns the use of the group with the least left. Each of the groups can throttle the process, so times add up.
     * Periods of different groups do not: those of the group that was throttled most often count.
     */
    private static Optional<ControlGroupUse.Cpu> tightest(List<ControlGroupUse.Cpu> groups) {
        Comparator<ControlGroupUse.Cpu> use =
                Comparator.comparingDouble(group -> group.usedShare().orElse(-1));
        Optional<ControlGroupUse.Cpu> fullest = groups.stream().max(use.thenComparingDouble(group -> -group.cores()));
        Optional<ControlGroupUse.Cpu> throttled =
                groups.stream().max(Comparator.comparingLong(ControlGroupUse.Cpu::throttledPeriods));
        long nanos =
                groups.stream().mapToLong(ControlGroupUse.Cpu::throttledNanos).sum();
        return fullest.map(group -> new ControlGroupUse.Cpu(
                group.cores(),
                group.usedShare(),
                throttled.orElse(group).periods(),
                throttled.orElse(group).throttledPeriods(),
                nanos));
    }
}
