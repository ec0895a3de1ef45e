package dev.weir.host.facts;

import dev.weir.host.facts.HostFacts.ClockFacts;
import dev.weir.host.facts.HostFacts.ClockFacts.ChronyFacts;
import dev.weir.host.facts.HostFacts.CpuFacts;
import dev.weir.host.facts.HostFacts.MemoryFacts;
import dev.weir.host.facts.HostFacts.PlatformFacts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the facts of a host, with the outputs of commands, which are empty if these fail. One thread. */
record HostReader(HostFiles files, Function<List<String>, Optional<String>> commands) {
    /** Both commands call a local service, which answers at once or does not exist. */
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(2);

    /** Number of fields of {@code chronyc -c tracking}. */
    private static final int CHRONY_FIELDS = 14;

    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(\\d+)");
    private static final Pattern CORE = Pattern.compile("(?m)^cpu\\d+ ");
    private static final Pattern LOAD_AVERAGE = Pattern.compile("^(\\d+(?:\\.\\d+)?)");
    private static final Pattern PRETTY_NAME = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\n]+)");
    private static final Pattern HYPERVISOR_FLAG = Pattern.compile("(?m)^flags\\s*:.* (hypervisor)\\b");
    private static final Pattern HYPERVISOR_NAME =
            Pattern.compile("(QEMU|KVM|VMware|VirtualBox|Xen|Microsoft|Google|Amazon EC2|Alibaba)");
    private static final Pattern CONTAINER = Pattern.compile("(docker|kubepods|containerd|libpod|lxc)");

    static HostReader ofThisHost() {
        return new HostReader(HostFiles.OF_THIS_HOST, command -> HostCommand.output(command, COMMAND_LIMIT));
    }

    HostFacts read() {
        String os = System.getProperty("os.name") + " " + System.getProperty("os.version");
        Optional<String> distribution = files.find("etc/os-release", PRETTY_NAME);
        var platform = new PlatformFacts(os, distribution, virtualMachine(), container());
        OptionalLong openFiles = files.number("proc/self/limits", OPEN_FILES);
        Optional<String> bootId = files.text("proc/sys/kernel/random/boot_id");
        return new HostFacts(hostName(), javaName(), platform, cpu(), memory(), openFiles, clock(), bootId);
    }

    static String javaName() {
        return System.getProperty("java.vm.name") + " " + Runtime.version();
    }

    private CpuFacts cpu() {
        NavigableSet<String> governors = files.texts("sys/devices/system/cpu", "cpu[0-9]*", "cpufreq/scaling_governor");
        return new CpuFacts(
                Runtime.getRuntime().availableProcessors(),
                new Cgroups(files).cpuQuotaCores(),
                Optional.of(String.join(", ", governors)).filter(text -> !text.isEmpty()),
                loadPerCore());
    }

    private OptionalDouble loadPerCore() {
        long cores = files.text("proc/stat")
                .map(text -> CORE.matcher(text).results().count())
                .orElse(0L);
        return files.find("proc/loadavg", LOAD_AVERAGE)
                .filter(any -> cores > 0)
                .map(average -> OptionalDouble.of(Double.parseDouble(average) / cores))
                .orElse(OptionalDouble.empty());
    }

    private MemoryFacts memory() {
        OptionalLong swap = memoryInfo("SwapTotal");
        OptionalLong swapFree = memoryInfo("SwapFree");
        OptionalLong swappiness = files.number("proc/sys/vm/swappiness");
        return new MemoryFacts(
                memoryInfo("MemTotal"),
                memoryInfo("MemAvailable"),
                new Cgroups(files).memoryLimitBytes(),
                Runtime.getRuntime().maxMemory(),
                swap,
                swap.isPresent() && swapFree.isPresent()
                        ? OptionalLong.of(swap.getAsLong() - swapFree.getAsLong())
                        : OptionalLong.empty(),
                swappiness.isPresent() ? OptionalInt.of((int) swappiness.getAsLong()) : OptionalInt.empty());
    }

    private OptionalLong memoryInfo(String name) {
        OptionalLong kibibytes = files.number("proc/meminfo", Pattern.compile("(?m)^" + name + ": +(\\d+) kB"));
        return kibibytes.isPresent() ? OptionalLong.of(kibibytes.getAsLong() * 1024) : kibibytes;
    }

    /** Returns the hypervisor. The processor reports that there is one, the firmware its name; some have only the name. */
    private Optional<String> virtualMachine() {
        Optional<String> name = files.find("sys/class/dmi/id/sys_vendor", HYPERVISOR_NAME)
                .or(() -> files.find("sys/class/dmi/id/product_name", HYPERVISOR_NAME))
                .or(() -> files.text("sys/hypervisor/type"));
        if (files.find("proc/cpuinfo", HYPERVISOR_FLAG).isPresent()) {
            return name.or(() -> Optional.of("unknown hypervisor"));
        }
        // Cloud vendors' names are also on machines that they rent out whole.
        return name.filter(
                known -> List.of("QEMU", "KVM", "VMware", "VirtualBox").contains(known));
    }

    private Optional<String> container() {
        return files.find("proc/self/cgroup", CONTAINER)
                .or(() -> files.exists(".dockerenv") ? Optional.of("docker") : Optional.empty())
                .or(() -> files.exists("run/.containerenv") ? Optional.of("podman") : Optional.empty());
    }

    static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    private ClockFacts clock() {
        Optional<List<String>> tracking = commands.apply(List.of("chronyc", "-c", "tracking"))
                .map(line -> List.of(line.split(",", -1)))
                .filter(fields -> fields.size() == CHRONY_FIELDS);
        return new ClockFacts(
                files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
                synchronised(tracking),
                tracking.flatMap(HostReader::chrony),
                ptpClocks());
    }

    /** Returns whether the clock is synchronised, by commands, because Java cannot call adjtimex. */
    private Optional<Boolean> synchronised(Optional<List<String>> tracking) {
        if (files.exists("run/systemd/timesync/synchronized")) {
            return Optional.of(true);
        }
        Optional<Boolean> kernel = commands.apply(List.of("timedatectl", "show", "--property=NTPSynchronized"))
                .filter(line -> line.matches("NTPSynchronized=(yes|no)"))
                .map(line -> line.endsWith("yes"));
        // The last field is the leap status: "Normal" and two others for a synchronised clock, otherwise "Not
        // synchronised".
        return kernel.or(
                () -> tracking.map(fields -> !fields.get(CHRONY_FIELDS - 1).equals("Not synchronised")));
    }

    /** Parses the fields. Seconds are positive if the system's clock is ahead; chronyc itself prints a word. */
    private static Optional<ChronyFacts> chrony(List<String> fields) {
        try {
            return Optional.of(new ChronyFacts(
                    fields.get(1),
                    Integer.parseInt(fields.get(2)),
                    nanos(fields.get(4)),
                    nanos(fields.get(6)),
                    nanos(fields.get(10)),
                    nanos(fields.get(11))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1e9);
    }

    private List<String> ptpClocks() {
        List<String> clocks = new ArrayList<>();
        for (String device : files.names("sys/class/ptp", "ptp*")) {
            String name = files.text("sys/class/ptp/" + device + "/clock_name").orElse("without a name");
            clocks.add(device + ": " + name + (files.exists("dev/" + device) ? "" : " (no /dev/" + device + ")"));
        }
        return clocks;
    }
}
