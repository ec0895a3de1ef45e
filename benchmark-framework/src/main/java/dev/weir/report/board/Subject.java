package dev.weir.report.board;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a result was measured on, as the board's filters have it.
 *
 * @param system system under test
 * @param version version of the system
 * @param durability what an acknowledgement meant, in short
 * @param hardware hosts of the workers
 * @param client client library
 */
public record Subject(String system, String version, String durability, String hardware, String client) {
    /** Stands for what a result does not contain. */
    static final String UNKNOWN = "unknown";

    private static final List<DurabilityKey> SHORT = List.of(
            DurabilityKey.ACKS,
            DurabilityKey.REPLICATION_FACTOR,
            DurabilityKey.MIN_INSYNC_REPLICAS,
            DurabilityKey.FSYNC);

    static Subject of(StoredResult result, Durability durability) {
        return new Subject(
                fact(result, "system")
                        .or(() -> result.driverFile()
                                .map(file -> file.get("driver"))
                                .map(String::valueOf))
                        .or(result::driver)
                        .orElse(UNKNOWN),
                result.systemVersion().orElse(UNKNOWN),
                text(durability, SHORT),
                HostHardware.of(result),
                fact(result, "client").or(result::client).orElse(UNKNOWN));
    }

    private static Optional<String> fact(StoredResult result, String name) {
        return Optional.ofNullable(result.system().get(name)).map(String::valueOf);
    }

    /** Returns all that decides whether two results had the same durability. */
    static String full(Durability durability) {
        return text(
                durability,
                Stream.of(DurabilityKey.values()).filter(DurabilityKey::decides).toList());
    }

    private static String text(Durability durability, List<DurabilityKey> keys) {
        String text = keys.stream()
                .flatMap(key -> durability.find(key).stream())
                .map(item -> item.key().word() + " " + item.value())
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? UNKNOWN : text;
    }
}
