package dev.weir.workload.load;

import java.util.Optional;
import java.util.stream.Stream;

/** What an instance of a pipeline makes of a payload. */
public enum Transform {
    /** The same. */
    COPY("copy") {
        @Override
        public void apply(byte[] payload, int from) {
            // As it is.
        }
    },
    /** What StreamBench makes: of small letters of ASCII, large ones. */
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

    /** Its name in files. */
    public String key() {
        return key;
    }

    /**
     * Transforms in place. The length stays, so that what is read and what is written are of one size.
     *
     * @param from the first byte that may change: what is before it says which message it is
     */
    public abstract void apply(byte[] payload, int from);

    public static Optional<Transform> of(String key) {
        return Stream.of(values()).filter(each -> each.key.equals(key)).findFirst();
    }
}
