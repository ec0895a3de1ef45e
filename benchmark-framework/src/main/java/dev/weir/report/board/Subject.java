package dev.weir.report.board;

import dev.weir.driver.durability.Durability;
import dev.weir.report.DurabilityText;
import dev.weir.result.stored.StoredResult;
import java.util.Optional;

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
                HostHardware.of(result),
                fact(result, "client").or(result::client).orElse(UNKNOWN));
    }

    /** Returns a text, or that it is unknown. */
    static String known(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }

    private static Optional<String> fact(StoredResult result, String name) {
        return Optional.ofNullable(result.system().get(name)).map(String::valueOf);
    }
}
