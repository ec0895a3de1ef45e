package dev.weir.cli.option;

import java.util.Set;

/**
 * The options that decide how systems are compared.
 *
 * @param differs fields that are meant to differ, as {@link dev.weir.result.stored.Comparability#means} takes them
 * @param strict whether systems that differ in others are refused
 */
public record Pairing(Set<String> differs, boolean strict) {
    /** Nothing is said about it. */
    public static final Pairing NONE = new Pairing(Set.of(), false);

    public Pairing {
        differs = Set.copyOf(differs);
    }
}
