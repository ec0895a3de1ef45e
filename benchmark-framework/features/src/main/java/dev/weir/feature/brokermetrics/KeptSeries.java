package dev.weir.feature.brokermetrics;

import dev.weir.feature.brokermetrics.SeriesChoice.SeriesName;
import java.util.BitSet;

/** A series of an endpoint that is kept, and where its counter began again. */
final class KeptSeries {
    final SeriesName name;
    /** Whether its values are rates per second; otherwise they are values at the end of each interval. */
    final boolean isCounter;
    /** Index of its values in the rows of {@link EndpointLog#answered}, from 0. */
    final int place;

    private final BitSet resets = new BitSet();
    private double newest = Double.NaN;

    KeptSeries(SeriesName name, boolean isCounter, int place) {
        this.name = name;
        this.isCounter = isCounter;
        this.place = place;
    }

    /** Notes the value at a scrape; returns the value to keep: NaN for one that is not finite. */
    double noted(int number, double value) {
        if (!Double.isFinite(value)) {
            return Double.NaN;
        }
        // If a counter begins at 0 again, it is unknown how much was counted between.
        resets.set(number, isCounter && value < newest);
        newest = value;
        return value;
    }

    boolean isReset(int afterNumber, int untilNumber) {
        int reset = resets.nextSetBit(afterNumber + 1);
        return reset >= 0 && reset <= untilNumber;
    }
}
