package dev.weir.host.facts;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a host is, as far as it bears upon what is measured there, seen from one process. What cannot be found out, as
 * most of it outside Linux, is absent.
 *
 * @param host its name
 * @param java the JVM's name and version, the version last
 * @param platform what the process runs on
 * @param cpu its processors
 * @param memory its memory
 * @param openFilesLimit files and connections that the process may have open, its soft limit
 * @param clock where its time comes from
 * @param bootId which start of which kernel this is: processes that see the same one read the same clock
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
    /** Those of this host, as they are now. Reads files and may start a command: blocks, for some seconds at most. */
    public static HostFacts ofThisHost() {
        return HostReader.ofThisHost().read();
    }

    /** Tells it from other hosts, whose names may be the same in another network. */
    public String identity() {
        return bootId.map(id -> host + " " + id).orElse(host);
    }

    /** Name to value, as results show them, without what is absent. */
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
