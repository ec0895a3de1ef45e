package dev.weir.measure;

/**
 * Requests of one producer or of all, from first to last.
 *
 * @param answered requests of which each message was acknowledged
 * @param unanswered requests, sent wholly or in part, of which a message failed or is still in flight
 * @param read reads that returned messages
 * @param readMessages of these reads
 * @param readBytes payload of those
 * @param readFailed reads that failed, or returned no message in time
 */
public record RequestCounts(
        long answered, long unanswered, long read, long readMessages, long readBytes, long readFailed) {
    public static final RequestCounts NONE = new RequestCounts(0, 0, 0, 0, 0, 0);

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
