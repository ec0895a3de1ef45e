package dev.weir.wire;

import dev.weir.wire.message.Message;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteOrder;

/**
 * Splits bytes into frames, each of which begins with its length. It checks a length before it allocates memory, and
 * accepts only small frames until both ends have accepted each other.
 */
final class FrameDecoder extends LengthFieldBasedFrameDecoder {
    static final int LENGTH_BYTES = 4;

    /** The largest frames are snapshots of thousands of producers. */
    static final int MAX_BYTES = 64 << 20;

    /** {@link Message.Hello} has about a hundred bytes, {@link Message.Welcome} about a thousand. */
    static final int MAX_FIRST_BYTES = 64 << 10;

    /** First bytes of a TLS record: an alert or a handshake, with major version 3. */
    private static final int TLS_ALERT = 0x1503;

    private static final int TLS_HANDSHAKE = 0x1603;

    private volatile int limit = MAX_FIRST_BYTES;

    FrameDecoder() {
        super(MAX_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
    }

    /** Allows large frames from now on. Any thread. */
    void allowLargeFrames() {
        limit = MAX_BYTES;
    }

    /** @throws TooLongFrameException stating what else the bytes may be */
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
                + " are taken" + (limit < MAX_BYTES ? " from a peer that has not been accepted" : "") + ": another "
                + "program may use this address");
    }

    /** The peer sends TLS where plain text is expected. */
    static final class PeerSpeaksTlsException extends TooLongFrameException {
        private static final long serialVersionUID = 1L;
    }
}
