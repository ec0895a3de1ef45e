package dev.weir.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Our histograms as the library reads them, and its own as we do. */
final class HdrForm {
    private HdrForm() {}

    static Histogram of(LatencyHistogram histogram) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(histogram.encodeCompressed()), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static byte[] bytes(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }
}
