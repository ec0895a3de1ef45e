package dev.weir.host.facts;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a host is, as far as it bears upon what is measured there, seen from one process. What cannot be found out,
 * as most of it outside Linux, is absent.
 *
 * @param host its name
 * @param java the JVM's name and version, the version last
 * @param platform what the process runs on
 * @param cpu its processors
 * @param openFilesLimit soft limit for open files and connections of the process
 * @param bootId identity of the kernel's start: processes with the same one read the same clock
 */
public record HostFacts(
        String host,
        String java,
        PlatformFacts platform,
        CpuFacts cpu,
        MemoryFacts memory,
        OptionalLong openFilesLimit,
        ClockFacts clock,
        Optional<String> bootId) {
    /**
     * Reads the current facts of this host. Reads files and may start a command, so it blocks, for some seconds at
     * most.
     */
    public static HostFacts ofThisHost() {
        return HostReader.ofThisHost().read();
    }

    /** Returns what distinguishes it from other hosts, whose names may be equal in another network. */
    public String identity() {
        return bootId.map(id -> host + " " + id).orElse(host);
    }

    /** Returns the facts by name, as in results, without absent ones. */
    public SortedMap<String, Object> asMap() {
        SortedMap<String, Object> map = new TreeMap<>();
        map.put("host", host);
        map.put("java", java);
        map.put("os", platform.os());
        platform.distribution().ifPresent(value -> map.put("distribution", value));
        platform.virtualMachine().ifPresent(value -> map.put("virtualMachine", value));
        platform.container().ifPresent(value -> map.put("container", value));
        map.put("cores", cpu.cores());
        cpu.quotaCores().ifPresent(value -> map.put("cpuQuotaCores", value));
        cpu.governor().ifPresent(value -> map.put("cpuGovernor", value));
        memory.physicalBytes().ifPresent(value -> map.put("physicalMemoryBytes", value));
        memory.availableBytes().ifPresent(value -> map.put("availableMemoryBytes", value));
        memory.limitBytes().ifPresent(value -> map.put("memoryLimitBytes", value));
        map.put("maxHeapBytes", memory.maxHeapBytes());
        memory.swapBytes().ifPresent(value -> map.put("swapBytes", value));
        memory.swapUsedBytes().ifPresent(value -> map.put("swapUsedBytes", value));
        memory.swappiness().ifPresent(value -> map.put("swappiness", value));
        openFilesLimit.ifPresent(value -> map.put("openFilesLimit", value));
        clock.source().ifPresent(value -> map.put("clocksource", value));
        clock.synchronised().ifPresent(value -> map.put("clockSynchronised", value));
        clock.chrony().ifPresent(chrony -> {
            map.put("chronyReference", chrony.reference());
            map.put("chronyStratum", chrony.stratum());
            map.put("chronyOffsetNanos", chrony.offsetNanos());
            map.put("chronyRmsOffsetNanos", chrony.rmsOffsetNanos());
            map.put("chronyRootDelayNanos", chrony.rootDelayNanos());
            map.put("chronyRootDispersionNanos", chrony.rootDispersionNanos());
        });
        if (!clock.ptpClocks().isEmpty()) {
            map.put("ptpClocks", clock.ptpClocks());
        }
        bootId.ifPresent(value -> map.put("bootId", value));
        return map;
    }
}
