package dev.weir.wire;

import dev.weir.wire.message.Message;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteOrder;

/**
 * Bytes to frames, each with its length before it. A length is looked at before anything is kept for it: until both ends
 * are welcome to each other only small frames are read.
 */
final class FrameDecoder extends LengthFieldBasedFrameDecoder {
    /** Of a frame in its first bytes. */
    static final int LENGTH_BYTES = 4;

    /** The largest real ones are snapshots of thousands of producers. */
    static final int MAX_BYTES = 64 << 20;

    /** {@link Message.Hello} has some hundred bytes, {@link Message.Welcome} some thousand. */
    static final int MAX_FIRST_BYTES = 64 << 10;

    /** With which a record of TLS begins: an alert or a handshake, of a version that begins with 3. */
    private static final int TLS_ALERT = 0x1503;

    private static final int TLS_HANDSHAKE = 0x1603;

    private volatile int limit = MAX_FIRST_BYTES;

    FrameDecoder() {
        super(MAX_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
    }

    /** From now on frames may be large. Any thread. */
    void allowLargeFrames() {
        limit = MAX_BYTES;
    }

    /** @throws TooLongFrameException saying what else it may be */
    @Override
    protected long getUnadjustedFrameLength(ByteBuf buffer, int offset, int length, ByteOrder order) {
        long bytes = super.getUnadjustedFrameLength(buffer, offset, length, order);
        if (bytes <= limit) {
            return bytes;
        }
        int first = (int) (bytes >>> 16);
        if (first == TLS_ALERT || first == TLS_HANDSHAKE) {
            throw new PeerSpeaksTlsException();
        }
        throw new TooLongFrameException("a frame of " + bytes + " bytes was announced, and at most " + limit
                + " are taken" + (limit < MAX_BYTES ? " from who has not been welcomed" : "") + ": not our protocol?");
    }

    /** Where plain text should be. */
    static final class PeerSpeaksTlsException extends TooLongFrameException {
        private static final long serialVersionUID = 1L;
    }
}
