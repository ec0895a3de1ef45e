package dev.weir.workload.yaml;

import java.util.List;

/** Rule for a field that is not given. */
public sealed interface Presence<T> {

    /** Each file has to give it, unless it gives one of the named fields. */
    record Required<T>(List<String> unless) implements Presence<T> {
        public Required {
            unless = List.copyOf(unless);
        }
    }

    /** Default of a file that does not give it. */
    record Default<T>(T value) implements Presence<T> {}

    /** A file may give it; its default depends on other fields. */
    record Free<T>() implements Presence<T> {}

    /**
     * A field that is checked and named, but has no effect yet.
     *
     * @param off values without effect, which are accepted
     * @param advice what to do instead, added to "remove it"; empty if that is all
     */
    record Later<T>(List<T> off, String advice) implements Presence<T> {
        public Later {
            off = List.copyOf(off);
        }
    }
}
