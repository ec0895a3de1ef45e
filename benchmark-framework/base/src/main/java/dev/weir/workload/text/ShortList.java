package dev.weir.workload.text;

import java.util.List;

/** Lists of names in texts, cut short. */
public final class ShortList {
    private ShortList() {}

    /** Names only the first ones: {@code a, b and 3 more}. */
    public static String of(List<String> names, int shown) {
        int more = names.size() - shown;
        return String.join(", ", names.subList(0, Math.min(names.size(), shown)))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
