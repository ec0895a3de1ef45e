package dev.weir.result.omb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rate over the intervals of a measurement, weighted by time: intervals differ in length. An interval shorter than
 * half of the usual length is joined to the one before it, because its rate is mostly that of few snapshots. OMB's
 * lists have no lengths; they follow from counts and rates.
 *
 * @param mean messages of all intervals, divided by their time
 * @param deviation standard deviation over time
 */
public record OmbRate(double min, double mean, double deviation, double max) {
    private static final double SHORT = 0.5;

    private record Piece(double messages, double seconds) {
        Piece plus(Piece other) {
            return new Piece(messages + other.messages, seconds + other.seconds);
        }

        double rate() {
            return messages / seconds;
        }
    }

    /** Returns the acknowledged rate; empty if the lists have none. */
    public static Optional<OmbRate> published(OmbLists lists) {
        return of(lists.publishRate(), lists);
    }

    /** Returns the delivered rate; empty if the lists have none. */
    public static Optional<OmbRate> consumed(OmbLists lists) {
        return of(lists.consumeRate(), lists);
    }

    private static Optional<OmbRate> of(List<@Nullable Number> rates, OmbLists lists) {
        IntStream intervals = IntStream.range(0, rates.size());
        List<OptionalDouble> known = intervals.mapToObj(i -> seconds(lists, i)).toList();
        double[] lengths =
                known.stream().flatMapToDouble(OptionalDouble::stream).sorted().toArray();
        // Files without counts: all intervals count alike.
        double usual = lengths.length == 0 ? 1 : lengths[lengths.length / 2];
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < rates.size(); i++) {
            OptionalDouble rate = OmbLists.entry(rates, i);
            double seconds = known.get(i).orElse(usual);
            if (rate.isPresent()) {
                join(new Piece(rate.getAsDouble() * seconds, seconds), SHORT * usual, pieces);
            }
        }
        return pieces.isEmpty() ? Optional.empty() : Optional.of(of(pieces));
    }

    private static void join(Piece piece, double shortest, List<Piece> pieces) {
        int last = pieces.size() - 1;
        if (last >= 0 && Math.min(piece.seconds, pieces.get(last).seconds) < shortest) {
            pieces.set(last, pieces.get(last).plus(piece));
        } else {
            pieces.add(piece);
        }
    }

    private static OmbRate of(List<Piece> pieces) {
        Piece whole = pieces.stream().reduce(new Piece(0, 0), Piece::plus);
        double squares = pieces.stream()
                .mapToDouble(piece -> piece.seconds * Math.pow(piece.rate() - whole.rate(), 2))
                .sum();
        return new OmbRate(
                pieces.stream().mapToDouble(Piece::rate).min().orElseThrow(),
                whole.rate(),
                Math.sqrt(squares / whole.seconds),
                pieces.stream().mapToDouble(Piece::rate).max().orElseThrow());
    }

    private static OptionalDouble seconds(OmbLists lists, int interval) {
        OptionalDouble published = seconds(lists.sent(), lists.publishRate(), interval);
        return published.isPresent() ? published : seconds(lists.consumed(), lists.consumeRate(), interval);
    }

    private static OptionalDouble seconds(List<@Nullable Number> counts, List<@Nullable Number> rates, int interval) {
        double count = OmbLists.entry(counts, interval).orElse(0);
        double rate = OmbLists.entry(rates, interval).orElse(0);
        return count > 0 && rate > 0 ? OptionalDouble.of(count / rate) : OptionalDouble.empty();
    }
}
