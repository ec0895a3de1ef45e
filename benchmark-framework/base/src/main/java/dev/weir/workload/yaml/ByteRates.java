package dev.weir.workload.yaml;

import dev.weir.workload.text.NumberText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Converts throughputs, such as {@code 100MiB/s}, to rates while a file is read, and keeps the texts. */
public final class ByteRates {
    private final Supplier<Optional<Integer>> meanBytes;
    private final Map<String, String> written = new LinkedHashMap<>();

    /** @param meanBytes mean payload of its messages, bytes; empty if the fields about it are wrong */
    public ByteRates(Supplier<Optional<Integer>> meanBytes) {
        this.meanBytes = meanBytes;
    }

    /** Creates the conversion of a file without messages, which has no rates. */
    public static ByteRates none() {
        return new ByteRates(() -> Optional.of(0));
    }

    /** Returns the converted throughputs, by field, as they are written in the file. */
    public Map<String, String> written() {
        return Collections.unmodifiableMap(written);
    }

    /**
     * Returns the rate as a plain number of messages per second; empty, with a problem, if the messages have no size.
     */
    Optional<String> inMessages(String text, double bytesPerSecond, Place place, int line) {
        Optional<Integer> mean = meanBytes.get();
        if (mean.isPresent() && mean.get() == 0) {
            return place.wrong(
                    line,
                    text + " cannot be converted to messages per second, because messageSize is 0; set messageSize to"
                            + " more than 0, or give the rate in messages per second, such as 50k");
        }
        written.merge(place.field(), text, (one, other) -> one + ", " + other);
        // Without a size, any rate is sufficient, because the problem with the size is reported.
        return Optional.of(
                NumberText.plain(mean.map(bytes -> bytesPerSecond / bytes).orElse(1.0)));
    }
}
