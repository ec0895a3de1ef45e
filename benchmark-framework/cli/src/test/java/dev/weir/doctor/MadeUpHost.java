package dev.weir.doctor;

import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.HostFacts.ClockFacts;
import dev.weir.host.facts.HostFacts.CpuFacts;
import dev.weir.host.facts.HostFacts.MemoryFacts;
import dev.weir.host.facts.HostFacts.PlatformFacts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A host that is as it should be, until a test changes that. */
final class MadeUpHost {
    private static final long GIBIBYTE = 1L << 30;

    String java = "OpenJDK 64-Bit Server VM 17.0.15+6-Debian-1deb12u1";
    Optional<String> virtualMachine = Optional.empty();
    Optional<String> container = Optional.empty();
    int cores = 8;
    OptionalDouble quotaCores = OptionalDouble.empty();
    Optional<String> governor = Optional.of("performance");
    OptionalDouble loadPerCore = OptionalDouble.of(0.1);
    String name = "client-1";
    Optional<String> bootId = Optional.empty();
    OptionalLong physicalBytes = OptionalLong.of(32 * GIBIBYTE);
    OptionalLong availableBytes = OptionalLong.of(24 * GIBIBYTE);
    OptionalLong limitBytes = OptionalLong.empty();
    long maxHeapBytes = 8 * GIBIBYTE;
    OptionalLong swapBytes = OptionalLong.of(0);
    OptionalLong swapUsedBytes = OptionalLong.of(0);
    OptionalInt swappiness = OptionalInt.of(60);
    OptionalLong openFilesLimit = OptionalLong.of(100_000);
    Optional<String> clocksource = Optional.of("tsc");
    Optional<Boolean> clockSynchronised = Optional.of(true);

    HostFacts facts() {
        return new HostFacts(
                name,
                java,
                new PlatformFacts(
                        "Linux 6.1", Optional.of("Debian GNU/Linux 12 (bookworm)"), virtualMachine, container),
                new CpuFacts(cores, quotaCores, governor, loadPerCore),
                new MemoryFacts(
                        physicalBytes, availableBytes, limitBytes, maxHeapBytes, swapBytes, swapUsedBytes, swappiness),
                openFilesLimit,
                new ClockFacts(clocksource, clockSynchronised, Optional.empty(), List.of()),
                bootId);
    }
}
