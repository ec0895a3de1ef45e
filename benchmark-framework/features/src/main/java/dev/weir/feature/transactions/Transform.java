package dev.weir.feature.transactions;

import java.util.Optional;
import java.util.stream.Stream;

/** Change of a payload by a pipeline. */
public enum Transform {
    /** No change. */
    COPY("copy") {
        @Override
        public void apply(byte[] payload, int from) {
            // No change.
        }
    },
    /** Change of StreamBench: lower-case ASCII letters become upper case. */
    UPPER_CASE("upperCase") {
        @Override
        public void apply(byte[] payload, int from) {
            for (int i = from; i < payload.length; i++) {
                if (payload[i] >= 'a' && payload[i] <= 'z') {
                    payload[i] = (byte) (payload[i] + 'A' - 'a');
                }
            }
        }
    };

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
    public abstract void apply(byte[] payload, int from);

    public static Optional<Transform> of(String key) {
        return Stream.of(values()).filter(each -> each.key.equals(key)).findFirst();
    }
}
