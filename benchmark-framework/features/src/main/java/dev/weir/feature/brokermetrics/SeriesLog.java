package dev.weir.feature.brokermetrics;

import dev.weir.feature.brokermetrics.SeriesChoice.SeriesName;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Values of one series at each scrape. Counters are kept as they are, and converted to rates at the end: so dropping
 * scrapes loses detail, but no bytes. Written by the sampler's thread, read after that has ended.
 */
final class SeriesLog {
    private final SeriesName name;
    private final boolean isCounter;
    private final BitSet resets = new BitSet();
    private double[] values = new double[16];
    private int size;
    private double newest = Double.NaN;

    SeriesLog(SeriesName name, boolean isCounter) {
        this.name = name;
        this.isCounter = isCounter;
    }

    public SeriesName name() {
        return name;
    }

    /** Returns whether its values are rates per second; otherwise they are values at the end of each interval. */
    public boolean isCounter() {
        return isCounter;
    }

    /**
     * @param index index of the scrape among the kept ones; missing scrapes before it are gaps
     * @param number number of the scrape among all
     */
    void add(int index, int number, double value) {
        padTo(index);
        append(Double.isFinite(value) ? value : Double.NaN);
        if (Double.isFinite(value)) {
            // If a counter begins at 0 again, it is unknown how much was counted between.
            resets.set(number, isCounter && value < newest);
            newest = value;
        }
    }

    void padTo(int length) {
        while (size < length) {
            append(Double.NaN);
        }
    }

    private void append(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    void retain(BitSet places) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (places.get(i)) {
                values[kept++] = values[i];
            }
        }
        size = kept;
    }

    /** Returns the value at a scrape; NaN if there is none. */
    double at(int index) {
        return index < size ? values[index] : Double.NaN;
    }

    boolean isReset(int afterNumber, int untilNumber) {
        int reset = resets.nextSetBit(afterNumber + 1);
        return reset >= 0 && reset <= untilNumber;
    }
}
