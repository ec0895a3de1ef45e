package dev.weir.host.facts;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a host is, as far as it bears upon what is measured there, seen from one process. What cannot be found out, as
 * most of it outside Linux, is absent.
 *
 * @param java the JVM's name and version, the version last
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
    /** Reads the current facts of this host: files, and perhaps a command, so it blocks, for some seconds at most. */
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

    /**
     * Clock of a host.
     *
     * @param source where the kernel reads the time
     * @param synchronised whether the kernel's clock follows a time server
     * @param chrony state by chrony, if it runs
     * @param ptpClocks hardware clocks, as {@code ptp0: ena-ptp-05}
     */
    public record ClockFacts(
            Optional<String> source,
            Optional<Boolean> synchronised,
            Optional<ChronyFacts> chrony,
            List<String> ptpClocks) {
        public static final ClockFacts NONE =
                new ClockFacts(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

        public ClockFacts {
            ptpClocks = List.copyOf(ptpClocks);
        }

        /**
         * State of the host's clock by chrony ({@code chronyc tracking}).
         *
         * @param reference server that it follows
         * @param stratum number of servers up to the time source
         * @param offsetNanos how far the host's clock is ahead of the time, being slewed off
         * @param rmsOffsetNanos long-term mean of the offsets
         * @param rootDelayNanos round trip to the time source
         * @param rootDispersionNanos error that all clocks on the way add
         */
        public record ChronyFacts(
                String reference,
                int stratum,
                long offsetNanos,
                long rmsOffsetNanos,
                long rootDelayNanos,
                long rootDispersionNanos) {}
    }

    /**
     * Processors of a host, as one process sees them.
     *
     * @param cores number that the JVM sees
     * @param quotaCores CPU time that the process's control groups may use, in cores; when a period's share is used up,
     *     the kernel stops them until the end of the period. Absent without a limit
     * @param governor frequency governor of the cores, several names if they differ; absent where the kernel does not
     *     report it, as in most virtual machines
     * @param loadPerCore load average of the minute before the facts were read, for each core of the host; absent if
     *     unknown
     */
    public record CpuFacts(
            int cores, OptionalDouble quotaCores, Optional<String> governor, OptionalDouble loadPerCore) {}

    /**
     * Memory of a host, as one process sees it.
     *
     * @param physicalBytes of the host
     * @param availableBytes what programs could still get without swapping
     * @param limitBytes limit of the process's control groups; absent without a limit
     * @param maxHeapBytes the JVM's limit
     * @param swapBytes of the host; 0 without swap
     * @param swapUsedBytes used part of it
     * @param swappiness the kernel's tendency to swap, 0 to 200
     */
    public record MemoryFacts(
            OptionalLong physicalBytes,
            OptionalLong availableBytes,
            OptionalLong limitBytes,
            long maxHeapBytes,
            OptionalLong swapBytes,
            OptionalLong swapUsedBytes,
            OptionalInt swappiness) {}

    /**
     * The operating system, and what lies between it and the hardware.
     *
     * @param os name and version of the kernel
     * @param distribution what the operating system calls itself
     * @param virtualMachine what the host is a guest of; absent on bare metal, as far as that shows
     * @param container what contains the process
     */
    public record PlatformFacts(
            String os, Optional<String> distribution, Optional<String> virtualMachine, Optional<String> container) {}
}
