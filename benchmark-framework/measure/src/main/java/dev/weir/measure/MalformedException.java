package dev.weir.measure;

/** Bytes are not a histogram of ours; the message says why. */
final class MalformedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
        super(message);
    }

    static void unless(boolean holds, String otherwise) {
        if (!holds) {
            throw new MalformedException(otherwise);
        }
    }
}
