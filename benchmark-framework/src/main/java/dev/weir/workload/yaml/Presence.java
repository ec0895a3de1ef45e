package dev.weir.workload.yaml;

import java.util.List;

/** What holds for a field beyond its type. */
public sealed interface Presence<T> {

    /**
     * Every file has to give it.
     *
     * @param unless a file that gives one of these fields need not
     */
    record Required<T>(List<String> unless) implements Presence<T> {
        public Required {
            unless = List.copyOf(unless);
        }
    }

    /** A file that does not give it gets this. */
    record Default<T>(T value) implements Presence<T> {}

    /** A file may give it; what holds otherwise depends on other fields. */
    record Free<T>() implements Presence<T> {}

    /**
     * OMB's or ours, known so that it is checked and named, but nothing acts on it yet.
     *
     * @param off the values that ask for nothing, and so are accepted
     * @param advice what to do instead, added to "remove it"; empty if that is all
     */
    record Later<T>(List<T> off, String advice) implements Presence<T> {
        public Later {
            off = List.copyOf(off);
        }
    }
}
