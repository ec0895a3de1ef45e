package dev.weir.report.board;

import dev.weir.driver.durability.Durability;
import dev.weir.report.DurabilityText;
import dev.weir.report.html.tag.Numerals;
import dev.weir.result.document.Harness;
import dev.weir.result.document.Worker;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a result was measured on, as the board's filters have it. The hardware is that of the workers' hosts. */
public record Subject(String system, String version, String durability, String hardware, String client) {
    /** Stands for what a result does not contain. */
    static final String UNKNOWN = "unknown";

    static Subject of(StoredResult result, Durability durability) {
        return new Subject(
                fact(result, "system")
                        .or(() -> result.driverFile()
                                .map(file -> file.get("driver"))
                                .map(String::valueOf))
                        .or(result::driver)
                        .orElse(UNKNOWN),
                result.systemVersion().orElse(UNKNOWN),
                known(DurabilityText.brief(durability)),
                hardware(result),
                fact(result, "client").or(result::client).orElse(UNKNOWN));
    }

    static String known(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }

    private static Optional<String> fact(StoredResult result, String name) {
        return Optional.ofNullable(result.system().get(name)).map(String::valueOf);
    }

    /**
     * Describes the hosts of the workers, such as {@code 2 hosts: AMD EPYC 7R13, 16 cores, 61.8 GiB}. A result contains the
     * model of the processor only if the host was calibrated; otherwise the hypervisor stands for it. Results do not
     * contain the hardware of the brokers.
     */
    private static String hardware(StoredResult result) {
        Map<String, String> hosts = new LinkedHashMap<>();
        for (Worker worker : result.weir().instrument().workers()) {
            hosts.putIfAbsent(worker.host().orElse(worker.name()), hardware(worker, result.processes()));
        }
        Map<String, Long> counts = hosts.values().stream()
                .filter(text -> !text.isEmpty())
                .sorted()
                .collect(Collectors.groupingBy(text -> text, LinkedHashMap::new, Collectors.counting()));
        String text = counts.entrySet().stream()
                .map(each -> (each.getValue() > 1 ? each.getValue() + " hosts: " : "") + each.getKey())
                .collect(Collectors.joining("; "));
        return text.isEmpty() ? UNKNOWN : text;
    }

    private static String hardware(Worker worker, List<Harness.ObservedProcess> processes) {
        List<String> parts = new ArrayList<>();
        processes.stream()
                .filter(process -> process.process().equals(worker.name()))
                .flatMap(process -> process.calibration().stream())
                .flatMap(known -> Optional.ofNullable(known.get("cpuModel")).stream())
                .findFirst()
                .or(() -> Optional.ofNullable(worker.facts().get("virtualMachine")))
                .ifPresent(model -> parts.add(String.valueOf(model)));
        if (worker.facts().get("cores") instanceof Number cores) {
            parts.add(Numerals.significant(cores.doubleValue()) + " cores");
        }
        if (worker.facts().get("physicalMemoryBytes") instanceof Number bytes) {
            parts.add(Numerals.binary(bytes.doubleValue()));
        }
        return String.join(", ", parts);
    }
}
