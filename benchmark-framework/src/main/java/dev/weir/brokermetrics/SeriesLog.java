package dev.weir.brokermetrics;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What one series told at each scrape. Counters are kept as they stand, and rates made of them in the end: so leaving
 * scrapes out loses detail, and no bytes. Filled by the sampler's thread, read when that has ended.
 */
public final class SeriesLog {
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

    /** Its name and labels. */
    public SeriesName name() {
        return name;
    }

    /** Whether its values are rates per second; else they are as they stood at the end of each interval. */
    public boolean isCounter() {
        return isCounter;
    }

    /**
     * Adds what it told.
     *
     * @param index of the scrape among those that are kept; those that are missing before it are gaps
     * @param number of the scrape among all
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

    /** Notes that it told nothing since. */
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

    /** Keeps the values at these places only. */
    void retain(BitSet places) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (places.get(i)) {
                values[kept++] = values[i];
            }
        }
        size = kept;
    }

    /** As it stood at a scrape; no number if it was not told. */
    double at(int index) {
        return index < size ? values[index] : Double.NaN;
    }

    /** Whether it began anew after one scrape and not after the other. */
    boolean isReset(int afterNumber, int untilNumber) {
        int reset = resets.nextSetBit(afterNumber + 1);
        return reset >= 0 && reset <= untilNumber;
    }
}
