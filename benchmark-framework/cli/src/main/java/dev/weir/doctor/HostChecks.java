package dev.weir.doctor;

import dev.weir.clock.ClockProbe.ClockFigures;
import dev.weir.clock.ClockProbe.ParkFigures;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.HostFacts.CpuFacts;
import dev.weir.host.facts.HostFacts.MemoryFacts;
import dev.weir.host.facts.HostFacts.PlatformFacts;
import dev.weir.host.observation.OtherLoad.OtherLoadFigures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Judges the facts of a host, its clock, its load, and the folder of results. Unknown facts are not judged. Any thread. */
public final class HostChecks {
    private static final int CONNECT_LIMIT_MILLIS = 2_000;
    private static final long MIN_FREE_BYTES = 1L << 30;
    private static final long COMFORTABLE_FREE_BYTES = 10L << 30;
    /** A message costs about four readings, so this leaves a sender more than a million messages a second. */
    private static final double MAX_READING_NANOS = 200;

    private static final long MAX_STEP_NANOS = 1_000;
    /** Linux lets a parked thread sleep 50 us longer (its timer slack), and waking up takes additional time. */
    private static final long LATEST_P50_NANOS = 200_000;

    private static final long LATEST_P99_NANOS = 1_000_000;
    private static final int MIN_JAVA = 17;
    private static final Pattern JAVA_RELEASE = Pattern.compile(" (\\d+)\\S*$");
    private static final int MIN_CORES = 2;
    private static final long MIN_OPEN_FILES = 65_536;
    private static final long MIN_HEAP_BYTES = 512L << 20;
    private static final long MIN_AVAILABLE_BYTES = 1L << 30;
    private static final int MAX_SWAPPINESS = 10;
    private static final double SHOWN_SHARE = 0.01;
    private static final double BUSY_SHARE = 0.25;
    private static final double NOTED_SHARE = 0.05;
    private static final double BUSY_PER_CORE = 1;
    private static final double NOTED_PER_CORE = 0.5;

    /** These are read without a system call; all others cost about a microsecond each time. */
    private static final Set<String> QUICK_CLOCKSOURCES =
            Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page");

    private HostChecks() {}

    /** Judges the facts of a host. With {@code severalHosts}, its times are compared with those of other hosts. */
    public static List<Check> of(HostFacts facts, boolean severalHosts) {
        PlatformFacts platform = facts.platform();
        MemoryFacts memory = facts.memory();
        OptionalLong usable = LongStream.concat(memory.physicalBytes().stream(), memory.limitBytes().stream())
                .min();
        List<Check> checks = new ArrayList<>(List.of(system(platform), java(facts.java()), cores(facts.cpu())));
        boolean isVirtual = platform.virtualMachine().isPresent();
        facts.cpu().governor().ifPresent(name -> checks.add(governor(name, isVirtual)));
        usable.ifPresent(bytes -> checks.add(memory(memory, bytes)));
        checks.add(heap(memory, usable.orElse(Long.MAX_VALUE)));
        memory.swapBytes().ifPresent(bytes -> checks.add(swap(memory, bytes)));
        facts.openFilesLimit().ifPresent(limit -> checks.add(openFiles(limit)));
        facts.clock().source().ifPresent(source -> checks.add(clocksource(source)));
        checks.add(synchronisation(facts.clock().synchronised(), severalHosts));
        return List.copyOf(checks);
    }

    private static Check system(PlatformFacts platform) {
        return Check.ok(
                "system",
                platform.distribution().map(name -> name + ", ").orElse("")
                        + platform.os()
                        + platform.container()
                                .map(name -> ", in a container (" + name + ')')
                                .orElse("")
                        + platform.virtualMachine()
                                .map(name -> ", virtual machine (" + name + ')')
                                .orElse(""));
    }

    private static Check java(String java) {
        Matcher release = JAVA_RELEASE.matcher(java);
        return Check.ok("java", java)
                .failIf(
                        release.find() && Integer.parseInt(release.group(1)) < MIN_JAVA,
                        ", older than " + MIN_JAVA,
                        "install a JDK 17 or newer (Debian: apt-get install openjdk-17-jdk-headless), or set JAVA_HOME to"
                                + " one")
                .warnIf(
                        !java.contains("64-Bit Server VM"),
                        ", no 64-Bit Server VM: Weir was never measured on another",
                        "set JAVA_HOME to an OpenJDK 17 or newer for a 64-bit system");
    }

    private static Check cores(CpuFacts cpu) {
        double quota = cpu.quotaCores().orElse(cpu.cores());
        double usable = Math.min(quota, cpu.cores());
        return Check.ok("cores", String.valueOf(cpu.cores()))
                .failIf(
                        usable < MIN_CORES,
                        Check.format(
                                ", of which %.1f may be used: senders, network and receivers wait for each other",
                                usable),
                        "give it more of them; in a container: --cpuset-cpus 0-3 in place of --cpus, or limits.cpu: 4")
                .warnIf(
                        cpu.quotaCores().isPresent(),
                        Check.format(
                                ", with a quota of %.1f: once it is used up, the kernel stops all threads for the rest of"
                                        + " its period (100 ms)",
                                quota),
                        "bind it to cores in place of the quota: --cpuset-cpus in Docker, CPU manager policy 'static'"
                                + " in Kubernetes, AllowedCPUs= in systemd");
    }

    private static Check governor(String governor, boolean isVirtual) {
        return Check.ok("governor", governor)
                .warnIf(
                        !governor.equals("performance") && !isVirtual,
                        ": cores that slow down between messages answer late",
                        "sudo cpupower frequency-set -g performance");
    }

    private static Check memory(MemoryFacts memory, long usable) {
        long available = Math.min(memory.availableBytes().orElse(Long.MAX_VALUE), usable);
        String limit =
                memory.limitBytes().isPresent() ? ", of which this process may use " + Check.gibibytes(usable) : "";
        String found = Check.gibibytes(memory.physicalBytes().orElse(usable)) + limit + "; "
                + Check.gibibytes(available) + " available";
        return Check.ok("memory", found)
                .warnIf(available < MIN_AVAILABLE_BYTES, "", "end what else runs here: ps aux --sort=-rss | head");
    }

    private static Check heap(MemoryFacts memory, long usable) {
        long heap = memory.maxHeapBytes();
        long available = Math.min(memory.availableBytes().orElse(Long.MAX_VALUE), usable);
        String remedy = Check.format("WEIR_JAVA_OPTS=-Xmx%dm", Math.max(MIN_HEAP_BYTES, available / 2) >> 20);
        return Check.ok("heap", "up to " + Check.gibibytes(heap))
                .failIf(heap > usable, ", more than there is: the kernel would end the process", remedy)
                .warnIf(heap > available, ", more than is available: the host would swap, or end processes", remedy)
                .warnIf(heap < MIN_HEAP_BYTES, ": many producers or partitions need more", remedy);
    }

    private static Check swap(MemoryFacts memory, long swap) {
        if (swap == 0) {
            return Check.ok("swap", "none");
        }
        long used = memory.swapUsedBytes().orElse(0);
        int swappiness = memory.swappiness().orElse(0);
        return Check.ok("swap", Check.gibibytes(swap) + ", " + (used >> 20) + " MiB in use, swappiness " + swappiness)
                .warnIf(used > 0, ": a page that is read back stalls its thread for milliseconds", "sudo swapoff -a")
                .warnIf(
                        swappiness > MAX_SWAPPINESS,
                        ": the kernel may swap processes out early",
                        "sudo sysctl -w vm.swappiness=1");
    }

    private static Check openFiles(long limit) {
        return Check.ok("open files", Check.format("%,d", limit))
                .warnIf(
                        limit < MIN_OPEN_FILES,
                        ": each client holds a connection to each broker, and embedded brokers three files for each"
                                + " segment",
                        "ulimit -n 100000 in the shell that starts it; for good: nofile in /etc/security/limits.conf,"
                                + " or LimitNOFILE=100000 in its systemd unit");
    }

    private static Check clocksource(String source) {
        return Check.ok("clocksource", source)
                .warnIf(
                        !QUICK_CLOCKSOURCES.contains(source),
                        ": each reading of the time is a call into the kernel",
                        "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource (see"
                                + " available_clocksource there; for good: clocksource=tsc on the kernel's command line)");
    }

    private static Check synchronisation(Optional<Boolean> synchronised, boolean severalHosts) {
        if (synchronised.orElse(false)) {
            return Check.ok("clock", "follows a time server");
        }
        String found =
                synchronised.isPresent() ? "follows no time server" : "whether it follows a time server is unknown";
        return severalHosts
                ? Check.warn(
                        "clock",
                        found + ": runs measure how far clocks differ and correct for it, within the bound that they"
                                + " print",
                        "sudo apt-get install chrony, or sudo timedatectl set-ntp true; then look at: chronyc tracking")
                : Check.ok("clock", found + ", which matters between hosts only");
    }

    /** Judges the precision of this host's clock and of waiting for it. */
    public static List<Check> ofClock(ClockFigures figures) {
        ParkFigures park = figures.park();
        Check reading = Check.ok(
                        "time",
                        Check.format(
                                "%.0f ns a reading, in steps of %,d ns or less",
                                figures.readingNanos(), figures.stepNanos()))
                .warnIf(
                        figures.readingNanos() > MAX_READING_NANOS || figures.stepNanos() > MAX_STEP_NANOS,
                        ": too dear or too coarse for microseconds",
                        "use a clock source that is read without a call into the kernel: see 'clocksource'");
        Check waking = Check.ok(
                        "pacing",
                        Check.format(
                                "a sender wakes up %.3f ms late (p50), %.3f ms (p99)",
                                park.lateP50Nanos() / 1e6, park.lateP99Nanos() / 1e6))
                .warnIf(
                        park.lateP50Nanos() > LATEST_P50_NANOS || park.lateP99Nanos() > LATEST_P99_NANOS,
                        ": latencies from the intended time contain that",
                        "end what else runs here (top), and keep cores from deep sleep: sudo cpupower idle-set -D 10");
        return List.of(reading, waking);
    }

    /** Checks whether the folder of results, or the one in which it will be created, has room. */
    public static Check ofDisk(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            return Check.fail("disk", existing + " is no folder", "move it away, or name another folder with --dir");
        }
        if (!Files.isWritable(existing)) {
            return Check.fail(
                    "disk",
                    existing + " cannot be written to",
                    "sudo chown $(id -un) " + existing + ", or name another folder with --dir");
        }
        try {
            return disk(folder, Files.getFileStore(existing).getUsableSpace());
        } catch (IOException e) {
            return Check.fail("disk", existing + ": " + FailureText.of(e), "name another folder with --dir");
        }
    }

    public static Check disk(Path folder, long freeBytes) {
        String remedy = "make room, or keep results elsewhere; what takes the space: du -xh / 2>/dev/null | sort -h"
                + " | tail";
        return Check.ok("disk", Check.gibibytes(freeBytes) + " free in " + folder)
                .failIf(freeBytes < MIN_FREE_BYTES, ": a long run writes hundreds of MiB", remedy)
                .warnIf(freeBytes < COMFORTABLE_FREE_BYTES, ": embedded brokers keep their data on a disk too", remedy);
    }

    /** Checks whether an embedded cluster could be started: a driver supports it, and loopback works. Starts none. */
    public static Check ofEmbedded(Drivers drivers) {
        return drivers.all().stream()
                .filter(factory -> factory.embedded().isPresent())
                .findFirst()
                .map(factory -> loopback("the driver " + factory.name() + " can start a cluster here"))
                .orElseGet(() -> Check.warn(
                        "embedded",
                        "no driver on the class path has an embedded cluster, so -d has to be given",
                        "unpack weir.tar.gz again: lib/ lacks the jar of driver-kafka"));
    }

    private static Check loopback(String found) {
        var loopback = InetAddress.getLoopbackAddress();
        try (var server = new ServerSocket(0, 1, loopback);
                var client = new Socket()) {
            client.connect(new InetSocketAddress(loopback, server.getLocalPort()), CONNECT_LIMIT_MILLIS);
            return Check.ok("embedded", found);
        } catch (IOException e) {
            return Check.fail(
                    "embedded",
                    "connections on " + loopback + " do not work: " + FailureText.of(e),
                    "sudo ip link set lo up");
        }
    }

    /**
     * Judges what else runs on a host; empty if nothing is known.
     *
     * @param averagePerCore load average of the last minute, for each core of the host; empty if unknown, or if this
     *     process has a part in it
     */
    public static List<Check> ofLoad(OtherLoadFigures load, OptionalDouble averagePerCore) {
        List<String> known = new ArrayList<>();
        load.cpuShare()
                .ifPresent(share -> known.add(Check.format("other processes use %.0f %% of the CPUs", 100 * share)));
        load.stolenShare().stream()
                .filter(share -> share >= SHOWN_SHARE)
                .forEach(share ->
                        known.add(Check.format("other virtual machines have taken %.0f %% of the CPUs", 100 * share)));
        averagePerCore.ifPresent(average ->
                known.add(Check.format("the load average of the last minute is %.1f for each core", average)));
        if (known.isEmpty()) {
            return List.of();
        }
        double share = load.cpuShare().orElse(0) + load.stolenShare().orElse(0);
        double average = averagePerCore.orElse(0);
        String remedy = "end what else runs here (top), and check again when the load average has fallen";
        return List.of(Check.ok("load", String.join(", ", known))
                .failIf(share >= BUSY_SHARE || average >= BUSY_PER_CORE, ": messages wait for a core", remedy)
                .warnIf(share >= NOTED_SHARE || average >= NOTED_PER_CORE, ": messages may wait for a core", remedy));
    }
}
