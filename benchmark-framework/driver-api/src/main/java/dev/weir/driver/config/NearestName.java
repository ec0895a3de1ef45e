package dev.weir.driver.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests the name that the author of a misspelt name probably meant. */
public final class NearestName {
    private static final int MAX_LENGTH = 100;

    private NearestName() {}

    /**
     * The name with the fewest letters to insert, delete, replace or swap with their neighbour, the first of several; or
     * the only one that what was given is a part of. Empty if none is near: one such edit for every three letters.
     */
    public static Optional<String> of(String given, Collection<String> names) {
        return within(Math.max(1, given.length() / 3), given, names).or(() -> onlyOneThatHolds(given, names));
    }

    /**
     * The name with the fewest letters to insert, delete, replace or swap with their neighbour, whatever their case; the
     * first of several. Empty if none is so near.
     *
     * @param mostEdits how many of them there may be
     */
    public static Optional<String> within(int mostEdits, String given, Collection<String> names) {
        if (given.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        int most = mostEdits;
        Optional<String> nearest = Optional.empty();
        for (String name : names) {
            if (Math.abs(given.length() - name.length()) > most) {
                continue;
            }
            int edits = edits(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits <= most) {
                nearest = Optional.of(name);
                most = edits - 1;
            }
        }
        return nearest;
    }

    /** {@code ; did you mean ...?}, or nothing if there is no near name. */
    public static String advice(String given, Collection<String> names) {
        return of(given, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static Optional<String> onlyOneThatHolds(String given, Collection<String> names) {
        var found = names.stream()
                .filter(name ->
                        given.length() > 2 && name.toLowerCase(Locale.ROOT).contains(given.toLowerCase(Locale.ROOT)))
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** The optimal string alignment distance: Levenshtein's, with a swap of neighbours as one edit. */
    private static int edits(String a, String b) {
        int[][] distance = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : cheapest(distance, a, b, i, j);
            }
        }
        return distance[a.length()][b.length()];
    }

    private static int cheapest(int[][] distance, String a, String b, int i, int j) {
        int replaced = distance[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, distance[i - 2][j - 2] + 1) : least;
    }
}
