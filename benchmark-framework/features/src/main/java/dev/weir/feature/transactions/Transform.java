package dev.weir.feature.transactions;

import java.util.Optional;
import java.util.stream.Stream;

/** Change of a payload by a pipeline. */
public enum Transform {
    COPY("copy"),
    /** Change of StreamBench: lower-case ASCII letters become upper case. */
    UPPER_CASE("upperCase");

    private final String key;

    Transform(String key) {
        this.key = key;
    }

    /** Returns its name in files. */
    public String key() {
        return key;
    }

    /**
     * Changes a payload in place. Its length stays, so that messages that are read and written have equal sizes.
     *
     * @param from first byte that may change: the bytes before identify the message
     */
    public void apply(byte[] payload, int from) {
        if (this == COPY) {
            return;
        }
        for (int i = from; i < payload.length; i++) {
            if (payload[i] >= 'a' && payload[i] <= 'z') {
                payload[i] = (byte) (payload[i] + 'A' - 'a');
            }
        }
    }

    public static Optional<Transform> of(String key) {
        return Stream.of(values()).filter(each -> each.key.equals(key)).findFirst();
    }
}
