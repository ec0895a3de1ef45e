package dev.weir.measure;

/**
 * Requests of one producer or of all, from first to last.
 *
 * @param answered sent, with each of its messages acknowledged
 * @param unanswered sent, wholly or in part, with a message that was given up or is still under way
 * @param read reads that had messages
 * @param readMessages of these reads
 * @param readBytes payload of those
 * @param readFailed reads that failed, or had nothing in time
 */
public record RequestCounts(
        long answered, long unanswered, long read, long readMessages, long readBytes, long readFailed) {
    /** Of a load without requests. */
    public static final RequestCounts NONE = new RequestCounts(0, 0, 0, 0, 0, 0);

    /** Both together. */
    public RequestCounts plus(RequestCounts other) {
        return new RequestCounts(
                answered + other.answered,
                unanswered + other.unanswered,
                read + other.read,
                readMessages + other.readMessages,
                readBytes + other.readBytes,
                readFailed + other.readFailed);
    }
}
