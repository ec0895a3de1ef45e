package dev.weir.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Our histograms as the library reads them, and its own as we do. */
final class HdrForm {
    private HdrForm() {}

    static Histogram of(LatencyHistogram histogram) {
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(histogram.encode()), 0);
    }

    static byte[] bytes(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }
}
